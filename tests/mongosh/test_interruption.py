"""A step that ends in the middle, as though its process had been killed, and is called again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.shell import run, script_of

PROGRAM = """
db = db.getSiblingDB("shop");

function move(n) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase("shop");
      inside.getCollection("a").updateOne({ _id: 1 }, { $inc: { x: n } });
      inside.getCollection("a").updateOne({ _id: 2 }, { $inc: { x: -n } });
    });
  } catch (error) {
    return { swallowed: error.message };
  } finally {
    session.endSession();
  }
  db.getCollection("a").insertOne({ _id: 3 });
  return { done: true };
}

function stubborn() {
  while (true) {
    try {
      return db.getCollection("a").findOne({ _id: 1 });
    } catch (error) {
      db.getCollection("a").deleteMany({});
    }
  }
}
"""
FILLED = {"a": [{"_id": 1, "x": 10}, {"_id": 2, "x": 10}]}
Json = dict[str, Any]


def played(*steps: Json, **options: Any) -> Json:
    """The journal of some steps on two documents."""
    job = script_of("interruption", PROGRAM, live=True, documents=FILLED, **options)
    journal = run([{**job, "steps": [*job["steps"], *steps]}])["interruption"]
    assert journal["error"] is None, journal["error"]
    return journal


def held(state: Json) -> list[list[Any]]:
    return [[int(value["$numberInt"]) for value in one.values()] for one in state["a"]]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("answered", "left"),
    [(0, [[1, 10], [2, 10]]), (1, [[1, 10], [2, 10]]), (2, [[1, 15], [2, 5]])],
)
def test_nothing_behind_the_end_runs(answered: int, left: list[list[int]], strict: bool) -> None:
    step = {"call": "move", "arguments": [5], "dares": True, "interrupt": answered}
    journal = played(step, strict=strict)
    assert journal["returned"][1] == {"interrupted": True}
    assert journal["statements"][1] == answered
    assert held(journal["states"][0]) == left, "an open transaction is rolled back, a closed one stays"
    assert journal["openSessions"] == 0


def test_the_statements_are_counted() -> None:
    journal = played({"call": "move", "arguments": [5]})
    assert journal["statements"] == [0, 3]
    assert journal["returned"][1] == {"done": True}


def test_as_many_as_are_made_are_no_interruption() -> None:
    journal = played({"call": "move", "arguments": [5], "interrupt": 3})
    assert journal["returned"][1] == {"done": True}


def test_a_step_is_called_again_after_its_end() -> None:
    step = {"call": "move", "arguments": [5], "dares": True}
    journal = played({**step, "interrupt": 1}, step)
    assert journal["returned"][2] == {"done": True}
    assert held(journal["states"][1])[:2] == [[1, 15], [2, 5]]


def test_no_catch_makes_a_success_of_it() -> None:
    """A loop that catches everything would never end if the end were an error."""
    journal = played({"call": "stubborn", "dares": True, "interrupt": 0})
    assert journal["returned"][1] == {"interrupted": True}
    assert len(journal["states"][0]["a"]) == 2
