"""What the in-memory engine stores is what a server would: null for undefined, and values as they were given."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.mongosh.shell import run, script_of

PROGRAM = """
const things = db.getCollection("things");
things.insertOne({ _id: 1, missing: undefined, inner: { missing: undefined }, list: [undefined], pattern: /^a/i });
things.updateOne({ _id: 1 }, { $set: { set: undefined, other: /b$/ } });
things.updateOne({ _id: 1 }, { $push: { list: undefined } });
things.replaceOne({ _id: 2 }, { n: 1 }, { upsert: true });
things.insertOne({ _id: 4, list: [{ inner: [1, 2] }, { inner: [3] }] });
things.updateMany({ "list.inner": { $in: [2, 9] } }, { $set: { listed: true } });
things.updateMany({ _id: 4, "list.inner": { $nin: [2, 9] } }, { $set: { unlisted: true } });
things.insertOne({ _id: 5, inner: { a: 1 } });
things.aggregate([{ $match: { _id: 5 } }, { $set: { "inner.a": 2 } }]).toArray();
things.updateOne({ _id: 3, $and: [{ a: { $eq: 1 } }] }, { $setOnInsert: { b: 2 }, $inc: { n: 1 } }, { upsert: true });
"""


@cache
def stored() -> dict[Any, dict[str, Any]]:
    """The documents that the program leaves, by their id."""
    journal = run([script_of("stored", PROGRAM, live=True)])["stored"]
    assert journal["error"] is None, journal["error"]
    return {int(one["_id"]["$numberInt"]): one for one in journal["documents"]["things"]}


def test_a_pipeline_that_only_reads_writes_nothing() -> None:
    assert stored()[5]["inner"] == {"a": {"$numberInt": "1"}}


@pytest.mark.parametrize("path", ["missing", "set"])
def test_what_is_undefined_is_stored_as_null(path: str) -> None:
    assert stored()[1][path] is None


def test_what_is_undefined_inside_is_stored_as_null_too() -> None:
    assert stored()[1]["inner"] == {"missing": None} and stored()[1]["list"] == [None, None]


def test_a_pattern_stays_one_through_updates() -> None:
    found = [stored()[1][name]["$regularExpression"] for name in ("pattern", "other")]
    assert found == [{"pattern": "^a", "options": "i"}, {"pattern": "b$", "options": ""}]


def test_an_upsert_takes_over_what_its_filter_is_equal_to() -> None:
    assert list(stored()[2]) == ["_id", "n"]
    assert {name for name in stored()[3] if name != "_id"} == {"a", "b", "n"}


def test_a_value_in_a_list_of_a_lists_elements_is_found() -> None:
    assert stored()[4]["listed"] is True and "unlisted" not in stored()[4]
