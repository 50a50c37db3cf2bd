"""ARCHIVED_EARLY: archives of what updates still wait for."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.lifecycle.archived_early import LINT
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]


def update(name: str, before: Any, *effects: Json) -> Json:
    """An update of an invoice in a state."""
    found_in = {"field": "state", "match": "in" if isinstance(before, list) else "eq", "value": before}
    return {
        "name": name, "kind": "update", "entity": "Invoice", "filter": [{"field": "_id"}, found_in],
        "effects": list(effects), "per_day": 4,
    }  # fmt: skip


def to(state: str) -> Json:
    return {"field": "state", "do": "set", "value": state}


def at(name: str) -> Json:
    return {"field": name, "do": "current-date"}


ISSUE = update("issue", "draft", to("open"), at("issued_on"))
PAY = update("pay", "open", to("paid"), at("paid_on"))
NOTE = update("remind", ["draft", "open"], at("reminded_on"))


def found(by: str, *operations: Json, required: bool = False) -> list[Finding]:
    """What is found of invoices that are archived by a date."""
    dates = [
        field(name, "date", **({"required": True} if required and name == by else {}))
        for name in ("issued_on", "paid_on", "reminded_on", "closed_on")
    ]
    retention = {"policy": "archive", "field": by, "after_days": 900}
    state = field("state", required=True, enum=["draft", "open", "paid"])
    compiled = compile_design(
        design([entity("Invoice", state, *dates, retention=retention)], [], operations=list(operations))
    )
    return [finding for finding in compiled.findings if finding.code == LINT.code]


@pytest.mark.parametrize(
    ("by", "operations", "states", "names"),
    [
        ("issued_on", [ISSUE, PAY], '"open"', '"pay" still updates'),
        ("issued_on", [ISSUE, PAY, NOTE], '"open"', '"pay" and "remind" still update'),
        ("reminded_on", [ISSUE, PAY, NOTE], '"draft" or "open"', '"issue", "pay", and "remind" still update'),
    ],
)
def test_an_archive_of_what_is_not_finished(by: str, operations: list[Json], states: str, names: str) -> None:
    (finding,) = found(by, *operations)
    assert (finding.subject, finding.severity) == ("Invoice", "warning")
    assert finding.message == f"Archives by {by}, even while state is {states}, which {names}."


def test_a_date_from_the_insert_is_there_in_every_state() -> None:
    (finding,) = found("issued_on", PAY, required=True)
    assert 'state is "open"' in finding.message


def test_a_date_that_comes_last_takes_nothing_too_early() -> None:
    assert found("paid_on", ISSUE, PAY, NOTE) == []
    assert found("issued_on", ISSUE) == []


CLOSE = update("close", "draft", to("open"), at("closed_on"))


@pytest.mark.parametrize(
    ("operations", "states"),
    [
        ([CLOSE, PAY], ['"open"']),
        ([CLOSE], []),
        ([PAY], []),
        ([update("close", "open", to("paid"), at("closed_on")), PAY], []),
    ],
)
def test_the_updates_say_when_a_date_is_set_whatever_it_is_called(
    operations: list[Json], states: list[str]
) -> None:
    """A ride is archived 400 days after it ended, and settling it still waits for "ended"."""
    findings = found("closed_on", *operations)
    assert [finding.message for finding in findings] == [
        f'Archives by closed_on, even while state is {state}, which "pay" still updates.' for state in states
    ]


def test_states_that_the_caller_gives_lead_from_none() -> None:
    several = {"field": "state", "match": "in", "values": 2}
    recall = {**update("recall", "paid", to("draft")), "filter": [{"field": "_id"}, several]}
    pay = update("pay at once", "draft", to("paid"), at("issued_on"))
    assert found("issued_on", pay, recall) == []


@pytest.mark.parametrize(("cleared", "states"), [(True, []), (False, ['"draft", "open", or "paid"'])])
def test_what_is_opened_again_without_its_date_stays(cleared: bool, states: list[str]) -> None:
    """The date is there in the last state alone, since what opens an invoice again takes it away."""
    clear = [{"field": "paid_on", "do": "unset"}] if cleared else []
    reopen = update("reopen", "paid", to("draft"), *clear)
    told = [each.message for each in found("paid_on", ISSUE, PAY, reopen)]
    assert [each.partition("while state is ")[2].partition(", which ")[0] for each in told] == states
