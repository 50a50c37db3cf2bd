"""L22: slices that do not know their source."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.subset_no_id import LINT
from designs.compiler.plan_model.physical import DocField, Element
from tests.compiler.planned import findings, found, pair, planned, with_collection
from tests.compiler.small import design, entity, text

NAMED = [{"name": "review_id", "type": "objectId"}]


def declared(name: str, *fields: dict[str, Any], **review: Any) -> list[tuple[str, str]]:
    item = {"type": "object", "fields": [text(20, "comment"), *fields]}
    product = entity("Product", {"name": name, "type": "array", "items": item})
    return found(LINT, planned(design([product, entity("Review", *review.pop("fields", [text()]))], [])))


def test_a_declared_slice_holds_the_id_of_its_source() -> None:
    assert declared("recent_reviews") == [("Product.recent_reviews", "warning")]
    assert declared("recent_reviews", *NAMED) == []
    assert declared("recent_reviews", {"name": "_id", "type": "objectId"}) == []


def test_a_unique_field_will_do() -> None:
    number = {"name": "number", "type": "int", "unique": True}
    assert declared("recent_reviews", {"name": "number", "type": "int"}, fields=[number]) == []


@pytest.mark.parametrize("name", ["reviews", "recent_visits", "recent_products"])
def test_other_arrays_are_nobodys_slice(name: str) -> None:
    assert declared(name) == []


@pytest.mark.parametrize("of", ["Child", None])
def test_our_slices_know_their_source(of: str | None) -> None:
    plan = pair("SUBSET", None)
    assert found(LINT, plan) == []
    (parents,) = (one for one in plan.plan.collections if one.name == "parents")
    bare = Element(types=("object",), fields=(DocField(name="name", types=("string",)),))
    fields = tuple(
        DocField(name=one.name, types=one.types, origin="subset", items=bare, entity=of)
        if one.origin == "subset"
        else one
        for one in parents.fields
    )
    (told,) = findings(LINT, with_collection(plan, "parents", fields=fields))
    assert (told.subject, told.severity) == ("parents.recent_children", "warning")
    assert f"store their {of or 'the source'}" in told.message
