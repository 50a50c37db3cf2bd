"""An array keeps its fewest elements, however many conditions say which of them go."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
FEW = "each order must keep at least 1 in lines"
NONE = "order found, but it has no matching item in lines"


def orders() -> Json:
    """Orders with lines that a dish and a state, or a dish and a range, name. No validator keeps one of the lines."""
    by = [{"field": "_id"}, {"field": "lines.dish"}]
    out = [{"field": "lines", "do": "pull"}]
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "entities": [
            entity("Order", field("_id", "int"), validation={"level": "off"}),
            entity("Line", field("dish", required=True), field("sent", "bool", required=True), field("price", "int")),
        ],
        "relationships": [
            link("lines", "one-to-many", {**end("Order", 9, field="lines"), "has": {"min": 1, "max": 9}},
                 end("Line", 1, field="order"), strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "take back", "kind": "update", "entity": "Order",
             "filter": [*by, {"field": "lines.sent", "value": False}], "effects": out},
            {"name": "take cheap", "kind": "update", "entity": "Order",
             "filter": [*by, {"field": "lines.price", "match": "range", "at_most": 5}], "effects": out},
        ],
    }  # fmt: skip


def line(dish: str, *, sent: bool = False, **more: int) -> Json:
    """A line of an order."""
    return {"dish": dish, "sent": sent, **more}


@replay(orders)
def test_what_two_conditions_name_stays_where_nothing_else_would(play: Play) -> Steps:
    play.documents = {
        "orders": [
            {"_id": 1, "lines": [line("soup"), line("soup")]},
            {"_id": 2, "lines": [line("soup"), line("soup", sent=True)]},
            {"_id": 3, "lines": [line("soup", sent=True), line("pie")]},
            {"_id": 4, "lines": [line("soup", price=4), line("soup", price=5)]},
            {"_id": 5, "lines": [line("soup", price=4), line("soup", price=6), line("soup")]},
        ]
    }
    for name, order in (("back", 1), ("back", 2), ("back", 3), ("cheap", 4), ("cheap", 5), ("cheap", 3)):
        play.call(f"take {name}", id=order, linesDish="soup")
    done = yield
    assert [(result or {}).get("refused") for result in done.results] == [FEW, None, NONE, FEW, None, NONE]
    assert done.one("orders", 1)["lines"] == [line("soup"), line("soup")]
    assert done.one("orders", 2)["lines"] == [line("soup", sent=True)]
    assert done.one("orders", 4)["lines"] == [line("soup", price=4), line("soup", price=5)]
    assert done.one("orders", 5)["lines"] == [line("soup", price=6), line("soup")]
