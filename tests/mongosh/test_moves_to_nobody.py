"""A move to a parent that does not exist is refused by that word, and changes nothing."""

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
    assert [result.get("refused") for result in done.results] == ["there is no such doctor", None]
    assert [done.all("visits", step)[0]["doctor_id"] for step in (0, 1)] == [1, 2]


@replay(clinic("EMBED_ARRAY", 5))
def test_an_element_stays_where_it_is(play: Play) -> Steps:
    visit = {"_id": 11, "day": 1}
    play.documents = {"doctors": [{"_id": 1, "visits": [visit]}, {"_id": 2}]}
    play.call("visits.reassign", oldDoctorId=1, visitId=11, newDoctorId=99)
    done = yield
    refused = "there is no such doctor, or it has no room for another visit"
    assert [result.get("refused") for result in done.results] == [refused]
    assert done.all("doctors", 0) == [{"_id": 1, "visits": [visit]}, {"_id": 2}]
