"""Designs whose documents, also those in lists, hold a point: its validator has one schema for each coordinate."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.demonstrating import told


def _point(name: str) -> dict[str, Any]:
    numbers = field("coordinates", type="array", items={"type": "double"}, required=True)
    return field(name, "object", fields=[field("type", required=True), numbers])


@pytest.mark.parametrize("max_stops", [5, None])
def test_scripts_insert_and_change_points(max_stops: int | None) -> None:
    """Compiling ended in an error where a function brings a point: the parts of its validator are a list."""
    has = {"max": max_stops} if max_stops else {}
    model = {
        "format": "nestlink/1",
        "name": "Tours",
        "database": "tours",
        "entities": [entity("Tour", field("name"), _point("start")), entity("Stop", _point("at"))],
        "relationships": [link("stops", "one-to-many", ("Tour", {"has": has}), "Stop")],
        "operations": [
            {"name": "plan", "kind": "insert", "entity": "Tour", "per_day": 5, "includes": ["stops"]},
            {"name": "add", "kind": "insert", "entity": "Stop", "per_day": 5},
            {"name": "move", "kind": "update", "entity": "Tour", "per_day": 5, "changes": ["start"]},
        ],
    }
    assert [*told([("tours", model)])] == []
