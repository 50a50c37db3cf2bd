"""What is searched by nearness is a place: in the sample documents and in the query on them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import resolve, samples
from tests.compiler.in_parts import compile_design, laid_out
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of

POINT = [
    {"name": "type", "type": "string"},
    {"name": "coordinates", "type": "array", "items": {"type": "double"}},
]
NEAR = {"name": "near me", "kind": "read", "entity": "Shop", "filter": [{"field": "place", "match": "near"}]}


def shops(place: dict[str, Any], *operations: Any, other: Any = None, **more: Any) -> Compilation:
    fields = [
        {"name": "name", "type": "string"},
        {"name": "place", **place},
        {**(other or {"type": "object"}), "name": "other"},
    ]
    source = {
        "format": "nestlink/1", "name": "Shops", "database": "shops",
        "entities": [{"name": "Shop", "fields": fields, **more}], "operations": list(operations),
    }  # fmt: skip
    value = read(json.dumps(source)).value
    assert value is not None
    return compile_design(value)


def is_pair(found: Any) -> bool:
    return len(found) == 2 and -180 <= found[0] <= 180 and -90 <= found[1] <= 90


@pytest.mark.parametrize("place", [{"type": "object"}, {"type": "object", "fields": POINT}])
def test_an_object_is_a_point(place: dict[str, Any]) -> None:
    made = shops(place, NEAR)
    found = [one["place"] for one in samples(made)["shops"]]
    assert all(one["type"] == "Point" and is_pair(one["coordinates"]) for one in found)
    assert len({str(one) for one in found}) == len(found)
    query = next(one for one in made.plan.statements if one.recipe == "near me")
    assert resolve(query.filter, samples(made), {}) == {
        "place": {"$near": {"$geometry": found[0], "$maxDistance": 5000}}
    }


def test_a_pair_of_coordinates_is_made_a_point_in_the_query() -> None:
    made = shops({"type": "array", "items": {"type": "double"}}, NEAR)
    pair = samples(made)["shops"][0]["place"]
    query = next(one for one in made.plan.statements if one.recipe == "near me")
    assert is_pair(pair)
    assert resolve(query.filter, samples(made), {}) == {
        "place": {"$near": {"$geometry": {"type": "Point", "coordinates": pair}, "$maxDistance": 5000}}
    }


def test_a_declared_index_of_places_takes_points() -> None:
    made = shops({"type": "object"}, indexes=[{"keys": [["place", "2dsphere"]]}])
    assert all(one["place"]["type"] == "Point" for one in samples(made)["shops"])


def test_other_objects_and_examples_stay_as_they_are() -> None:
    assert [one["place"] for one in samples(shops({"type": "object"}))["shops"]] == [{}, {}]
    own = {"type": "Point", "coordinates": [2.35, 48.85]}
    made = samples(shops({"type": "object", "example": own}, NEAR))["shops"]
    assert made[0]["place"] == own and made[1]["place"] != own and made[0]["other"] == {}


def geometry(kind: str) -> dict[str, Any]:
    options = [{"name": "type", "type": "string", "enum": [kind]}, POINT[1]]
    return {"name": "shape", "type": "object", "fields": options}


@pytest.mark.parametrize("kind", ["Point", "LineString", "Polygon"])
def test_what_has_the_parts_of_geojson_is_a_place_near_a_town(kind: str) -> None:
    """Rides went from Italy to the Arctic."""
    found = [one["other"] for one in samples(shops({"type": "object"}, other=geometry(kind)))["shops"]]
    for shape in found:
        flat = {"Point": [shape["coordinates"]], "LineString": shape["coordinates"]}
        ring = flat.get(kind) or shape["coordinates"][0]
        assert shape["type"] == kind and all(is_pair(pair) for pair in ring)
        assert max(pair[0] for pair in ring) - min(pair[0] for pair in ring) < 0.1
        assert kind != "Polygon" or (ring[0] == ring[-1] and len(ring) >= 4)
    middles = [one["coordinates"] for one in found] if kind == "Point" else []
    assert all(abs(one[0] - middles[0][0]) < 40 and 20 < one[1] < 60 for one in middles)


def test_the_points_of_a_way_follow_one_another() -> None:
    fields = [{"name": "at", "type": "date", "required": True}, {**geometry("Point"), "name": "position"}]
    source = {
        "format": "nestlink/1", "name": "Fleet", "database": "fleet",
        "entities": [{"name": "Van", "fields": []}, {"name": "Ping", "kind": "measurement", "fields": fields}],
        "relationships": [{
            "name": "pings", "kind": "one-to-many", "from": {"entity": "Van", "has": {"growth": "unbounded"}},
            "to": {"entity": "Ping", "has": {"min": 1, "max": 1}},
        }],
    }  # fmt: skip
    value = read(json.dumps(source)).value
    assert value is not None
    way = [one["position"]["coordinates"] for one in samples(laid_out(value))["pings"]]
    assert len(way) > 1
    assert all(abs(a[at] - b[at]) < 0.01 for a, b in pairwise(way) for at in (0, 1))


@pytest.mark.parametrize(
    ("more", "near"),
    [
        ({"description": "Telescope time of an observatory in Chile"}, (-70.7, -33.4)),
        ({"phone": "+47 22 12 34 56"}, (10.8, 59.9)),
        ({"country": "Japan"}, (139.7, 35.7)),
        ({"coordinates": [18.955, 69.649]}, (18.955, 69.649)),
    ],
)
def test_things_lie_where_the_design_says_that_it_is(more: dict[str, Any], near: tuple[float, float]) -> None:
    """What lay near Portland though an example or the description named another country."""
    told = {name: value for name, value in more.items() if name != "description"}
    shown = [
        {"name": name, "type": "array" if name == "coordinates" else "string", "example": value}
        for name, value in told.items()
    ]
    place = [{"name": side, "type": "double", "required": True} for side in ("latitude", "longitude")]
    design = {
        "format": "nestlink/1", "name": "Sky", "database": "sky", "entities": [{"name": "Dome", "fields": place}, {"name": "Office", "fields": shown}],
    }  # fmt: skip
    if "description" in more:
        design["description"] = more["description"]
    records = world_of(compile_design(model_of(design)))
    for thing in records.world.things["Dome"]:
        dome = records.of(thing)
        assert abs(dome["longitude"] - near[0]) < 0.5 and abs(dome["latitude"] - near[1]) < 0.5


def test_a_town_of_an_example_stays_beside_its_own_code_alone() -> None:
    """An auction in London was followed by one on the second floor; the towns of addresses have codes of their own."""
    fields = [
        {"name": name, "type": "string", "example": shown, "required": True}
        for name, shown in (("location", "London"), ("city", "New York"), ("zip", "10001"))
    ]
    design = {
        "format": "nestlink/1",
        "name": "Hall",
        "database": "hall",
        "entities": [{"name": "Auction", "fields": fields}],
    }
    records = world_of(compile_design(model_of(design)))
    sales = [records.of(thing) for thing in records.world.things["Auction"]]
    assert {sale["location"] for sale in sales} == {"London"}
    assert (
        len({(sale["city"], sale["zip"]) for sale in sales})
        == len({sale["city"] for sale in sales})
        == len(sales)
    )


def deep(levels: int, **more: Any) -> dict[str, Any]:
    items: dict[str, Any] = {"type": "double"}
    for _ in range(levels - 1):
        items = {"type": "array", "items": items}
    coordinates = {"name": "coordinates", "type": "array", "items": items, **more}
    return {"type": "object", "fields": [{"name": "type", "type": "string"}, coordinates]}


@pytest.mark.parametrize(
    ("levels", "kind"), [(1, "Point"), (2, "LineString"), (3, "Polygon"), (4, "MultiPolygon")]
)
def test_how_deep_the_coordinates_are_says_what_a_place_is(levels: int, kind: str) -> None:
    """A plot whose coordinates were arrays in arrays of arrays was a point, which its own validator refused."""
    made = shops(deep(levels), NEAR)
    found = [one["place"] for one in samples(made)["shops"]]
    assert {one["type"] for one in found} == {kind} and len({str(one) for one in found}) == len(found)
    assert "L44" not in {finding.code for finding in made.findings}
    query = next(one for one in made.plan.statements if one.recipe == "near me")
    corner = found[0]["coordinates"]
    while isinstance(corner[0], list):
        corner = corner[0]
    asked = resolve(query.filter, samples(made), {})["place"]["$near"]["$geometry"]
    assert asked == {"type": "Point", "coordinates": corner}  # a server searches near no other geometry


RING = [[[8.11, 49.11], [8.12, 49.11], [8.12, 49.12], [8.11, 49.11]]]


@pytest.mark.parametrize("operations", [(), (NEAR,)])
def test_an_example_of_coordinates_is_the_first_place_and_others_lie_near_it(operations: Any) -> None:
    first, second = [one["place"] for one in samples(shops(deep(3, example=RING), *operations))["shops"]]
    assert first == {"type": "Polygon", "coordinates": RING}
    assert second["type"] == "Polygon" and abs(second["coordinates"][0][0][0] - 8.11) < 0.1


def test_an_example_of_a_whole_area_says_what_the_others_are() -> None:
    place = deep(3) | {"example": {"type": "Polygon", "coordinates": RING}}
    first, second = [one["place"] for one in samples(shops(place, NEAR))["shops"]]
    assert first["coordinates"] == RING and second["type"] == "Polygon"


def test_a_text_that_is_searched_by_nearness_stays_a_text() -> None:
    """L63 says that no place is there; an object in a field of states stopped the compiler."""
    state = {"type": "string", "required": True, "enum": ["open", "closed"]}
    effects = [{"field": "place", "do": "set", "value": "closed"}]
    close = {"name": "close", "kind": "update", "entity": "Shop", "effects": effects}
    made = shops(state, NEAR, close)
    assert {one["place"] for one in samples(made)["shops"]} <= {"open", "closed"}
    assert "L63" in {finding.code for finding in made.findings}
