"""Versions that stand beside one another repeat what is unique: only the current ones may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import entity, field
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("more", [{}, {"sparse": True}, {"partial": {"region": {"$exists": True}}}])
def test_a_declared_unique_index_is_of_the_current_versions(more: dict[str, Any]) -> None:
    """A price of a product in a region changes: the earlier price of the same stays."""
    price = entity(
        "Price", field("product", required=True), field("region"), field("cents", "int", required=True),
        history="point-in-time", indexes=[{"keys": [["product", 1], ["region", 1]], "unique": True, **more}],
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Prices", "database": "prices", "entities": [price], "relationships": [],
        "operations": [{"name": "reprice", "kind": "update", "entity": "Price", "filter": [{"field": "product"}],
                        "changes": ["cents"]}],
    }  # fmt: skip
    names = ("reprice", "priceChange")
    assert judged(design, *names) == dict.fromkeys(names, "")
