"""A projection that goes to another document and comes back along the same relationship names what no join reads: it is
refused, or its note says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.compiled import compiled
from tests.compiler.random_wild import wild
from tests.mongosh.odd import end, entity, field, link

Json = dict[str, Any]


def _shop(kind: str, strategy: str, *includes: str) -> Json:
    most = 1 if kind == "one-to-many" else 0
    orders = link(
        "orders", kind, end("Customer", field="latest"), end("Order", most, field="buyer"), strategy=strategy
    )
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [entity("Customer", field("name", required=True)), entity("Order", field("total", "double"))],
        "relationships": [orders],
        "operations": [
            {"name": "with buyer", "kind": "read", "entity": "Order", "per_day": 9, "filter": [{"field": "_id"}],
             "projection": ["buyer.name", "buyer.latest.total"], "includes": list(includes)},
        ],
    }  # fmt: skip


def _refusals(source: Json) -> list[tuple[str, str]]:
    findings = compiled(source).findings
    return [(each.message, each.hint) for each in findings if each.code == "OPERATION_UNWRITTEN"]


def test_the_way_back_from_one_to_one_is_refused() -> None:
    """It was left out of the projection, and nothing said so."""
    message = (
        "No script generated: it returns buyer.latest.total, but buyer.latest leads back to the same Order."
    )
    assert _refusals(_shop("one-to-one", "LINK_ONE")) == [(message, "Return total instead.")]
    assert "work1" in {
        each.subject for each in compiled(wild(325)).findings if each.code == "OPERATION_UNWRITTEN"
    }


@pytest.mark.parametrize("includes", [(), ("orders",)])
def test_the_way_back_to_several_is_said_in_the_note(includes: tuple[str, ...]) -> None:
    """The note told to include the relationship, which leads to the buyer alone."""
    statements = compiled(_shop("one-to-many", "PARENT_REF", *includes)).plan.statements
    notes = [each.comment for each in statements if each.recipe == "with buyer"]
    assert any("buyer.latest.total isn't shown: read it separately." in note for note in notes)
