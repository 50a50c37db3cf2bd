"""demo() runs every write on the sample documents of a design, twice, and none is refused."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from tests.mongosh.demonstrating import Named, Refusal, refusals, told
from tests.oracle.known import DESIGNS, brought
from tests.oracle.run import random_designs, shipped

BROKEN = {"bad-number", "id-type", "idx-limits", "name-db-coll", "no-point"}
"""Designs of the handbook whose scripts a server refuses: each shows the finding that says so."""
_FEW = "more documents than a unique true or false has values, as UNIQUE_FEW says"
ASKED_FOR = {
    "random-23: ": _FEW,
    "random-117: ": "an index of two arrays beside each other, as IDX_LIMITS says",
    "random-122: ": _FEW,
    "random-155: ": _FEW,
    "random-168: ": "a unique index of a time series, as TS_RULES says",
}
"""Refusals that random designs ask for: no sample documents and no values would do."""
_MOVED = (
    "documents that refer to a branch which an earlier call moved: where it is now, only the server computes"
)
OPEN = {
    "random-82: special0.cascade": _MOVED,
    "random-84: link4.reassign": "a part of a kind that must have it, by a validator alone",
    "random-85: asks 8": "a delete of a part that its owner must have",
    "random-145: link3.cascade": _MOVED,
    "random-156: ": "a unique index of numbers in a list of objects, of which samples have equal ones",
    "random-158: link3.cascade": _MOVED,
    "random-158: link4.cascade": _MOVED,
    "random-166: link0.add": "a list that has the thing already, which a pipeline put there",
    "random-169: link2.cascade": _MOVED,
    "random-182: link0.reassign": "a reference whose end is called like a field of a document",
    "random-188: link0.cascade": _MOVED,
    "random-188: special1.cascade": _MOVED,
    "random-197: special1.cascade": _MOVED,
}
"""Refusals that are not mended."""
RANDOM = 200 if os.environ.get("NESTLINK_SOAK") == "1" else 20
"""Random designs that are tried: few in each run, for 200 take minutes."""


def handbook() -> Iterator[Named]:
    """Yield the handbook's designs that a server takes."""
    return (named for named in shipped("handbook") if named[0] not in BROKEN)


def test_no_write_of_a_demonstration_is_refused() -> None:
    assert [*map(str, told([*shipped("library"), *brought(DESIGNS)]))] == []


def test_none_of_the_handbook_is_refused() -> None:
    assert [*map(str, told(handbook()))] == []


def test_none_of_random_designs_is_refused_but_by_what_they_ask_for() -> None:
    refused = {f"{one.design}: {one.function}" for one in told(random_designs(range(RANDOM)))}
    assert refused == {name for name in (*ASKED_FOR, *OPEN) if int(re.findall(r"\d+", name)[0]) < RANDOM}


def test_a_refusal_is_seen() -> None:
    """Of two documents with one unique number, where the samples have the first."""
    printed = [["order.create was refused: E11000"], [{"matchedCount": 1}], []]
    assert [*refusals("shop", {"error": None, "printed": printed})] == [
        Refusal("shop", "order.create", "E11000")
    ]
