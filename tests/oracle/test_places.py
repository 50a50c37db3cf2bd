"""Reads of what is near a point: the server is asked with a GeoJSON point, however the place is stored, and tells the
nearest first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import entity, field
from tests.oracle.judging import judge

Json = dict[str, Any]
READS = ("nearest", "nearestInAState")
GEOJSON = {
    "fields": [
        field("type", required=True, enum=["Point"]),
        field("coordinates", "array", required=True, min_items=2, max_items=2, items={"type": "double"}),
    ]
}
AREA = {
    "fields": [
        field("type", required=True),
        field("coordinates", "array", required=True,
              items={"type": "array", "items": {"type": "array", "items": {"type": "double"}}}),
    ]
}  # fmt: skip
NUMBERS = {"fields": [field("lon", "double", required=True), field("lat", "double", required=True)]}


def _design(place: Json) -> Json:
    near = {"field": "place", "match": "near"}
    return {
        "format": "nestlink/1", "name": "Depots", "database": "depots",
        "entities": [
            entity("Depot", field("name", required=True), field("place", "object", required=True, **place),
                   field("state", required=True, enum=["open", "shut"]))
        ],
        "relationships": [],
        "operations": [
            {"name": "nearest", "kind": "read", "entity": "Depot", "per_day": 90, "filter": [near], "limit": 2},
            {"name": "nearest in a state", "kind": "read", "entity": "Depot", "per_day": 90,
             "filter": [{"field": "state"}, near]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("place", [GEOJSON, NUMBERS, AREA], ids=["GeoJSON", "numbers", "areas"])
def test_what_is_near_comes_first(place: Json) -> None:
    verdicts = {verdict.function: verdict for verdict in judge("depots", _design(place), tries=4, only=READS)}
    for name in READS:
        assert verdicts[name].judged and not verdicts[name].why, verdicts[name]
