"""The generated scripts do the same on our in-memory engine and on one that nobody here wrote."""

from __future__ import annotations

import os
from functools import cache

import pytest

from tests.covering import covering_designs
from tests.second_engine.engine import ABSENT, is_installed
from tests.second_engine.gaps import GAPS, Gap, mended, not_listed
from tests.second_engine.jobs import Difference, compared, designs, differences
from tests.second_engine.trials import trial_differences

pytestmark = pytest.mark.skipif(not is_installed(), reason=ABSENT)


TRIED = ("library/activity_stream", "library/web_shop")
"""Of which each function is tried alone in every run; NESTLINK_SOAK tries all of the library."""


@cache
def tried() -> list[Difference]:
    """Return where the engines differ on the oracle's trials of single functions."""
    built = designs("library")
    soaks = os.environ.get("NESTLINK_SOAK")
    return trial_differences({name: design for name, design in built.items() if soaks or name in TRIED})


def all_differences() -> list[Difference]:
    """Return where the engines differ, on whole scripts and on single functions."""
    return [*shipped(), *tried()]


@cache
def shipped() -> list[Difference]:
    """Return where the engines differ: on the designs that the list names, and on few of the library and the handbook
    that together have every kind of thing; NESTLINK_SOAK tries all."""
    built = designs("library", "handbook")
    named = {name for name in built if any(name in gap.where for gap in GAPS)}
    few = covering_designs({name: (design.compilation, design.scripts) for name, design in built.items()})
    tried = built.keys() if os.environ.get("NESTLINK_SOAK") else {*named, *few}
    return differences({name: design for name, design in built.items() if name in tried})


def test_the_engines_differ_only_where_the_list_says() -> None:
    found = not_listed(all_differences())
    assert not found, "\n".join(map(str, found))


def test_every_gap_on_the_list_is_still_there() -> None:
    gone = mended(all_differences())
    assert not gone, "\n".join(f"{gap.where}: {gap.what}" for gap in gone)


def test_every_gap_names_a_page_of_the_manual() -> None:
    assert all(gap.page.startswith("/") and gap.why for gap in GAPS)


STEPS = {"id": "shop", "steps": [{"name": "demo", "keeps": True}]}
CALL = {"call": "orders.add", "value": {"acknowledged": True}}


@pytest.mark.parametrize(
    ("theirs", "place", "what"),
    [
        ({"printed": [[CALL | {"value": {"acknowledged": False}}]]}, "shop demo orders.add",
         "acknowledged: ours true, theirs false"),
        ({"printed": []}, "shop demo", "other calls"),
        ({"refused": {"words": "no", "code": 2}}, "shop demo", "theirs alone refuses: no"),
        ({"left": {"orders": []}}, "shop demo orders", 'all: ours [{"_id": 1.0}], theirs []'),
    ],
)  # fmt: skip
def test_a_planted_difference_is_told_and_not_on_the_list(
    theirs: dict[str, object], place: str, what: str
) -> None:
    ours = {"printed": [[CALL]], "left": {"orders": [{"_id": 1}]}}
    assert not list(compared(STEPS, [ours], [ours]))
    told = list(compared(STEPS, [ours], [ours | theirs]))
    assert told == [Difference(place, what)]
    assert not_listed(told) == told


def test_a_gap_that_covers_nothing_is_named() -> None:
    gap = Gap(".* demo", "other calls", "theirs", "/", "planted")
    assert mended([Difference("shop demo", "other calls")], [gap]) == []
    assert mended([Difference("shop audit", "other calls")], [gap]) == [gap]
