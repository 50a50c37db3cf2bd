"""demo() runs every write on the sample documents of a design, twice, and none is refused."""

from __future__ import annotations

import os
from collections.abc import Iterator

from tests.mongosh.demonstrating import Named, Refusal, demonstrated, refusals, told
from tests.oracle.run import random_designs, shipped

BROKEN = {"bad-number", "id-type", "idx-limits", "name-db-coll", "no-point"}
"""Designs of the handbook whose scripts a server refuses: each shows the finding that says so."""
MENDED = (23, 30, 79, 84, 86, 112, 121, 145, 155, 158, 168, 197)
"""Random designs with refusals that are mended: of lists that name their own holder, of calls without a document or a value,
of what hangs on branches and lists that only the server computes, of fields of another kind, and of samples of one kind
whose key is true or false."""
RANDOM = 200 if os.environ.get("NESTLINK_SOAK") == "1" else 20
"""Random designs that are tried: few in each run, for 200 take minutes."""


def handbook() -> Iterator[Named]:
    """Yield the handbook's designs that a server takes."""
    return (named for named in shipped("handbook") if named[0] not in BROKEN)


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
