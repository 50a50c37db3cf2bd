"""A range of what stands in an array holds of one element: not of one within one bound and another within the other."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def pets() -> Json:
    asked = [("visits", "visits.weight"), ("marks", "marks")]
    operations = [
        {"name": f"by {name}", "kind": "read", "entity": "Pet", "filter": [{"field": path, "match": "range"}]}
        for name, path in asked
    ]
    marks = field("marks", "array", items={"type": "int"})
    return {
        "format": "nestlink/1", "name": "Pets", "database": "pets", "operations": operations,
        "entities": [
            entity("Pet", field("name"), marks),
            entity("Visit", field("weight", "int", required=True), kind="weak"),
        ],
        "relationships": [
            link("visits", "one-to-many", end("Pet", 9), end("Visit", 1), strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
    }  # fmt: skip


@replay(pets)
def test_a_range_is_met_by_one_element(play: Play) -> Steps:
    inside, around = play.documents["pets"][:2]
    for pet, numbers in ((inside, [5]), (around, [1, 9])):
        pet["marks"] = numbers
        pet["visits"] = [{"weight": number} for number in numbers]
    play.documents["pets"] = [inside, around]
    play.call("by visits", leastVisitsWeight=4, mostVisitsWeight=6)
    play.call("by marks", leastMark=4, mostMark=6)
    done = yield
    assert [[pet["_id"] for pet in result] for result in done.results] == [[inside["_id"]]] * 2
