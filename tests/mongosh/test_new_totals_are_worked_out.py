"""A function that inserts a document works out what follows from it, whatever its caller says, and what is behind it
counts with that. A node of a tree comes by the functions of the tree alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
FIRST = ObjectId("0" * 24)


def computed(formula: str) -> Json:
    """A result that every write keeps."""
    return {"formula": formula, "refresh": "on-write"}


def cellar() -> Json:
    """Customers whose balance is the sum of what their deliveries come to."""
    balance = field("balance", "int", computed=computed("sum(deliveries.total)"))
    total = field("total", "int", required=True, computed=computed("sum(lines.price)"))
    return {
        "format": "nestlink/1", "name": "Cellar", "database": "cellar",
        "entities": [
            entity("Customer", NUMBER, balance), entity("Delivery", NUMBER, total), entity("Line", field("price", "int", required=True)),
        ],
        "relationships": [
            link("deliveries", "one-to-many", end("Customer", 900, field="deliveries"),
                 {"entity": "Delivery", "field": "customer", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
            link("lines", "one-to-many", end("Delivery", 20, field="lines"), end("Line", 1, field="delivery"), strategy="EMBED_ARRAY"),
        ],
        "operations": [{"name": "deliver", "kind": "insert", "entity": "Delivery", "per_day": 45}],
    }  # fmt: skip


@replay(cellar)
def test_no_total_is_what_the_caller_says(play: Play) -> Steps:
    play.documents = {"customers": [{"_id": 1, "balance": 10}], "deliveries": []}
    lines = [{"price": 3}, {"price": 4}]
    play.call("deliver", delivery={"_id": 5, "customer": 1, "total": 900, "lines": lines})
    play.call("deliver", delivery={"_id": 6, "customer": 1})
    done = yield
    assert [each["total"] for each in done.all("deliveries", 1)] == [7, 0]
    assert done.one("customers", 1, 0)["balance"] == 17
    assert done.one("customers", 1, 1)["balance"] == 17


def shop(topology: str, **more: Any) -> Callable[[], Json]:
    """Baskets that nothing else counts with: their sum stands in an object. more: of the baskets."""
    net = field("net", "int", required=True, computed=computed("sum(lines.price)"))
    return lambda: {
        "format": "nestlink/1", "name": "Shop", "database": "shop", "topology": topology,
        "entities": [
            entity("Basket", NUMBER, field("money", "object", required=True, fields=[net, field("currency", required=True)]), **more),
            entity("Line", field("price", "int", required=True)),
        ],
        "relationships": [
            link("lines", "one-to-many", end("Basket", 20, field="lines"), end("Line", 1, field="basket"), strategy="EMBED_ARRAY"),
        ],
        "operations": [{"name": "fill", "kind": "insert", "entity": "Basket", "per_day": 45}],
    }  # fmt: skip


def _filled(play: Play) -> Steps:
    """A basket comes with what its lines come to, whatever its caller says, and as it is first of all."""
    play.documents = {"baskets": []}
    lines = [{"price": 3}, {"price": 4}]
    play.call("fill", basket={"_id": 5, "money": {"net": 900, "currency": "EUR"}, "lines": lines})
    play.call("fill", basket={"_id": 6, "money": {"currency": "GBP"}})
    done = yield
    assert [each["money"] for each in done.all("baskets", 1)] == [
        {"net": 7, "currency": "EUR"},
        {"net": 0, "currency": "GBP"},
    ]
    assert [each.get("revision", 1) for each in done.all("baskets", 1)] == [1, 1]
    assert done.all("basket_revisions", 1) == []


@replay(shop("replica-set"))
def test_a_plain_insert_works_out_its_totals(play: Play) -> Steps:
    yield from _filled(play)


@replay(shop("standalone"))
def test_a_server_alone_works_them_out(play: Play) -> Steps:
    yield from _filled(play)


@replay(shop("replica-set", history="revisions"))
def test_what_has_earlier_versions_is_its_first_one_with_its_totals(play: Play) -> Steps:
    yield from _filled(play)


def rated() -> Json:
    """Films whose stars, which not all have, say how many there are."""
    count = field("count", "int", computed=computed("stars.good + stars.bad"))
    stars = field(
        "stars",
        "object",
        fields=[field("good", "int", required=True), field("bad", "int", required=True), count],
    )
    return {
        "format": "nestlink/1", "name": "Films", "database": "films", "relationships": [],
        "entities": [entity("Film", NUMBER, stars)],
        "operations": [{"name": "show", "kind": "insert", "entity": "Film", "per_day": 45}],
    }  # fmt: skip


@replay(rated)
def test_nothing_is_put_into_an_object_that_is_not_there(play: Play) -> Steps:
    play.documents = {"films": []}
    play.call("show", film={"_id": 5})
    done = yield
    assert done.all("films") == [{"_id": 5}]


def network(strategy: str) -> Json:
    """Segments of a network, each below another, and fed by a plant."""
    feeds = link(
        "feeds",
        "one-to-many",
        end("Plant", 90, field="segments"),
        end("Segment", 1, field="plant"),
        strategy="PARENT_REF",
    )
    below = link(
        "network",
        "tree",
        end("Segment", 9, field="downstream"),
        end("Segment", 1, field="upstream"),
        strategy=strategy,
    )
    return {
        "format": "nestlink/1", "name": "Heat", "database": "heat",
        "entities": [entity("Plant", field("name")), entity("Segment", field("metres", "int"))],
        "relationships": [feeds, below], "operations": [],
    }  # fmt: skip


def written(strategy: str) -> set[str]:
    """The functions that add."""
    statements = build(network(strategy)).compilation.plan.statements
    return {each.recipe for each in statements if each.purpose in ("add", "plant")}


def test_a_node_of_a_tree_comes_by_the_functions_of_the_tree() -> None:
    for strategy in ("TREE_NESTED", "TREE_PATH", "TREE_ANCESTORS"):
        assert "feeds.add" not in written(strategy), strategy
        roots = {"network.plant"} if strategy == "TREE_NESTED" else set()  # the others add them by null
        assert {"network.add"} | roots == written(strategy), strategy
    for strategy in ("TREE_PARENT", "TREE_CHILD"):
        assert "feeds.add" in written(strategy), "a node that names its parent alone, or lists its children"


@replay(lambda: network("TREE_CHILD"))
def test_a_new_node_that_lists_its_children_has_none(play: Play) -> Steps:
    play.documents = {"plants": [{"_id": 1, "name": "North"}], "segments": []}
    play.call("feeds.add", segment={"_id": 5, "metres": 9, "plant": 1, "downstream": [7]})
    done = yield
    assert done.all("segments") == [{"_id": 5, "metres": 9, "plant": 1, "downstream": []}]


def depots() -> Json:
    """Regions that add up what depots have, which count the pallets that refer to them."""
    stock = [
        field("stock", "int", computed=computed("sum(pallets.weight)")),
        field("heaviest", "int", computed=computed("max(pallets.weight)")),
        field("mean", "double", computed=computed("round(avg(pallets.weight), 1)")),
    ]
    return {
        "format": "nestlink/1", "name": "Depots", "database": "depots",
        "entities": [
            entity("Region", NUMBER, field("stock", "int", computed=computed("sum(depots.stock)"))),
            entity("Depot", NUMBER, *stock),
            entity("Pallet", NUMBER, field("weight", "int", required=True)),
        ],
        "relationships": [
            link("lies", "one-to-many", end("Region", 900, field="depots"), end("Depot", 1, field="region"), strategy="PARENT_REF"),
            link("holds", "one-to-many", end("Depot", None, field="pallets"), end("Pallet", 1, field="depot"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "open", "kind": "insert", "entity": "Depot", "per_day": 3}],
    }  # fmt: skip


def _opened(play: Play) -> Steps:
    """What counts a new document counts with what it begins with, not with what the caller says."""
    play.documents = {
        "regions": [{"_id": 1, "stock": 10}],
        "depots": [{"_id": 4, "region": 1, "stock": 10}],
        "pallets": [],
    }
    play.call("open", depot={"_id": 5, "region": 1, "stock": 500, "heaviest": 80, "mean": 3.5})
    done = yield
    assert done.one("depots", 5) == {"_id": 5, "region": 1, "stock": 0, "heaviest": None, "mean": None}
    assert done.one("regions", 1) == {"_id": 1, "stock": 10}


@replay(depots)
def test_a_total_counts_with_what_a_new_document_begins_with(play: Play) -> Steps:
    yield from _opened(play)


@replay(lambda: depots() | {"topology": "standalone"})
def test_so_it_does_where_the_server_has_no_transactions(play: Play) -> Steps:
    yield from _opened(play)


def invoices(needed: bool) -> Callable[[], Json]:
    """Invoices over lines, each of which is worth its quantity times its price. needed: whether each line must say so."""
    line = entity(
        "Line", field("quantity", "int", required=True), field("price", "int", required=True),
        field("discount", "int"), field("worth", "int", required=needed, computed=computed("quantity * price - discount")),
        kind="weak",
    )  # fmt: skip
    total = field("total", "int", computed=computed("sum(lines.worth)"))
    return lambda: {
        "format": "nestlink/1", "name": "Billing", "database": "billing",
        "entities": [entity("Invoice", NUMBER, total), line],
        "relationships": [
            link("lines", "one-to-many", end("Invoice", 20, field="lines"), end("Line", 1), strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "bill", "kind": "insert", "entity": "Invoice", "per_day": 45},
            {"name": "reprice", "kind": "update", "entity": "Line", "per_day": 9, "filter": [{"field": "_id"}], "effects": [{"do": "set", "field": "price"}]},
            {"name": "add line", "kind": "insert", "entity": "Line", "per_day": 9},
        ],
    }  # fmt: skip


def _worths(play: Play, needed: bool) -> Steps:
    wrong = {"worth": 900} if needed else {}
    lines = [
        {"_id": FIRST, "quantity": 3, "price": 4, **wrong},
        {"quantity": 2, "price": 5, "discount": 1, **wrong},
    ]
    play.documents = {"invoices": []}
    play.call("bill", invoice={"_id": 5, "lines": lines})
    play.call("add line", invoiceId=5, line={"quantity": 1, "price": 2, "worth": 900})
    play.call("bill", invoice={"_id": 6})
    play.call("reprice", id=FIRST, newPrice=6)
    done = yield
    first, second = done.all("invoices", 2)
    assert [each["worth"] for each in first["lines"]] == [12, 9, 2]
    assert first["total"] == 23 and "lines" not in second
    repriced, _ = done.all("invoices", 3)
    assert [each["worth"] for each in repriced["lines"]] == [18, 9, 2] and repriced["total"] == 29


@replay(invoices(needed=False))
def test_a_line_is_worth_what_its_own_fields_say(play: Play) -> Steps:
    yield from _worths(play, needed=False)


@replay(invoices(needed=True))
def test_a_line_that_must_be_worth_something_is_worth_what_its_own_fields_say(play: Play) -> Steps:
    yield from _worths(play, needed=True)
