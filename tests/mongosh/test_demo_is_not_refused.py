"""demo() runs every write on the sample documents of a design, twice, and none is refused."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.mongosh.demonstrating import Named, Refusal, refusals, told
from tests.oracle.known import DESIGNS, brought
from tests.oracle.run import random_designs, shipped

BROKEN = {"bad-number", "id-type", "idx-limits", "name-db-coll", "no-point"}
"""Designs of the handbook whose scripts a server refuses: each shows the finding that says so."""
ASKED_FOR = {
    "random-8: operation2.entity1": "gives several documents the same key",
}
"""Refusals that random operations ask for: no value would do."""
OPEN = {"random-13: special0.reassign"}
"""Refusals that are not mended: an element of a page that the demonstration has put elsewhere."""
AT_LENGTH = os.environ.get("NESTLINK_SOAK") == "1"


def handbook() -> Iterator[Named]:
    """Yield the handbook's designs that a server takes."""
    return (named for named in shipped("handbook") if named[0] not in BROKEN)


def test_no_write_of_a_demonstration_is_refused() -> None:
    assert [*map(str, told([*shipped("library"), *brought(DESIGNS)]))] == []


def test_none_of_the_handbook_is_refused() -> None:
    assert [*map(str, told(handbook()))] == []


def test_none_of_random_designs_is_refused_but_by_what_they_ask_for() -> None:
    refused = {f"{one.design}: {one.function}" for one in told(random_designs(range(20)))}
    assert refused == ASKED_FOR.keys() | OPEN


@pytest.mark.skipif(not AT_LENGTH, reason="200 designs take minutes")
def test_few_of_many_random_designs_are_refused() -> None:
    assert len({one.design for one in told(random_designs(range(200)))}) <= 60


def test_a_refusal_is_seen() -> None:
    """Of two documents with one unique number, where the samples have the first."""
    printed = [["order.create was refused: E11000"], [{"matchedCount": 1}], []]
    assert [*refusals("shop", {"error": None, "printed": printed})] == [
        Refusal("shop", "order.create", "E11000")
    ]
