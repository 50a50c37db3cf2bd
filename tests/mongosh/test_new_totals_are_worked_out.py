"""A transaction that inserts a document works out what follows from it, whatever its caller says, and what is behind it
counts with that. A node of a tree comes by the functions of the tree alone."""

from __future__ import annotations

from typing import Any

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


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
        assert {"network.add", "network.plant"} <= written(strategy), strategy
    assert "feeds.add" in written("TREE_PARENT"), "a node that names its parent alone"
