"""Operations that write one place twice, or a place and what is in it: operators may not, one update does."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def update(name: str, *effects: Json, **more: Any) -> Json:
    return {
        "name": name,
        "kind": "update",
        "entity": "Job",
        "filter": [{"field": "_id"}],
        "effects": effects,
        **more,
    }


def does(path: str, do: str, **more: Any) -> Json:
    return {"field": path, "do": do, **more}


def jobs() -> Json:
    """Jobs with a number that another follows, a size, and a list of steps."""
    steps = {"type": "object", "fields": [field("name"), field("times", "int")]}
    double = field("double", "int", computed={"formula": "tries * 2", "refresh": "on-write"})
    size = field("size", "object", fields=[field("wide", "int"), field("high", "int")])
    tries = field("tries", "int", required=True)
    ops = [
        update("again", does("tries", "increment"), does("tries", "multiply", by=3)),
        update("anew", does("tries", "unset"), does("tries", "increment", by=5)),
        update("resize", does("size.wide", "increment"), changes=["size", "size.high"]),
        update("append", does("steps", "push"), does("steps.times", "increment")),
    ]
    job = entity("Job", tries, double, size, field("steps", "array", items=steps))
    return {"format": "nestlink/1", "name": "Jobs", "database": "jobs", "entities": [job], "operations": ops}


@replay(jobs)
def test_one_update_writes_a_place_twice(play: Play) -> Steps:
    job = play.first("jobs")
    job |= {"tries": 1, "double": 2, "size": {"wide": 1, "high": 1}, "steps": [{"name": "a", "times": 1}]}
    play.call("again", id=job["_id"])
    play.call("anew", id=job["_id"])
    play.call("resize", id=job["_id"], newSize={"wide": 7, "high": 8})
    play.call("append", id=job["_id"], newStep={"name": "b", "times": 1})
    play.audit()
    done = yield
    states: list[Json] = [done.one("jobs", job["_id"], step) or {} for step in range(4)]
    assert [(one["tries"], one["double"]) for one in states[:2]] == [(6, 12), (5, 10)]
    assert states[2]["size"] == {"wide": 7, "high": 8}
    assert states[3]["steps"] == [{"name": "a", "times": 2}, {"name": "b", "times": 1}]
    assert not done.found["Job.results"]


def visits() -> Json:
    """Visits in windows of their ward, each with its doctor and the doctor's name."""
    copies = [{"field": "name", "of": "from"}]
    links = [
        link("treats", "one-to-many", end("Doctor"), end("Visit"), strategy="PARENT_REF", copies=copies),
        link("visits", "one-to-many", end("Ward"), end("Visit"), strategy="BUCKET_TIME"),
    ]
    entities = [
        entity("Ward", field("floor")),
        entity("Doctor", field("name")),
        entity("Visit", field("_id", "int")),
    ]
    return {
        "format": "nestlink/1",
        "name": "Visits",
        "database": "visits",
        "entities": entities,
        "relationships": links,
    }


@replay(visits)
def test_one_element_changes_in_two_fields(play: Play) -> Steps:
    doctor = play.first("doctors", 1)
    page = play.first("visit_pages")
    visit = page["items"][0]
    play.call("treats.reassign", visitId=visit["_id"], newDoctorId=doctor["_id"])
    done = yield
    after = (done.one("visit_pages", page["_id"]) or {})["items"][0]
    assert (after["doctor_id"], after["doctor_name"]) == (doctor["_id"], doctor["name"])
