"""What a thing says in two ways it says alike, whatever its business is: scores and verdicts, counts and percentages, states and amounts."""

from __future__ import annotations

import json
from typing import Any

from bson import Decimal128

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of

Json = dict[str, Any]


def field(name: str, kind: str = "string", *enum: str, **more: Any) -> Json:
    return {"name": name, "type": kind, **({"enum": [*enum]} if enum else {}), **more}


def things(*fields: Json, entity: str = "Thing", count: int = 6) -> list[Json]:
    """The first things of an entity of these fields, as the samples show them."""
    source = {
        "format": "nestlink/1", "name": "Agreement", "database": "agreement",
        "entities": [{"name": "Holder", "fields": [field("name")]}, {"name": entity, "fields": [*fields]}],
        "relationships": [{
            "name": "of", "kind": "one-to-many", "from": {"entity": "Holder", "has": {"min": count, "average": count}},
            "to": {"entity": entity, "has": {"min": 1, "max": 1}},
        }],
    }  # fmt: skip
    outcome = read(json.dumps(source))
    assert outcome.value is not None, outcome.findings
    records = world_of(compile_design(outcome.value))
    return [records.of(thing) for thing in records.world.things[entity]]


def money(record: Json, name: str) -> float:
    value = record[name]
    return float(value.to_decimal()) if isinstance(value, Decimal128) else float(value)


def test_a_score_a_rating_and_a_recommendation_agree() -> None:
    reviews = things(
        field("score", "int", maximum=100, minimum=0),
        field("rating", "string", "poor", "fair", "good", "excellent"),
        field("recommendation", "string", "accept", "maybe", "reject"),
        entity="Appraisal",
    )
    worth = {
        "poor": 0.2,
        "reject": 0.2,
        "fair": 0.5,
        "maybe": 0.5,
        "good": 0.8,
        "accept": 0.8,
        "excellent": 1,
    }
    assert len({review["recommendation"] for review in reviews}) > 1
    for review in reviews:
        for name in ("rating", "recommendation"):
            assert abs(worth[review[name]] - review["score"] / 100) < 0.35, review


def test_what_is_upheld_is_not_rejected_and_what_is_pending_is_not_decided() -> None:
    for objection in things(
        field("status", "string", "submitted", "pending", "upheld", "rejected"),
        field("decision"),
        entity="Objection",
    ):
        expected = {"upheld": "accepted", "rejected": "rejected"}.get(objection["status"])
        assert objection.get("decision") in (
            {expected, "withdrawn"} if expected == "rejected" else {expected}
        )


def test_harm_its_flags_and_its_outcome_agree() -> None:
    """An event of fatal severity is serious and fatal; a mild one is neither, and a machine that is safe has no critical defect."""
    for event in things(
        field("severity", "string", "mild", "moderate", "severe", "fatal"), field("serious", "bool", required=True),
        field("outcome", "string", "recovered", "recovering", "fatal", "unknown"), entity="SideEffect",
    ):  # fmt: skip
        assert (event["severity"] == "fatal") == (event["outcome"] == "fatal"), event
        if event["severity"] != "moderate":
            assert event["serious"] == (event["severity"] in ("severe", "fatal"))
    for repair in things(
        field("severity", "string", "low", "high", "critical"), field("safe_to_ride", "bool", required=True)
    ):
        assert repair["safe_to_ride"] == (repair["severity"] == "low")


def test_the_flag_of_a_result_says_where_it_lies_in_lists_too() -> None:
    parts = [
        field("value", "double"),
        field("low", "double"),
        field("high", "double"),
        field("flag", "string", "N", "L", "H", "HH"),
    ]
    panels = things(*parts) + [
        result
        for panel in things(field("results", "array", items={"type": "object", "fields": parts}))
        for result in panel.get("results", [])
    ]
    for panel in panels:
        if panel.keys() >= {"value", "low", "high", "flag"}:
            low, high = panel["low"], panel["high"]
            expected = "N" if low <= panel["value"] <= high else "L" if panel["value"] < low else "H"
            assert panel["flag"].startswith(expected), panel


def test_a_percentage_is_that_of_the_counts_beside_it() -> None:
    for test in things(
        field("seeds_sown", "int"), field("seeds_germinated", "int"), field("germination_percent", "double"), field("passed", "bool", required=True)
    ):  # fmt: skip
        share = 100 * test["seeds_germinated"] / test["seeds_sown"]
        assert abs(share - test["germination_percent"]) < 0.1 and test["passed"] == (share >= 50)


def test_hours_at_their_rate_rows_of_seats_and_breaks() -> None:
    for entry in things(
        field("minutes", "int"),
        field("hourly_rate", "decimal"),
        field("amount", "decimal"),
        entity="TimeEntry",
    ):
        assert abs(money(entry, "hourly_rate") * entry["minutes"] / 60 - money(entry, "amount")) < 0.01
    for hall in things(
        field("rows", "int"), field("seats_per_row", "int"), field("capacity", "int"), entity="Hall"
    ):
        assert hall["rows"] * hall["seats_per_row"] == hall["capacity"]
    for shift in things(
        field("starts_at", "date"), field("ends_at", "date"), field("break_minutes", "int"), entity="Shift"
    ):
        assert shift["break_minutes"] * 60 <= (shift["ends_at"] - shift["starts_at"]).total_seconds() / 4


def test_a_bill_is_paid_as_its_state_says() -> None:
    bills = things(
        field("status", "string", "draft", "sent", "partly_paid", "paid", "overdue"), field("net", "decimal"), field("vat_rate", "double"),
        field("vat", "decimal"), field("total", "decimal"), field("paid_amount", "decimal"), field("open_amount", "decimal"),
        field("reminder_level", "int"), entity="Invoice",
    )  # fmt: skip
    for bill in bills:
        total, paid, owed = (money(bill, name) for name in ("total", "paid_amount", "open_amount"))
        assert abs(paid + owed - total) < 0.011, bill
        assert {"paid": paid == total, "partly_paid": 0 < paid < total}.get(bill["status"], paid == 0), bill
        assert bill["status"] == "overdue" or bill["reminder_level"] == 0


def test_what_a_flag_denies_is_left_out_and_nothing_is_left_of_what_is_sold_out() -> None:
    for film in things(field("is_premiere", "bool"), field("premiere_kind", "string", "world", "national")):
        assert film["is_premiere"] or "premiere_kind" not in film
    for question in things(field("answered", "bool"), field("answer"), entity="Question"):
        assert question["answered"] or "answer" not in question
    for lot in things(
        field("quantity_kg", "double"),
        field("remaining_kg", "double"),
        field("status", "string", "released", "sold_out"),
    ):
        assert lot["remaining_kg"] <= lot["quantity_kg"]
        assert lot["status"] == "released" or lot["remaining_kg"] == 0
