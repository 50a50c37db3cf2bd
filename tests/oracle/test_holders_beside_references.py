"""A reference to what stands in another document names that document too, under a name that no other field beside it has:
one field would tell of two things."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import walk
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def shop(strategy: str, *links: Json) -> Json:
    """Customers with addresses that stand in documents of theirs, to which orders refer."""
    has = (
        end("Customer", 9, field="addresses")
        if strategy == "EMBED_ARRAY"
        else end("Customer", field="addresses")
    )
    addresses = link("addresses", "one-to-many", has, end("Address", 1, field="of"), strategy=strategy)
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Customer", field("name", required=True)), entity("Address", field("street", required=True)),
            entity("Order", field("total", "int")),
        ],
        "relationships": [addresses, *links],
    }  # fmt: skip


def to(name: str) -> Json:
    """Orders refer to an address."""
    ends = end("Address", 20, field=f"{name}_orders"), end("Order", 1, field=f"{name}_id")
    return link(name, "one-to-many", *ends, strategy="PARENT_REF")


def of_customers() -> Json:
    """Orders refer to a customer, who need not be the one at whose address they arrive."""
    return link(
        "orders", "one-to-many", end("Customer", field="orders"), end("Order", 1), strategy="PARENT_REF"
    )


def near() -> Json:
    """Addresses are near others."""
    ends = end("Address", 20, field="near"), end("Address", 20, field="near_of")
    return link("near", "many-to-many", *ends, strategy="LINK_COLL")


def likes() -> Json:
    """Customers like addresses, which may stand with others."""
    ends = end("Customer", 20, field="likes"), end("Address", 20, field="liked_by")
    return link("likes", "many-to-many", *ends, strategy="LINK_COLL")


CASES = {
    "beside its customer": (
        shop("EMBED_ARRAY", to("shipping"), of_customers()), ("orders", "shipping_customer_id"),
        ("addressesRemove", "addressesReassign", "shippingRead", "shippingReassign", "ordersReassign"),
    ),
    "two addresses": (
        shop("EMBED_ARRAY", to("shipping"), to("billing")), ("orders", "billing_customer_id"),
        ("addressesRemove", "addressesReassign", "shippingRead", "shippingReassign"),
    ),
    "two in pages": (
        shop("BUCKET_TIME", to("shipping"), to("billing")), ("orders", "billing_bucket_id"),
        ("addressesRemove", "shippingRead"),
    ),
    "links of two alike": (shop("EMBED_ARRAY", near()), ("near", "near_customer_id"), ("addressesReassign",)),
    "links with a holder": (
        shop("EMBED_ARRAY", likes()), ("likes", "address_customer_id"), ("addressesReassign",)
    ),
    "alone": (shop("EMBED_ARRAY", to("shipping")), ("orders", "customer_id"), ("addressesReassign",)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_document_around_what_is_referred_to_has_a_field_of_its_own(case: str) -> None:
    design, (collection, path), names = CASES[case]
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    paths = [each.path for one in plan.collections if one.name == collection for each in walk(one.fields)]
    assert path in paths
    assert set(judged(design, *names).values()) == {""}
