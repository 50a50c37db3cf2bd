"""What an operation includes is read, though links repeat some of it: unless its projection names only what they repeat, or they
say what was when they were made, which the note tells."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import Steps, design
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def menus(policy: str = "eventual", shown: tuple[str, ...] = ()) -> Json:
    """Menus whose lines repeat the name of their dish. shown: what the reads show."""
    copies = [
        {
            "field": "name",
            "of": "to",
            "as": "name",
            "policy": policy,
            "reads_per_day": 9000,
            "updates_per_day": 0.01,
        }
    ]
    dishes = link(
        "dishes of menu", "many-to-many", end("Menu", 9, field="dishes"), end("Dish", field="menus"),
        strategy="EMBED_LINK", link_owner="from", copies=copies,
    )  # fmt: skip
    dish = entity("Dish", field("name", required=True), field("course"))
    reads = [
        {"name": "menu", "kind": "read", "entity": "Menu", "filter": [{"field": "_id"}], "includes": ["dishes of menu"]},
        {"name": "cards", "kind": "read", "entity": "Menu", "filter": [{"field": "title"}], "includes": ["dishes of menu"]},
    ]  # fmt: skip
    shows = {"projection": [*shown]} if shown else {}
    return design(entity("Menu", field("title")), dish, links=[dishes]) | {
        "operations": [each | shows for each in reads]
    }


NAMES, COURSES = ("title", "dishes.name"), ("title", "dishes.course")


@pytest.mark.parametrize("policy", ["eventual", "strong", "snapshot"])
@pytest.mark.parametrize("shown", [(), NAMES, COURSES])
def test_what_is_included_is_read(policy: str, shown: tuple[str, ...]) -> None:
    statements = built_once(menus(policy, shown)).compilation.plan.statements
    is_read = shown == COURSES or (not shown and policy != "snapshot")
    for name in ("menu", "cards"):
        reading = [each for each in statements if each.recipe == name]
        assert any("dishes" in (each.collection, *_from(each)) for each in reading) == is_read
        assert ("that are copied to" in reading[0].comment) == (not shown and policy == "snapshot")
    assert not any(judged(menus(policy, shown), "menu", "cards").values())


def _from(statement: Any) -> list[str]:
    stages = statement.pipeline or ()
    return [stage["$lookup"]["from"] for stage in stages if "$lookup" in stage]


@replay(menus)
def test_it_tells_what_no_copy_says(play: Play) -> Steps:
    menu, dish = ObjectId(), ObjectId()
    play.documents["dishes"] = [{"_id": dish, "name": "soup", "course": "first"}]
    play.documents["menus"] = [{"_id": menu, "title": "m", "dishes": [{"dish_id": dish, "name": "soup"}]}]
    play.call("menu", id=menu)
    done = yield
    assert [each["course"] for each in done.results[0]["dishes"]] == ["first"]
