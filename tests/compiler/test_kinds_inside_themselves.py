"""A special that stands inside of what it is a kind of: the general has documents of its own, else both would
have no place but in one another. A special that stands elsewhere takes the general along, as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import Compilation, read
from designs.compiler.plan_model.physical import DocField
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.in_parts import compile_design

NAMES = ("Order", "Parcel", "Van")
ENTITIES = [{"name": name, "fields": [{"name": f"{name}_on", "type": "date"}]} for name in NAMES]
IS_A = {"name": "is_a", "kind": "is-a", "from": {"entity": "Order"}, "to": {"entity": "Parcel"}}
TREE = {"name": "below", "kind": "tree", "from": {"entity": "Order"}, "to": {"entity": "Order"}}
ONE, MANY = "one-to-one", "one-to-many"


def inside(holder: str, kind: str, strategy: str, **more: Any) -> dict[str, Any]:
    ends = {"from": {"entity": holder}, "to": {"entity": "Parcel"}}
    return {"name": f"{holder}_{strategy}", "kind": kind, "strategy": strategy, **ends, **more}


COPY = {"field": "Order_on", "of": "from", "as": "ordered_on", "policy": "snapshot"}
PAGES = inside("Order", MANY, "BUCKET_TIME", time_window="day", copies=[COPY])


def made(*links: dict[str, Any], **more: Any) -> Compilation:
    design = {"format": "nestlink/1", "name": "t", "database": "t", "entities": ENTITIES, **more}
    model = read(json.dumps({**design, "relationships": [*links, IS_A]}).encode()).value
    assert model is not None
    return compile_design(model)


@pytest.mark.parametrize(
    ("links", "has_own"),
    [
        ([inside("Order", ONE, "EMBED_ONE"), PAGES], True),
        ([inside("Order", MANY, "OUTLIER"), TREE], True),
        ([inside("Order", MANY, "EMBED_ARRAY")], True),
        ([inside("Van", MANY, "EMBED_ARRAY")], False),
    ],
)
def test_what_holds_its_own_kind_has_documents(links: list[dict[str, Any]], has_own: bool) -> None:
    names = [one.name for one in made(*links).plan.collections]
    assert ("orders" in names) is has_own


def parts(compilation: Compilation, collection: str, name: str) -> tuple[DocField, ...]:
    """The fields of what stands under a name in the documents of a collection."""
    documents = next(one for one in compilation.plan.collections if one.name == collection)
    field = next(one for one in documents.fields if one.name == name)
    return field.items.fields if field.items is not None else field.fields


ORDER = {"fields": [{"name": "_id", "type": "int"}, {"name": "placed", "type": "date", "required": True}]}
GROUPED = [{"name": name, "type": "int", "variant_group": "sizes"} for name in ("wide", "high", "deep")]
ASKED = [
    {"name": one["name"], "kind": "read", "entity": "Order", "filter": [{"field": one["name"]}], "per_day": 9}
    for one in GROUPED
]


@pytest.mark.parametrize(
    ("link", "place"),
    [
        (inside("Order", MANY, "EMBED_ARRAY"), ("orders", "parcels")),
        (inside("Order", MANY, "OUTLIER"), ("orders", "parcels")),
        (inside("Order", MANY, "OUTLIER"), ("orders_extra", "item")),
        (inside("Order", ONE, "EMBED_ONE"), ("orders", "parcel")),
        (inside("Van", MANY, "EMBED_ARRAY"), ("vans", "parcels")),
        (PAGES, ("parcel_pages", "items")),
    ],
)
def test_a_special_has_what_its_general_says_wherever_it_stands(
    link: dict[str, Any], place: tuple[str, str]
) -> None:
    found = made(link)
    (general, own) = [one.name for one in parts(found, *place) if one.origin == "own" and one.name != "_id"]
    assert (general, own) == ("Order_on", "Parcel_on")
    part = samples(found)[place[0]][0][place[1]]
    for one in part if isinstance(part, list) else [part]:
        assert {"Order_on", "Parcel_on"} <= one.keys()


@pytest.mark.parametrize("holder", ["Order", "Van"])
def test_what_a_general_groups_and_demands_is_so_in_the_special(holder: str) -> None:
    """The key of the general goes with it only where the special is all that it has."""
    order = {"name": "Order", "fields": [*ORDER["fields"], *GROUPED]}
    entities = [order, *(one for one in ENTITIES if one["name"] != "Order")]
    found = made(inside(holder, MANY, "EMBED_ARRAY"), entities=entities, operations=ASKED)
    known = {one.name: one for one in parts(found, f"{holder.lower()}s", "parcels")}
    assert known["placed"].required and known["sizes"].types == ("array",) and "wide" not in known
    assert [known["_id"].types] == [("int",)] if holder == "Van" else "_id" not in known
    for name, documents in samples(found).items():
        validator = next(one.validator for one in found.plan.collections if one.name == name)
        assert not [each for one in documents for each in complaints(validator["$jsonSchema"], one)]


def test_a_special_that_stands_in_its_general_is_found_by_what_the_general_says() -> None:
    op = {
        "name": "late",
        "kind": "read",
        "entity": "Parcel",
        "filter": [{"field": "Order_on"}],
        "sort": [{"field": "Order_on"}],
    }
    found = made(inside("Order", MANY, "EMBED_ARRAY"), operations=[op])
    (read_of,) = [one for one in found.plan.statements if one.recipe == "late"]
    assert read_of.collection == "orders" and "parcels.Order_on" in str(read_of.pipeline)


def test_a_special_with_documents_of_its_own_repeats_a_general_that_stands_in_a_holder() -> None:
    held = {
        "name": "held",
        "kind": MANY,
        "strategy": "EMBED_ARRAY",
        "from": {"entity": "Van"},
        "to": {"entity": "Order"},
    }
    kept = {
        "name": "kept",
        "kind": MANY,
        "strategy": "EMBED_ARRAY",
        "from": {"entity": "Shed"},
        "to": {"entity": "Parcel"},
    }
    shed = {"name": "Shed", "fields": [{"name": "place", "type": "string"}]}
    found = made(held, kept, entities=[*ENTITIES, shed])
    assert [one.name for one in parts(found, "sheds", "parcels")] == ["Order_on", "Parcel_on"]
    assert [one.name for one in parts(found, "vans", "orders")] == ["Order_on"]


def computed(name: str, formula: str) -> dict[str, Any]:
    return {"name": name, "type": "int", "computed": {"formula": formula, "refresh": "on-write"}}


PARTS = {
    "name": "parts", "kind": MANY, "strategy": "PARENT_REF",
    "from": {"entity": "Order", "field": "parts"}, "to": {"entity": "Van"},
}  # fmt: skip
STORES = {
    "name": "Order",
    "fields": [
        {"name": "fee", "type": "int", "required": True}, computed("twice", "fee * 2"), computed("fourfold", "twice * 2"),
        computed("vans", "count(parts)"), computed("more", "vans + 1"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("strategy", ["EMBED_ONE", "EMBED_ARRAY"])
def test_a_special_repeats_what_its_general_computes_from_the_same_document(strategy: str) -> None:
    """Others refer to the general alone: what it computes from them is not the special's."""
    link, name = (inside("Order", ONE, strategy), "parcel") if strategy == "EMBED_ONE" else (inside("Order", MANY, strategy), "parcels")  # fmt: skip
    found = made(link, PARTS, entities=[STORES, *ENTITIES[1:]])
    assert [one.name for one in parts(found, "orders", name)] == ["fee", "twice", "fourfold", "Parcel_on"]
    for order in samples(found)["orders"]:
        for one in order[name] if isinstance(order[name], list) else [order[name]]:
            assert (one["twice"], one["fourfold"]) == (one["fee"] * 2, one["fee"] * 4)
    told = [one.subject for one in found.findings if one.code == "FORMULA_UNKEPT"]
    assert told == ["Order.vans", "Order.more"]
