"""Of which strategies each question holds: what follows from the rows, in one view."""

from __future__ import annotations

from functools import cached_property

import pytest
from msgspec.structs import replace

from designs.compiler import STRATEGIES
from designs.compiler.strategies import Strategy

HOLDS = {
    "moves_child": "EMBED_ONE TIME_SERIES BUCKET_TIME BUCKET OUTLIER EMBED_ARRAY",
    "inside_holder": "EMBED_ONE OUTLIER EMBED_ARRAY",
    "is_object": "EMBED_ONE",
    "is_whole_array": "EMBED_ARRAY",
    "is_plain_embedding": "EMBED_ONE EMBED_ARRAY",
    "overflows": "OUTLIER",
    "is_paged": "BUCKET_TIME BUCKET",
    "is_windowed": "BUCKET_TIME",
    "is_numbered": "BUCKET",
    "is_time_series": "TIME_SERIES",
    "is_bucketed": "TIME_SERIES BUCKET_TIME BUCKET",
    "nests_tree": "EMBED_TREE",
    "nests": "EMBED_ONE OUTLIER EMBED_ARRAY EMBED_TREE",
    "embeds": "EMBED_ONE TIME_SERIES BUCKET_TIME BUCKET OUTLIER EMBED_ARRAY EMBED_TREE",
    "embeds_elements": "TIME_SERIES BUCKET_TIME BUCKET OUTLIER EMBED_ARRAY EMBED_TREE",
    "embeds_in_documents": "EMBED_ONE BUCKET_TIME BUCKET OUTLIER EMBED_ARRAY EMBED_TREE",
    "scatters": "TIME_SERIES BUCKET_TIME BUCKET OUTLIER",
    "is_held": "EMBED_ONE BUCKET_TIME BUCKET OUTLIER EMBED_ARRAY",
    "is_slice": "SUBSET",
    "holds_part": "SUBSET OUTLIER",
    "embeds_links": "EMBED_LINK",
    "holds_values": "VALUE_ARRAY",
    "copies_content": "VALUE_ARRAY EMBED_LINK",
    "folds_parent": "FOLD_ONE",
    "replaces_documents": "FOLD_ONE VALUE_ARRAY",
    "has_link_documents": "LINK_COLL",
    "is_tree": "EMBED_TREE TREE_NESTED TREE_ANCESTORS TREE_PATH TREE_CHILD TREE_PARENT",
    "links_nodes": "TREE_NESTED TREE_ANCESTORS TREE_PATH TREE_CHILD TREE_PARENT",
    "lists_child_nodes": "TREE_CHILD",
    "holds_parent_node": "TREE_NESTED TREE_ANCESTORS TREE_PARENT",
    "derives_nodes": "TREE_NESTED TREE_ANCESTORS TREE_PATH TREE_CHILD",
    "has_id_arrays": "TWO_WAY_REFS CHILD_REFS ONE_WAY_EMBED TWO_WAY_EMBED",
    "lists_ids": "TWO_WAY_REFS CHILD_REFS EMBED_LINK ONE_WAY_EMBED TWO_WAY_EMBED",
    "lists_other_end": "TWO_WAY_REFS CHILD_REFS VALUE_ARRAY EMBED_LINK ONE_WAY_EMBED TWO_WAY_EMBED",
    "lists_both_ends": "TWO_WAY_EMBED",
    "is_two_way": "TWO_WAY_REFS TWO_WAY_EMBED",
    "refers_to_parent": "LINK_ONE ELEMENT_REF SUBSET TWO_WAY_REFS PARENT_REF TREE_NESTED TREE_ANCESTORS TREE_PARENT",
    "is_reference": "LINK_ONE ELEMENT_REF SUBSET TWO_WAY_REFS PARENT_REF",
    "names_outside": (
        "LINK_ONE TIME_SERIES SUBSET BUCKET_TIME BUCKET TWO_WAY_REFS CHILD_REFS PARENT_REF EMBED_LINK "
        "LINK_COLL ONE_WAY_EMBED TWO_WAY_EMBED"
    ),
    "only_refers": "LINK_ONE TWO_WAY_REFS CHILD_REFS PARENT_REF LINK_COLL ONE_WAY_EMBED TWO_WAY_EMBED",
    "names_both_ends": "SUBSET TWO_WAY_REFS LINK_COLL TWO_WAY_EMBED",
    "has_references": (
        "LINK_ONE ELEMENT_REF SUBSET TWO_WAY_REFS CHILD_REFS PARENT_REF VALUE_ARRAY EMBED_LINK "
        "ONE_WAY_EMBED TWO_WAY_EMBED TREE_NESTED TREE_ANCESTORS TREE_CHILD TREE_PARENT"
    ),
    "names_documents": (
        "LINK_ONE SUBSET TWO_WAY_REFS CHILD_REFS PARENT_REF VALUE_ARRAY EMBED_LINK ONE_WAY_EMBED "
        "TWO_WAY_EMBED"
    ),
    "lists_children": "SUBSET TWO_WAY_REFS CHILD_REFS",
    "is_stored_twice": "SUBSET TWO_WAY_REFS",
    "leads_to_documents": (
        "LINK_ONE TWO_WAY_REFS CHILD_REFS PARENT_REF LINK_COLL ONE_WAY_EMBED TWO_WAY_EMBED TREE_NESTED "
        "TREE_ANCESTORS TREE_CHILD TREE_PARENT"
    ),
    "moves_by_function": "SUBSET BUCKET_TIME BUCKET EMBED_ARRAY TWO_WAY_REFS TREE_NESTED TREE_ANCESTORS TREE_PATH TREE_CHILD TREE_PARENT",
    "refers_apart": "LINK_ONE TWO_WAY_REFS CHILD_REFS PARENT_REF",
    "lists_at_either_end": "ONE_WAY_EMBED",
    "needs_index_of_parent": "LINK_ONE SUBSET BUCKET OUTLIER TWO_WAY_REFS PARENT_REF TREE_PARENT",
    "shares_collection": "POLY_SINGLE",
    "holder_is_decided": "VALUE_ARRAY EMBED_LINK ONE_WAY_EMBED",
    "caps_itself": "SUBSET BUCKET_TIME BUCKET OUTLIER",
}
EXCEPT = {"can_dangle": "ELEMENT_REF VALUE_ARRAY FOLD_ONE"}
NESTING = {"EMBED_ONE": 1, "EMBED_TREE": 0}


def of_rows(question: str) -> dict[str, object]:
    """The answer of each row, worked out anew."""
    return {name: getattr(replace(row), question) for name, row in STRATEGIES.items()}


@pytest.mark.parametrize("question", HOLDS)
def test_a_question_holds_of_these_and_of_no_other(question: str) -> None:
    assert {name for name, answer in of_rows(question).items() if answer} == set(HOLDS[question].split())


@pytest.mark.parametrize("question", EXCEPT)
def test_a_question_holds_of_all_others(question: str) -> None:
    assert {name for name, answer in of_rows(question).items() if not answer} == set(EXCEPT[question].split())


def test_levels_of_nesting() -> None:
    assert of_rows("nesting") == {name: NESTING.get(name, 2) for name in STRATEGIES}


def test_forms_of_what_is_stored() -> None:
    """The mark of a strategy on the canvas tells it."""
    found = of_rows("form")
    inside = "EMBED_ONE EMBED_ARRAY EMBED_TREE EMBED_LINK OUTLIER BUCKET BUCKET_TIME VALUE_ARRAY FOLD_ONE POLY_SINGLE"
    assert {name for name, form in found.items() if form == "inside"} == set(inside.split())
    assert {name for name, form in found.items() if form == "both"} == {"SUBSET"}
    assert set(found.values()) == {"inside", "both", "reference"}


def test_every_question_is_here() -> None:
    asked = {name for name, value in vars(Strategy).items() if isinstance(value, cached_property)}
    assert asked == {*HOLDS, *EXCEPT, "nesting", "form"}
