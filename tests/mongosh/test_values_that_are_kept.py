"""Values of every BSON type in the documents in memory: read, written again, compared and taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bson import Binary, Code, MaxKey, ObjectId, Regex, Timestamp

from tests.mongosh.cases import extended
from tests.mongosh.shell import run, script_of

VALUES = [
    Regex("^a", "i"),
    Binary(b"abc", 0),
    Code("f"),
    MaxKey(),
    ObjectId("61741c9cbc9ec583c836174c"),
    Timestamp(1, 2),
]
PROGRAM = """
db = db.getSiblingDB("shop");

function again() {
  db.getCollection("b").insertOne({ ...db.getCollection("a").findOne({ _id: 1 }), _id: 2 });
}

function merged() {
  db.getCollection("a").aggregate([{ $merge: { into: "b", on: "_id" } }]).toArray();
}

function takenBack() {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      session.getDatabase("shop").getCollection("a").updateOne({ _id: 1 }, { $unset: { x: "" } });
      throw new Error("no");
    });
  } catch (error) {
    return error.message;
  }
}

function rounded(value, places) {
  const [made] = db.getCollection("a").aggregate([{ $project: { x: { $round: [value, places] } } }]).toArray();
  return EJSON.stringify(made.x);
}

function other() {
  return db.getCollection("a").updateOne({ _id: 1 }, [{ $set: { x: BSONRegExp("^b", "") } }]).modifiedCount;
}
"""


def left_by(value: Any, call: str, *given: Any) -> dict[str, Any]:
    """Return the journal of one call on a document with a value."""
    documents = json.loads(extended({"a": [{"_id": 1, "x": value, "list": [value]}], "b": []}))
    job = script_of("kept", PROGRAM, live=True, documents=documents)
    journal = run([{**job, "steps": [*job["steps"], {"call": call, "arguments": given}]}])["kept"]
    assert journal["error"] is None, journal["error"]
    return journal


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize(("call", "where"), [("again", "b"), ("merged", "b"), ("takenBack", "a")])
def test_a_value_stays_what_it_is(value: Any, call: str, where: str) -> None:
    (document,) = left_by(value, call)["documents"][where]
    expected = json.loads(extended(value))
    assert (document["x"], document["list"]) == (expected, [expected])


def test_another_regular_expression_is_a_change() -> None:
    assert left_by(Regex("^a"), "other")["returned"][-1] == {"$numberInt": "1"}


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (62.54, 0, 63),
        (2.5, 0, 2),
        (3.5, 0, 4),
        (-2.5, 0, -2),
        (1.25, 1, 1.2),
        (0.1359, 3, 0.136),
        (1251, -1, 1250),
    ],
)
def test_numbers_are_rounded_to_the_even_neighbour(value: float, places: int, expected: float) -> None:
    assert json.loads(left_by(1, "rounded", value, places)["returned"][-1]) == expected
