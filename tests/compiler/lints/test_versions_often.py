"""VERSIONS_OFTEN: counters whose every move keeps a whole document."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.lifecycle.versions_often import LINT
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design


def findings_of(often: int, history: str | None = "revisions") -> list[Finding]:
    """What is found where pages, 400 of them, are hit so often a day."""
    kept = {"history": history} if history else {}
    page = entity("Page", field("name"), field("hits", "long"), count=400, **kept)
    hit = {"name": "hit", "kind": "update", "entity": "Page", "per_day": often, "filter": [{"field": "_id"}],
           "changes": ["hits"]}  # fmt: skip
    found = compile_design(design([page], [], operations=[hit])).findings
    return [finding for finding in found if finding.code == LINT.code]


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_more_than_one_version_a_day_is_told(history: str) -> None:
    (finding,) = findings_of(9_000, history)
    assert (finding.subject, finding.severity) == ("hit", "warning")
    assert (
        finding.message
        == "Stores a full copy of the Page on each of 9,000 calls per day, to keep its past versions."
    )
    assert finding.hint == "Move hits to a separate entity without history."


def test_a_version_now_and_then_is_what_a_history_is_for() -> None:
    assert findings_of(400) == []
    assert findings_of(9_000, None) == []


def counting(often: int, *, rough: bool = False) -> list[Finding]:
    """What is found where songs, 50,000 of them, are liked so often a day. rough: the likes are no exact number."""
    likes = {"formula": "likes + 1", "sources": ["likes"], "refresh": "approximate"}
    more = {"computed": likes} if rough else {}
    song = entity("Song", field("title"), field("likes", "long", **more), count=50_000, history="revisions")
    like = {"name": "like", "kind": "update", "entity": "Song", "per_day": often, "filter": [{"field": "_id"}],
            "effects": [{"field": "likes", "do": "increment", "by": 1}]}  # fmt: skip
    told = compile_design(design([song], [], operations=[like])).findings
    return [finding for finding in told if finding.code == LINT.code]


def test_a_counter_alone_is_no_version_anybody_reads() -> None:
    (finding,) = counting(9_000)
    assert "each of 9,000 calls per day," in finding.message
    assert counting(1_600) == []


def test_an_update_that_keeps_no_version_is_not_told() -> None:
    assert counting(900_000, rough=True) == []


def copied(often: int, sheets: int, history: str | None = "revisions", size: int = 1_000) -> list[Finding]:
    """What is found where plans with so many sheets, each of so many bytes, are judged so often a day."""
    kept = {"history": history} if history else {}
    plan = entity("Plan", field("title"), field("verdict"), count=40_000, **kept)
    sheet = entity("Sheet", field("text", average_bytes=size), kind="weak")
    has = {"min": 0, "average": sheets, "max": 60}
    link = {"name": "sheets", "kind": "one-to-many", "from": {"entity": "Plan", "field": "sheets", "has": has},
            "to": {"entity": "Sheet", "has": {"min": 1, "max": 1}}, "strategy": "EMBED_ARRAY"}  # fmt: skip
    judge = {"name": "judge", "kind": "update", "entity": "Plan", "per_day": often, "filter": [{"field": "_id"}],
             "changes": ["verdict"]}  # fmt: skip
    told = compile_design(design([plan, sheet], [link], operations=[judge])).findings
    return [finding for finding in told if finding.code == LINT.code]


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_an_array_that_is_most_of_each_version_is_told(history: str) -> None:
    (finding,) = copied(300, 20, history)
    assert (finding.subject, finding.about) == ("sheets", "relationship")
    assert "300 versions per day copies sheets" in finding.message


def test_small_copies_are_told_in_bytes() -> None:
    """419 of 661 bytes were told as 0 of 1 KiB."""
    (finding,) = copied(39_000, 2, size=200)
    assert re.search(r"copies sheets: \d{3} B of \d{3} B, ", finding.message)
    (finding,) = copied(300, 20)
    assert re.search(r"copies sheets: [\d.]+ KiB of [\d.]+ KiB, ", finding.message)


def test_few_versions_or_few_bytes_are_not_told() -> None:
    assert copied(30, 20) == []
    assert copied(300, 1) == []
    assert copied(300, 20, None) == []


def charged(each_day: float, *operations: dict[str, Any], count: int | None = 5_000) -> Any:
    """Bikes with a history whose battery is said to change so often."""
    counted = {} if count is None else {"count": count}
    bike = entity(
        "Bike",
        field("number"),
        field("battery", "int", updates_per_day=each_day),
        history="revisions",
        **counted,
    )
    return compile_design(design([bike], [], operations=list(operations)))


def _found_in(compiled: Any) -> list[Finding]:
    return [finding for finding in compiled.findings if finding.code == LINT.code]


def test_what_no_operation_changes_counts_by_the_rate_of_its_field() -> None:
    """A hundred thousand versions a day were in no forecast, and in no finding."""
    compiled = charged(20)
    (finding,) = _found_in(compiled)
    assert (finding.subject, finding.severity) == ("Bike.battery", "warning")
    assert finding.message == "Each change stores a full copy of the Bike: 100,000 versions per day."
    assert finding.hint == "Move battery to a separate entity without history."
    versions = next(each for each in compiled.forecasts if each.collection == "bike_revisions")
    assert versions.moments[-1].documents == 20 * 5_000 * 365 * 3


def test_a_field_that_seldom_changes_is_forecast_and_not_told() -> None:
    compiled = charged(1)
    assert _found_in(compiled) == []
    versions = next(each for each in compiled.forecasts if each.collection == "bike_revisions")
    assert versions.moments[-1].documents == 5_000 * 365 * 3


def test_the_operations_that_write_a_field_tell_how_often_it_changes() -> None:
    ride = {"name": "ride", "kind": "update", "entity": "Bike", "per_day": 40, "filter": [{"field": "_id"}],
            "changes": ["battery"]}  # fmt: skip
    compiled = charged(20, ride)
    assert _found_in(compiled) == []
    versions = next(each for each in compiled.forecasts if each.collection == "bike_revisions")
    assert versions.moments[-1].documents == 40 * 365 * 3


def test_nothing_is_said_of_documents_that_nobody_has_counted() -> None:
    assert _found_in(charged(20, count=None)) == []
