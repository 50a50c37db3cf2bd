"""A delete or an update does what its operation means wherever its documents stand, in one call."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def fleet() -> Json:
    """Return a design whose vehicles stand in a collection for each kind."""
    return {
        "format": "nestlink/1", "name": "Fleet", "database": "fleet",
        "entities": [
            entity("Vehicle", field("plate", required=True), field("colour", enum=["red", "blue"], required=True)),
            entity("Lorry", field("axles", "int", required=True)),
            entity("Taxi", field("seats", "int", required=True)),
        ],
        "relationships": [
            link("kinds", "is-a", end("Vehicle"), end("Lorry"), strategy="POLY_SPLIT"),
            link("others", "is-a", end("Vehicle"), end("Taxi"), strategy="POLY_SPLIT"),
        ],
        "operations": [
            {"name": "scrap", "kind": "delete", "entity": "Vehicle", "per_day": 5, "filter": [{"field": "colour"}]},
            {"name": "repaint", "kind": "update", "entity": "Vehicle", "per_day": 5, "filter": [{"field": "colour"}], "changes": ["plate"]},
        ],
    }  # fmt: skip


def test_one_function_writes_all_collections() -> None:
    """Who scraps all red vehicles scraps lorries and taxis."""
    assert judged(fleet(), "scrap", "scrap2", "repaint", "repaint2") == {"scrap": "", "repaint": ""}
