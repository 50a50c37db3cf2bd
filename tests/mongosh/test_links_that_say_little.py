"""A read that includes what embedded links lead to finds those documents, unless the links say of them what is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NAMES = [{"field": "name", "of": "to", "as": "name", "policy": "snapshot"}]


def kitchen(*, named: bool) -> Callable[[], Json]:
    """Recipes with their ingredients in links; named: a link says what its ingredient was called."""
    copied: Json = {"copies": NAMES} if named else {}
    return lambda: {
        "format": "nestlink/1", "name": "Kitchen", "database": "kitchen",
        "entities": [entity("Recipe", field("_id", "int")), entity("Ingredient", field("_id", "int"), field("name", required=True))],
        "relationships": [
            link("parts", "many-to-many", end("Recipe", 20, field="parts"), end("Ingredient", 60, field="recipes"),
                 strategy="EMBED_LINK", link_owner="from", link_fields=[field("grams", "int", required=True)], **copied),
        ],
        "operations": [{"name": "card", "kind": "read", "entity": "Recipe", "filter": [{"field": "_id"}], "includes": ["parts"], "per_day": 8}],
    }  # fmt: skip


def read(play: Play, **more: Any) -> None:
    play.documents = {
        "recipes": [{"_id": 1, "parts": [{"ingredient_id": 7, "grams": 90, **more}]}],
        "ingredients": [{"_id": 7, "name": "Flour"}, {"_id": 8, "name": "Salt"}],
    }
    play.call("card", id=1)


@replay(kitchen(named=False))
def test_what_is_linked_is_read(play: Play) -> Steps:
    read(play)
    done = yield
    assert [each["name"] for each in done.results[0]["ingredients"]] == ["Flour"]


@replay(kitchen(named=True))
def test_links_with_copies_are_enough(play: Play) -> Steps:
    read(play, name="Flour")
    done = yield
    assert done.results[0]["parts"][0]["name"] == "Flour" and "ingredients" not in done.results[0]
