"""L14: references to what has no collection."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from designs.compiler.edits import apply, edits_from_json, identified
from designs.compiler.lints.references.ref_target import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import ENDLESS, MANY, UP_TO, findings, found, planned


@pytest.mark.parametrize(
    ("home", "wrong"),
    [
        ("BUCKET", True),
        ("FOLD_ONE", False),
        ("EMBED_ARRAY", False),
        ("EMBED_ONE", False),
        ("PARENT_REF", False),
    ],
)
def test_an_id_of_an_element_is_a_pair_but_a_bucket_has_none(home: str, wrong: bool) -> None:
    kind = "one-to-one" if home == "EMBED_ONE" else MANY
    model = design(
        [entity("Post"), entity("Comment", field("text")), entity("Like", field("at", "date"))],
        [
            link("comments", kind, ("Post", ENDLESS), ("Comment", UP_TO(1))),
            link("likes", MANY, ("Comment", ENDLESS), ("Like", UP_TO(1))),
        ],
    )
    plan = planned(model, comments=home, likes=("PARENT_REF", "to"))
    assert found(LINT, plan) == ([("Like.comment_id", "error")] if wrong else [])


@pytest.mark.parametrize(
    ("home", "kinds", "wrong"),
    [
        ("EMBED_ONE", ("POLY_SPLIT", "POLY_SPLIT"), True),
        (
            "EMBED_ONE",
            ("POLY_SPLIT", "POLY_SINGLE"),
            False,
        ),  # what has subtypes of both sorts is in either place
        ("EMBED_ONE", ("POLY_SINGLE", "POLY_SINGLE"), False),
        ("LINK_ONE", ("POLY_SPLIT", "POLY_SPLIT"), False),
        ("auto", ("POLY_SPLIT", "POLY_SPLIT"), False),
    ],
)
def test_a_reference_to_an_embedded_supertype_leads_to_no_subtype_that_stands_apart(
    home: str, kinds: tuple[str, str], wrong: bool
) -> None:
    parts = [entity("Order"), entity("Pay", field("amount", "int")), *map(entity, ("Card", "Wire", "Refund"))]
    specials = [
        link(name.lower(), "is-a", "Pay", name, strategy=strategy)
        for name, strategy in zip(("Card", "Wire"), kinds, strict=True)
    ]
    paid = link("paid", "one-to-one", "Order", ("Pay", {"has": {"min": 1, "max": 1}}), strategy=home, id="p")
    back = link("refunds", MANY, ("Pay", ENDLESS), ("Refund", UP_TO(1)), strategy="PARENT_REF")
    told = findings(LINT, compile_design(design(parts, [*specials, paid, back])))
    told = [one for one in told if "never finds" in one.message]
    assert [(one.subject, one.severity) for one in told] == [("Refund.pay_id", "error")] * wrong
    for finding in told:
        assert "Its subtypes Card and Wire have their own collections" in finding.message
        assert finding.fix is not None and finding.fix["id"] == "p"


@pytest.mark.parametrize(
    ("strategy", "collections"), [("POLY_SPLIT", ["cards", "wires"]), ("POLY_SINGLE", ["pays"])]
)
def test_an_id_of_what_is_split_into_its_kinds_leads_to_several(
    strategy: str, collections: list[str]
) -> None:
    """The finding says it, and the functions and the audit look in all of them."""
    kinds = [link(name.lower(), "is-a", "Pay", name, strategy=strategy) for name in ("Card", "Wire")]
    paid = link("pays", MANY, ("Order", ENDLESS), ("Pay", UP_TO(1)), strategy="CHILD_REFS")
    parts = [
        entity("Pay", field("amount", "int")),
        entity("Card", field("no")),
        entity("Wire", field("iban")),
        entity("Order"),
    ]
    made = compile_design(design(parts, [*kinds, paid]))
    told = [one for one in findings(LINT, made) if one.message.endswith("The functions query each one.")]
    assert [(one.subject, one.severity) for one in told] == [("Order.pays", "info")] * (len(collections) - 1)
    (audit,) = [one.pipeline for one in made.plan.statements if one.id == "pays.orphans.from"]
    assert [stage["$lookup"]["from"] for stage in audit if "$lookup" in stage] == collections
    assert sum(stage.get("$match") == {"found": []} for stage in audit) == len(collections)


@pytest.mark.parametrize(
    ("key", "other", "said"),
    [
        ("objectId", "Order", "The functions query each one."),
        ("uuid", "Order", "The functions query each one."),
        ("objectId|uuid", "Order", "The functions query each one."),
        ("objectId|int", "Order", "where two subtypes of Pay can share an ID"),
        ("int", "Order", "where two subtypes of Pay can share an ID"),
        ("objectId", "Pay", "The functions query each one."),
    ],
)
def test_an_id_that_two_kinds_may_have_is_told(key: str, other: str, said: str) -> None:
    kinds = [link(name.lower(), "is-a", "Pay", name, strategy="POLY_SPLIT") for name in ("Card", "Wire")]
    ends = ((other, UP_TO(5)), ("Pay", UP_TO(5)))
    paid = link("pays", "many-to-many", *ends, strategy="ONE_WAY_EMBED", link_owner="from")
    types = key.split("|")
    own = field("_id", types[0], required=True, types=types)
    parts = [entity("Pay", own), entity("Card"), entity("Wire"), entity("Order")]
    made = compile_design(design(parts, [*kinds, paid]))
    assert all(said in one.message for one in findings(LINT, made)) and findings(LINT, made)


@pytest.mark.parametrize("poly", ["POLY_SPLIT", "POLY_SINGLE"])
def test_a_tree_whose_nodes_are_in_several_collections_is_not_walked(poly: str) -> None:
    kinds = [
        {**link(name.lower(), "is-a", "Pay", name, strategy=poly), "id": f"{name:0>12}"}
        for name in ("Card", "Wire")
    ]
    below = link("below", "tree", ("Pay", UP_TO(9)), ("Pay", UP_TO(1)))
    parts = [
        entity("Pay", field("amount", "int")),
        entity("Card", field("no")),
        entity("Wire", field("iban")),
    ]
    told = findings(LINT, compile_design(design(parts, [*kinds, below])))
    assert [one.severity for one in told] == ["error"] * (poly == "POLY_SPLIT")
    for one in told:
        assert one.message.endswith("in cards or wires, but the functions query only the first.")
        assert one.fix is not None and [each["value"] for each in one.fix["edits"]] == ["POLY_SINGLE"] * 2


@pytest.mark.parametrize(("inner", "outer"), [("POLY_SINGLE", "POLY_SPLIT"), ("POLY_SINGLE", "POLY_SINGLE")])
def test_a_tree_of_what_has_one_subtype_apart_is_not_walked(inner: str, outer: str) -> None:
    kinds = [
        link(name.lower(), "is-a", "Pay", name, strategy=way)
        for name, way in (("Card", inner), ("Wire", outer))
    ]
    general = link("pay", "is-a", "Deed", "Pay", strategy="POLY_SPLIT")
    below = link("below", "tree", ("Pay", UP_TO(9)), ("Pay", UP_TO(1)))
    parts = [
        entity("Deed"),
        entity("Pay", field("amount", "int")),
        entity("Card", field("no")),
        entity("Wire"),
    ]
    told = findings(LINT, compile_design(design(parts, [general, *kinds, below])))
    assert [one.message for one in told if one.severity == "error"] == [
        "Nodes are in pays or wires, but the functions query only the first."
    ] * (outer == "POLY_SPLIT")


@pytest.mark.parametrize("strategy", ["PARENT_REF", "CHILD_REFS"])
@pytest.mark.parametrize("second", ["EMBED_ARRAY", "BUCKET", "PARENT_REF"])
def test_a_reference_to_its_like_leads_to_one_place(strategy: str, second: str) -> None:
    """What stands inside of two entities refers to its like: nothing says inside which, and no function is written."""
    ends = [("Customer", ENDLESS), ("Supplier", ENDLESS)]
    lives, sits = (
        link(name, MANY, end, ("Address", UP_TO(1)), strategy=way)
        for name, end, way in zip(("lives", "sits"), ends, ("EMBED_ARRAY", second), strict=True)
    )
    near = link("near", MANY, ("Address", ENDLESS), ("Address", UP_TO(1)), strategy=strategy)
    parts = [entity("Customer"), entity("Supplier"), entity("Address", field("street"))]
    made = compile_design(design(parts, [lives, sits, near]))
    told = [
        one for one in findings(LINT, made) if "doesn't say which of their documents has it" in one.message
    ]
    is_twice = second != "PARENT_REF"
    assert [one.severity for one in told] == ["error"] * is_twice
    own = [
        each
        for each in made.plan.statements
        if each.subject == "relationship:near" and each.script != "06_audit"
    ]
    assert bool(own) != is_twice


TREES = ("TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS", "TREE_PATH", "TREE_NESTED")


@pytest.mark.parametrize("strategy", TREES)
def test_each_function_of_such_a_tree_says_which_nodes_it_knows(strategy: str) -> None:
    """The fix keeps all nodes in one collection: nothing is left to say."""
    kinds = [{**link(name.lower(), "is-a", "Pay", name, strategy="POLY_SPLIT"), "id": f"{name:0>12}"} for name in ("Card", "Wire")]  # fmt: skip
    below = link("below", "tree", ("Pay", UP_TO(9)), ("Pay", UP_TO(1)), strategy=strategy)
    plain = design(
        [entity("Pay"), entity("Card", field("no")), entity("Wire", field("iban"))], [*kinds, below]
    )
    given = identified(plain, (f"made{number:08}" for number in count()))[0]
    made = compile_design(given)
    (fix,) = [one.fix for one in findings(LINT, made)]
    assert fix is not None
    after = compile_design(apply(given, edits_from_json(json.dumps({"edits": [fix]}))))
    apart, together = _notes(made), _notes(after)
    assert apart and all("Covers only nodes in cards, not those in wires" in one for one in apart.values())
    assert together.keys() >= apart.keys() and not any(
        "Covers only nodes" in one for one in together.values()
    )
    assert findings(LINT, after) == []


def _notes(made: Any) -> dict[str, str]:
    """What the functions and the audits of the tree say, but those of its references, which ask all collections."""
    own = [one for one in made.plan.statements if one.subject == "relationship:below" and one.id in (one.recipe, f"{one.recipe}.1")]  # fmt: skip
    return {one.recipe: one.comment for one in own if not {"orphans", "beyond"} & {*one.recipe.split(".")}}


@pytest.mark.parametrize(
    "refers",
    [
        link("pays", MANY, ("Order", ENDLESS), ("Pay", UP_TO(1)), strategy="CHILD_REFS"),
        link("below", "tree", ("Pay", UP_TO(9)), ("Pay", UP_TO(1))),
    ],
)
def test_the_only_kind_of_a_thing_is_what_its_ids_lead_to(refers: dict[str, Any]) -> None:
    kind = link("card", "is-a", "Pay", "Card", strategy="POLY_SPLIT")
    parts = [entity("Pay", field("amount", "int")), entity("Card", field("no")), entity("Order")]
    made = planned(design(parts, [kind, refers]))
    assert made.composition.homes["Pay"][0].kind == "nowhere" and findings(LINT, made) == []


def test_a_page_of_its_own_kind_is_told_once() -> None:
    pages = link("pages", MANY, ("Post", ENDLESS), ("Post", UP_TO(1)), strategy="BUCKET", id="pages")
    (told,) = findings(LINT, compile_design(design([entity("Post", field("text"))], [pages])))
    assert told.message.endswith("which is stored in such a page, so there can't be a first one.")
    assert (told.subject, told.severity) == ("Post.posts", "error")
    assert told.fix == {"edit": "set", "id": "pages", "path": ["strategy"]}


def test_a_page_of_what_may_be_in_such_a_page() -> None:
    """A post may be a comment, which stands in a page: whose page it is can't be said by an id alone."""
    ties = [
        link("comment", "is-a", "Post", "Comment", strategy="POLY_SINGLE"),
        link("comments", MANY, ("Post", ENDLESS), ("Comment", UP_TO(1)), strategy="BUCKET"),
    ]
    made = compile_design(design([entity("Post", field("text")), entity("Comment", field("more"))], ties))
    (told,) = [one for one in findings(LINT, made) if "such a page" in one.message]
    assert told.severity == "error"


@pytest.mark.parametrize("far", ["A", "B"])
def test_pages_in_a_ring_are_told_each(far: str) -> None:
    """Of two that each have pages of the other, none can be the first."""
    ties = [link("bs", MANY, "A", "B", strategy="BUCKET"), link("as", MANY, far, "A", strategy="BUCKET")]
    made = compile_design(design([entity("A"), entity("B")], ties))
    told = [one for one in findings(LINT, made) if "there can't be a first one" in one.message]
    assert len(told) == {"A": 1, "B": 2}[far]


def test_a_tree_inside_of_two_holders_has_functions_for_each() -> None:
    parts = [entity("One"), entity("Other"), entity("Shape", field("text"), kind="weak")]
    held = [
        link(name, MANY, (name, UP_TO(5)), ("Shape", UP_TO(1)), strategy="EMBED_ARRAY")
        for name in ("One", "Other")
    ]
    below = link("below", "tree", ("Shape", UP_TO(9)), ("Shape", UP_TO(1)), strategy="TREE_PARENT")
    made = compile_design(design(parts, [*held, below]))
    moved = [one.collection for one in made.plan.statements if one.id.endswith("below.reassign.1")]
    assert moved == ["ones", "others"] and findings(LINT, made) == []


@pytest.mark.parametrize("pages", ["BUCKET", "BUCKET_TIME"])
@pytest.mark.parametrize(
    ("back", "kind", "far", "wrong"),
    [
        ("EMBED_ARRAY", MANY, "B", True),
        ("OUTLIER", MANY, "B", True),
        ("EMBED_ONE", "one-to-one", "B", True),
        ("PARENT_REF", MANY, "B", False),
        ("EMBED_ARRAY", MANY, "C", False),
    ],
)
def test_a_parent_does_not_stand_inside_of_its_own_pages(
    pages: str, back: str, kind: str, far: str, wrong: bool
) -> None:
    """No page can be the first; a parent that stands in another, or beside its pages, is there before."""
    parts = [entity(name, field("at", "date")) for name in "ABC"]
    model = design(
        parts, [link("bs", MANY, "A", "B", strategy=pages), link("as", kind, far, "A", strategy=back)]
    )
    told = [
        one for one in findings(LINT, compile_design(model)) if "there can't be a first one" in one.message
    ]
    assert [(one.subject, one.severity) for one in told] == [("A.bs", "error")] * wrong
    for one in told:
        assert (
            one.message
            == "A page of B belongs to one A, which is stored inside B in such a page, so there can't be a first one."
        )
        assert one.hint == 'Give A its own collection: change the strategy of "bs" or "as", or use auto.'


def test_a_parent_does_not_stand_in_what_stands_in_its_own_pages() -> None:
    parts = [entity(name, field("at", "date")) for name in "ABC"]
    ties = [
        link("bs", MANY, "A", "B", strategy="BUCKET"),
        link("cs", MANY, "B", "C", strategy="EMBED_ARRAY"),
        link("as", MANY, "C", "A", strategy="EMBED_ARRAY"),
    ]
    (one,) = [each for each in findings(LINT, compile_design(design(parts, ties))) if "first" in each.message]
    assert "which is stored inside C inside B in such a page," in one.message
    assert 'of "bs" or "as" or "cs",' in one.hint
