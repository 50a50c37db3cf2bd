"""The storage map: every value of every sample document is explained by exactly one storage, every fact has a home.

Of random designs, a few are looked at in each run, 500 with NESTLINK_SOAK=1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.model.conceptual import Field, given
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from designs.compiler.storage import ExistsFact, FieldFact, LinkFact, StorageMap
from designs.compiler.storage.explain import Explained, leaves
from designs.compiler.workload.subtypes import Families
from tests.compiler.library import built_of
from tests.compiler.random_wild import wild
from tests.compiler.recorder import RANDOM_SHARED

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = sorted((ROOT / "designs" / "library").glob("*.json"))
HANDBOOK = sorted((ROOT / "designs" / "handbook").glob("*.json"))


def compiled(text: str) -> Compilation | None:
    """Compile a design file; None where it is no valid design."""
    made = built_of(text)
    return None if made is None else made.compilation


def library(name: str) -> Compilation:
    """Compile a design of the library."""
    found = compiled((ROOT / "designs" / "library" / f"{name}.json").read_text())
    assert found is not None
    return found


def unexplained(compilation: Compilation, storage_map: StorageMap) -> Iterator[str]:
    """Yield the values of sample documents that other than one storage explains."""
    documents = samples(compilation)
    for collection in compilation.plan.collections:
        explained = Explained(storage_map, collection)
        for document in documents[collection.name]:
            for leaf in leaves(document):
                by = explained.by(leaf)
                if len(by) != 1:
                    yield f"{collection.name}.{leaf.path} = {leaf.value!r}: {[str(one.fact) for one in by]}"


@pytest.mark.parametrize("path", [*LIBRARY, *HANDBOOK], ids=lambda path: path.stem)
def test_each_value_is_explained_once(path: Path) -> None:
    compilation = compiled(path.read_text())
    if compilation is not None:  # the handbook's list of sides is no design
        assert not list(unexplained(compilation, StorageMap(compilation)))


def test_each_value_of_random_designs_is_explained_once() -> None:
    told: list[str] = []
    for seed in range(RANDOM_SHARED):
        compilation = compiled(json.dumps(wild(seed)))
        if compilation is not None:
            told += [f"{seed}: {line}" for line in unexplained(compilation, StorageMap(compilation))]
    assert not told


def test_a_place_that_is_missing_or_told_twice_is_noticed() -> None:
    compilation = library("web_shop")
    storage_map = StorageMap(compilation)
    whole = storage_map.storages_in_order
    copied = next(one for one in whole if str(one.path) == "orders.items[].product_name")
    storage_map.storages_in_order = tuple(one for one in whole if one is not copied)
    assert any("orders.items.product_name" in line for line in unexplained(compilation, storage_map))
    storage_map.storages_in_order = (*whole, copied)
    assert any("orders.items.product_name" in line for line in unexplained(compilation, storage_map))


def homeless(compilation: Compilation, storage_map: StorageMap) -> Iterator[str]:
    """Yield the facts that have no home. A relationship whose decision has no holder is stored nowhere on purpose;
    something that is a value in an array has no more than that value."""
    families = Families(compilation.model.links)
    holders = {decision.relationship: decision for decision in compilation.decisions if decision.holders}
    ends = [link for link in compilation.model.links if link.name in holders]
    values = {link.to.entity for link in ends if holders[link.name].strategy == "VALUE_ARRAY"}
    for entity in compilation.model.entities:
        if not storage_map.home(entity.name):
            yield entity.name
        line = [
            name for name in families.line(entity.name) if name == entity.name or declares(compilation, name)
        ]
        for path in paths_of(entity.own_fields):
            if path != "_id" and entity.name not in values and not is_stored(storage_map, line, path):
                yield f"{entity.name}.{path}"
    for link in ends:
        roles = {one.role for one in storage_map.storages(LinkFact(link.name))}
        if link.kind != "is-a" and not roles & {"home", "reference"}:
            yield link.name


def declares(compilation: Compilation, entity: str) -> bool:
    """Return whether an entity has fields of its own, which may have the names of its supertype's."""
    return any(one.name == entity and one.own_fields for one in compilation.model.entities)


def is_stored(storage_map: StorageMap, line: list[str], path: str) -> bool:
    """Return whether a field has a home: its own, or whole within the object that holds it."""
    steps = path.split(".")
    above = [".".join(steps[:end]) for end in range(len(steps), 0, -1)]
    return any(
        place.role in ("home", "aggregate") and (place.leaf or held == path)
        for entity in line
        for held in above
        for place in storage_map.storages(FieldFact(entity, held))
    )


@pytest.mark.parametrize("path", [*LIBRARY, *HANDBOOK], ids=lambda path: path.stem)
def test_each_fact_has_a_home(path: Path) -> None:
    compilation = compiled(path.read_text())
    if compilation is not None:
        assert not list(homeless(compilation, StorageMap(compilation)))


def test_each_fact_of_random_designs_has_a_home() -> None:
    told: list[str] = []
    for seed in range(RANDOM_SHARED):
        compilation = compiled(json.dumps(wild(seed)))
        if compilation is not None:
            told += [f"{seed}: {fact}" for fact in homeless(compilation, StorageMap(compilation))]
    assert not told


def test_a_fact_without_a_home_is_noticed() -> None:
    compilation = library("web_shop")
    storage_map = StorageMap(compilation)
    storage_map._by_fact.pop(FieldFact("Order", "status"))
    storage_map._by_fact.pop(LinkFact("wishlist"))
    assert list(homeless(compilation, storage_map)) == ["Order.status", "wishlist"]


def paths_of(fields: list[Field], above: str = "") -> Iterator[str]:
    """Yield the dotted paths of declared fields, parents first."""
    for field in fields:
        yield f"{above}{field.name}"
        yield from paths_of(given(field.fields, []), f"{above}{field.name}.")


def told(storage_map: StorageMap, fact: Any) -> list[tuple[str, str, str, str]]:
    """Return the storages of a fact as rows of text."""
    return [(str(one.path), one.role, str(one.locate), one.freshness) for one in storage_map.storages(fact)]


def test_a_field_is_told_with_its_copies() -> None:
    storage_map = StorageMap(library("cms"))
    assert told(storage_map, FieldFact("Author", "name")) == [
        ("authors.name", "home", "by its _id", "same_write"),
        ("articles.author.name", "copy", "by the reference author._id", "stream"),
    ]


def test_a_slice_names_its_elements() -> None:
    storage_map = StorageMap(library("web_shop"))
    assert told(storage_map, FieldFact("Order", "status")) == [
        ("orders.status", "home", "by its _id", "same_write"),
        ("customers.recent_orders[].status", "slice", "in recent_orders, by order_id", "stream"),
    ]


def test_what_a_copy_object_holds_is_a_copy() -> None:
    roles = {str(one.path): one.role for one in StorageMap(library("web_shop")).facts_in("orders")}
    assert roles["orders.customer_name.first"] == "copy"


def test_results_follow_from_what_they_are_worked_out_from() -> None:
    storage_map = StorageMap(library("web_shop"))
    follow = [str(one.path) for one in storage_map.depends(LinkFact("items", "quantity"))]
    assert follow == [
        "orders.totals.subtotal", "orders.items[].subtotal", "orders.totals.grand_total", "customers.recent_orders[].total",
    ]  # fmt: skip


def test_results_beside_their_links_are_fresh_with_the_same_write() -> None:
    rows = {str(one.path): one.freshness for one in StorageMap(library("web_shop")).facts_in("orders")}
    assert rows["orders.totals.subtotal"] == "same_write"
    rows = {
        str(one.path): one.freshness for one in StorageMap(library("electronics_store")).facts_in("products")
    }
    assert rows["products.average_rating"] == "transaction"


def test_a_result_that_the_numbers_leave_to_a_job_does_not_follow_writes() -> None:
    """Written often, read seldom: its functions leave it alone, and the report said "in the same transaction"."""
    total = {"name": "litres", "type": "double", "computed": {"formula": "sum(pickups.litres)"}}
    farms = {"name": "Farm", "count": 1400, "fields": [{"name": "code", "type": "string"}, total]}
    pickups = {
        "name": "Pickup",
        "count": 900_000,
        "fields": [{"name": "litres", "type": "double", "required": True}],
    }
    ends = {
        "from": {"entity": "Farm", "field": "pickups", "has": {"average": 640, "growth": "unbounded"}},
        "to": {"entity": "Pickup", "field": "farm", "has": {"min": 1, "max": 1}},
    }

    def fresh(reads: int) -> list[str | None]:
        operations = [
            {"name": "page", "kind": "read", "entity": "Farm", "per_day": reads},
            {"name": "collect", "kind": "insert", "entity": "Pickup", "per_day": 1300},
        ]
        parts = {
            "entities": [farms, pickups],
            "relationships": [{"name": "all", "kind": "one-to-many", **ends}],
        }
        made = compiled(
            json.dumps(
                {"format": "nestlink/1", "name": "D", "database": "d", **parts, "operations": operations}
            )
        )
        assert made is not None
        return [one.freshness for one in StorageMap(made).storages(FieldFact("Farm", "litres"))]

    assert fresh(20) == ["job"]
    assert fresh(90_000) == ["transaction"]


def test_subtypes_are_told_by_the_discriminator() -> None:
    storage_map = StorageMap(library("city_theatre"))
    assert [(str(one.path), one.subtypes) for one in storage_map.home("Concert")] == [
        ("shows.kind", ("concert",))
    ]
    assert storage_map.storages(ExistsFact("Nobody")) == ()
