"""What edits an element changes the fields that its subtype has, and never of which subtype it is."""

from __future__ import annotations

from typing import Any

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build


def _wallet() -> dict[str, Any]:
    kinds = [
        {**link(f"is_{name}", "is-a", ("Method", {}), (name.title(), {}), strategy="POLY_SINGLE"),
         "discriminator": {"field": "kind", "value": name}}
        for name in ("card", "debit")
    ]  # fmt: skip
    ends = (
        ("Person", {"field": "methods", "has": {"min": 0, "max": 6}}),
        ("Method", {"has": {"min": 1, "max": 1}}),
    )
    return {
        "format": "nestlink/1", "name": "Wallet", "database": "wallet",
        "entities": [
            entity("Person", field("name")),
            entity("Method", field("kind", required=True, enum=["card", "debit"]), field("_id", "objectId"), field("label")),
            entity("Card", field("expires", required=True)), entity("Debit", field("mandate", required=True)),
        ],
        "relationships": [
            link("methods", "one-to-many", *ends, strategy="EMBED_ARRAY", exclusive_owner=True), *kinds,
        ],
        "operations": [{"name": "drop", "kind": "delete", "entity": "Method", "filter": [{"field": "_id"}], "per_day": 1}],
    }  # fmt: skip


def _offered(script: str, name: str) -> str:
    return script.partition(f"\nfunction {name}(")[2].partition("mustChange(changes, ")[2].partition(")")[0]


def test_an_edit_offers_what_all_subtypes_have_but_not_which_it_is() -> None:
    script = build(_wallet()).scripts["mongosh/04_queries.js"]
    assert _offered(script, "methodsEdit").startswith('["label"]')


def test_each_subtype_has_an_edit_of_its_own_fields() -> None:
    """A renewed card couldn't be stored."""
    script = build(_wallet()).scripts["mongosh/04_queries.js"]
    assert _offered(script, "methodsEditCard").startswith('["label", "expires"]')
    assert _offered(script, "methodsEditDebit").startswith('["label", "mandate"]')
