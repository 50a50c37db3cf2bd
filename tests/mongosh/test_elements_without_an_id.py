"""Elements that nothing tells from others: only what equals the given one whole is touched, in
pages, windows and overflow. Elements that hold arrays have an id."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def alike(element: Json, change: str) -> tuple[Json, Json, Json]:
    """An element, one that differs in one field only, and one with a field more."""
    return element, {**element, change: "other"}, {**element, "more": True}


@replay("blog")
def test_a_page_keeps_what_is_only_alike(play: Play) -> Steps:
    page = play.first("comment_pages")
    given, other, longer = alike(page["comments"][0], "comment")
    page |= {"comments": [other, given, longer, given], "count": 4}
    play.call("comments.remove", comment=given)
    done = yield
    after = done.one("comment_pages", page["_id"])
    assert after is not None and after["comments"] == [other, longer] and after["count"] == 2


@replay("activity_stream")
def test_a_window_keeps_what_is_only_alike(play: Play) -> Steps:
    window = play.first("user_activity")
    element = {"timestamp": datetime(2024, 5, 1, 9, tzinfo=UTC), "action": "login"}
    given, other, longer = alike(element, "action")
    window["activities"] = [other, given, longer]
    window["metrics"]["total_activities"] = 3
    play.call("activities.remove", activity=given)
    done = yield
    after = done.one("user_activity", window["_id"])
    assert after is not None and after["activities"] == [other, longer]
    assert after["metrics"]["total_activities"] == 2


@replay("F37h_out")
def test_an_overflowing_array_keeps_what_is_only_alike(play: Play) -> Steps:
    link, holder = play.design.compilation.model.links[0].name, play.first("ps")
    element = play.design.samples["ps"][0]["cs"][0]
    given, other, longer = alike(element, "more")
    holder["cs"] = [other, given, longer]
    over = {"p_id": holder["_id"]}
    play.documents["ps_extra"] = [
        {"_id": ObjectId(f"{place:024x}"), **over, "item": one} for place, one in enumerate((other, given))
    ]
    play.call(f"{link}.remove", c=given)
    play.call(f"{link}.remove", c=given)
    done = yield
    assert [one["cs"] for one in done.all("ps", 0) if one["_id"] == holder["_id"]] == [[other, longer]]
    assert len(done.all("ps_extra", 0)) == 2
    assert [one["item"] for one in done.all("ps_extra")] == [other]


@replay("odd")
def test_an_element_that_holds_others_is_found_after_somebody_added_to_it(play: Play) -> Steps:
    company, desk = play.first("companies"), {"number": 99, "colour": "Red"}
    first, second = company["offices"][:2]
    twin = {**first, "_id": second["_id"]}
    company["offices"] = [twin, first]
    play.call("desks.add", officeId=first["_id"], desk=desk)
    play.call("desks.add", officeId=first["_id"], desk={**desk, "number": 100})
    play.call("desks.remove", officeId=first["_id"], desk=desk)
    done = yield
    after = done.one("companies", company["_id"])["offices"]
    assert after == [twin, {**first, "desks": [*first["desks"], {**desk, "number": 100}]}]


@replay("odd")
def test_an_element_that_holds_others_is_filled_to_its_maximum_only(play: Play) -> Steps:
    company = play.first("companies")
    first, second = company["offices"][:2]
    full = [{"number": place, "colour": "Red"} for place in range(20)]
    company["offices"] = [{**first, "desks": full[:19]}, {**second, "desks": full}]
    play.call("desks.add", officeId=second["_id"], desk={"number": 99})
    play.call("desks.add", officeId=first["_id"], desk={"number": 99})
    play.call("desks.remove", officeId=first["_id"], desk={"number": 0, "colour": "Blue"})
    done = yield
    full_or_gone = "company not found, or has no matching item in offices, or offices.desks limit reached"
    assert done.results[0]["refused"] == full_or_gone
    assert done.results[1]["matchedCount"] == 1
    assert done.results[2]["refused"] == "desk not found, or it changed since it was read"
    assert [len(one["desks"]) for one in done.one("companies", company["_id"])["offices"]] == [20, 20]


def crew(secret: str) -> Json:
    """A ship whose sailors have a field that reads leave out."""
    fields = [
        field("name", required=True, sensitive=secret == "name"),
        field("pay", "int", sensitive=secret == "pay"),
    ]
    return {
        "format": "nestlink/1", "name": "Crew", "database": "crew",
        "entities": [entity("Ship", field("title")), entity("Sailor", *fields, field("badge", unique=secret == "badge"))],
        "relationships": [
            link("sailors", "one-to-many", end("Ship", 9), end("Sailor", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("secret", "parameter"), [("pay", "sailorId"), ("badge", "sailorBadge"), ("", "sailor")]
)
def test_an_element_that_reads_do_not_show_whole_is_named_by_an_id(secret: str, parameter: str) -> None:
    (text,) = (file for path, file in build(crew(secret)).scripts.items() if path.endswith("04_queries.js"))
    assert f"function sailorsEdit(shipId, {parameter}, changes)" in text


@replay("odd")
def test_an_edit_leaves_an_equal_element_of_another_holder(play: Play) -> Steps:
    """One score was corrected, and so was the equal one of every other taster."""
    company, desk = play.first("companies"), {"number": 99, "colour": "Red"}
    first, second = company["offices"][:2]
    company["offices"] = [{**first, "desks": [desk]}, {**second, "desks": [desk]}]
    play.call("desks.edit", officeId=second["_id"], desk=desk, changes={"colour": "Blue"})
    done = yield
    after = [each["desks"] for each in done.one("companies", company["_id"])["offices"]]
    assert after == [[desk], [{**desk, "colour": "Blue"}]]
