"""Jobs that work results out, while somebody writes what they have read: nothing of it is written over."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.operations.results import standing_values
from tests.mongosh.cases import build, built_once
from tests.mongosh.expected import decoded, recipes
from tests.mongosh.replay import Play, Played
from tests.mongosh.runs import function_names
from tests.mongosh.shell import run, written
from tests.mongosh.test_recomputed_fields import FULL, figures, prepared, shelves

Json = dict[str, Any]
MEANWHILE = """
function meanwhile(call, collection, op, id, change) {
  const plain = db;
  let waiting = true;
  const watched = (target) => new Proxy(target, {
    get: (own, member) => (...given) => {
      if (member === op && waiting) {
        waiting = false;
        plain.getCollection(collection).updateOne({ _id: id }, change);
      }
      return own[member](...given);
    },
  });
  db = new Proxy(plain, {
    get: (own, member) => (member === collection ? watched(own.getCollection(member)) : own[member]),
  });
  try {
    globalThis[call]();
  } finally {
    db = plain;
  }
  return { waiting };
}
"""
"""Calls a function; before its first update of a collection somebody else changes a document there."""


def left_by(play: Play, recipe: str, *given: Any) -> tuple[Json, dict[str, list[Json]]]:
    """Return what the function answers while a document is changed, and the documents then."""
    name = function_names(play.design, "05_sync")[recipe]
    program = written(f"{play.name}-meanwhile.js", MEANWHILE)
    call = {"call": "meanwhile", "arguments": [name, *given], "dares": True}
    job = play.job | {"id": play.name}
    job["steps"] = [*job["steps"], {"load": program, "name": "meanwhile"}, call]
    journal = run([job])[play.name]
    assert journal["error"] is None, journal["error"]
    return journal["returned"][-1], decoded(journal["states"][-1])


def played(design: Json) -> Play:
    return Play("between", built_once(design), direct=True)


def test_a_document_that_changes_meanwhile_is_left_to_the_next_run() -> None:
    play = played(shelves())
    full, bare = prepared(play)
    full["_id"], bare["_id"] = 1, 2
    for book in play.documents["books"]:
        book["shelf_id"] = 1 if book["shelf_id"] else None
    full["books_count"] = 7
    answer, documents = left_by(
        play, "Shelf.recompute.all", "shelves", "updateOne", 1, {"$inc": {"books_count": 1}}
    )
    by_id = {each["_id"]: each for each in documents["shelves"]}
    assert not answer["waiting"]
    assert by_id[1]["books_count"] == 8 and by_id[1]["pages"] == full["pages"]
    assert by_id[2]["books_count"] == 0  # the others are worked out


def test_what_nobody_changes_is_worked_out() -> None:
    play = played(shelves())
    full, _ = prepared(play)
    full["_id"] = 1
    for book in play.documents["books"]:
        book["shelf_id"] = 1 if book["shelf_id"] else None
    for tie in play.documents["tagging"]:
        tie["shelf_id"] = 1
    answer, documents = left_by(
        play, "Shelf.recompute.all", "shelves", "updateOne", 1, {"$set": {"name": "A"}}
    )
    by_id = {each["_id"]: each for each in documents["shelves"]}
    assert not answer["waiting"]
    assert figures(by_id[1]) == FULL and by_id[1]["name"] == "A"


def test_one_document_is_worked_out_in_a_transaction() -> None:
    design = built_once(shelves())
    found = {each[0].recipe: each for each in recipes(design, "05_sync")}
    assert all(each.transaction for each in found["Shelf.recompute.one"])
    alone = {
        each[0].recipe: each
        for each in recipes(built_once(shelves() | {"topology": "standalone"}), "05_sync")
    }
    *_, write = alone["Shelf.recompute.one"]
    assert not write.transaction and {"_id", "books_count", "pages"} <= write.filter.keys()


def test_what_no_write_keeps_is_merged_by_the_server() -> None:
    design = shelves()
    shelf = design["entities"][0]
    shelf["fields"] = [
        each
        for each in shelf["fields"]
        if (each.get("computed") or {}).get("refresh", "periodic") == "periodic"
    ]
    found = {each[0].recipe: each for each in recipes(built_once(design), "05_sync")}
    (only,) = found["Shelf.recompute.all"]
    assert "$merge" in only.pipeline[-1]


def test_a_job_takes_some_in_a_call_and_returns_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk of 48 million tickets after an import: no shell holds all that differ. Here one fits into a call."""
    monkeypatch.setattr(standing_values, "AT_ONCE", 1)
    play = Play("some in a call", build(shelves()), direct=True)
    full, bare = prepared(play)
    for _ in range(3):
        play.call("Shelf.recompute.all")
    done = Played(run([play.job])[play.name])
    assert [len(each) for each in done.results] == [1, 1, 0]
    assert figures(done.one("shelves", full["_id"])) == FULL
    assert done.one("shelves", bare["_id"], 1)["books_count"] == 0


def test_a_job_says_how_many_it_takes_in_a_call() -> None:
    found = {each[0].recipe: each for each in recipes(built_once(shelves()), "05_sync")}
    read = found["Shelf.recompute.all"][0]
    assert {"$limit": 10_000} in read.pipeline and read.answers
    assert "repeat until it returns none" in read.comment
    assert not any("$limit" in stage for stage in found["Shelf.recompute.one"][0].pipeline or ())
