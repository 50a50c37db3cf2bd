"""Children that a read includes from another collection come in the order of their lists: a log whose order is up to the
server is no log."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")
CASE = {"field": "case", "has": {"min": 1, "max": 1}}


def _children(name: str, child: str, **more: Any) -> Json:
    ends = end("Case", 40, field=name), {"entity": child, **CASE}
    return link(f"case {name}", "one-to-many", *ends, strategy="PARENT_REF", **more)


def cases() -> Json:
    """Cases with what happened, newest first; the steps of their plan as the design orders them; and papers without a date."""
    reads = {"kind": "read", "entity": "Case", "includes": ["case events", "case steps", "case papers"]}
    steps = {"recent": {"count": 5, "sort": "number", "direction": 1}, "together_needs": "all"}
    return {
        "format": "nestlink/1", "name": "Cases", "database": "cases",
        "entities": [
            entity("Case", NUMBER, field("city", required=True)),
            entity("Event", NUMBER, field("at", "date", required=True)),
            entity("Step", NUMBER, field("number", "int", required=True)),
            entity("Paper", NUMBER, field("title", required=True)),
        ],
        "relationships": [_children("events", "Event"), _children("steps", "Step", **steps), _children("papers", "Paper")],
        "operations": [
            {"name": "file", **reads, "filter": [{"field": "_id"}], "per_day": 9},
            {"name": "files", **reads, "filter": [{"field": "city"}], "per_day": 9},
        ],
    }  # fmt: skip


def _ids(result: Json, *names: str) -> list[list[int]]:
    return [[each["_id"] for each in result[name]] for name in names]


@replay(cases)
def test_each_list_has_its_order(play: Play) -> Steps:
    days = (3, 1, 4, 2)
    play.documents = {
        "cases": [{"_id": 1, "city": "Ulm"}],
        "events": [{"_id": day, "case": 1, "at": datetime(2026, 5, day, tzinfo=UTC)} for day in days],
        "steps": [{"_id": 9 - day, "case": 1, "number": day} for day in days],
        "papers": [{"_id": day, "case": 1, "title": "A"} for day in days],
    }
    play.call("file", id=1)
    play.call("files", city="Ulm")
    done = yield
    names, orders = ("events", "steps", "papers"), [[4, 3, 2, 1], [8, 7, 6, 5], [1, 2, 3, 4]]
    assert _ids(done.results[0], *names) == orders
    assert _ids(done.results[1][0], *names) == orders
    script = next(text for path, text in play.design.scripts.items() if "04_queries" in path)
    said = "Sorts events by at descending, steps by number, and papers by _id."
    assert " ".join(script.replace("\n//", "").split()).count(said) == 2
