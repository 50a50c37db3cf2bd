"""POLY_SPLIT: the general in each special."""

from __future__ import annotations

from tests.compiler.composed import composed, design, entity, field, link, shapes

MODEL = design(
    [
        entity("Vehicle", field("wheels", "int")),
        entity("Car", field("doors", "int")),
        entity("Truck"),
        entity("Owner"),
    ],
    [
        link("car", "is-a", "Vehicle", "Car"),
        link("truck", "is-a", "Vehicle", "Truck"),
        link("owner", "one-to-many", "Owner", "Vehicle"),
    ],
)


def test_fields_and_references_of_the_general_are_repeated() -> None:
    made = shapes(MODEL, composed(MODEL, car="POLY_SPLIT", truck="POLY_SPLIT", owner="PARENT_REF"))
    assert made == {
        "cars": {"wheels": "int", "owner_id": "objectId", "doors": "int"},
        "trucks": {"wheels": "int", "owner_id": "objectId"},
        "owners": {},
    }
