"""The audit compares where two ways lead: an invoice's customer, and the customer of its order."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def invoices() -> Json:
    """Orders and invoices of customers, each invoice for one order, with lines that were each ordered, too."""
    names = ("Customer", "Order", "Invoice", "Payment")
    needs = {"field": "customer", "has": {"min": 1, "max": 1}}
    return {
        "format": "nestlink/1", "name": "Bills", "database": "bills", "entities": [entity(name, NUMBER) for name in names],
        "relationships": [
            *(link(f"of {child}", "one-to-many", end("Customer"), {"entity": child, **needs}, strategy="PARENT_REF")
              for child in names[1:]),
            link("billed", "one-to-many", end("Order"), end("Invoice", 1, field="order"), strategy="PARENT_REF"),
            link("paid", "many-to-many", end("Payment", 9, field="invoices"), end("Invoice", 9), strategy="EMBED_LINK",
                 link_fields=[field("amount", "int", required=True)]),
        ],
    }  # fmt: skip


@replay(invoices)
def test_the_audit_finds_where_two_ways_lead_to_different_things(play: Play) -> Steps:
    play.documents = {
        "customers": [{"_id": 1}, {"_id": 2}],
        "orders": [{"_id": 11, "customer": 1}, {"_id": 12, "customer": 2}],
        "invoices": [{"_id": 21, "customer": 1, "order": 11}, {"_id": 22, "customer": 1, "order": 12}],
        "payments": [
            {"_id": 31, "customer": 1, "invoices": [{"invoice_id": 21, "amount": 5}]},
            {"_id": 32, "customer": 2, "invoices": [{"invoice_id": 22, "amount": 5}]},
        ],
    }
    play.audit()
    done = yield
    assert done.found["Invoice.order.customer.agrees"] == [
        {"_id": 22, "customer": 1, "order": 12, "order_customer": 2}
    ]
    assert [each["_id"] for each in done.found["Payment.invoices.customer.agrees"]] == [32]


@replay(invoices)
def test_samples_lead_to_the_same(play: Play) -> Steps:
    play.audit()
    done = yield
    assert [each for each in done.found if done.found[each]] == []
