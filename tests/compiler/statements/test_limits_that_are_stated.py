"""How many a read gives by default: what the design states of how many there are, so that nothing is cut without a word."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script

Json = dict[str, Any]


def shelves(most: int | None = 80, **more: Any) -> Json:
    """Boxes on shelves, and meters that measure. more: of the relationship of boxes."""
    read: Json = {"kind": "read", "per_day": 9}
    return {
        "format": "nestlink/1", "name": "Shelves", "database": "shelves",
        "entities": [
            entity("Shelf", field("code")), entity("Box", field("colour")), entity("Meter", field("place")),
            entity("Reading", field("at", "date", required=True), field("value", "double"), kind="measurement"),
        ],
        "relationships": [
            link("boxes", "one-to-many", end("Shelf", most, field="boxes"), end("Box", 1, field="shelf"), strategy="PARENT_REF", **more),
            link("readings", "one-to-many", end("Meter", field="readings"), end("Reading", 1, field="meter"), strategy="TIME_SERIES"),
        ],
        "operations": [
            {"name": "contents", **read, "entity": "Box", "filter": [{"field": "shelf"}]},
            {"name": "of a colour", **read, "entity": "Box", "filter": [{"field": "colour"}]},
            {"name": "curve", **read, "entity": "Reading", "filter": [{"field": "meter"}, {"field": "at", "match": "range"}]},
            {"name": "readings of", **read, "entity": "Reading", "filter": [{"field": "meter"}]},
        ],
    }  # fmt: skip


def _heads(source: Json) -> list[str]:
    names = r"contents|ofAColour|curve|readingsOf"
    return re.findall(rf"^function (?:{names})\((?:\w+, )*(.*)\) {{$", _script(source), re.MULTILINE)


@pytest.mark.parametrize(
    ("most", "limit"), [(80, "limit = 80"), (8, "limit = 50"), (5000, "limit = 50"), (None, "limit = 50")]
)
def test_as_many_as_a_parent_has_at_most(most: int | None, limit: str) -> None:
    heads = _heads(shelves(most))
    assert heads[:2] == [limit, "limit = 50"]
    assert heads[2:] == ["mostAt", "limit = 50"]


def test_all_that_readers_need() -> None:
    source = shelves(80, together_needs="all")
    source["operations"] = source["operations"][1:]
    script = _script(source)
    assert "pipeline: [{ $sort: { _id: -1 } }, { $limit: 80 }]" in script
    assert "limit(50)" not in script.partition('relationship "readings"')[0]


@pytest.mark.parametrize(
    ("most", "more", "asked", "told"),
    [
        (None, {}, ".sort({ _id: -1 }).limit(50)", True),
        (5000, {}, ".sort({ _id: -1 }).limit(50)", True),
        (8, {}, ".sort({ _id: 1 })", False),
        (None, {"together_needs": "all"}, ".sort({ _id: 1 })", False),
        (None, {"recent": {"count": 7, "sort": "colour"}}, ".sort({ colour: -1 }).limit(7)", False),
    ],
)
def test_what_comes_along(most: int | None, more: Json, asked: str, told: bool) -> None:
    """Children come with their parent a page at a time, where nobody says how many there are, nor that all are needed; the
    function says so, and another goes on where it ends. All of them come in the order of their ids."""
    source = shelves(most, **more)
    of_one = {"name": "of one shelf", "kind": "read", "per_day": 9, "entity": "Shelf", "filter": [{"field": "_id"}],
              "includes": ["boxes"]}  # fmt: skip
    source["operations"] = [of_one, {**of_one, "name": "of all", "filter": [{"field": "code"}]}]
    script = _script(source)
    assert f"db.boxes.find({{ shelf: found._id }}){asked}.toArray()" in script
    assert ("Includes up to 50 boxes." in script) == told
    stages = "pipeline: [{ $sort: { _id: -1 } }, { $limit: 50 }]"
    assert (stages in script.partition('operation "of all"')[2]) == told
    assert ("function boxesPage" in script) == ("limit" in asked)


def _storing(*, most: int | None = 80, is_counted: bool = True, **more: Any) -> str:
    """Return the function that stores a box, with its comment."""
    source = shelves(most) | more
    total = {"formula": "count(boxes)", "sources": ["boxes"], "refresh": "on-write"}
    source["entities"][0]["fields"] += [field("total", "int", computed=total)] if is_counted else []
    source["operations"] = [{"name": "store box", "kind": "insert", "entity": "Box", "per_day": 9}]
    return re.sub(
        r"\n// |\s+", " ", _script(source).partition('operation "store box" ---')[2].partition("\n}\n")[0]
    )


def test_an_insert_gives_no_parent_more_than_its_maximum_where_its_count_is_at_hand() -> None:
    storing = _storing()
    assert "Fails if the shelf already has 80 boxes." in storing
    assert "total: { $not: { $gte: 80 } } }" in storing and ", or already has 80 boxes" in storing


@pytest.mark.parametrize("more", [{"is_counted": False}, {"topology": "standalone"}])
def test_an_insert_says_that_it_does_not_check_the_maximum(more: Json) -> None:
    """Without a transaction the box would stay."""
    storing = _storing(**more)
    assert "Doesn't check the maximum of 80 boxes per shelf; the audit does." in storing
    assert "$gte" not in storing


def test_nothing_is_said_of_a_maximum_that_nobody_states() -> None:
    assert "maximum" not in _storing(most=None) and "$gte" not in _storing(most=None)


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        ("ONE_WAY_EMBED", ["Doesn't check the maximum of 20 policies per driver; the audit does."]),
        ("EMBED_LINK", ["Doesn't check the maximum of 20 policies per driver; the audit does."]),
        ("LINK_COLL", ["Doesn't check the maximum of 20 policies per driver; the audit does."]),
        ("TWO_WAY_EMBED", []),
    ],
)
def test_a_link_says_of_which_end_it_does_not_count_the_others(strategy: str, told: list[str]) -> None:
    """The array of a policy can't tell how many policies have one driver; nothing said so."""
    policy = {"entity": "Policy", "field": "drivers", "has": {"min": 0, "max": 8}}
    driver = {"entity": "Driver", "has": {"min": 0, "max": 20}}
    design = {
        "format": "nestlink/1", "name": "Motor", "database": "motor",
        "entities": [entity("Policy", field("number", required=True, unique=True)), entity("Driver", field("name"))],
        "relationships": [link("drivers", "many-to-many", policy, driver, strategy=strategy, link_owner="from")],
        "operations": [{"name": "add a driver", "kind": "update", "entity": "Policy", "filter": [{"field": "_id"}],
                        "effects": [{"field": "drivers", "do": "push"}], "per_day": 9}],
    }  # fmt: skip
    firsts = {each.recipe: each.comment for each in reversed(compiled(design).plan.statements)}
    comments = [firsts[name] for name in ("drivers.add", "add a driver") if name in firsts]
    assert comments
    assert [re.findall(r"Doesn't check the maximum[^.]*\.", each) for each in comments] == [told] * len(
        comments
    )


def test_no_maximum_is_told_of_a_parent_that_only_another_subtype_has() -> None:
    """An organic certificate has no lot: how many lab reports that may have is nothing to its function."""
    kinds = [
        {**link(f"is_{name}", "is-a", end("Paper"), end(name.title()), strategy="POLY_SINGLE"),
         "discriminator": {"field": "kind", "value": name}}
        for name in ("cert", "report")
    ]  # fmt: skip
    source = {
        "format": "nestlink/1", "name": "Papers", "database": "papers",
        "entities": [entity("Paper"), entity("Cert", field("body")), entity("Report", field("value")),
                     entity("Plot", field("name")), entity("Lot", field("name"))],
        "relationships": [
            *kinds, link("certs", "one-to-many", end("Plot", 20, field="certs"), end("Cert", 1, field="plot"), strategy="PARENT_REF"),
            link("reports", "one-to-many", end("Lot", 15, field="reports"), end("Report", 1, field="lot"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "add cert", "kind": "insert", "entity": "Cert", "per_day": 1}],
    }  # fmt: skip
    note = _script(source).partition("\nfunction addCert(")[0].rpartition("\n}\n")[2].replace("\n// ", " ")
    assert "the maximum of 20 certs per plot" in note
    assert "reports" not in note


def test_what_gives_a_node_a_parent_says_that_it_counts_no_levels() -> None:
    """A node that knows only its parent doesn't know how deep it is; an insert said nothing of it."""
    tree = link("parts", "tree", {"entity": "Part"}, {"entity": "Part", "field": "parent"}, tree={"depth": 4})
    design = {
        "format": "nestlink/1", "name": "Parts", "database": "parts",
        "entities": [entity("Part", field("code", required=True))],
        "relationships": [tree | {"strategy": "TREE_PARENT"}],
        "operations": [
            {"name": "add part", "kind": "insert", "entity": "Part", "per_day": 9},
            {"name": "rename", "kind": "update", "entity": "Part", "filter": [{"field": "_id"}], "changes": ["code"]},
        ],
    }  # fmt: skip
    firsts = {each.recipe: each.comment for each in reversed(compiled(design).plan.statements)}
    said = {name for name, text in firsts.items() if "Doesn't check the maximum of 4 levels per tree" in text}
    assert {"add part", "parts.reassign"} <= said and "rename" not in said
