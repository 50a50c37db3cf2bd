"""L35: frequent searches that no index narrows."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.regex_scan import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, op, text


def searched(value: str | None, match: str = "regex", **more: Any) -> list[tuple[str, str]]:
    asked = {"field": "name", "match": match} | ({} if value is None else {"value": value})
    read = {**op("read", "Thing", **more), "filter": [asked]}
    return found(LINT, planned(design([entity("Thing", text(9, "name"))], [], (read,))))


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ("^abc", 0),
        ("abc", 1),
        (".*abc", 1),
        (None, 1),
        ("\\Aabc", 0),
        ("^\\.com", 0),
        ("^,Books,", 0),
        ("^.*abc", 1),
        ("^[abc]d", 1),
        ("^a*b", 1),
        ("^a?b", 1),
        ("^a|b", 1),
        ("^\\d", 1),
        ("^", 1),
    ],
)
def test_an_anchor_names_a_range(value: str | None, count: int) -> None:
    assert searched(value) == [("operation 0", "warning")] * count


@pytest.mark.parametrize(
    ("value", "why"),
    [("abc", "isn't anchored with ^"), ("^.*abc", "doesn't start with a literal prefix")],
)
def test_it_says_what_no_index_can_narrow(value: str, why: str) -> None:
    read = {**op("read", "Thing"), "filter": [{"field": "name", "match": "regex", "value": value}]}
    (told,) = findings(LINT, planned(design([entity("Thing", text(9, "name"))], [], (read,))))
    assert told.message.startswith(f"The pattern on name {why}")


def test_a_pattern_that_ignores_case_scans() -> None:
    assert len(searched("^abc", case_insensitive=True)) == 1


def test_prefixes_and_values_are_found() -> None:
    assert searched("abc", "prefix") == [] == searched("abc", "eq")


@pytest.mark.parametrize(
    ("locale", "more", "count"),
    [("simple", {}, 0), ("de", {}, 1), ("de", {"case_insensitive": True}, 0)],
)
def test_no_pattern_uses_an_index_with_a_collation(locale: str, more: Any, count: int) -> None:
    for match, value in (("prefix", "abc"), ("regex", "^abc")):
        read = {**op("read", "Thing", **more), "filter": [{"field": "name", "match": match, "value": value}]}
        thing = {**entity("Thing", text(9, "name")), "collation": {"locale": locale}}
        expected = count if match == "prefix" or not more else 1
        assert len(found(LINT, planned(design([thing], [], (read,))))) == expected


def test_rare_searches_may_scan() -> None:
    search = {**op("read", "Thing"), "filter": [{"field": "name", "match": "regex", "value": "x"}]}
    frequent = tuple(op("read", "Thing", "name", per_day=9) for _ in range(3))
    model = design([entity("Thing", text(9, "name"))], [], (search, *frequent))
    assert found(LINT, planned(model)) == []
