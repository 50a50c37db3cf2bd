"""A partial index of the documents that have a value serves whoever asks for one, and nobody who asks for its prefix alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

UNIQUE = {"keys": [["hall", 1], ["seat", 1]], "unique": True, "partial": {"seat": {"$exists": True}}}
HALL, SEAT = {"field": "hall"}, {"field": "seat"}


def indexes_of(*matches: dict[str, Any], **more: Any) -> list[tuple[list[str], bool]]:
    """The paths of the indexes of tickets, and whether each serves the read."""
    ticket = entity("Ticket", field("seat"), field("price", "int"), count=9_000, indexes=[UNIQUE])
    many = {"field": "tickets", "has": {"min": 0, "average": 90, "growth": "unbounded"}}
    halls = link(
        "seats", "one-to-many", ("Hall", many), ("Ticket", {"field": "hall", "has": {"min": 1, "max": 1}}),
        strategy="PARENT_REF",
    )  # fmt: skip
    read = {"name": "it", "kind": "read", "entity": "Ticket", "filter": [*matches], "per_day": 800, **more}
    plan = compile_design(design([entity("Hall", field("name")), ticket], [halls], operations=[read])).plan
    (tickets,) = [each for each in plan.collections if each.name == "tickets"]
    return [([*dict(each.keys)], "operation:it" in each.serves) for each in tickets.indexes]


def test_two_equalities_are_served_by_the_unique_index() -> None:
    assert (["hall", "seat"], True) in indexes_of(HALL, SEAT)
    assert [paths for paths, _ in indexes_of(HALL, SEAT)].count(["hall", "seat"]) == 1


@pytest.mark.parametrize(
    "matches",
    [
        (HALL,),
        (HALL, {**SEAT, "match": "range"}),
        (HALL, {**SEAT, "match": "exists", "value": False}),
        (HALL, {**SEAT, "value": None}),
    ],
)
def test_what_may_lack_the_value_has_an_index_of_all(matches: tuple[dict[str, Any], ...]) -> None:
    serving = [paths for paths, serves in indexes_of(*matches) if serves]
    assert serving and serving[0][0] == "hall"
    whole = [paths for paths, _ in indexes_of(*matches)]
    assert len(whole) == 2
