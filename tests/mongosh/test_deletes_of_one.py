"""A delete of one document by its id: it looks for nothing that it is told, works nothing out of what it deletes, and is one
function, whoever asks for it."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import AT, Steps, design

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}


def _result(formula: str, source: str) -> Json:
    return {"formula": formula, "sources": [source], "refresh": "on-write"}


def tours() -> Json:
    """Tours with legs of their own, which each tour sums up, and guides that count their tours."""
    guide = entity(
        "Guide", field("name"), field("tours_count", "int", computed=_result("count(tours)", "tours"))
    )
    tour = entity(
        "Tour",
        field("at", "date", required=True),
        field("hours", "int", computed=_result("sum(legs.hours)", "legs.hours")),
    )
    leg = entity("Leg", field("hours", "int", required=True))
    return design(
        guide, tour, leg,
        links=[
            link("tours", "one-to-many", end("Guide", field="tours"), {"entity": "Tour", "field": "guide", "has": ONE}, strategy="PARENT_REF"),
            link("legs", "one-to-many", end("Tour", field="legs"), {"entity": "Leg", "field": "tour", "has": ONE}, strategy="PARENT_REF", exclusive_owner=True),
        ],
    ) | {"operations": [
        {"name": "cancel", "kind": "delete", "entity": "Tour", "filter": [{"field": "_id"}]},
        {"name": "clear", "kind": "delete", "entity": "Tour", "filter": [{"field": "at"}]},
    ]}  # fmt: skip


def _of(recipe: str) -> list[Any]:
    return [each for each in built_once(tours()).compilation.plan.statements if each.recipe == recipe]


def test_nothing_is_looked_for_or_worked_out_of_what_goes() -> None:
    assert [(each.op, each.collection) for each in _of("cancel")] == [
        ("deleteMany", "legs"), ("findOneAndDelete", "tours"), ("updateOne", "guides"),
    ]  # fmt: skip


def test_what_is_refused_the_second_time_is_not_called_safe_to_repeat() -> None:
    assert "Safe to repeat" not in _of("cancel")[0].comment
    assert "Safe to repeat" in _of("clear")[0].comment


def test_the_operation_is_the_one_function_that_deletes_it() -> None:
    deleting = {each.recipe: each.extra for recipe in ("cancel", "tours.remove", "legs.cascade") for each in _of(recipe)}  # fmt: skip
    assert deleting == {"cancel": False, "tours.remove": True, "legs.cascade": True}


@replay(tours)
def test_it_goes_with_its_own_and_its_parent_follows(play: Play) -> Steps:
    guide, tour, other = ObjectId(), ObjectId(), ObjectId()
    play.documents = {
        "guides": [{"_id": guide, "name": "g", "tours_count": 2}],
        "tours": [{"_id": id, "at": AT, "guide": guide, "hours": 3} for id in (tour, other)],
        "legs": [{"_id": ObjectId(), "tour": id, "hours": 3} for id in (tour, other)],
    }
    play.call("cancel", id=tour)
    play.call("cancel", id=tour)
    play.audit()
    done = yield
    assert done.results[1] == {"refused": "tour not found"}
    assert (
        [each["tour"] for each in done.all("legs")] == [each["_id"] for each in done.all("tours")] == [other]
    )
    assert done.all("guides")[0]["tours_count"] == 1
    assert [each for each in done.found if done.found[each]] == []
