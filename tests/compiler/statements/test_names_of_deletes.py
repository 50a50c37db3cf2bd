"""A function that deletes a document says which, and only one function deletes it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.function_names import function_names
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link

Json = dict[str, Any]


def _club(*operations: Json) -> Any:
    """Players of games, who follow one another and enter tournaments; a game has moves that go with it."""
    needed = {"has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity(each, field("label", required=True), count=50000) for each in ("Player", "Game", "Move", "Tournament", "Chat")],
        "relationships": [
            link("white", "one-to-many", end("Player"), end("Game", field="white", **needed), strategy="PARENT_REF"),
            link("opening of game", "one-to-many", end("Tournament"), end("Game", 1), strategy="PARENT_REF"),
            link("moves", "one-to-many", end("Game"), end("Move", **needed), strategy="PARENT_REF", exclusive_owner=True),
            link("chats of game", "one-to-many", end("Game"), end("Chat", **needed), strategy="PARENT_REF"),
            link("follows", "graph", end("Player", 200, field="following"), end("Player", field="followers"), strategy="ONE_WAY_EMBED",
                 link_owner="from"),
            link("entries", "many-to-many", end("Tournament"), end("Player"), strategy="LINK_COLL"),
        ],
        "operations": list(operations),
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    return compile_design(model).plan.statements


@pytest.mark.parametrize(
    ("recipe", "name"),
    [("white.remove", "deleteGame"), ("entries.delete", "deletePlayer"), ("entries.delete_back", "deleteTournament"),
     ("moves.remove", "movesRemove"), ("chats of game.remove", "chatsOfGameRemove"), ("moves.cascade", "deleteGameWithMoves"),
     ("follows.remove", "followsRemove")],
)  # fmt: skip
def test_a_name_says_what_goes(recipe: str, name: str) -> None:
    assert function_names(_club(), "04_queries")[recipe] in (name, f"{name}2")


def test_one_function_deletes_one_thing() -> None:
    deletes = [
        ("deleteOne", "players"),
        ("findOneAndDelete", "players"),
        ("deleteOne", "games"),
        ("findOneAndDelete", "games"),
    ]
    needed = {
        (each.collection, each.recipe)
        for each in _club()
        if not each.extra
        and (each.op, each.collection) in deletes
        and each.script == "04_queries"
        and each.purpose != "prepare"
    }
    assert sorted(collection for collection, _ in needed) == ["games", "players"]


def test_an_operation_keeps_its_name() -> None:
    delete = {"name": "delete game", "kind": "delete", "entity": "Game", "filter": [{"field": "_id"}]}
    names = function_names(_club(delete), "04_queries")
    assert names["delete game"] == "deleteGame" and names["white.remove"] == "deleteGame2"


def test_no_function_of_a_relationship_takes_the_name_of_an_operation() -> None:
    """An application that calls it would get another function, without an error."""
    page = {"name": "moves page", "kind": "read", "entity": "Move", "filter": [{"field": "label"}]}
    names = function_names(_club(page), "04_queries")
    assert (names["moves page"], names["moves.page"]) == ("movesPage", "movesPage2")
