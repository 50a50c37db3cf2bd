"""The audit finds slices that lack an element which they should have."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def clinic() -> Json:
    """Doctors with the newest two of their visits."""
    recent = {"count": 2, "fields": ["day"], "sort": "day"}
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic",
        "entities": [
            entity("Doctor", NUMBER, field("name")), entity("Visit", NUMBER, field("day", "int", required=True)),
        ],
        "relationships": [
            link(
                "visits", "one-to-many", end("Doctor", field="newest"), end("Visit", 1, field="doctor_id"),
                strategy="SUBSET", together_needs="recent", recent=recent,
            ),
        ],
    }  # fmt: skip


def visit(number: int, doctor: int, day: int) -> Json:
    return {"_id": number, "day": day, "doctor_id": doctor}


def sliced(*pairs: tuple[int, int]) -> list[Json]:
    return [{"visit_id": number, "day": day} for number, day in pairs]


@replay(clinic)
def test_missing_elements_are_found(play: Play) -> Steps:
    """Whole are the slice of a doctor with two visits, of one with none, and one of several visits of one day."""
    play.documents = {
        "doctors": [
            {"_id": 1, "newest": sliced((11, 1), (12, 2))},
            {"_id": 2, "newest": sliced((21, 1), (22, 2))},
            {"_id": 3, "newest": sliced((31, 5), (32, 5))},
            {"_id": 4},
            {"_id": 5},
            {"_id": 6, "newest": sliced((61, 1))},
        ],
        "visits": [
            visit(11, 1, 1), visit(12, 1, 2),
            visit(21, 2, 1), visit(22, 2, 2), visit(23, 2, 3),
            visit(31, 3, 5), visit(32, 3, 5), visit(33, 3, 5),
            visit(41, 4, 1),
            visit(61, 6, 1), visit(62, 6, 1),
        ],
    }  # fmt: skip
    play.audit()
    done = yield
    assert [each["_id"] for each in done.found["visits.missing"]] == [2, 4, 6]
