"""A call that ended between two writes is completed by the next one, on servers without transactions too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.judging import judge

Json = dict[str, Any]


def shop(**ends: str) -> Json:
    """Return a design of orders, whose customer and store keep something about them. ends: strategy of each."""
    entities = [
        {"name": "Customer", "fields": [{"name": "name", "type": "string", "required": True}]},
        {"name": "Store", "fields": [{"name": "city", "type": "string", "required": True}]},
        {"name": "Order", "fields": [
            {"name": "placed", "type": "date", "required": True}, {"name": "sum", "type": "int"},
        ]},
    ]  # fmt: skip
    relationships = [
        {
            "name": f"of{entity}", "kind": "one-to-many", "from": {"entity": entity}, "to": {"entity": "Order"},
            "strategy": strategy, "recent": {"count": 3, "sort": "placed", "direction": -1, "fields": ["placed"]},
            "together_needs": "recent",
        }
        for entity, strategy in ends.items()
    ]  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop", "topology": "standalone",
        "entities": entities, "relationships": relationships,
        "operations": [{"name": "place", "kind": "insert", "entity": "Order", "per_day": 5}],
    }  # fmt: skip


@pytest.mark.parametrize("customer", ["SUBSET", "CHILD_REFS", "PARENT_REF"])
@pytest.mark.parametrize("store", ["SUBSET", "TWO_WAY_REFS", "PARENT_REF"])
def test_an_insert_is_completed(customer: str, store: str) -> None:
    """An insert that ended before a list or slice had the document is completed, and adds nothing twice."""
    found = {
        one.function: one.why for one in judge("shop", shop(Customer=customer, Store=store)) if one.judged
    }
    assert "place" in found
    assert {name: why for name, why in found.items() if why and ("Add" in name or name == "place")} == {}
