"""Audits look at the documents of their own kind: another kind may hold a reference of the same name."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled
from tests.compiler.holds import holds

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


def test_what_is_of_another_kind_is_not_what_a_reference_means() -> None:
    """A key of a car may hold the id of a van, which is there in the same collection."""
    keys = {"name": "keys", "kind": "one-to-many", "from": {"entity": "Car", "has": {"growth": "unbounded"}}, "to": {"entity": "Person", "field": "car"}, "strategy": "PARENT_REF"}  # fmt: skip
    general = {"name": "Vehicle", "fields": [{"name": "plate", "type": "string"}]}
    is_a = [
        {"name": kind["name"].lower(), "kind": "is-a", "from": {"entity": "Vehicle"}, "to": {"entity": kind["name"]}, "strategy": "POLY_SINGLE"}
        for kind in KINDS
    ]  # fmt: skip
    source = {"format": "nestlink/1", "name": "Fleet", "database": "fleet", "entities": [PERSON, general, *KINDS], "relationships": [*is_a, keys]}  # fmt: skip
    (audit,) = (one for one in compiled(source).plan.statements if one.recipe == "keys.orphans.to")
    (lookup,) = (stage["$lookup"] for stage in audit.pipeline or () if "$lookup" in stage)
    assert lookup["pipeline"] == [{"$match": {"vehicle_type": "car"}}, {"$project": {"_id": 1}}]


def apart(*links: dict[str, Any]) -> dict[str, Any]:
    """Cars in documents of vehicles, vans in elements of firms, which overflow: of two shapes both."""
    plate = {"name": "plate", "type": "string", "since_version": 2}
    entities = [FIRM, {"name": "Vehicle", "fields": [plate]}, *({"name": one["name"]} for one in KINDS)]
    is_a = [
        {"name": name.lower(), "kind": "is-a", "from": {"entity": "Vehicle"}, "to": {"entity": name}}
        for name in ("Car", "Van")
    ]
    vans = {"name": "vans", "kind": "one-to-many", "from": {"entity": "Firm"}, "to": {"entity": "Van"}, "strategy": "OUTLIER"}  # fmt: skip
    return {"format": "nestlink/1", "name": "Fleet", "database": "fleet", "entities": entities, "relationships": [*is_a, vans, *links]}  # fmt: skip


def test_a_kind_is_not_looked_for_where_another_one_stands_alone() -> None:
    near = {"name": "near", "kind": "graph", "from": {"entity": "Car"}, "to": {"entity": "Car"}}
    found = holds(apart(near))
    assert found is not None
    (audit,) = [one for one in found.plan.statements if one.recipe == "near.orphans.from"]
    lookups = [stage["$lookup"]["from"] for stage in audit.pipeline if "$lookup" in stage]
    assert lookups == ["vehicles"]


def test_shapes_of_a_kind_that_stands_alone_are_told_by_its_own_elements() -> None:
    assert holds(apart()) is not None


def test_levels_of_a_tree_are_audited_in_each_kind_apart() -> None:
    tree = {"name": "tree", "kind": "tree", "from": {"entity": "A"}, "to": {"entity": "A"}, "strategy": "EMBED_TREE"}  # fmt: skip
    split, single = (
        {"name": kind, "kind": "is-a", "from": {"entity": "A"}, "to": {"entity": kind}, "strategy": strategy}
        for kind, strategy in (("B", "POLY_SPLIT"), ("C", "POLY_SINGLE"))
    )
    head = {"format": "nestlink/1", "name": "Tree", "database": "tree"}
    entities = [{"name": name} for name in "ABC"]
    assert holds({**head, "entities": entities, "relationships": [tree, split, single]}) is not None
