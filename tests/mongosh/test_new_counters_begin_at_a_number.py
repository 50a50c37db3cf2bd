"""What functions add to is a number from the first: a counter of hits begins at 0, whatever a caller says, and a result over
documents that refer to a new one begins with what it is of none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_new_totals_are_worked_out import NUMBER, Json, computed
from tests.mongosh.test_trees import Steps


def baths() -> Json:
    """Passes whose visits are counted; courses of which a share of the lessons is done."""
    share = field("share", "double", computed=computed("round(sum(lessons.done) / count(lessons), 2)"))
    rooms = field("rooms", "int", computed=computed("count(lessons) + 1"))
    left = field("left", "int", computed=computed("bought - used"))
    visits = field("visits", "int", computed={"formula": "visits + 1", "refresh": "approximate"})
    seen = field(
        "seen", "int", computed={"formula": "each time somebody looks at it", "refresh": "approximate"}
    )
    return {
        "format": "nestlink/1", "name": "Baths", "database": "baths",
        "entities": [
            entity("Pass", NUMBER, visits, field("bought", "int"), field("used", "int"), left),
            entity("Course", NUMBER, share, rooms, seen),
            entity("Lesson", NUMBER, field("done", "int", required=True)),
        ],
        "relationships": [
            link("lessons", "one-to-many", end("Course", 900, field="lessons"),
                 {"entity": "Lesson", "field": "course", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "sell", "kind": "insert", "entity": "Pass", "per_day": 9},
            {"name": "show", "kind": "update", "entity": "Pass", "per_day": 900, "filter": [{"field": "_id"}],
             "effects": [{"field": "visits", "do": "increment", "by": 1}]},
            {"name": "plan", "kind": "insert", "entity": "Course", "per_day": 9},
        ],
    }  # fmt: skip


@replay(baths)
def test_a_counter_begins_at_nought_whatever_its_caller_says(play: Play) -> Steps:
    play.documents = {"passes": []}
    play.call("sell", **{"pass": {"_id": 5, "visits": None}})
    play.call("sell", **{"pass": {"_id": 6, "visits": 40}})
    play.call("show", id=5)
    done = yield
    assert [each["visits"] for each in done.all("passes", 1)] == [0, 0]
    assert [each["visits"] for each in done.all("passes", 2)] == [1, 0]


@replay(baths)
def test_a_share_of_nothing_is_none_whatever_its_caller_says(play: Play) -> Steps:
    play.documents = {"courses": []}
    play.call("plan", course={"_id": 7, "share": 0.5, "rooms": 12, "seen": 3})
    done = yield
    assert done.all("courses", 0) == [{"_id": 7, "share": None, "rooms": 1, "seen": 0}]


@pytest.mark.parametrize(("name", "takes_null"), [("visits", False), ("left", False), ("share", True)])
def test_null_may_stand_where_a_formula_gives_it(name: str, takes_null: bool) -> None:
    shown: dict[str, Any] = {}
    for collection in built_once(baths()).compilation.plan.collections:
        shown |= (collection.validator or {})["$jsonSchema"]["properties"]
    assert ("null" in shown[name]["bsonType"]) is takes_null
