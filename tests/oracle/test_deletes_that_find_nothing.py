"""A delete whose filter finds nothing is refused, and rightly so; one that finds something must not be."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import entity, field
from tests.oracle.test_reads import judged


def _codes() -> dict[str, Any]:
    """Return a design whose delete asks for a prefix of what is no text, and no document has."""
    drop = {"name": "drop", "kind": "delete", "entity": "Code", "per_day": 1}
    asked = [{"field": "number"}, {"field": "made", "match": "prefix"}]
    return {
        "format": "nestlink/1", "name": "Codes", "database": "codes", "relationships": [],
        "entities": [entity("Code", field("number", "int", unique=True), field("made", "date", required=True))],
        "operations": [{**drop, "filter": asked}],
    }  # fmt: skip


def test_a_refusal_where_nothing_is_found_is_right() -> None:
    assert judged(_codes(), "drop") == {"drop": ""}


def test_a_refusal_where_something_is_found_is_wrong() -> None:
    design = _codes()
    del design["operations"][0]["filter"][1]
    refusing = """function drop() { throw new Error("code not found"); }"""
    assert "refused" in judged(design, "drop", planted=refusing)["drop"]
