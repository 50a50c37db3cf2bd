"""How long a list is taken to be of which only the limit is known, and that the forecast says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.test_forecast import forecasts, student


def lines(**more: Any) -> dict[str, Any]:
    """Elements of 32 bytes: a text of 20 in an object."""
    text = {"name": "t", "type": "string", "average_bytes": 19}
    return {"name": "lines", "type": "array", "items": {"type": "object", "fields": [text]}, **more}


@pytest.mark.parametrize(
    ("limits", "items", "is_told"),
    [
        ({"max_items": 100}, 10, True),
        ({"max_items": 5}, 2, True),
        ({"max_items": 2}, 1, True),
        ({"max_items": 1}, 1, False),
        ({"min_items": 4, "max_items": 100}, 20, True),
        ({"min_items": 3, "max_items": 3}, 3, False),  # always as many
        ({}, 5, False),
    ],
)
def test_a_limit_is_set_with_room_to_spare(limits: dict[str, int], items: int, is_told: bool) -> None:
    """Half of the limit made invoices of five lines ten times too large."""
    found = forecasts(student(fields=[lines(**limits)], inserts_per_day=0))["students"]
    (size,) = {moment.document for moment in found.moments}
    other = forecasts(student(fields=[lines(min_items=items, max_items=items)], inserts_per_day=0))[
        "students"
    ]
    assert size == other.moments[0].document
    most = limits.get("max_items")
    assert found.assumed_lists == (("students.lines",) if is_told else ())
    assert (
        any(each == f"items of students.lines: {items} of up to {most}" for each in found.assumed) is is_told
    )


def test_a_large_document_has_lists_as_long_as_they_may_be() -> None:
    found = forecasts(student(fields=[lines(max_items=100)], inserts_per_day=0))["students"].moments[0]
    full = forecasts(student(fields=[lines(min_items=100, max_items=100)]))["students"].moments[0]
    assert (found.document_p95, full.document_p95) == (full.document, None)


@pytest.mark.parametrize("own", [{"average_bytes": 500}, {"max_items": None}])
def test_of_a_list_that_is_weighed_or_has_no_limit_nothing_is_assumed(own: dict[str, Any]) -> None:
    limits = {name: value for name, value in {"max_items": 100, **own}.items() if value is not None}
    found = forecasts(student(fields=[lines(**limits)], inserts_per_day=0))["students"]
    assert found.moments[0].document_p95 is None and not found.assumed_lists
