"""PREALLOC: a grid of known shape, and taking its cells."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import Param, markers
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.composed import at

ROWS: dict[str, Any] = {"type": "array", "items": {"type": "int", "enum": [0, 1, 2]}}


def hall(seats: dict[str, Any], *more: dict[str, Any]) -> Compilation:
    show = {
        "name": "Show",
        "fields": [{"name": "title", "type": "string"}, {"name": "seats", "type": "array", **seats}, *more],
    }
    return compiled(
        {"format": "nestlink/1", "name": "H", "database": "h", "entities": [show], "relationships": []}
    )


GRID = {"grid": [3, 4], "items": ROWS}


@pytest.mark.parametrize(
    ("seats", "cell", "free", "taken"),
    [
        (GRID, "int", 0, 1),
        ({"grid": [3, 4], "items": {"type": "int"}}, "int", 0, 1),
        ({"grid": [3, 4]}, "int", 0, 1),
        ({"grid": [3, 4], "items": {"type": "array", "items": {"type": "bool"}}}, "bool", False, True),
        ({"grid": [3, 4], "items": {"type": "string", "enum": ["free", "sold"]}}, "string", "free", "sold"),
    ],
)
def test_the_grid_has_its_shape_and_its_cells(seats: Any, cell: str, free: Any, taken: Any) -> None:
    made = hall(seats)
    (one,) = made.plan.collections
    field = at(one.fields, "seats")
    assert (field.min_items, field.max_items) == (3, 3) and field.items is not None
    assert field.items.exactly == 4 and field.items.items is not None and field.items.items.types == (cell,)
    for document in samples(made)["shows"]:
        assert document["seats"] == [[free] * 4, [free] * 4, [free, free, free, taken]]
    assert not [found for found in made.findings if found.severity == "error"]


@pytest.mark.parametrize(
    ("seats", "passes"),
    [
        ([[0] * 4] * 3, True),
        ([[0] * 4] * 2, False),
        ([[0] * 4] * 4, False),
        ([[0] * 4, [0] * 4, [0] * 3], False),
        ([[0] * 4, [0] * 4, [0, 0, 0, 3]], False),
    ],
)
def test_another_shape_is_refused(seats: Any, passes: bool) -> None:
    made = hall(GRID)
    document = {**samples(made)["shows"][0], "seats": seats}
    assert (not complaints(made.plan.collections[0].validator["$jsonSchema"], document)) is passes


def test_the_overlay_is_listed() -> None:
    (overlay,) = hall(GRID).plan.entity_overlays
    assert (overlay.kind, overlay.path, overlay.details) == ("PREALLOC", "seats", {"rows": 3, "columns": 4})
    assert hall({"items": ROWS}).plan.entity_overlays == ()


def test_cells_are_taken_all_or_none() -> None:
    take, back = (
        next(one for one in hall(GRID).plan.statements if one.id == f"Show.{verb}.seats")
        for verb in ("take", "give_back")
    )
    for one, was, becomes in ((take, 0, 1), (back, 1, 0)):
        wrong = one.filter["$expr"]["$eq"][0]["$size"]["$filter"]["cond"]["$ne"]
        assert wrong[1] == {"$literal": was} and one.must_match
        cell = one.update[0]["$set"]["seats"]["$map"]["in"]["$cond"][1]["$map"]["in"]["$cond"]
        assert cell[1] == {"$literal": becomes}
        assert set(one.update[0]["$set"]) == {"seats"}


def test_places_are_checked_by_the_shape_of_the_grid() -> None:
    """Rows by how many there are, columns by how many one has; asking what is free needs none."""
    made = hall(GRID)
    found = {
        one.id: [each for each in markers(one) if isinstance(each, Param)] for one in made.plan.statements
    }
    for verb in ("take", "give_back"):
        below = {one.name: one.below for one in found[f"Show.{verb}.seats"]}
        assert (below["row"], below["columns"], below["showId"]) == (3, 4, 0)
    assert not any(one.below for one in found["Show.free.seats"])


def test_a_counter_follows() -> None:
    made = hall(GRID, {"name": "seats_available", "type": "int"})
    told = {one.id: one for one in made.plan.statements}
    assert list(told["Show.take.seats"].update[0]["$set"]["seats_available"]) == ["$subtract"]
    assert list(told["Show.give_back.seats"].update[0]["$set"]["seats_available"]) == ["$add"]


def test_what_is_free_can_be_asked() -> None:
    one = next(one for one in hall(GRID).plan.statements if one.id == "Show.free.seats")
    assert not one.writes and "$reduce" in str(one.pipeline)


def test_a_grid_inside_an_array_is_left_to_the_application() -> None:
    held = {
        "name": "shows", "kind": "one-to-many", "from": {"entity": "House", "has": {"max": 5}},
        "to": {"entity": "Show", "has": {"min": 1, "max": 1}}, "strategy": "EMBED_ARRAY",
    }  # fmt: skip
    entities = [
        {"name": "House", "fields": [{"name": "name", "type": "string"}]},
        {"name": "Show", "fields": [{"name": "seats", "type": "array", **GRID}]},
    ]
    made = compiled(
        {"format": "nestlink/1", "name": "H", "database": "h", "entities": entities, "relationships": [held]}
    )
    assert made.plan.entity_overlays[0].path == "shows.seats"
    assert not [one for one in made.plan.statements if one.id.startswith("Show.take")]


INSIDE = {"name": "hall", "type": "object"}
IN_LIST = {"name": "halls", "type": "array"}
PARTS: list[dict[str, Any]] = [
    {"name": "seats", "type": "array", **GRID},
    {"name": "seats_free", "type": "int"},
]


def test_a_grid_in_an_object_is_one_too() -> None:
    made = hall({"items": ROWS}, INSIDE | {"fields": PARTS})
    (overlay,) = made.plan.entity_overlays
    assert (overlay.kind, overlay.path, overlay.fields) == ("PREALLOC", "hall.seats", ("hall.seats",))
    told = {one.id: one for one in made.plan.statements}
    assert set(told["Show.take.hall_seats"].update[0]["$set"]) == {"hall.seats", "hall.seats_free"}
    assert {"Show.give_back.hall_seats", "Show.free.hall_seats"} <= told.keys()
    assert not [found for found in made.findings if found.severity == "error"]


def test_grids_in_a_list_have_their_shape_and_no_functions() -> None:
    made = hall({"items": ROWS}, IN_LIST | {"items": {"type": "object", "fields": PARTS}})
    schema = made.plan.collections[0].validator["$jsonSchema"]["properties"]["halls"]["items"]
    assert schema["properties"]["seats"]["maxItems"] == 3
    assert samples(made)["shows"][0]["halls"][0]["seats"][0] == [0] * 4
    assert not [one for one in made.plan.statements if "seats" in one.id]
    assert not [found for found in made.findings if found.severity == "error"]
