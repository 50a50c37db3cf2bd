"""L47: an end before its beginning."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.date_order import LINT
from tests.compiler.planned import found, things


def dates(first: str, last: str, names: tuple[str, str] = ("issued_on", "expires_on"), **more: Any) -> Any:
    fields = [
        {"name": name, "type": "date", "example": day} for name, day in zip(names, (first, last), strict=True)
    ]
    return found(LINT, things(*fields, **more))


@pytest.mark.parametrize(("last", "count"), [("2026-01-03", 0), ("2026-01-02", 1), ("2026-01-01", 1)])
def test_an_end_is_after_its_beginning(last: str, count: int) -> None:
    assert dates("2026-01-02", last) == [("Thing.expires_on", "warning")] * count


@pytest.mark.parametrize(
    "names",
    [
        ("valid_from", "valid_to"),
        ("start", "end"),
        ("check_in_date", "check_out_date"),
    ],
)
def test_pairs_are_known_by_their_names(names: tuple[str, str]) -> None:
    assert dates("2026-01-02", "2026-01-01", names) == [(f"Thing.{names[1]}", "warning")]


@pytest.mark.parametrize("names", [("departs_at", "arrives_at"), ("departure_date", "arrival_date")])
def test_a_stay_ends_with_the_departure_with_which_a_journey_begins(names: tuple[str, str]) -> None:
    assert dates("2026-01-02", "2026-01-01", names) == [] == dates("2026-01-01", "2026-01-02", names)


def test_other_dates_are_no_pair() -> None:
    assert dates("2026-01-02", "2026-01-01", ("created_at", "born_on")) == []


def test_without_examples_nothing_is_known() -> None:
    bare = [{"name": name, "type": "date"} for name in ("start", "end")]
    assert found(LINT, things(*bare)) == []


def test_dates_inside_objects_and_elements_are_seen() -> None:
    pair = [
        {"name": n, "type": "date", "example": d} for n, d in (("start", "2026-01-02"), ("end", "2026-01-02"))
    ]
    for holder in (
        {"type": "object", "fields": pair},
        {"type": "array", "items": {"type": "object", "fields": pair}},
    ):
        assert found(LINT, things({"name": "stay", **holder})) == [("Thing.stay.end", "warning")]


def test_what_is_no_date_is_not_compared() -> None:
    words = [
        {"name": name, "type": "string", "example": day}
        for name, day in (("start", "2026-01-02"), ("end", "2026-01-01"))
    ]
    assert found(LINT, things(*words)) == []
