"""What must have children and stands apart from them cannot bring them along: its insert says so. Inside of its document, the
validator asks for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.cases import built_once
from tests.mongosh.odd import entity, field, link
from tests.mongosh.test_archives import design

Json = dict[str, Any]


def invoices(strategy: str, least: int) -> Json:
    """Invoices with lines, of which each has at least so many."""
    lines = link(
        "lines", "one-to-many", {"entity": "Invoice", "field": "lines", "has": {"min": least, "max": 20}},
        {"entity": "Line", "field": "invoice", "has": {"min": 1, "max": 1}}, strategy=strategy, exclusive_owner=True,
    )  # fmt: skip
    return design(entity("Invoice", field("number")), entity("Line", field("text", required=True)), links=[lines]) | {
        "operations": [{"name": "issue", "kind": "insert", "entity": "Invoice"}]
    }  # fmt: skip


@pytest.mark.parametrize(("strategy", "least"), [("PARENT_REF", 1), ("PARENT_REF", 0), ("EMBED_ARRAY", 1)])
def test_an_insert_says_what_is_to_be_inserted_next(strategy: str, least: int) -> None:
    plan = built_once(invoices(strategy, least)).compilation.plan
    comment = next(each.comment for each in plan.statements if each.recipe == "issue")
    assert ("It needs lines (at least 1): insert them next." in comment) == (
        strategy == "PARENT_REF" and least == 1
    )
    (invoice,) = (each for each in plan.collections if each.name == "invoices")
    schema = invoice.validator["$jsonSchema"]
    assert ("lines" in schema.get("required", [])) == (strategy == "EMBED_ARRAY")
