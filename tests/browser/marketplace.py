"""A marketplace of 15 entities and 19 relationships: what a person draws in half an hour, and must be able to read."""

from __future__ import annotations

from typing import Any

_ENTITIES = {
    "Seller": "name:string email:string rating:double joined_on:date country:string",
    "Buyer": "name:string email:string phone:string joined_on:date",
    "Product": "title:string description:string price:decimal stock:int weight:double brand:string listed_on:date",
    "Category": "name:string slug:string",
    "Order": "number:string placed_on:date status:string total:decimal currency:string",
    "OrderLine": "quantity:int price:decimal",
    "Payment": "method:string amount:decimal paid_on:date status:string",
    "Shipment": "carrier:string tracking:string sent_on:date arrived_on:date",
    "Address": "street:string city:string postcode:string country:string",
    "Review": "stars:int title:string text:string written_on:date",
    "Question": "text:string asked_on:date",
    "Answer": "text:string answered_on:date",
    "Coupon": "code:string percent:int valid_until:date",
    "Return": "reason:string opened_on:date status:string",
    "Message": "text:string sent_on:date read:bool",
}
_RELATIONSHIPS = (
    ("Seller", "Product", "products"), ("Category", "Product", "category_products"), ("Buyer", "Order", "orders"),
    ("Order", "OrderLine", "lines"), ("Product", "OrderLine", "product_lines"), ("Order", "Payment", "payments"),
    ("Order", "Shipment", "shipments"), ("Buyer", "Address", "addresses"), ("Seller", "Address", "seller_addresses"),
    ("Product", "Review", "reviews"), ("Buyer", "Review", "buyer_reviews"), ("Product", "Question", "questions"),
    ("Buyer", "Question", "buyer_questions"), ("Question", "Answer", "answers"), ("Seller", "Coupon", "coupons"),
    ("Order", "Return", "returns"), ("Buyer", "Message", "messages"), ("Seller", "Message", "seller_messages"),
    ("Seller", "Order", "seller_orders"),
)  # fmt: skip


def marketplace() -> dict[str, Any]:
    """The design, with no place for anything."""
    return {
        "format": "nestlink/1",
        "name": "Marketplace",
        "database": "marketplace",
        "entities": [
            {"name": name, "fields": [dict(zip(("name", "type"), one.split(":"), strict=True)) for one in told.split()]}
            for name, told in _ENTITIES.items()
        ],
        "relationships": [
            {
                "name": name,
                "kind": "one-to-many",
                "from": {"entity": one, "field": name, "has": {"min": 0, "max": None, "average": 8}},
                "to": {"entity": other, "has": {"min": 1, "max": 1}},
            }
            for one, other, name in _RELATIONSHIPS
        ],
    }  # fmt: skip
