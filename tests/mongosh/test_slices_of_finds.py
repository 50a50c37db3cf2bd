"""$slice in a find's projection answers as a server does: by itself it leaves all other fields in the answer."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.mongosh.shell import run, script_of

PROJECTIONS = {
    "by itself": ("{ list: { $slice: 1 } }", {"_id": 1, "name": "a", "list": [1], "inner": {"list": [4, 5], "n": 6}}),
    "without the id": (
        "{ _id: 0, list: { $slice: [1, 1] } }",
        {"name": "a", "list": [2], "inner": {"list": [4, 5], "n": 6}},
    ),
    "next to the id": ("{ _id: 1, list: { $slice: [0, 2] } }", {"_id": 1, "list": [1, 2]}),
    "inside, next to the id": ('{ _id: 1, "inner.list": { $slice: 1 } }', {"_id": 1, "inner": {"list": [4]}}),
    "next to the id and a field that is left out": (
        "{ _id: 1, name: 0, list: { $slice: 1 } }",
        {"_id": 1, "list": [1], "inner": {"list": [4, 5], "n": 6}},
    ),
    "next to a field that is left out": (
        "{ name: 0, list: { $slice: -2 } }",
        {"_id": 1, "list": [2, 3], "inner": {"list": [4, 5], "n": 6}},
    ),
    "next to a field that is included": ("{ name: 1, list: { $slice: [-2, 1] } }", {"_id": 1, "name": "a", "list": [2]}),
    "inside, next to a field that is included": (
        '{ name: 1, "inner.list": { $slice: 1 } }',
        {"_id": 1, "name": "a", "inner": {"list": [4]}},
    ),
    "of what is no array": (
        "{ name: { $slice: 1 } }",
        {"_id": 1, "name": "a", "list": [1, 2, 3], "inner": {"list": [4, 5], "n": 6}},
    ),
}  # fmt: skip
THING = '{ _id: 1, name: "a", list: [1, 2, 3], inner: { list: [4, 5], n: 6 } }'


@cache
def answers() -> list[Any]:
    """Return what a find answers with each projection."""
    finds = [
        f"print(JSON.stringify(things.findOne({{}}, {projection})));"
        for projection, _ in PROJECTIONS.values()
    ]
    text = "\n".join(['const things = db.getCollection("things");', f"things.insertOne({THING});", *finds])
    journal = run([script_of("slices of finds", text, live=True)])["slices of finds"]
    assert journal["error"] is None, journal["error"]
    return [json.loads(line[0]) for line in journal["printed"]]


@pytest.mark.parametrize("name", PROJECTIONS)
def test_a_slice_answers_as_the_manual_says(name: str) -> None:
    assert answers()[list(PROJECTIONS).index(name)] == PROJECTIONS[name][1]


def test_what_is_left_out_of_an_answer_stays_in_the_documents() -> None:
    """A projection, a stage or a write that leaves a field out of its answer leaves it in the collection."""
    reads = [
        'things.findOne({}, { "inner.n": 0 })',
        'things.aggregate([{ $unset: "inner.n" }]).toArray()[0]',
        'things.aggregate([{ $project: { "inner.n": 0 } }]).toArray()[0]',
        'things.findOneAndUpdate({}, { $set: { name: "b" } }, { projection: { "inner.n": 0 } })',
        "things.findOne({})",
    ]
    lines = [f"print(JSON.stringify({each}.inner));" for each in reads]
    text = "\n".join(['const things = db.getCollection("things");', f"things.insertOne({THING});", *lines])
    journal = run([script_of("left out", text, live=True)])["left out"]
    assert journal["error"] is None, journal["error"]
    without = {"list": [4, 5]}
    assert [json.loads(line[0]) for line in journal["printed"]] == [*[without] * 4, {**without, "n": 6}]
