"""Deletes of what stands inside other documents: of one where the filter names one, else of all."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
ONE = {"has": {"min": 0, "max": 1}}
OWNED = {"exclusive_owner": True}


def deleted(of: str, *fields: str) -> Statement:
    """The delete of an embedded entity, found by these fields."""
    entities = [
        entity("Customer", field("name", required=True), field("email", unique=True)),
        entity("Address", field("code", required=True, unique=True), field("town"), kind="weak"),
        entity("Phone", field("number", required=True, unique=True), field("label"), kind="weak"),
    ]
    links = [
        link("home", "one-to-one", ("Customer", ONE), ("Address", {"field": "holder", **ONE}), strategy="EMBED_ONE", **OWNED),
        link("phones", "one-to-many", ("Customer", {"has": {"max": 9}}), ("Phone", ONE), strategy="EMBED_ARRAY", **OWNED),
    ]  # fmt: skip
    gone = {"name": "it", "kind": "delete", "entity": of, "filter": [{"field": one} for one in fields]}
    plan = compile_design(design(entities, links, operations=[gone])).plan
    (found,) = [one for one in plan.statements if one.subject == "operation:it"]
    return found


@pytest.mark.parametrize(
    ("filter", "op"),
    [("town", "updateMany"), ("holder.name", "updateMany"), ("code", "updateOne"), ("holder.email", "updateOne"), ("holder", "updateOne")],
)  # fmt: skip
def test_a_part_is_taken_out_of_every_document_that_the_filter_means(filter: str, op: str) -> None:
    one = deleted("Address", filter)
    assert (one.op, one.update) == (op, {"$unset": {"address": ""}})


@pytest.mark.parametrize(
    ("filter", "op"),
    [(["label"], "updateMany"), (["number"], "updateOne"), (["label", "number"], "updateOne")],
)
def test_elements_are_taken_out_of_every_document_that_the_filter_means(filter: list[str], op: str) -> None:
    one = deleted("Phone", *filter)
    assert one.op == op and list(one.update["$pull"]) == ["phones"]
