"""How many of the other one has, as people type it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.js.asking import harness

NO_LIMIT = {"min": 0, "max": None}


@pytest.mark.parametrize(
    "text",
    ["*", "n", "N", "m", "many", "any", "unbounded", "Unlimited", "infinite", "no limit", "\u221e", "0..*", "0+", "0..n", "0 - many", " 0 or more "],
)  # fmt: skip
def test_no_limit_has_many_spellings(text: str) -> None:
    assert harness("counts.mjs").answer(text) == NO_LIMIT


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("2", {"min": 2, "max": 2}),
        ("1+", {"min": 1, "max": None}),
        ("1..", {"min": 1, "max": None}),
        ("at least 2", {"min": 2, "max": None}),
        ("1..*", {"min": 1, "max": None}),
        ("1..10", {"min": 1, "max": 10}),
        ("1-10", {"min": 1, "max": 10}),
        ("1 to 10", {"min": 1, "max": 10}),
        ("up to 10", {"min": 0, "max": 10}),
        ("0..1,000", {"min": 0, "max": 1000}),
        ("1..10 ~2", {"min": 1, "max": 10, "average": 2}),
        ("1+ ~3", {"min": 1, "max": None, "average": 3}),
        ("no limit ~3", {"min": 0, "max": None, "average": 3}),
        ("1 to 6, usually 2", {"min": 1, "max": 6, "average": 2}),
        ("1..6 (usually 2)", {"min": 1, "max": 6, "average": 2}),
        ("usually 2, at most 6", {"min": 0, "max": 6, "average": 2}),
        ("no limit, about 40", {"min": 0, "max": None, "average": 40}),
        ("between 1 and 6", {"min": 1, "max": 6}),
        ("2 or 3", {"min": 2, "max": 3}),
        ("exactly 2", {"min": 2, "max": 2}),
        ("up to 200k", {"min": 0, "max": 200_000}),
        ("0..1.2M", {"min": 0, "max": 1_200_000}),
        ("up to about 1.2 million", {"min": 0, "max": 1_200_000}),
        ("1+, on average 3", {"min": 1, "max": None, "average": 3}),
        ("usually 2", {"average": 2}),
        ("about 40", {"average": 40}),
        ("~3", {"average": 3}),
        ("0..*, avg 1.5", {"min": 0, "max": None, "average": 1.5}),
    ],
)
def test_ranges(text: str, counts: dict[str, Any]) -> None:
    assert harness("counts.mjs").answer(text) == counts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "few",
        "10..1",
        "1..10 ~20",
        "-1",
        "1..2..3",
        "a lot",
        "1..x",
        "usually",
        "about many",
        "usually 9, up to 6",
        "200q",
    ],
)
def test_what_is_no_count_is_refused(text: str) -> None:
    assert harness("counts.mjs").answer(text) is None
