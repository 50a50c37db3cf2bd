"""What a function would find in one of several places, or under an id that another takes over: it is not written, and the
script says why. Others of the same designs do what they mean to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
NAME = field("name", required=True)


def _design(entities: list[Json], *relationships: Json, **more: Any) -> Json:
    head = {"format": "nestlink/1", "name": "Places", "database": "places"}
    return {**head, "entities": entities, "relationships": list(relationships), **more}


def _compiled(design: Json) -> Compilation:
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    return compile_design(report.value)


def _unwritten(design: Json) -> dict[str, str]:
    """Return why functions of a design are not written, by their recipes."""
    return {one.recipe: one.reason for one in _compiled(design).plan.unwritten}


def _kind(general: str, special: str, strategy: str) -> Json:
    return link(f"{special}Is", "is-a", {"entity": general}, {"entity": special}, strategy=strategy)


def _boxes(*others: str) -> Json:
    """Boxes on pages of shelves, which name one another."""
    inside = link("inside", "one-to-many", end("Shelf"), end("Box", 1, field="around"), strategy="BUCKET")
    more = (
        link(name, "one-to-many", end("Box"), end("Box", 1, field=name), strategy="PARENT_REF")
        for name in others
    )
    find = {"name": "find", "kind": "read", "entity": "Box", "filter": [{"field": "name"}]}
    return _design([entity("Shelf", NAME), entity("Box", NAME)], inside, *more, operations=[find])


@pytest.mark.parametrize("others", [("above", "left"), ("above",)])
def test_each_reference_to_what_is_in_pages_has_an_id_of_a_page_of_its_own(others: tuple[str, ...]) -> None:
    """They shared one, which told whose one of them was; adding to a page and reading by the other were not written."""
    needed = ["insideAdd", *(f"{name}Read" for name in others)]
    assert judged(_boxes(*others), *needed) == dict.fromkeys(needed, "")


def test_links_among_what_is_held_twice_have_no_functions() -> None:
    design = _design(
        [entity("Sensor", NAME), entity("Room", NAME), entity("Reading", field("taken", "date", required=True))],
        link("measured", "one-to-many", end("Sensor"), end("Reading", 1, field="sensor"), strategy="TIME_SERIES"),
        link("seen", "one-to-many", end("Room"), end("Reading", 1, field="room"), strategy="BUCKET"),
        link("alike", "graph", end("Reading", 5), end("Reading", 5, field="like"), strategy="LINK_COLL"),
    )  # fmt: skip
    plan = _compiled(design).plan
    assert "relationship:alike" not in {one.subject for one in plan.statements if one.script == "04_queries"}
    assert "measured.read" in {one.recipe for one in plan.statements}


@pytest.mark.parametrize("least", [0, 1])
def test_no_other_part_takes_over_what_was_said_of_one(least: int) -> None:
    """A part that must always be there is replaced, and is known by the id of what holds it."""
    has = {"min": least, "max": 1}
    design = _design(
        [entity("Rider", NAME), entity("Pass", NAME, kind="weak"), entity("Gate", NAME)],
        link("passes", "one-to-one", {"entity": "Rider", "has": has}, end("Pass", 1), strategy="EMBED_ONE"),
        link("opened", "many-to-many", end("Pass"), end("Gate"), strategy="LINK_COLL"),
    )
    assert ("passes.add" in _unwritten(design)) is bool(least)


def test_no_link_joins_what_stands_in_one_of_several_collections() -> None:
    def stored(*general: str) -> Json:
        return _design(
            [entity(one, NAME) for one in ("Vehicle", "Car", "Truck")] + [entity("Radio", NAME, kind="weak")],
            *(_kind(one, special, "POLY_SPLIT") for one in general for special in ("Car", "Truck")),
            link("radios", "one-to-one", end("Vehicle", 1), end("Radio", 1), strategy="EMBED_ONE"),
            link("heard", "many-to-many", end("Radio"), end("Vehicle"), strategy="LINK_COLL"),
        )  # fmt: skip

    refused = _unwritten(stored("Vehicle"))
    assert any(name.startswith("heard") and "only one of them" in why for name, why in refused.items())
    assert not any(why.endswith("only one of them.") for why in _unwritten(stored()).values())


def test_what_must_be_there_is_not_taken_away() -> None:
    def emptied(*, required: bool) -> Json:
        away = {
            "name": "away", "kind": "update", "entity": "Person", "filter": [{"field": "_id"}],
            "effects": [{"field": "nick", "do": "unset"}],
        }  # fmt: skip
        nick = field("nick", **({"required": True} if required else {}))
        return _design([entity("Person", NAME, nick)], operations=[away])

    assert "nick, which is required" in _unwritten(emptied(required=True))["away"]
    assert "away" not in _unwritten(emptied(required=False))


def test_a_projection_shows_what_is_read_alone() -> None:
    def shown(path: str) -> Json:
        tell = {
            "name": "tell", "kind": "read", "entity": "Visit", "filter": [{"field": "_id"}],
            "projection": ["day", path],
        }  # fmt: skip
        return _design(
            [entity("Guide", NAME), entity("Visit", field("day", "date"))],
            link("visits", "one-to-many", end("Guide"), end("Visit", 1, field="guide"), strategy="PARENT_REF"),
            link("leads", "one-to-many", end("Guide"), end("Guide", 1, field="lead"), strategy="PARENT_REF"),
            operations=[tell],
        )  # fmt: skip

    assert "two references away" in _unwritten(shown("guide.lead.name"))["tell"]
    assert judged(shown("guide.name"), "tell") == {"tell": ""}
