"""The audit of what a reference does not refuse: more children of one parent than the design states, or fewer."""

from __future__ import annotations

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import UP_TO
from tests.compiler.small import MANY, ONE, pair


@pytest.mark.parametrize(
    ("kind", "strategy", "has", "audited"),
    [
        (MANY, "PARENT_REF", {"max": 40}, True),
        (MANY, "SUBSET", {"max": 4000}, True),
        (MANY, "PARENT_REF", {"growth": "unbounded"}, False),
        (MANY, "PARENT_REF", {"max": 1e300}, False),
        (MANY, "PARENT_REF", {}, False),  # what is assumed is no maximum
        (MANY, "EMBED_ARRAY", {"max": 40}, False),  # the validator has it
        (MANY, "TWO_WAY_REFS", {"max": 40}, False),
        (ONE, "LINK_ONE", {"max": 1}, False),  # its index is unique
    ],
)
def test_more_than_the_stated_maximum_is_told(
    kind: str, strategy: str, has: dict[str, int], audited: bool
) -> None:
    made = compile_design(pair(kind, has=has, rel={"strategy": strategy}))
    beyond = [each for each in made.plan.statements if each.recipe == "r.beyond"]
    assert bool(beyond) is audited
    for each in beyond:
        assert (each.collection, each.pipeline[2]) == ("children", {"$match": {"count": {"$gt": has["max"]}}})


@pytest.mark.parametrize("kind", [MANY, "tree"])
def test_children_of_all_collections_are_counted_together(kind: str) -> None:
    kinds = [link(name.lower(), "is-a", "Pay", name, strategy="POLY_SPLIT") for name in ("Card", "Wire")]
    parent = "Pay" if kind == "tree" else "Order"
    strategy = "TREE_PARENT" if kind == "tree" else "PARENT_REF"
    pays = link("pays", kind, (parent, UP_TO(9)), ("Pay", UP_TO(1)), strategy=strategy)
    parts = [entity("Pay"), entity("Card", field("no")), entity("Wire", field("iban")), entity("Order")]
    made = compile_design(design(parts, [*kinds, pays]))
    (beyond,) = [each for each in made.plan.statements if each.recipe == "pays.beyond"]
    assert beyond.collection == "cards"
    assert [each["$unionWith"]["coll"] for each in beyond.pipeline if "$unionWith" in each] == ["wires"]
    assert [*beyond.pipeline[2]] == ["$sortByCount"]


@pytest.mark.parametrize(
    ("kind", "strategy", "least", "audited"),
    [
        (MANY, "PARENT_REF", 1, True),
        (MANY, "PARENT_REF", 3, True),
        (MANY, "PARENT_REF", 0, False),
        (MANY, "SUBSET", 1, True),
        (ONE, "LINK_ONE", 1, True),
        (MANY, "EMBED_ARRAY", 1, False),  # the validator has it
        (MANY, "TWO_WAY_REFS", 1, False),
    ],
)
def test_fewer_than_there_must_be_are_told(kind: str, strategy: str, least: int, audited: bool) -> None:
    made = compile_design(pair(kind, has={"min": least}, rel={"strategy": strategy}))
    without = [each for each in made.plan.statements if each.recipe == "r.without"]
    assert bool(without) is audited
    for each in without:
        lookup, fewer = each.pipeline[0]["$lookup"], each.pipeline[1]["$match"]
        assert (each.collection, lookup["from"]) == ("parents", "children")
        assert lookup["pipeline"][0] == {"$limit": least} and fewer["$expr"]["$lt"][1] == least
        (collection,) = [each for each in made.plan.collections if each.name == "children"]
        assert lookup["foreignField"] in [index.keys[0][0] for index in collection.indexes]


def test_nothing_is_asked_of_those_whose_children_expire() -> None:
    """A parent without is no mistake there; children in an archive are still its own."""
    entities = [
        entity("Order", field("name")),
        entity(
            "Line",
            field("at", "date", required=True),
            retention={"policy": "ttl", "field": "at", "seconds": 600},
        ),
    ]
    lines = link(
        "lines", "one-to-many", ("Order", {"has": {"min": 1}}), ("Line", UP_TO(1)), strategy="PARENT_REF"
    )
    assert "lines.without" not in {
        each.recipe for each in compile_design(design(entities, [lines])).plan.statements
    }
    entities[1]["retention"] = {"policy": "archive", "field": "at", "seconds": 600}
    (asked,) = [
        each
        for each in compile_design(design(entities, [lines])).plan.statements
        if each.recipe == "lines.without"
    ]
    looked = [stage["$lookup"]["from"] for stage in asked.pipeline if "$lookup" in stage]
    assert looked == ["lines", "lines_archive"]


@pytest.mark.parametrize(
    ("needs", "changes", "then"),
    [
        (1, [], "insert them next"),
        (0, [], "add them next with linesReassign"),
        (0, ["order"], "add them next with putIntoOrder"),
    ],
)
def test_an_insert_says_where_its_children_come_from(needs: int, changes: list[str], then: str) -> None:
    """Those that may be without a parent are there before it: an operation, or else a function, gives them to it."""
    lines = link(
        "lines", MANY, ("Order", {"has": {"min": 1}}), ("Line", {"field": "order", "has": {"min": needs, "max": 1}}),
        strategy="PARENT_REF",
    )  # fmt: skip
    place = {"name": "place order", "kind": "insert", "entity": "Order", "per_day": 9}
    put = {
        "name": "put into order",
        "kind": "update",
        "entity": "Line",
        "filter": [{"field": "_id"}],
        "changes": changes,
    }
    operations = [place, *([put] if changes else [])]
    parts = [entity("Order", field("name")), entity("Line", field("text"))]
    made = compile_design(design(parts, [lines], operations=operations))
    (placed,) = [each for each in made.plan.statements if each.recipe == "place order"]
    assert f": {then}. This isn't enforced; the audit finds violations." in placed.comment


@pytest.mark.parametrize(
    ("strategy", "checks"),
    [
        ("LINK_COLL", ["r.beyond.from", "r.without.from", "r.beyond.to", "r.without.to"]),
        ("ONE_WAY_EMBED", ["r.beyond.to", "r.without.to"]),  # the validator has those of the list
        ("EMBED_LINK", ["r.beyond.to", "r.without.to"]),
        ("TWO_WAY_EMBED", []),
    ],
)
def test_bounds_of_links_that_no_array_holds_are_told(strategy: str, checks: list[str]) -> None:
    owner = {} if strategy in ("LINK_COLL", "TWO_WAY_EMBED") else {"link_owner": "from"}
    bounds = {"min": 1, "average": 2, "max": 9}
    made = compile_design(pair("many-to-many", has=bounds, back=bounds, rel={"strategy": strategy, **owner}))
    bounded = [
        each.recipe for each in made.plan.statements if each.recipe.startswith(("r.beyond", "r.without"))
    ]
    assert bounded == checks
