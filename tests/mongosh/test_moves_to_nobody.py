"""A move to a parent that does not exist is refused by that word, and changes nothing. Who may do without a parent can be
given none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def clinic(strategy: str, most: int | None = None) -> Callable[[], Json]:
    """Doctors with their visits."""
    return lambda: {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic",
        "entities": [entity("Doctor", NUMBER, field("name")), entity("Visit", NUMBER, field("day", "int"))],
        "relationships": [
            link("visits", "one-to-many", end("Doctor", most), end("Visit", 1, field="doctor_id"), strategy=strategy),
        ],
    }  # fmt: skip


@replay(clinic("PARENT_REF"))
def test_a_child_keeps_its_reference(play: Play) -> Steps:
    play.documents = {
        "doctors": [{"_id": 1}, {"_id": 2}],
        "visits": [{"_id": 11, "day": 1, "doctor_id": 1}],
    }
    play.call("visits.reassign", visitId=11, newDoctorId=99)
    play.call("visits.reassign", visitId=11, newDoctorId=2)
    done = yield
    assert [result.get("refused") for result in done.results] == ["doctor not found", None]
    assert [done.all("visits", step)[0]["doctor_id"] for step in (0, 1)] == [1, 2]


@replay(clinic("EMBED_ARRAY", 5))
def test_an_element_stays_where_it_is(play: Play) -> Steps:
    visit = {"_id": 11, "day": 1}
    play.documents = {"doctors": [{"_id": 1, "visits": [visit]}, {"_id": 2}]}
    play.call("visits.reassign", oldDoctorId=1, visitId=11, newDoctorId=99)
    done = yield
    refused = "doctor not found, or has reached its visit limit"
    assert [result.get("refused") for result in done.results] == [refused]
    assert done.all("doctors", 0) == [{"_id": 1, "visits": [visit]}, {"_id": 2}]


def lockers(**more: Any) -> Json:
    """Members count their lockers, and nobody has to have one. more: of the relationship."""
    count = {"formula": "count(lockers)", "sources": ["lockers"], "refresh": "on-write"}
    rent = {
        "name": "rent", "kind": "update", "entity": "Locker", "per_day": 9, "filter": [{"field": "_id"}],
        "changes": ["member_id", "note"],
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Gym", "database": "gym",
        "entities": [
            entity("Member", NUMBER, {**field("held", "int"), "computed": count}),
            entity("Locker", NUMBER, field("note")),
        ],
        "relationships": [
            link("lockers", "one-to-many", end("Member"), end("Locker", 1, field="member_id"), strategy="PARENT_REF", **more),
        ],
        "operations": [rent],
    }  # fmt: skip


@replay(lockers)
def test_who_may_do_without_a_parent_is_given_none_by_null(play: Play) -> Steps:
    play.documents = {
        "members": [{"_id": 1, "held": 2}, {"_id": 2, "held": 0}],
        "lockers": [{"_id": 11, "member_id": 1, "note": "by the door"}, {"_id": 12, "member_id": 1}],
    }
    play.call("lockers.reassign", lockerId=11, newMemberId=None)
    play.call("rent", id=12, newMemberId=2, newNote="new")
    play.call("rent", id=12, newMemberId=None, newNote="new")
    play.call("rent", id=12, newMemberId=99)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, None, None, "member not found"]
    assert done.all("lockers", 0)[0] == {"_id": 11, "note": "by the door"}
    assert [[each["held"] for each in done.all("members", step)] for step in range(4)] == [
        [1, 0], [0, 1], [0, 0], [0, 0],
    ]  # fmt: skip
    assert done.all("lockers", 2)[1] == {"_id": 12, "note": "new"}


@replay(lambda: lockers(atomic=True))
def test_none_is_given_also_where_the_parent_must_change_with_its_child(play: Play) -> Steps:
    play.documents = {"members": [{"_id": 1, "held": 1}], "lockers": [{"_id": 11, "member_id": 1}]}
    play.call("lockers.reassign", lockerId=11, newMemberId=None)
    play.call("lockers.reassign", lockerId=11, newMemberId=99)
    play.call("lockers.reassign", lockerId=11, newMemberId=1)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "member not found", None]
    assert [done.all("members", step)[0]["held"] for step in range(3)] == [0, 0, 1]
    assert done.all("lockers", 0) == [{"_id": 11}]


def repairs() -> Json:
    """Machines show who repairs them, and nobody has to; who repairs how many is counted."""
    held = {"formula": "count(machines)", "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Works", "database": "works",
        "entities": [
            entity("Fitter", NUMBER, field("name", required=True), {**field("held", "int"), "computed": held}),
            entity("Machine", NUMBER, field("note")),
        ],
        "relationships": [
            link("repairs", "one-to-many", end("Fitter", field="machines"), end("Machine", 1, field="fitter"), strategy="PARENT_REF",
                 copies=[{"field": "name", "of": "from", "as": "fitter_name", "reads_per_day": 1e6, "updates_per_day": 1}]),
        ],
        "operations": [
            {"name": "assign", "kind": "update", "entity": "Machine", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["fitter"]},
        ],
    }  # fmt: skip


@replay(repairs)
def test_what_is_copied_of_a_parent_goes_with_it(play: Play) -> Steps:
    play.documents = {
        "fitters": [{"_id": 1, "name": "Ada", "held": 1}, {"_id": 2, "name": "Bo", "held": 0}],
        "machines": [{"_id": 11, "note": "loud", "fitter": 1, "fitter_name": "Ada"}],
    }
    play.call("repairs.reassign", machineId=11, newFitterId=None)
    play.call("repairs.reassign", machineId=11, newFitterId=99)
    play.call("assign", machineId=11, newFitterId=2)
    play.call("assign", machineId=11, newFitterId=None)
    done = yield
    assert [(result or {}).get("refused") for result in done.results] == [
        None,
        "fitter not found",
        None,
        None,
    ]
    alone = {"_id": 11, "note": "loud"}
    assert [done.all("machines", step)[0] for step in (0, 2, 3)] == [
        alone,
        {**alone, "fitter": 2, "fitter_name": "Bo"},
        alone,
    ]
    assert [[each["held"] for each in done.all("fitters", step)] for step in range(4)] == [
        [0, 0],
        [0, 0],
        [0, 1],
        [0, 0],
    ]
