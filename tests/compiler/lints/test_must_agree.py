"""MUST_AGREE: two ways to one thing that no function compares."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.names.must_agree import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"min": 0, "growth": "unbounded"}}


def billed(*relationships: Json) -> list[str]:
    """What is asked about an order's customer, and that of the invoice for it."""
    parts = [entity(name, field("no", "int")) for name in ("Customer", "Invoice", "Order")]
    needs = {"has": {"min": 1, "max": 1}}
    links = [
        link("orders", "one-to-many", ("Customer", MANY), ("Order", {"field": "customer", **needs}), strategy="PARENT_REF"),
        *relationships,
    ]  # fmt: skip
    findings = compile_design(design(parts, links)).findings
    return [f"{each.subject}: {each.message}" for each in findings if each.code == LINT.code]


@pytest.mark.parametrize("role", ["customer", "payer"])
def test_what_two_ways_lead_to_is_asked_about_where_both_call_it_by_its_name(role: str) -> None:
    customer = ("Invoice", {"field": role, "has": {"min": 1, "max": 1}})
    billed_to = link("billed to", "one-to-many", ("Customer", MANY), customer, strategy="PARENT_REF")
    invoice = ("Invoice", {"field": "order", "has": {"min": 0, "max": 1}})
    order = link("billed", "one-to-many", ("Order", MANY), invoice, strategy="PARENT_REF")
    told = "Invoice.customer: No function checks that it agrees with Invoice.order.customer."
    assert billed(billed_to, order) == ([told] if role == "customer" else [])
    assert billed(billed_to) == billed(order) == []
