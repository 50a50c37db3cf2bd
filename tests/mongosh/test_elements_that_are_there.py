"""A change of an element that is not there must not look as if it had been made: a function that finds one by its id says that
there is none, and writes no revision for it."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def bank() -> Json:
    """Batches with tests, in which things are counted, and which somebody made."""
    finish = {
        "name": "finish", "kind": "update", "entity": "Trial", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["result", "note"],
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Bank", "database": "bank",
        "entities": [
            entity("Batch", NUMBER, field("title"), history="revisions"),
            entity("Trial", NUMBER, field("result"), field("note")),
            entity("Tally", field("day", "int", required=True), field("seeds", "int"), kind="weak"),
            entity("Person", NUMBER),
        ],
        "relationships": [
            link("trials", "one-to-many", end("Batch", 9, field="trials"), end("Trial", 1, field="batch"), strategy="EMBED_ARRAY"),
            link("tallies", "one-to-many", end("Trial", 9, field="tallies"), end("Tally", 1, field="trial"), strategy="EMBED_ARRAY", exclusive_owner=True),
            link("made", "one-to-many", end("Person", field="made"), end("Trial", 1, field="maker"), strategy="PARENT_REF"),
        ],
        "operations": [finish],
    }  # fmt: skip


def _start(play: Play) -> list[Json]:
    trials = [
        {"_id": 5, "tallies": [{"day": 1, "seeds": 4}]},
        {"_id": 6, "tallies": [{"day": 2, "seeds": 4}]},
    ]
    play.documents = {"batches": [{"_id": 1, "revision": 1, "trials": trials}], "people": [{"_id": 7}]}
    return play.documents["batches"]


@replay(bank)
def test_an_update_of_none_says_so(play: Play) -> Steps:
    before = _start(play)
    play.call("finish", id=9, newResult="good", newNote="n")
    play.call("finish", id=5, newResult="good", newNote="n")
    done = yield
    assert [each["refused"] for each in done.results if each and "refused" in each] == ["trial not found"]
    assert done.all("batches", 0) == before and done.all("batch_revisions", 0) == []
    assert done.all("batches", 1)[0]["trials"][0]["result"] == "good"


@replay(bank)
def test_so_does_a_move_to_another_parent(play: Play) -> Steps:
    before = _start(play)
    play.call("made.reassign", trialId=9, newPersonId=7)
    play.call("made.reassign", trialId=6, newPersonId=7)
    done = yield
    assert [each.get("refused") for each in done.results if each and "refused" in each] == ["trial not found"]
    assert done.all("batches", 0) == before and done.all("batch_revisions", 0) == []
    assert [each.get("maker") for each in done.all("batches")[0]["trials"]] == [None, 7]


@replay(bank)
def test_what_is_taken_out_of_an_element_is_in_it(play: Play) -> Steps:
    """What another element has does not count."""
    before = _start(play)
    for trial, day in ((9, 1), (5, 2), (5, 1)):
        play.call("tallies.remove", trialId=trial, tally={"day": day, "seeds": 4})
    done = yield
    refused = [each["refused"] for each in done.results if each and "refused" in each]
    assert refused == [
        "tally not found, or it changed since it was read",
        "tally not found, or it changed since it was read",
    ]
    assert done.all("batches", 1) == before and done.all("batch_revisions", 1) == []
    assert [each["tallies"] for each in done.all("batches")[0]["trials"]] == [[], [{"day": 2, "seeds": 4}]]
