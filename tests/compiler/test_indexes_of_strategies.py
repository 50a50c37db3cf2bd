"""Which indexes each strategy gets (the rulebook's table of strategies and its fixtures)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from designs.compiler.exporters.report.index_use import numbered_indexes, uses_of
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.expected_scans import expected_scans
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import ENDLESS, MANY, UP_TO, index_of, keys, planned

FIXTURES = Path(__file__).resolve().parent / "fixtures"
FIXTURE_INDEXES: dict[str, dict[str, set[str]]] = {
    "F01": {"students": set()},
    "F02": {"students": set()},
    "F03": {"students": set(), "courses": {"department:1"}},
    "F04": {"students": set(), "messages": {"posted_by:1,posted_on:-1", "posted_on:-1"}},
    "F04b": {"students": set(), "messages": {"posted_by:1,posted_on:-1", "posted_on:-1"}},
    "F05": {"people": {"tasks:1"}, "tasks": {"owner:1", "project:1,due_date:1"}},
    "F06": {"products": {"catalog_number:1"}, "parts": {"partno:1"}},
    "F06b": {"products": {"catalog_number:1"}, "parts": {"partno:1"}},
    "F07": {"products": {"catalog_number:1", "parts.part_id:1"}, "parts": {"partno:1"}},
    "F08": {"products": {"catalog_number:1"}, "parts": {"partno:1", "product_id:1"}},
    "F09": {"hosts": set(), "logmsg": {"host:1,time:-1"}},
    "F11": {"logmsg": {"host_ipaddr:1,time:-1"}},
    "F12": {"hosts": {"name:1"}, "logmsg": {"host:1,time:-1"}},
    "F15": {"products": set(), "reviews": {"product_id:1,date:-1"}},
    "F16": {"orders": set(), "products": set()},
    "F18": {"users": {"email:1"}, "user_activity": set()},
    "F31": {"posts": set()},
    "F32": {"posts": set(), "comments": {"blog_entry_id:1,created_on:-1", "created_on:-1"}},
    "F33": {"posts": set(), "comments": {"blog_entry_id:1,page:1"}},
    "F34": {"authors": {"books:1"}, "books": {"authors:1"}},
    "F35": {"books": {"categories:1"}, "categories": set()},
    "F35v": {"books": set()},  # nothing in it finds books by a category: suggested
}


@pytest.mark.parametrize("name", sorted(FIXTURE_INDEXES))
def test_the_fixtures_get_the_indexes_of_the_rulebook(name: str) -> None:
    model = msgspec.convert(json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")), Model)
    compilation = planned(model)
    assert {c.name: set(keys(compilation, c.name)) for c in compilation.plan.collections} == FIXTURE_INDEXES[
        name
    ]


def match(path: str, how: str = "eq", **more: Any) -> dict[str, Any]:
    return {"field": path, "match": how, **more}


def family(
    strategy: str, *operations: dict[str, Any], kind: str = MANY, side: str = "from", **more: Any
) -> Compilation:
    born = field("born_on", "date", required=True)
    model = design(
        [entity("Parent", field("title")), entity("Child", field("name"), born)],
        [link("kids", kind, ("Parent", ENDLESS), ("Child", UP_TO(1)), **more)],
        operations=list(operations),
    )
    return planned(model, kids=(strategy, side))


def test_a_parent_reference_is_ordered_by_the_childs_first_date() -> None:
    assert keys(family("PARENT_REF"), "children") == ["parent_id:1,born_on:-1"]


def test_an_order_inside_of_lists_is_no_order_of_the_children() -> None:
    seen = field("seen", "array", items={"type": "object", "fields": [field("at", "date")]})
    ends = ("Parent", ENDLESS), ("Child", UP_TO(1))
    parts = [entity("Parent", field("title")), entity("Child", field("name"), seen)]
    for recent in ({"sort": "seen.at"}, {}):  # they are paged by their id, as if no order was stated
        model = design(parts, [link("kids", MANY, *ends, recent=recent)])
        assert keys(planned(model, kids="PARENT_REF"), "children") == ["parent_id:1,_id:-1"]


def test_a_read_by_the_reference_says_what_order_is_needed() -> None:
    plain = {"name": "by parent", "kind": "read", "entity": "Child", "filter": [match("parent_id")]}
    named = {**plain, "sort": [{"field": "name"}]}
    assert keys(family("PARENT_REF", plain), "children") == ["parent_id:1"]
    assert keys(family("PARENT_REF", named), "children") == ["parent_id:1,name:1"]


def test_a_slice_is_refilled_in_its_own_order() -> None:
    recent = {"sort": "name", "direction": 1, "count": 3}
    by_date = {
        "name": "by date", "kind": "read", "entity": "Child", "filter": [match("parent_id")], "sort": [{"field": "born_on"}],
    }  # fmt: skip
    plan = family("SUBSET", by_date, recent=recent)
    assert keys(plan, "children") == ["parent_id:1,name:1", "parent_id:1,born_on:1"]
    assert keys(family("SUBSET", by_date), "children") == ["parent_id:1,born_on:1"]
    by_name = {**by_date, "sort": [{"field": "name", "direction": -1}]}
    assert keys(family("PARENT_REF", by_name, recent=recent), "children") == ["parent_id:1,name:-1"]
    assert keys(family("SUBSET", by_name), "children") == ["parent_id:1,name:-1"]
    assert keys(family("SUBSET", by_name, recent={"count": 3}), "children") == ["parent_id:1,name:-1"]


@pytest.mark.parametrize(
    ("strategy", "collection", "lines"),
    [
        ("BUCKET", "child_pages", ["parent_id:1,page:1"]),
        ("EMBED_ARRAY", "parents", []),
        ("FOLD_ONE", "children", []),
        ("TWO_WAY_REFS", "parents", ["children:1"]),
        ("TWO_WAY_REFS", "children", ["parent_id:1"]),
        ("CHILD_REFS", "parents", []),
        ("OUTLIER", "parents_extra", ["parent_id:1"]),
    ],
)
def test_each_strategy_has_its_indexes(strategy: str, collection: str, lines: list[str]) -> None:
    assert keys(family(strategy), collection) == lines


def test_a_one_to_one_reference_is_unique() -> None:
    index = index_of(family("LINK_ONE", kind="one-to-one", side="to"), "children", "parent_id:1")
    assert index.options["unique"] is True


READ_ALONG = {
    "name": "along",
    "kind": "read",
    "entity": "Parent",
    "filter": [match("_id")],
    "includes": ["kids"],
}
BY_TYPE = {"parent_id": {"$type": ["objectId"]}}
"""What a unique reference that may be null is limited by: for the server no value that is asked for implies it."""


def _only_one(operation: dict[str, Any], **more: Any) -> Model:
    parts = [entity("Parent", field("title")), entity("Child", field("name"), **more)]
    kids = link("kids", "one-to-one", ("Parent", UP_TO(1)), ("Child", UP_TO(1)), strategy="LINK_ONE")
    return design(parts, [kids], operations=[operation], absent="either")


@pytest.mark.parametrize(
    ("history", "unique", "found_by"),
    [
        ("none", BY_TYPE, {"name": "parent_id_1"}),
        ("point-in-time", {**BY_TYPE, "valid_to": None}, {"partialFilterExpression": {"valid_to": None}}),
    ],
)
def test_an_only_reference_that_may_be_null_is_found_by_an_index_of_its_own(
    history: str, unique: dict[str, Any], found_by: dict[str, Any]
) -> None:
    compilation = planned(_only_one(READ_ALONG, history=history), kids=("LINK_ONE", "to"))
    (children,) = (each for each in compilation.plan.collections if each.name == "children")
    first, second = (index for index in children.indexes if index.keys == (("parent_id", 1),))
    assert first.options["unique"] and first.options["partialFilterExpression"] == unique
    assert {"name": second.name, **second.options}.items() >= found_by.items()
    assert "unique" not in second.options


def test_the_index_that_finds_an_only_reference_is_the_one_that_is_named() -> None:
    compilation = compile_design(_only_one(READ_ALONG))
    names = {each.number: each.planned.name for each in numbered_indexes(compilation)}
    (use,) = uses_of(compilation)
    assert [names.get(number, "_id_") for number in sorted(use.found_by)] == ["_id_", "parent_id_1"]
    assert [scan.indexes for scan in expected_scans(compilation)] == [("_id_",), ("parent_id_1",)]


def test_the_index_of_an_only_reference_that_nothing_finds_by_is_suggested() -> None:
    by_name = {"name": "by name", "kind": "read", "entity": "Child", "filter": [match("name")]}
    compilation = planned(_only_one(by_name), kids=("LINK_ONE", "to"))
    (children,) = (each for each in compilation.plan.collections if each.name == "children")
    assert [index.name for index in children.indexes] == ["parent_id_1", "name_1"]
    assert [index.name for index in children.suggested] == ["parent_id_1_all"]


def test_links_are_unique_and_walked_both_ways() -> None:
    plan = family("LINK_COLL", kind="many-to-many")
    assert keys(plan, "kids") == ["parent_id:1,child_id:1", "child_id:1,parent_id:1"]
    assert index_of(plan, "kids", "parent_id:1,child_id:1").options == {"unique": True}
    assert index_of(plan, "kids", "child_id:1,parent_id:1").options == {}


def test_links_that_are_called_like_an_ends_collection_have_their_own_indexes() -> None:
    """A relationship "courses" between students and courses: its documents stand in another collection."""
    parts = [entity("Student", field("name")), entity("Course", field("title"))]
    courses = link("courses", "many-to-many", ("Student", ENDLESS), ("Course", ENDLESS))
    plan = planned(design(parts, [courses]), courses=("LINK_COLL", "from"))
    assert keys(plan, "students_courses") == ["student_id:1,course_id:1", "course_id:1,student_id:1"]
    assert keys(plan, "courses") == [] == keys(plan, "students")


REVERSE = {"name": "back", "kind": "read", "entity": "Child", "includes": ["kids"]}
FORWARD = {"name": "forth", "kind": "read", "entity": "Parent", "includes": ["kids"]}
DELETE = {"name": "gone", "kind": "delete", "entity": "Child", "filter": [match("_id")]}


@pytest.mark.parametrize(
    ("operations", "lines"),
    [([], []), ([FORWARD], []), ([REVERSE], ["children:1"]), ([DELETE], ["children:1"])],
    ids=["nobody", "forward", "reverse", "cascade"],
)
def test_an_array_of_ids_is_indexed_where_somebody_reads_it_backwards(
    operations: list[Any], lines: list[str]
) -> None:
    assert keys(family("ONE_WAY_EMBED", *operations, kind="many-to-many"), "parents") == lines
    assert keys(family("CHILD_REFS", *operations), "parents") == lines


@pytest.mark.parametrize(
    ("strategy", "kind", "end"),
    [("ONE_WAY_EMBED", "many-to-many", "parents"), ("CHILD_REFS", MANY, "parent_id")],
)
@pytest.mark.parametrize("key", ["filter", "sort"])
def test_an_array_of_ids_is_indexed_where_a_read_asks_for_what_stands_behind_it(
    strategy: str, kind: str, end: str, key: str
) -> None:
    """It goes against the direction of the array, by the array; so does one that finds the children first. One in the
    order of the children joins them by their ids."""
    back = {"name": "back", "kind": "read", "entity": "Child", key: [{"field": f"{end}.title"}]}
    assert "children:1" in keys(family(strategy, back, kind=kind), "parents")
    forth = {"name": "forth", "kind": "read", "entity": "Parent", key: [{"field": "children.name"}]}
    assert ("children:1" in keys(family(strategy, forth, kind=kind), "parents")) == (key == "filter")


@pytest.mark.parametrize(
    ("side", "often", "lines"),
    [("from", 0, []), ("from", 0.5, ["children:1"]), ("from", 1, ["children:1"]), ("to", 1, ["children:1"])],
)
def test_an_array_of_ids_is_indexed_where_it_is_walked_back(
    side: str, often: float, lines: list[str]
) -> None:
    navigation = {"from_to_per_day": 5, "to_from_per_day": often}
    if side == "to":  # the children hold the array: its own direction is the other one
        navigation, lines = {"from_to_per_day": often, "to_from_per_day": 5}, ["parents:1"]
    plan = family("ONE_WAY_EMBED", kind="many-to-many", side=side, navigation=navigation)
    assert keys(plan, "parents" if side == "from" else "children") == lines


@pytest.mark.parametrize("held", [False, True])
def test_a_collection_of_several_kinds_is_indexed_by_them_once(held: bool) -> None:
    """Not where they stand inside of something else."""
    names = ("Book", "Film")
    links = [link(name.lower(), "is-a", "Thing", name) for name in names]
    links += [link("on", MANY, ("Shelf", UP_TO(5)), ("Thing", UP_TO(1)))] if held else []
    parts = [entity(name, field(f"of_{name}")) for name in ("Thing", *names, *(["Shelf"] if held else []))]
    chosen = {"book": "POLY_SINGLE", "film": "POLY_SINGLE", **({"on": "EMBED_ARRAY"} if held else {})}
    (made,) = planned(design(parts, links), **chosen).plan.collections
    found = [(index.keys, index.serves) for index in made.indexes]
    assert found == ([] if held else [((("thing_type", 1),), ("relationship:book",))])


def test_each_tree_of_an_entity_is_walked_by_its_own_fields() -> None:
    other = ("Node", {"field": "parts"}), ("Node", {"field": "whole"})
    links = [link("kin", "tree", "Node", "Node"), link("built", "tree", *other)]
    made = planned(design([entity("Node", field("title"))], links), kin="TREE_PATH", built="TREE_PARENT")
    found = {index.name: index.serves for index in made.plan.collections[0].indexes}
    assert found == {"path_1": ("relationship:kin",), "whole_1": ("relationship:built",)}


@pytest.mark.parametrize(("policy", "lines"), [("snapshot", []), ("eventual", ["children.child_id:1"])])
def test_copies_in_an_array_are_found_only_if_they_are_refreshed(policy: str, lines: list[str]) -> None:
    copies = [{"field": "name", "of": "to", "policy": policy, "reads_per_day": 1000, "updates_per_day": 0.01}]
    plan = family("EMBED_LINK", kind="many-to-many", copies=copies, link_fields=[field("count", "int")])
    assert keys(plan, "parents") == lines


@pytest.mark.parametrize(("deletes", "lines"), [([], []), ([{}], ["children.child_id:1"])])
def test_what_a_delete_looks_for_in_links_has_an_index(deletes: list[Any], lines: list[str]) -> None:
    gone = [{"name": "drop", "kind": "delete", "entity": "Child", "filter": [match("_id")]} for _ in deletes]
    plan = family("EMBED_LINK", *gone, kind="many-to-many", link_fields=[field("count", "int")])
    assert keys(plan, "parents") == lines


def test_a_reference_inside_an_element_is_indexed_at_its_path() -> None:
    comments = link("comments", MANY, ("Post", UP_TO(10)), ("Comment", UP_TO(1)))
    wrote = link("wrote", MANY, ("Author", ENDLESS), ("Comment", UP_TO(1)))
    model = design(
        [entity("Post"), entity("Comment", field("at", "date")), entity("Author")], [comments, wrote]
    )
    assert keys(planned(model, comments="EMBED_ARRAY", wrote=("PARENT_REF", "to")), "posts") == [
        "comments.author_id:1"
    ]


def test_a_filter_on_an_embedded_field_is_indexed_in_the_holder() -> None:
    login = {"name": "log in", "kind": "read", "entity": "Child", "filter": [match("name")]}
    assert keys(family("EMBED_ARRAY", login), "parents") == ["children.name:1"]


def test_every_index_says_why_and_for_whom() -> None:
    plan = family("PARENT_REF", REVERSE, FORWARD)
    found = [index for collection in plan.plan.collections for index in collection.indexes]
    assert found and all(index.reason and index.serves for index in found)


def test_the_same_design_gets_the_same_indexes() -> None:
    assert family("PARENT_REF", REVERSE).plan == family("PARENT_REF", REVERSE).plan


READ = {"name": "page", "kind": "read", "entity": "Parent", "filter": [match("_id")]}


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({**READ, "includes": ["kids"]}, {"_id.parent_id:1"}),
        ({**READ, "filter": [match("title")], "includes": ["kids"]}, {"_id.parent_id:1"}),
        (READ, set()),
        ({**READ, "entity": "Child", "filter": [match("parent_id")]}, set()),
        ({**READ, "entity": "Child", "filter": [match("parent_id")], "includes": ["kids"]}, set()),
    ],
)
def test_all_windows_of_a_parent_that_is_read_with_them_are_found_by_it(
    operation: dict[str, Any], expected: set[str]
) -> None:
    """Which asks by a part of their key; a range of whole keys needs no index."""
    made = family("BUCKET_TIME", operation, time_window="day")
    assert set(keys(made, "child_pages")) == expected
    assert "L12" not in {one.code for one in made.findings}


def test_what_names_both_ends_of_a_link_needs_no_further_key() -> None:
    """A guard on a field of the link narrows nothing: the pair is unique."""
    fields = [field("on_hand", "int"), field("shelf")]
    asked = [match("_id"), match("kids._id"), match("kids.on_hand", "range", at_least=1)]
    taken = {
        "name": "take", "kind": "update", "entity": "Parent", "filter": asked,
        "effects": [{"field": "kids.on_hand", "do": "increment", "by": -1}],
    }  # fmt: skip
    pair = ["parent_id:1,child_id:1", "child_id:1,parent_id:1"]
    held = family("LINK_COLL", taken, kind="many-to-many", link_fields=fields)
    assert set(keys(held, "kids")) <= set(pair)
    low = {
        "name": "low",
        "kind": "read",
        "entity": "Parent",
        "filter": [*asked[:1], asked[2]],
        "includes": ["kids"],
    }
    assert "parent_id:1,on_hand:1" in keys(
        family("LINK_COLL", low, kind="many-to-many", link_fields=fields), "kids"
    )
