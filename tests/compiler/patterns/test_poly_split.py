"""POLY_SPLIT: the general in each special."""

from __future__ import annotations

import pytest

from designs.compiler.workload.document_history import REVISION, VALID_FROM, VALID_TO
from tests.compiler import small
from tests.compiler.compiled import compiled
from tests.compiler.composed import composed, design, entity, field, link, shapes

VALID = [VALID_FROM, VALID_TO]
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


def test_a_special_is_known_by_its_own_id_or_by_its_generals() -> None:
    parts = [entity("Vehicle", field("_id", "int")), entity("Car"), entity("Truck", field("_id", "string"))]
    model = design(parts, [link(name.lower(), "is-a", "Vehicle", name) for name in ("Car", "Truck")])
    made = shapes(model, composed(model, car="POLY_SPLIT", truck="POLY_SPLIT"))
    assert made == {"cars": {"_id": "int"}, "trucks": {"_id": "string"}}


@pytest.mark.parametrize(
    ("history", "kept"), [("point-in-time", ["c_id", *VALID]), ("revisions", [REVISION])]
)
def test_a_kind_apart_from_others_keeps_a_past_of_its_own(history: str, kept: list[str]) -> None:
    """Nothing of how its general's documents are told from their past: its own have another name for it."""
    entities = [small.entity(name, {"name": f"{name.lower()}x", "type": "int"}) for name in "ABC"]
    entities[0]["history"] = history
    isas = [
        small.link("b", "is-a", "A", "B", strategy="POLY_SINGLE"),
        small.link("c", "is-a", "A", "C", strategy="POLY_SPLIT"),
    ]
    head = {"format": "nestlink/1", "name": "Kinds", "database": "kinds"}
    plan = compiled({**head, "entities": entities, "relationships": isas}).plan
    apart = next(one for one in plan.collections if one.name == "cs")
    assert sorted(field.name for field in apart.fields) == sorted(["_id", "ax", "cx", *kept])


def test_what_stands_apart_is_no_place_of_the_kinds_that_share_documents() -> None:
    entities = [small.entity(name) for name in ("Vehicle", "Car", "Truck")]
    strategies = {"Car": "POLY_SINGLE", "Truck": "POLY_SPLIT"}
    links = [small.link(one, "is-a", "Vehicle", one, strategy=how) for one, how in strategies.items()]
    parts = {"entities": entities, "relationships": links}
    made = compiled({"format": "nestlink/1", "name": "Fleet", "database": "fleet", **parts})
    found = {one.relationship: [each.collection for each in one.holders] for one in made.decisions}
    assert found == {"Car": ["vehicles"], "Truck": ["trucks"]}
