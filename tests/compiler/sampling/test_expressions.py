"""Texts made from a pattern are found by the pattern, and hostile patterns cost nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.compiler.sampling.values.expressions import matching
from tests.compiler.calls import calls

USUAL = (
    r"^[0-9]{4}$", r"^\d{3}-\d{4}-\d{3}$", r"^[A-Z]{2,3}-[0-9]+$", r"^[a-z0-9]+(?:-[a-z0-9]+)*$", r"^(foo|bar)baz?$",
    r"^[^@\s]+@[^@\s]+\.[a-z]{2,}$", r"^\+?[1-9]\d{1,14}$", r"^#[0-9a-fA-F]{6}$", r"[]a]+", r"^[\w.-]{3,}$", r"a{,3}",
    r"^\S+ \S+$", r"^[+\-*/]$", "", "^$", "^a|b$", r"\.", r"^(\d{1,3}\.){3}\d{1,3}$", r"^[^a-z]+$", r"^.{2,5}?x$",
)  # fmt: skip


@pytest.mark.parametrize("pattern", USUAL)
def test_the_pattern_finds_what_was_made_for_it(pattern: str) -> None:
    made = {matching(pattern, "key", number) for number in range(20)}
    assert None not in made
    assert all(re.search(pattern, text) for text in made if text is not None)


def test_different_things_get_different_texts_and_the_same_thing_the_same() -> None:
    pattern = r"^[A-Z]{3}-\d{5}$"
    assert len({matching(pattern, "key", number) for number in range(50)}) > 45
    assert matching(pattern, "key", 1) == matching(pattern, "key", 1)


@pytest.mark.parametrize(
    "pattern", [r"(?=a)b", r"(a)\1", r"\bword\b", "a^b", "$a", "[[:alpha:]]", "(", "[a", "a)", "\\"]
)
def test_what_is_outside_of_the_subset_is_left_alone(pattern: str) -> None:
    assert matching(pattern, "key") is None


@pytest.mark.parametrize(
    "pattern", ["((((a{40}){40}){40}){40}){40}", "(" * 5000, "(a*)*" * 50 + "$b", "[a-z]{4000000}"]
)
def test_hostile_patterns_end_at_once(pattern: str) -> None:
    assert calls(lambda: matching(pattern, "key")) < 1_000_000


def test_a_text_is_no_longer_than_allowed() -> None:
    found = [matching("^[a-z]+$", "key", number, longest=2) for number in range(20)]
    assert all(text is None or len(text) <= 2 for text in found) and any(found)
    assert matching("^[a-z]{9}$", "key", longest=2) is None


ATOMS = st.sampled_from(
    ["a", "B", "7", " ", r"\d", r"\w", r"\s", r"\.", "[a-f]", "[^x]", "[0-9_-]", ".", r"\D"]
)
# A group is not repeated without end: searching for such a pattern may take for ever.
REPEATS = st.sampled_from(["", "", "?", "{2}"])
COUNTS = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{1,3}"])


@st.composite
def patterns(draw: st.DrawFn, depth: int = 1) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        if depth and draw(st.booleans()):
            inner = "|".join(draw(st.lists(patterns(depth - 1), min_size=1, max_size=3)))
            parts.append(draw(st.sampled_from(["({})", "(?:{})"])).format(inner) + draw(REPEATS))
        else:
            parts.append(draw(ATOMS) + draw(COUNTS))
    return "".join(parts)


@settings(max_examples=150, deadline=None)
@given(patterns(), st.booleans(), st.integers())
def test_any_pattern_of_the_subset_is_met(pattern: str, whole: bool, number: int) -> None:
    wanted = f"^(?:{pattern})$" if whole else pattern
    made = matching(wanted, number)
    assert made is not None and re.search(wanted, made)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30))
def test_any_text_as_a_pattern_is_met_or_left_alone(pattern: str) -> None:
    made = matching(pattern, "key")
    try:
        read = re.compile(pattern)
    except re.error:
        return
    assert made is None or read.search(made)
