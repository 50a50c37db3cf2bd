"""L70: references that outlive what they lead to."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.references.reference_expires import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
TTL = {"policy": "ttl", "field": "at", "seconds": 90 * 86_400}
YEAR = {"policy": "rolling", "field": "at", "period": "year"}
KEEP = {"policy": "keep"}
ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}


def findings_of(visit: Json, order: Json, **index: Any) -> list[Finding]:
    """What is found where orders refer to visits that are kept otherwise."""
    parts = [
        entity("Visit", field("at", "date", required=True), retention=visit, **index),
        entity("Order", field("at", "date", required=True), retention=order),
    ]
    orders = link("orders", "one-to-many", ("Visit", MANY), "Order", strategy="PARENT_REF")
    return [
        finding for finding in compile_design(design(parts, [orders])).findings if finding.code == LINT.code
    ]


@pytest.mark.parametrize(
    "visit",
    [
        TTL,
        {"policy": "capped", "bytes": 9000},
        {"policy": "rolling", "field": "at", "period": "month"},
    ],
)
def test_what_refers_to_what_expires_is_told(visit: Json) -> None:
    (finding,) = findings_of(visit, KEEP)
    assert (finding.subject, finding.severity, finding.is_risk) == ("orders", "warning", True)
    assert finding.message.startswith("visits documents")
    assert finding.message.endswith("orders.visit_id still references them.")
    assert "the audit skips them." in finding.hint


def test_what_expires_later_outlives_what_it_refers_to() -> None:
    """It was taken to go along, and the audit found all of it."""
    (finding,) = findings_of(TTL, YEAR)
    assert finding.subject == "orders"


def test_an_index_by_which_they_expire_is_enough() -> None:
    by_index = [{"keys": [["at", 1]], "expire_after_seconds": 60}]
    assert len(findings_of(KEEP, KEEP, indexes=by_index)) == 1


@pytest.mark.parametrize(
    ("visit", "order"),
    [
        (YEAR, TTL),
        (TTL, {"policy": "capped", "bytes": 9000}),
        (KEEP, KEEP),
        (KEEP, TTL),
        (TTL, TTL),
        (ARCHIVE, KEEP),
    ],
)
def test_what_goes_too_or_is_in_an_archive_is_not(visit: Json, order: Json) -> None:
    assert findings_of(visit, order) == []


@pytest.mark.parametrize(
    ("strategy", "is_listed"), [("TWO_WAY_REFS", True), ("CHILD_REFS", True), ("PARENT_REF", False)]
)
def test_a_list_in_the_parent_says_why_it_is_there(strategy: str, is_listed: bool) -> None:
    """The design names the case in each appointment; the list in the case follows from a decision."""
    parts = [
        entity("Case", field("number")),
        entity("Appointment", field("at", "date", required=True), retention=YEAR),
    ]
    case = ("Case", {"field": "appointments", "has": {"min": 0, "max": 10}})
    ends = case, ("Appointment", {"field": "case", "has": {"min": 1, "max": 1}})
    link_ = link("appointments", "one-to-many", *ends, strategy=strategy, id="r1")
    told = [each for each in compile_design(design(parts, [link_])).findings if each.code == LINT.code]
    assert len(told) == is_listed
    for finding in told:
        label = {"TWO_WAY_REFS": "Two-way references", "CHILD_REFS": "Child references"}[strategy]
        beside = " next to the reference in each of them" if strategy == "TWO_WAY_REFS" else ""
        assert (
            f"cases.appointments, a list that “{label}” stores{beside} (your choice), still references"
            in finding.message
        )
        assert finding.hint.startswith(
            "Use PARENT_REF as the strategy, so that only the children reference their parent."
        )
        assert finding.fix == {"edit": "set", "id": "r1", "path": ["strategy"], "value": "PARENT_REF"}
