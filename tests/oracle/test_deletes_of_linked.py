"""A document goes: links that may be missing go with it, and all others hold it back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.composed import entity, field, link
from tests.compiler.in_parts import compile_design
from tests.oracle.judging import judge

Json = dict[str, Any]
BY_NAME = {"kind": "delete", "entity": "Person", "filter": [{"field": "name"}], "per_day": 1}
PROMISES = ("no id dangles", "nothing points at what is gone")


def _end(name: str, field: str, **has: int) -> tuple[str, Json]:
    return name, {"field": field, "has": has}


def _design(entities: list[Json], relationships: list[Json], *operations: Json) -> Json:
    return {
        "format": "nestlink/1", "name": "Leaving", "database": "leaving", "entities": entities,
        "relationships": relationships, "operations": list(operations),
    }  # fmt: skip


def _calls(least: int) -> Json:
    """Days embed whom they call; a person is listed by clubs as well."""
    count = {"name": "people", "type": "int", "computed": {"formula": "count(calls)", "refresh": "on-write"}}
    parts = [
        entity("Day", field("label", required=True), count),
        entity("Club", field("label", required=True)),
        entity("Person", field("name", required=True)),
    ]
    calls = link(
        "calls", "many-to-many", _end("Day", "calls", min=least, max=9), _end("Person", "days"),
        strategy="EMBED_LINK", link_owner="from", link_fields=[field("at")],
    )  # fmt: skip
    members = link(
        "members", "many-to-many", _end("Club", "members", max=9), _end("Person", "clubs"),
        strategy="ONE_WAY_EMBED",
    )  # fmt: skip
    return _design(parts, [calls, members], {"name": "person leaves", **BY_NAME})


def _note(source: Json, function: str) -> str:
    model = read(json.dumps(source)).value
    assert model is not None
    statements = compile_design(model).plan.statements
    return next(each.comment for each in statements if each.recipe == function)


@pytest.mark.parametrize("function", ["members.delete", "person leaves"])
def test_links_that_may_be_missing_go(function: str) -> None:
    name = {"members.delete": "deletePerson", "person leaves": "personLeaves"}[function]
    (verdict,) = judge("calls", _calls(0), only=[name])
    assert verdict.judged and not verdict.why, verdict
    assert "Refused" not in _note(_calls(0), function)


@pytest.mark.parametrize("function", ["members.delete", "person leaves"])
def test_links_that_must_be_there_hold_the_delete_back(function: str) -> None:
    note = _note(_calls(1), function)
    assert "Fails while documents in days.calls.person_id reference it." in note
    assert not any(promise in note for promise in PROMISES)


def _games(least: int) -> Json:
    """Players, who play in games, with their notes, and in several clubs."""
    parts = [entity(name, field("label", required=True)) for name in ("Person", "Club", "Note", "Game")]
    notes = link(
        "notes", "one-to-many", _end("Person", "notes"), _end("Note", "person", min=1),
        strategy="PARENT_REF", exclusive_owner=True,
    )  # fmt: skip
    games = link(
        "games", "one-to-many", _end("Person", "games"), _end("Game", "white", min=least),
        strategy="PARENT_REF",
    )  # fmt: skip
    members = link(
        "members", "one-to-many", _end("Club", "members"), _end("Person", "club"), strategy="PARENT_REF"
    )
    return _design(parts, [notes, games, members])


@pytest.mark.parametrize("function", ["notes.cascade", "members.remove"])
def test_references_that_must_be_there_hold_each_delete_back(function: str) -> None:
    note = _note(_games(1), function)
    assert "Fails while documents in games.white reference it." in note
    assert not any(promise in note for promise in PROMISES)
    assert "Refused" not in _note(_games(0), function)


@pytest.mark.parametrize("more", [[], [{"field": "name", "match": "exists"}]])
def test_links_that_lead_to_a_document_go_behind_it(more: list[Json]) -> None:
    """Without a transaction: a call that ends before the delete leaves what the next one finds its documents by."""
    parts = [entity("Club", field("label", required=True)), entity("Person", field("name"))]
    members = link(
        "members", "many-to-many", _end("Club", "members"), _end("Person", "clubs"), strategy="LINK_COLL",
    )  # fmt: skip
    leave = {
        "name": "club dissolves",
        "kind": "delete",
        "entity": "Person",
        "filter": [{"field": "clubs"}, *more],
    }
    design = _design(parts, [members], {**leave, "per_day": 1}) | {"topology": "standalone"}
    (verdict,) = judge("members", design, only=["clubDissolves"])
    assert verdict.judged and not verdict.why, verdict
    assert "Links in members are deleted last" in _note(design, "club dissolves")
