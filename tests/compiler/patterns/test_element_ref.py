"""ELEMENT_REF: one element names another of its document."""

from __future__ import annotations

import pytest

from tests.compiler.composed import at, collections, composed, design, entity, field, link


@pytest.mark.parametrize(
    ("key", "kept", "types"),
    [
        (field("id", "int"), (), ("int",)),
        (field("code", unique=True), (), ("string",)),
        (field("city"), ("Address",), ("objectId",)),
    ],
)
def test_the_key_is_the_unique_field_or_the_id(
    key: dict[str, object], kept: tuple[str, ...], types: object
) -> None:
    model = design(
        [entity("Customer"), entity("Address", key), entity("Card", field("number"))],
        [
            link("a", "one-to-many", "Customer", "Address"),
            link("c", "one-to-many", "Customer", "Card"),
            link("b", "one-to-many", "Address", ("Card", {"field": "billing_address_id"})),
        ],
    )
    made = collections(model, composed(model, kept, a="EMBED_ARRAY", c="EMBED_ARRAY", b="ELEMENT_REF"))
    reference = at(made["customers"].fields, "cards.billing_address_id")
    assert (reference.types, reference.target, reference.origin) == (types, None, "reference")
    assert "of the same document" in reference.note


def test_a_kind_is_named_by_its_generals_key() -> None:
    """Which stands in every element of the array, unlike the kind's own."""
    model = design(
        [
            entity("Customer"), entity("Payment", field("id", "int")), entity("Card", field("pan", unique=True)),
            entity("Transfer"), entity("Address", field("city")),
        ],
        [
            link("k", "is-a", "Payment", "Card"),
            link("t", "is-a", "Payment", "Transfer"),
            link("p", "one-to-many", "Customer", "Payment"),
            link("a", "one-to-many", "Customer", "Address"),
            link("b", "one-to-many", "Card", "Address"),
        ],
    )  # fmt: skip
    chosen = {
        "k": "POLY_SINGLE",
        "t": "POLY_SINGLE",
        "p": "EMBED_ARRAY",
        "a": "EMBED_ARRAY",
        "b": "ELEMENT_REF",
    }
    made = collections(model, composed(model, **chosen))
    reference = at(made["customers"].fields, "addresses.card_id")
    assert (reference.types, reference.origin) == (("int",), "reference")


@pytest.mark.parametrize(("least", "required"), [(0, False), (1, True)])
def test_a_card_without_an_address_names_none(least: int, required: bool) -> None:
    model = design(
        [entity("Customer"), entity("Address", field("id", "int")), entity("Card", field("number"))],
        [
            link("a", "one-to-many", "Customer", "Address"),
            link("c", "one-to-many", "Customer", "Card"),
            link("b", "one-to-many", "Address", ("Card", {"field": "address_id", "has": {"min": least}})),
        ],
    )
    made = collections(model, composed(model, a="EMBED_ARRAY", c="EMBED_ARRAY", b="ELEMENT_REF"))
    assert at(made["customers"].fields, "cards.address_id").required is required
