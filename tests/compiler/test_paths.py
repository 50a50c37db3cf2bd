"""Conceptual paths: what each kind of name comes to, in the rulebook's order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from designs.compiler.model.conceptual import (
    Copy,
    End,
    Entity,
    Field,
    Item,
    Model,
    Operation,
    Relationship,
    Tree,
)
from designs.compiler.names.naming import Names
from designs.compiler.names.paths import Paths
from designs.compiler.names.suggestions import Guesses


def field(name: str, *inner: Field) -> Field:
    return Field(name=name, type="object", fields=list(inner)) if inner else Field(name=name, type="string")


def array(name: str, *inner: Field) -> Field:
    return Field(name=name, type="array", items=Item(type="object", fields=list(inner)))


ORDER = Entity(
    name="Order", fields=[field("status"), field("dates", field("created")), array("notes", field("text"))]
)
PRODUCT = Entity(name="Product", fields=[field("name"), field("price"), field("category")])
CUSTOMER = Entity(name="Customer", fields=[field("_id"), field("name")])
NODE = Entity(name="Node", fields=[field("label")])
BIKE = Entity(name="Bike", fields=[field("gears")])
ITEMS = Relationship(
    name="items",
    kind="many-to-many",
    from_=End(entity="Order", field="items"),
    to=End(entity="Product"),
    link_fields=[field("quantity")],
    copies=[Copy(field="price", of="to", name="paid"), Copy(field="name", of="to")],
)
BUYER = Relationship(
    name="buyer",
    kind="one-to-many",
    from_=End(entity="Customer"),
    to=End(entity="Order", field="buyer._id"),
    copies=[Copy(field="name", of="from", name="buyer.name")],
)
TREE = Relationship(
    name="tree", kind="tree", from_=End(entity="Node"), to=End(entity="Node"), tree=Tree(depth=3)
)
KIND = Relationship(name="kind", kind="is-a", from_=End(entity="Product"), to=End(entity="Bike"))
MODEL = Model(
    format="nestlink/1",
    name="Shop",
    database="shop",
    entities=[ORDER, PRODUCT, CUSTOMER, NODE, BIKE],
    relationships=[ITEMS, BUYER, TREE, KIND],
    operations=[Operation(name="customers", kind="read", entity="Customer")],
)
PATHS = Paths(Names(MODEL))


def steps(entity: str, path: str, *includes: str) -> str:
    route = PATHS.resolve(entity, path, includes)
    return "" if route is None else " ".join(f"{step.kind}:{step.name}" for step in route.steps)


@pytest.mark.parametrize(
    ("entity", "path", "expected"),
    [
        ("Order", "_id", "id:_id"),
        ("Customer", "_id", "id:_id"),
        ("Order", "status", "field:status"),
        ("Order", "dates.created", "field:dates field:created"),
        ("Order", "notes.text", "field:notes field:text"),
        ("Order", "items", "end:items"),
        ("Order", "items.quantity", "end:items link:quantity"),
        ("Order", "items.paid", "end:items copy:paid"),
        ("Order", "paid", "end:items copy:paid"),
        ("Order", "items.name", "end:items copy:name"),
        ("Order", "items.category", "end:items field:category"),
        ("Order", "items._id", "end:items id:_id"),
        ("Order", "items.product_id", "end:items id:_id"),
        ("Order", "buyer._id", "end:buyer._id"),
        ("Order", "buyer._id.name", "end:buyer._id field:name"),
        ("Order", "buyer.name", "copy:buyer.name"),
        ("Customer", "orders.items.category", "end:orders end:items field:category"),
        ("Node", "nodes.label", "end:nodes field:label"),
        ("Node", "ancestors", "tree:ancestors"),
        ("Bike", "price", "field:price"),
        ("Product", "product_type", "discriminator:product_type"),
        ("Bike", "orders.status", "end:orders field:status"),
    ],
)
def test_paths_resolve(entity: str, path: str, expected: str) -> None:
    assert steps(entity, path) == expected


def test_a_path_of_one_step_is_told_by_it() -> None:
    (one, longer, unknown) = (PATHS.step("Order", path) for path in ("items", "items.quantity", "nope"))
    assert one is not None and (one.kind, one.side) == ("end", "from")
    assert longer is None and unknown is None


@pytest.mark.parametrize(
    "path",
    [
        "nope",
        "status.more",
        "dates.nope",
        "items.nope",
        "$status",
        "",
        ".",
        "status.",
        "items.quantity.x",
        "gears",
    ],
)
def test_unknown_paths_are_none(path: str) -> None:
    assert steps("Order", path) == ""
    assert steps("Nobody", path) == ""


def test_an_included_relationship_starts_a_path() -> None:
    assert steps("Customer", "items.category", "buyer", "items") == "end:orders end:items field:category"
    assert steps("Customer", "items.category") == ""


def test_an_include_must_touch_what_is_reached() -> None:
    assert PATHS.reach("Customer", ["buyer", "items"])[1] is None
    assert PATHS.reach("Customer", ["items", "buyer"])[1] == "items"
    assert PATHS.reach("Node", ["tree.nodes"])[1] is None
    assert PATHS.reach("Node", ["tree.nope"])[1] == "tree.nope"
    assert PATHS.reach("Order", ["items", "kind"])[1] is None


def test_arrays_on_the_way_are_marked() -> None:
    route = PATHS.resolve("Customer", "orders.items.category")
    assert route is not None
    assert [step.array for step in route.steps] == [True, True, False]
    assert (route.target, route.field is not None) == ("Product", True)


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("staus", "status"),
        ("dates.creatd", "dates.created"),
        ("items.quantty", "items.quantity"),
        ("item", "items"),
        ("items.product", "items"),  # what a path of links leads to is meant already
        ("zzz", None),
    ],
)
def test_did_you_mean(path: str, near: str | None) -> None:
    assert PATHS.suggest("Order", path, Guesses()) == near


def test_a_parent_that_nobody_reads_lends_its_fields() -> None:
    unread_link = replace(BUYER, copies=[])
    unread = Paths(Names(replace(MODEL, operations=[], relationships=[ITEMS, unread_link])))
    assert [(name, [step.name for step in steps]) for name, steps in unread.folds_at("Order")] == [
        ("buyer.name", ["buyer._id", "name"]),
        ("name", ["buyer._id", "name"]),
    ]
    assert PATHS.folds_at("Order") == []


def test_a_ring_of_names_ends() -> None:
    assert steps("Node", ".".join(["nodes"] * 99 + ["nope"])) == ""
    assert steps("Node", ".".join(["nodes"] * 5000)) == ""
