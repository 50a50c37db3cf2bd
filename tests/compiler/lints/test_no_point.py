"""NO_POINT: what is searched near a point and is no place that a server knows."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.indexes.no_point import LINT
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

NUMBERS = {"items": {"type": "double"}}
GEOJSON = [field("type"), field("coordinates", "array", **NUMBERS)]


def findings_of(*place: dict[str, Any], kind: str = "object", **more: Any) -> list[Finding]:
    """What is found where depots are searched near a point by a place of these fields."""
    parts = {"fields": list(place)} if place else {}
    depot = entity("Depot", field("place", kind, **parts, **more))
    read = {
        "name": "nearest",
        "kind": "read",
        "entity": "Depot",
        "filter": [{"field": "place", "match": "near"}],
    }
    plan = compile_design(design([depot], [], operations=[read]))
    return [finding for finding in plan.findings if finding.code == LINT.code]


@pytest.mark.parametrize("names", [("lon", "lat"), ("lng", "lat"), ("longitude", "latitude")])
def test_longitude_and_latitude_are_a_place(names: tuple[str, str]) -> None:
    assert findings_of(*(field(name, "double") for name in names)) == []


def test_a_geojson_object_and_a_pair_are_places() -> None:
    assert findings_of(*GEOJSON) == []
    assert findings_of(kind="array", **NUMBERS) == []


@pytest.mark.parametrize(
    "place",
    [
        [field("street"), field("lon", "double"), field("lat", "double")],
        [field("lon"), field("lat")],
        [field("street"), field("town")],
    ],
)
def test_any_other_object_is_none(place: list[dict[str, Any]]) -> None:
    (finding,) = findings_of(*place)
    assert (finding.subject, finding.severity) == ("nearest", "error")
    assert (
        finding.message
        == "Searches place near a point, but it has neither a GeoJSON point nor a longitude and latitude."
    )
    assert finding.hint is not None and "GeoJSON point" in finding.hint


def test_latitude_first_is_read_as_the_longitude() -> None:
    (finding,) = findings_of(field("lat", "double"), field("lon", "double"))
    assert "its first number as the longitude." in finding.message


def test_a_declared_index_of_places_is_looked_at_too() -> None:
    depot = entity("Depot", field("place"), indexes=[{"keys": [["place", "2dsphere"]]}])
    found = [one for one in compile_design(design([depot], [])).findings if one.code == LINT.code]
    assert [one.subject for one in found] == ["Depot.indexes[0]"]
