"""The order of an index's keys: among equalities, and between a sort and a range by the stated numbers."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes import esr_order, idx_missing
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import findings, index_of, keys, planned

Json = dict[str, Any]
STATES = ["asked", "held", "settled"]


def events(
    *operations: Json, average: float | None = 60, per_day: float = 3, indexes: Any = ()
) -> Compilation:
    """Events of a venue, each with its coordinator."""
    has = {"min": 0, "max": None, "growth": "unbounded"} | ({"average": average} if average else {})
    own = [
        field("status", enum=STATES), field("starts_at", "date"), field("title"), field("guests", "int"), field("booked_at", "date"),
    ]  # fmt: skip
    parts = [
        entity("Employee", field("name"), count=90),
        entity(
            "Event", *own, count=5400, inserts_per_day=per_day, **({"indexes": indexes} if indexes else {})
        ),
    ]
    ends = ("Employee", {"has": has}), ("Event", {"field": "coordinator", "has": {"min": 0, "max": 1}})
    between = link("coordinator", "one-to-many", *ends, strategy="PARENT_REF")
    named = [
        {"name": f"ask{number}", "kind": "read", "entity": "Event", **each}
        for number, each in enumerate(operations)
    ]
    return planned(design(parts, [between], operations=named))


def equal(*paths: str) -> list[Json]:
    return [{"field": path, "match": "eq"} for path in paths]


def in_order(*paths: str) -> list[Json]:
    return [{"field": path} for path in paths]


def test_a_reference_stands_before_a_state_that_more_operations_ask_for() -> None:
    """Its index then serves the relationship and its deletes, too, and none is suggested beside it."""
    upcoming = {
        "filter": [*equal("status"), {"field": "starts_at", "match": "range"}],
        "sort": in_order("starts_at"),
    }
    mine = {"filter": equal("status", "coordinator"), "sort": in_order("starts_at")}
    plan = events(upcoming, {**upcoming, "sort": in_order("guests")}, mine)
    assert "coordinator:1,status:1,starts_at:1" in keys(plan, "events")
    (collection,) = (each for each in plan.plan.collections if each.name == "events")
    assert not collection.suggested


def test_a_state_that_is_asked_for_alone_stays_first() -> None:
    """One index serves both."""
    plan = events({"filter": equal("status")}, {"filter": equal("title", "status")})
    assert keys(plan, "events") == ["status:1,title:1"]


def test_what_has_many_values_stands_before_a_state() -> None:
    plan = events({"filter": equal("status", "title")}, {"filter": equal("status", "guests")})
    assert keys(plan, "events") == ["title:1,status:1", "guests:1,status:1"]


def shifts(average: float | None = 60, per_day: float = 3, **more: Any) -> Compilation:
    matches = [*equal("coordinator"), {"field": "booked_at", "match": "range"}]
    return events(
        {"filter": matches, "sort": in_order("starts_at"), "limit": 40, **more},
        average=average,
        per_day=per_day,
    )


SORTED, NARROWED = "coordinator:1,starts_at:1,booked_at:1", "coordinator:1,booked_at:1"


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        ({}, NARROWED),
        ({"average": None}, SORTED),  # nobody says how many there are of one employee
        ({"per_day": 700}, SORTED),  # a week is nearly all that there is
        ({"average": 40_000, "per_day": 200}, SORTED),  # a page is full before a quarter of a week is sorted
    ],
)
def test_a_range_stands_before_the_sort_where_it_leaves_less_than_the_order_reads(
    numbers: Json, line: str
) -> None:
    assert keys(shifts(**numbers), "events") == [line]


def test_the_reason_says_by_which_numbers() -> None:
    reason = index_of(shifts(), "events", NARROWED).reason
    assert "sorts by starts_at in memory" in reason
    assert "of 60" in reason


def test_no_finding_asks_for_the_order_that_the_numbers_speak_against() -> None:
    assert not findings(idx_missing.LINT, shifts())
    matches = [*equal("coordinator"), {"field": "booked_at", "match": "range"}]
    asked = {"filter": matches, "sort": in_order("starts_at"), "limit": 40}
    declared = [{"keys": [["coordinator", 1], ["booked_at", 1], ["starts_at", 1]]}]
    assert not findings(esr_order.LINT, events(asked, indexes=declared))
    assert findings(esr_order.LINT, events(asked, indexes=declared, average=None))


@pytest.mark.parametrize("how", ["regex", "exists"])
def test_what_bounds_no_keys_stays_behind_the_sort(how: str) -> None:
    value = {"value": True} if how == "exists" else {}
    matches = [*equal("coordinator"), {"field": "title", "match": how, **value}]
    plan = events({"filter": matches, "sort": in_order("starts_at"), "limit": 40})
    assert keys(plan, "events") == ["coordinator:1,starts_at:1,title:1"]


@pytest.mark.parametrize(("average", "lines"), [(6, []), (60, ["lesson:1,messages.sent_at:1"])])
def test_the_items_of_one_page_need_no_index(average: int, lines: list[str]) -> None:
    """Six messages of a lesson are on its only page, which the index of its pages finds."""
    parts = [entity("Lesson", field("title")), entity("Message", field("sent_at", "date"), field("text"))]
    has = {"min": 0, "average": average, "max": None, "growth": "unbounded"}
    ends = (
        ("Lesson", {"field": "messages", "has": has}),
        ("Message", {"field": "lesson", "has": {"min": 1, "max": 1}}),
    )
    chat = link("chat", "one-to-many", *ends, strategy="BUCKET", exclusive_owner=True, page_size=20)
    matches = [*equal("lesson"), {"field": "sent_at", "match": "range"}]
    page = {
        "name": "page",
        "kind": "read",
        "entity": "Message",
        "filter": matches,
        "sort": in_order("sent_at"),
    }
    plan = planned(design(parts, [chat], operations=[page]))
    assert keys(plan, "message_pages") == ["lesson:1,page:1", *lines]
