"""Numbers beside a grid count its free cells; two references to one entity do not lead to the same document."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.sampling import samples
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import laid_out

Json = dict[str, Any]
CELLS = {"items": {"type": "array", "items": {"type": "int", "enum": [0, 1]}}, "grid": [2, 3]}


def halls(*counters: Json) -> list[Json]:
    model = design([entity("Hall", field("seats", "array", **CELLS), *counters)], [])
    return samples(laid_out(model))["halls"]


@pytest.mark.parametrize("name", ["seats_available", "seats_free"])
def test_free_cells_are_counted(name: str) -> None:
    for hall in halls(field(name, "int")):
        assert hall[name] == sum(row.count(0) for row in hall["seats"]) == 5


def test_an_example_and_another_name_stay_as_they_are() -> None:
    first, *others = halls(field("seats_available", "int", example=2), field("rows_free", "int", example=9))
    assert (first["seats_available"], first["rows_free"]) == (2, 9)
    assert {one["seats_available"] for one in others} == {5}
    assert {one["rows_free"] for one in others} != {5}


def letters(*ways: str) -> list[Json]:
    many, one = {"has": {"min": 0, "max": None, "growth": "unbounded"}}, {"has": {"min": 1, "max": 1}}
    links = [
        link(way, "one-to-many", ("Person", {"field": f"{way}_letters", **many}), ("Letter", {"field": way, **one}), strategy="PARENT_REF")
        for way in ways
    ]  # fmt: skip
    model = design([entity("Person", field("name")), entity("Letter", field("text"))], links)
    return samples(laid_out(model))["letters"]


def test_who_sends_is_not_who_receives() -> None:
    alone = [one["sender"] for one in letters("sender")]
    for letter, sender in zip(letters("sender", "receiver"), alone, strict=True):
        assert letter["sender"] == sender != letter["receiver"]
    assert len({one["receiver"] for one in letters("sender", "receiver")}) > 1


def test_none_refers_to_itself_by_a_second_way() -> None:
    many, one = {"has": {"min": 0, "max": None, "growth": "unbounded"}}, {"has": {"min": 0, "max": 1}}
    links = [
        link(
            way,
            "one-to-many",
            ("Person", {"field": f"{way}_of", **many}),
            ("Person", {"field": way, **one}),
            strategy="PARENT_REF",
        )
        for way in ("boss", "mentor")
    ]
    people = samples(laid_out(design([entity("Person", field("name"))], links)))["people"]
    assert not any(one["_id"] in (one.get("boss"), one.get("mentor")) for one in people)
