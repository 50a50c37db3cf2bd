"""Nodes of a tree that stand in one document list one another, or values of something else: what goes or changes does
so in the lists of all levels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]


def _units(tags: Json, *more: Json, entities: list[Json], operations: list[Json]) -> Json:
    parts = link(
        "parts", "tree", end("Unit"), end("Unit", 1, field="whole"), strategy="EMBED_TREE",
        tree={"reads": "whole", "depth": 3},
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Units", "database": "units", "relationships": [parts, tags, *more],
        "entities": [entity("Unit", field("name", required=True)), *entities], "operations": operations,
    }  # fmt: skip


def _failed(design: Json, *judged: str) -> dict[str, str]:
    """Return what is wrong, by function; each of these must be judged."""
    verdicts = judge("units", design)
    assert {*judged} <= {one.function for one in verdicts if one.judged}
    return {one.function: one.why for one in verdicts if one.judged and one.why}


@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "TWO_WAY_EMBED", "EMBED_LINK"])
def test_a_node_that_goes_leaves_the_lists_of_all_levels(strategy: str) -> None:
    more = {"link_fields": [field("share", "int")]} if strategy == "EMBED_LINK" else {}
    serves = link("serves", "graph", end("Unit", 5), end("Unit", 5), strategy=strategy, **more)
    design = _units(serves, entities=[], operations=[])
    assert _failed(design, "partsRemove2", "partsRemove3", "partsCascade") == {}


@pytest.mark.parametrize("history", ["none", "point-in-time"])
def test_values_change_and_go_in_the_lists_of_all_levels(history: str) -> None:
    tag = entity("Tag", field("label", required=True, unique=True), field("note"), history=history)
    filter = [{"field": "_id"}]
    operations = [
        {"name": "relabel", "kind": "update", "entity": "Tag", "filter": filter, "changes": ["label"]},
        {"name": "drop", "kind": "delete", "entity": "Tag", "filter": filter},
    ]
    design = _units(
        link("tags", "many-to-many", end("Unit", 5), end("Tag", 5), strategy="VALUE_ARRAY", link_owner="from"),
        link("sells", "many-to-many", end("Shop"), end("Tag"), strategy="LINK_COLL"),
        entities=[tag, entity("Shop", field("name", required=True))],
        operations=[{"per_day": 3, **one} for one in operations],
    )  # fmt: skip
    assert _failed(design, "relabel", "drop") == {}


def test_values_of_what_has_no_documents_are_listed_in_nodes() -> None:
    """A design like this could not be compiled: nothing but the lists knows the values."""
    tags = link(
        "tags", "many-to-many", end("Unit", 5), end("Tag", 5), strategy="VALUE_ARRAY", link_owner="from"
    )
    design = _units(
        tags, entities=[entity("Tag", field("label", required=True), kind="lookup")], operations=[]
    )
    assert _failed(design, "partsRemove2") == {}


def test_a_node_at_any_level_is_named_by_its_own_id() -> None:
    """The oracle named a node inside a document by the id of the node around all."""
    change = {"kind": "update", "entity": "Unit", "changes": ["name"], "per_day": 3}
    operations = [{"name": "call", **change, "filter": [{"field": "_id"}]}, {"name": "call it", **change}]
    design = _units(
        link("tags", "many-to-many", end("Unit", 5), end("Tag", 5), strategy="ONE_WAY_EMBED"),
        entities=[entity("Tag", field("label", required=True))], operations=operations,
    )  # fmt: skip
    assert _failed(design, "call", "callIt") == {}
