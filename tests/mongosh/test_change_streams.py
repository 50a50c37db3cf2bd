"""Change streams follow what the job itself writes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.expected import decoded
from tests.mongosh.shell import run, script_of

PROGRAM = """
db = db.getSiblingDB("shop");
let pipeline = [];
let options = {};

function watched(stages, wanted) {
  pipeline = stages;
  options = wanted;
}

function watch(keepGoing) {
  const saved = db.getCollection("tokens").findOne({ _id: "one" });
  const resumed = saved === null ? options : { ...options, resumeAfter: saved.token };
  const stream = db.getCollection("a").watch(pipeline, resumed);
  while (keepGoing()) {
    const event = stream.tryNext();
    if (event === null) continue;
    printjson(event);
    if (options.comment === "keeps") {
      db.getCollection("tokens").updateOne({ _id: "one" }, { $set: { token: event._id } }, { upsert: true });
    }
    if (options.comment === "answers") db.getCollection("a").updateOne({ _id: 1 }, { $inc: { x: 1 } });
  }
  stream.close();
}

function write(method, ...rest) {
  return db.getCollection("a")[method](...rest);
}

function fails() {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      session.getDatabase("shop").getCollection("a").updateOne({ _id: 1 }, { $set: { x: 5 } });
      throw new Error("no");
    });
  } catch (error) {
    return { refused: error.message };
  } finally {
    session.endSession();
  }
}
"""
Json = dict[str, Any]
DRAIN = {"call": "watchDrain"}
BOTH = pytest.mark.parametrize("strict", [False, True])


def write(method: str, *arguments: Any) -> Json:
    return {"call": "write", "arguments": [method, *arguments]}


def watched(pipeline: list[Json], **options: Any) -> Json:
    return {"call": "watched", "arguments": [pipeline, options]}


def journal_of(strict: bool, *steps: Json, documents: list[Json] | None = None) -> Json:
    given = {"a": documents or [{"_id": 1, "x": 0, "list": [1, 2, 3], "in": {"y": 1, "z": 2}}]}
    job = script_of("streams", PROGRAM, live=True, strict=strict, documents=given)
    return run([{**job, "steps": [*job["steps"], *steps]}])["streams"]


def events(strict: bool, *steps: Json, **given: Any) -> list[Json]:
    journal = journal_of(strict, *steps, **given)
    assert journal["error"] is None, journal["error"]
    return [decoded(one[0]) for one in journal["printed"]]


def description(strict: bool, update: Any) -> Json:
    [event] = events(strict, watched([]), write("updateOne", {"_id": 1}, update), DRAIN)
    found: Json = event["updateDescription"]
    return found


@BOTH
@pytest.mark.parametrize(
    ("update", "updated", "removed"),
    [
        ({"$set": {"x": 1}}, {"x": 1}, []),
        ({"$set": {"in.y": 5}}, {"in.y": 5}, []),
        ({"$set": {"new.deep": 1}}, {"new": {"deep": 1}}, []),
        ({"$unset": {"in.y": 1}}, {}, ["in.y"]),
        ({"$push": {"list": 4}}, {"list.3": 4}, []),
        ({"$pull": {"list": 2}}, {"list": [1, 3]}, []),
        ({"$set": {"list.1": 9}}, {"list.1": 9}, []),
        ([{"$set": {"in": {"$literal": {"y": 1, "w": 3}}}}], {"in.w": 3}, ["in.z"]),
        ([{"$unset": ["in.z"]}], {}, ["in.z"]),
    ],
)
def test_what_changed_is_told_as_the_server_tells_it(
    update: Any, updated: Json, removed: list[str], strict: bool
) -> None:
    found = description(strict, update)
    assert (found["updatedFields"], found["removedFields"]) == (updated, removed)


@BOTH
def test_a_shortened_array_is_told(strict: bool) -> None:
    text = "a long text, much longer than what says that the rest is gone"
    [event] = events(
        strict,
        watched([]),
        write("updateOne", {"_id": 1}, [{"$set": {"l": {"$slice": ["$l", 2]}}}]),
        DRAIN,
        documents=[{"_id": 1, "l": [text, text, text]}],
    )
    assert event["updateDescription"]["truncatedArrays"] == [{"field": "l", "newSize": 2}]


@BOTH
def test_each_kind_of_write(strict: bool) -> None:
    found = events(
        strict,
        watched([], fullDocument="updateLookup"),
        write("insertOne", {"_id": 2}),
        write("replaceOne", {"_id": 2}, {"w": 1}),
        write("updateOne", {"_id": 1}, {"$set": {"x": 1}}),
        write("updateOne", {"_id": 1}, {"$set": {"x": 2}}),
        write("updateOne", {"_id": 1}, {"$set": {"x": 2}}),
        write("deleteOne", {"_id": 2}),
        DRAIN,
    )
    assert [one["operationType"] for one in found] == ["insert", "replace", "update", "update", "delete"]
    assert found[0]["fullDocument"] == {"_id": 2} and found[1]["fullDocument"] == {"_id": 2, "w": 1}
    assert [one["fullDocument"]["x"] for one in found[2:4]] == [2, 2], "as it is when the stream is read"
    assert "fullDocument" not in found[4] and found[4]["documentKey"] == {"_id": 2}


@BOTH
def test_a_pipeline_chooses(strict: bool) -> None:
    chosen = [{"$match": {"updateDescription.updatedFields.x": {"$exists": True}}}]
    found = events(
        strict,
        watched(chosen),
        write("updateOne", {"_id": 1}, {"$set": {"w": 1}}),
        write("updateOne", {"_id": 1}, {"$set": {"x": 1}}),
        DRAIN,
    )
    assert len(found) == 1


@BOTH
def test_a_transaction_that_failed_gives_no_event(strict: bool) -> None:
    assert events(strict, watched([]), {"call": "fails"}, DRAIN) == []


@BOTH
def test_streams_go_on_where_they_stopped(strict: bool) -> None:
    change = [write("updateOne", {"_id": 1}, {"$inc": {"x": 1}}), DRAIN]
    for comment in ("keeps", "forgets"):
        found = events(strict, watched([], comment=comment), *change, *change)
        assert [one["updateDescription"]["updatedFields"] for one in found] == [{"x": 1}, {"x": 2}]


@BOTH
def test_an_endless_answer_is_told(strict: bool) -> None:
    journal = journal_of(
        strict, watched([], comment="answers"), write("updateOne", {"_id": 1}, {"$set": {"x": 1}}), DRAIN
    )
    assert "find no end" in journal["error"]


@BOTH
def test_images_of_before_need_the_collections_option(strict: bool) -> None:
    wanted = watched([], fullDocumentBeforeChange="required")
    change = write("updateOne", {"_id": 1}, {"$set": {"x": 1}})
    assert "document image" in journal_of(strict, wanted, change, DRAIN)["error"]
    keep = script_of(
        "keep", 'db.runCommand({ collMod: "a", changeStreamPreAndPostImages: { enabled: true } });'
    )
    [event] = events(strict, keep["steps"][0], wanted, change, DRAIN)
    assert event["fullDocumentBeforeChange"]["x"] == 0


@BOTH
def test_a_drain_that_was_interrupted_begins_again(strict: bool) -> None:
    change = write("updateOne", {"_id": 1}, {"$set": {"x": 5}})
    found = events(
        strict, watched([], comment="keeps"), change, {**DRAIN, "dares": True, "interrupt": 2}, DRAIN
    )
    assert [one["_id"] for one in found] == [found[0]["_id"]] * 2, "no token was kept, so it comes again"
