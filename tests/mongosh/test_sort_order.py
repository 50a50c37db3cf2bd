"""A sort in memory orders as the server does (manual, "cursor.sort()" and "Comparison/Sort Order")."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bson import Binary, MaxKey, MinKey

from tests.mongosh.cases import extended
from tests.mongosh.shell import run, script_of

PROGRAM = """
db = db.getSiblingDB("shop");

function found(direction) {
  return db.getCollection("a").find({}).sort({ x: direction }).toArray().map((each) => each._id);
}

function gathered(direction) {
  const stages = [{ $sort: { x: direction } }];
  return db.getCollection("a").aggregate(stages).toArray().map((each) => each._id);
}
"""


def sorted_ids(values: list[Any], call: str, direction: int) -> list[int]:
    """Return the places of values in the order in which a function returns them."""
    documents = [{"_id": place, "x": value} for place, value in enumerate(values)]
    job = script_of("sorted", PROGRAM, live=True, documents=json.loads(extended({"a": documents})))
    journal = run([{**job, "steps": [*job["steps"], {"call": call, "arguments": [direction]}]}])["sorted"]
    assert journal["error"] is None, journal["error"]
    return [int(one["$numberInt"]) for one in journal["returned"][-1]]


@pytest.mark.parametrize("call", ["found", "gathered"])
@pytest.mark.parametrize(
    ("values", "upwards", "downwards"),
    [
        ([[3, 4], [1, 9], [5]], [1, 0, 2], [1, 2, 0]),  # the least counts, downwards the greatest
        ([{"d": "x"}, {"d": MaxKey()}, {"d": MinKey()}], [2, 0, 1], [1, 0, 2]),  # the two ends of all values
        ([[1], [], None, 0], [1, 2, 3, 0], [0, 3, 2, 1]),  # an empty array comes before null
        (
            [Binary(b"\x00\x01"), Binary(b"\xfb\x00"), Binary(b"\x02")],
            [2, 0, 1],
            [1, 0, 2],
        ),  # the shorter first
        ([Binary(b"ab", 5), Binary(b"zz", 0), Binary(b"ac", 5)], [1, 0, 2], [2, 0, 1]),  # then by subtype
    ],
)
def test_order(call: str, values: list[Any], upwards: list[int], downwards: list[int]) -> None:
    assert sorted_ids(values, call, 1) == upwards
    assert sorted_ids(values, call, -1) == downwards
