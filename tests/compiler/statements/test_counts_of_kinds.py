"""Kinds of what stands in an object are counted where it stands: a document without it is of no kind."""

from __future__ import annotations

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design


@pytest.mark.parametrize(("least", "asked"), [(0, [{"$match": {"payment": {"$exists": True}}}]), (1, [])])
def test_documents_without_the_object_are_not_counted(least: int, asked: list[object]) -> None:
    kinds = [link(name.lower(), "is-a", "Payment", name, strategy="POLY_SINGLE") for name in ("Card", "Cash")]
    end = ("Order", {"field": "payment", "has": {"min": least}})
    paid = link("paid", "one-to-one", end, ("Payment", {"has": {"min": 1}}), strategy="EMBED_ONE")
    parts = [entity("Order", field("number")), entity("Payment", field("amount", "int"))]
    parts += [entity("Card", field("digits")), entity("Cash", field("till"))]
    statements = compile_design(design(parts, [paid, *kinds])).plan.statements
    (counting,) = [each for each in statements if each.purpose == "kinds"]
    assert counting.pipeline == [*asked, {"$sortByCount": "$payment.payment_type"}]
