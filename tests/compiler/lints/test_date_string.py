"""L46: dates as strings."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.date_string import LINT
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, things


@pytest.mark.parametrize(
    ("one", "wrong"),
    [
        (field("date"), 1), (field("time"), 1), (field("timestamp"), 1), (field("created_at"), 1), (field("posted_on"), 1),
        (field("birth_date"), 1), (field("start_time"), 1), (field("posted_on", "date"), 0), (field("candidate"), 0),
        (field("update"), 0), (field("version", example="2021-07-23"), 1), (field("version", example="2021-07-23T16:03:21Z"), 1),
        (field("version", example="2021-07"), 0), (field("from_time", example="15:00"), 0), (field("from_time", example="3:30 pm"), 0),
        (field("from_time", pattern="^[0-2][0-9]:[0-5][0-9]$"), 0), (field("from_time", pattern="^.*$"), 1),
        (field("from_time", pattern="^[0-9:T-]+$"), 1), (field("from_time", pattern="^("), 1),
        (field("from_time", example="2021-07-23 15:00"), 1), (field("when", types=["date"], example="2021-07-23"), 0),
        (field("leaves_at"), 0), (field("left_at"), 1), (field("opens_at"), 0), (field("opened_at"), 1),
        (field("closing_time"), 0), (field("closed_on"), 1), (field("leaves_at", example="2021-07-23 15:00"), 1),
        (field("leaves_at", example="04:10"), 0), (field("starts_at", description="Time of day, in the depot"), 0),
        (field("starts_at", description="When the day starts"), 1), (field("starts_at", description="as HH:MM"), 0),
        (field("starts_at", max_length=7), 0), (field("starts_at", max_length=8), 1),
        (field("starts_at", enum=["06:00", "14:00"]), 0), (field("starts_at", enum=["06:00", "today"]), 1),
    ],
)  # fmt: skip
def test_names_and_examples_that_tell(one: dict[str, Any], wrong: int) -> None:
    assert found(LINT, things(one)) == [(f"Thing.{one['name']}", "warning")] * wrong


@pytest.mark.parametrize(
    ("more", "fixed"),
    [
        ({}, True), ({"example": "2021-07-23"}, True), ({"example": "today"}, False), ({"example": 7}, False),
        ({"enum": ["2021-07-23"], "example": "2021-07-23"}, False), ({"types": ["string", "int"]}, False),
    ],
)  # fmt: skip
def test_it_is_made_a_date_where_its_examples_are(more: dict[str, Any], fixed: bool) -> None:
    (told,) = findings(LINT, things(field("posted_on", id="f1", max_length=10, **more)))
    assert (told.fix is not None) is fixed
    assert "If it's a time of day without a date, add an example such as 15:00." in told.hint
