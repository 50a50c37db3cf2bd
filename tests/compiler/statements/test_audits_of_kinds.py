"""Audits look at the documents of their own kind: another kind may hold a reference of the same name."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled

FIRM = {"name": "Firm", "count": 100, "fields": [{"name": "name", "type": "string"}]}
PERSON = {**FIRM, "name": "Person"}
KINDS = [{"name": name, "fields": [{"name": name.lower(), "type": "int"}]} for name in ("Car", "Van")]


def owned(name: str, owner: str, kind: str) -> dict[str, Any]:
    """Many of a kind belong to one owner."""
    has = {"average": 50, "growth": "unbounded"}
    copy = {"field": "name", "of": "from", "as": "owner_name", "policy": "eventual"}
    owns = {"entity": owner, "has": has}
    return {"name": name, "kind": "one-to-many", "from": owns, "to": {"entity": kind, "field": "owner"}, "copies": [copy], "strategy": "PARENT_REF"}  # fmt: skip


def audits(*links: dict[str, Any]) -> dict[str, Any]:
    """What each audit of a relationship matches first."""
    general = {"name": "Vehicle", "count": 1000, "fields": [{"name": "plate", "type": "string"}]}
    is_a = [
        {"name": kind["name"].lower(), "kind": "is-a", "from": {"entity": "Vehicle"}, "to": {"entity": kind["name"]}, "strategy": "POLY_SINGLE"}
        for kind in KINDS
    ]  # fmt: skip
    entities = [FIRM, PERSON, general, *KINDS]
    source = {"format": "nestlink/1", "name": "Fleet", "database": "fleet", "entities": entities, "relationships": [*is_a, *links]}  # fmt: skip
    told = [one for one in compiled(source).plan.statements if one.purpose == "audit"]
    return {
        one.recipe: one.pipeline[0]["$match"]
        for one in told
        if one.pipeline and one.subject in {f"relationship:{link['name']}" for link in links}
    }


def test_references_of_two_kinds_to_two_owners_are_told_apart() -> None:
    found = audits(owned("cars", "Firm", "Car"), owned("vans", "Person", "Van"))
    for name, kind in (("cars", "car"), ("vans", "van")):
        held = {"vehicle_type": kind, "owner": {"$ne": None}}
        assert found[f"{name}.orphans.to"] == held
        assert found[f"{name}.copies.owner_name"] == held


def test_references_of_all_kinds_are_looked_at_in_all() -> None:
    found = audits(owned("vehicles", "Firm", "Vehicle"))
    assert found["vehicles.orphans.to"] == {"owner": {"$ne": None}}
    assert found["vehicles.copies.owner_name"] == {"owner": {"$ne": None}}
