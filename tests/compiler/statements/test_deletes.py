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


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize(
    ("asked", "must_match"),
    [
        ([{"field": "number"}], "booking not found"),
        ([{"field": "number"}, {"field": "state", "value": "held"}], "booking not found, or doesn't match the filter"),
        ([{"field": "state", "value": "held"}], ""),
    ],
)  # fmt: skip
def test_a_delete_that_returns_its_document_says_what_is_wrong_as_others_do(
    asked: list[dict[str, Any]], must_match: str, counted: bool
) -> None:
    """It answered null for one that its caller named, where an update of the same threw."""
    total = [field("held", "int", computed={"formula": "count(bookings)"})] * counted
    entities = [
        entity("Show", field("title"), *total),
        entity("Booking", field("number", required=True, unique=True), field("state")),
    ]
    ends = (
        ("Show", {"field": "bookings", "has": {"growth": "unbounded"}}),
        ("Booking", {"field": "show", "has": {"min": 1, "max": 1}}),
    )
    give_up = {"name": "give up", "kind": "delete", "entity": "Booking", "filter": asked, "returns": "before"}
    booked = link("of show", "one-to-many", *ends, strategy="PARENT_REF")
    made = compile_design(design(entities, [booked], operations=[give_up]))
    statements = [each for each in made.plan.statements if each.recipe == "give up"]
    (delete,) = [each for each in statements if each.op == "findOneAndDelete"]
    assert delete.must_match == must_match
    assert ("Returns null if nothing matches." in statements[0].comment) is (must_match == "")
