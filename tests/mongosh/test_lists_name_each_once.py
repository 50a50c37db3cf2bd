"""A new document's list of ids names each thing once, and one that is there; nothing leads itself, and no list of a thing that
is replaced names that thing."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import Steps, design
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def dishes(strategy: str = "ONE_WAY_EMBED", **more: Any) -> Json:
    """Dishes that list their allergens by their ids."""
    owner = {"link_owner": "from"} if strategy == "ONE_WAY_EMBED" else {}
    contains = link("contains", "many-to-many", end("Dish", 14, field="allergens"), end("Allergen", 60, field="dishes"), strategy=strategy, **owner)  # fmt: skip
    return design(entity("Dish", field("name", required=True)), entity("Allergen", field("code")), links=[contains]) | {
        "operations": [{"name": "serve", "kind": "insert", "entity": "Dish"}]
    }  # fmt: skip


def _served(play: Play) -> Steps:
    milk, nuts = ObjectId(), ObjectId()
    play.documents["allergens"] = [{"_id": id, "dishes": []} for id in (milk, nuts)]
    play.documents["dishes"] = []
    for number, listed in enumerate(([milk, milk], [milk, ObjectId()], [milk, nuts], [], None)):
        given = {} if listed is None else {"allergens": listed}
        play.call("serve", dish={"name": str(number), **given})
    done = yield
    refused = [(each or {}).get("refused") for each in done.results]
    twice = "the same allergen is given twice, but can be linked only once"
    assert refused == [twice, "allergen not found", None, None, None]
    assert [each["name"] for each in done.all("dishes")] == ["2", "3", "4"]
    assert done.all("dishes")[0]["allergens"] == [milk, nuts]


@replay(dishes)
def test_a_new_list_of_ids_names_each_once(play: Play) -> Steps:
    yield from _served(play)


@replay(lambda: dishes("TWO_WAY_EMBED"))
def test_it_does_where_both_list_one_another(play: Play) -> Steps:
    yield from _served(play)


def staff() -> Json:
    """People with a lead of their own, and friends that both name."""
    lead = link("lead", "one-to-many", end("Person", field="team"), end("Person", 1, field="lead"), strategy="PARENT_REF")  # fmt: skip
    friends = link("helps", "many-to-many", end("Person", 9, field="helps"), end("Person", 9, field="helped_by"), strategy="TWO_WAY_EMBED")  # fmt: skip
    return design(entity("Person", field("name", required=True)), links=[lead, friends])


@replay(staff)
def test_nobody_leads_himself(play: Play) -> Steps:
    one, other = ObjectId(), ObjectId()
    play.documents["people"] = [{"_id": id, "name": "n", "helps": [], "helped_by": []} for id in (one, other)]
    play.call("lead.reassign", teamId=one, newLeadId=one)
    play.call("lead.reassign", teamId=one, newLeadId=other)
    play.call("lead.reassign", teamId=one, newLeadId=None)
    done = yield
    refused = [(each or {}).get("refused") for each in done.results]
    assert refused == ["lead not found, or both are the same document", None, None]
    assert [each.get("lead") for each in (done.states[1]["people"][0], done.states[2]["people"][0])] == [
        other,
        None,
    ]


@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "TWO_WAY_EMBED"])
def test_the_function_means_what_it_meant(strategy: str) -> None:
    assert judged(dishes(strategy), "serve") == {"serve": ""}


def test_moves_mean_what_they_meant() -> None:
    found = judged(staff(), "leadReassign", "helpsReplace", "helpsReplaceBack")
    assert found and not any(found.values()), found
