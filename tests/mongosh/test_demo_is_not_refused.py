"""demo() runs every write on the sample documents of a design, twice, and none is refused."""

from __future__ import annotations

import os

from tests.covering import covering_designs
from tests.mongosh.cases import built_once
from tests.mongosh.demonstrating import Named, Refusal, demonstrated, refusals, told
from tests.oracle.run import random_designs, shipped

BROKEN = {"bad-number", "id-type", "idx-limits", "name-db-coll", "no-point"}
"""Designs of the handbook whose scripts a server refuses: each shows the finding that says so."""
MENDED = (23, 30, 79, 84, 86, 112, 121, 145, 155, 158, 168, 197)
"""Random designs with refusals that are mended: of lists that name their own holder, of calls without a document or a value,
of what hangs on branches and lists that only the server computes, of fields of another kind, and of samples of one kind
whose key is true or false."""
AT_LENGTH = os.environ.get("NESTLINK_SOAK") == "1"
RANDOM = 200 if AT_LENGTH else 20
"""Random designs that are tried: few in each run, for 200 take minutes."""


def handbook() -> list[Named]:
    """The handbook's designs that a server takes: few that together have every kind of thing, all at length."""
    taken = {name: source for name, source in shipped("handbook") if name not in BROKEN}
    made = {name: built_once(source) for name, source in taken.items()}
    few = covering_designs({name: (each.compilation, each.scripts) for name, each in made.items()})
    return [(name, taken[name]) for name in (taken if AT_LENGTH else few)]


def test_no_write_of_a_demonstration_is_refused() -> None:
    assert [str(one) for name, journal in demonstrated().items() for one in refusals(name, journal)] == []


def test_none_of_the_handbook_is_refused() -> None:
    assert [*map(str, told(handbook()))] == []


def test_none_of_random_designs_is_refused() -> None:
    assert [*map(str, told(random_designs(range(RANDOM))))] == []


def test_what_was_mended_stays_so() -> None:
    assert [*map(str, told(random_designs(MENDED)))] == []


def test_a_refusal_is_seen() -> None:
    """Of two documents with one unique number, where the samples have the first."""
    printed = [["order.create was rejected: E11000"], [{"matchedCount": 1}], []]
    assert [*refusals("shop", {"error": None, "printed": printed})] == [
        Refusal("shop", "order.create", "E11000")
    ]
