"""What a first read does not find: later statements match nothing by it, and nothing is written."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NOBODY = ObjectId("0123456789abcdef01234567")


def offices() -> Json:
    """Employees with an optional reference to an element of an array."""
    return {
        "format": "nestlink/1", "name": "Offices", "database": "offices",
        "entities": [
            entity("Company", field("name", required=True)),
            entity("Office", field("_id", "objectId"), field("city", required=True)),
            entity("Employee", field("email", unique=True)),
        ],
        "relationships": [
            link("offices", "one-to-many", end("Company", 5), end("Office", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
            link("staff", "one-to-many", end("Office", None), end("Employee", 1, field="office_id"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "desk of", "kind": "read", "entity": "Employee", "filter": [{"field": "email"}], "includes": ["staff"]}
        ],
    }  # fmt: skip


@replay("parts_catalogue")
def test_a_read_that_finds_nothing_ends_there(play: Play) -> Steps:
    play.documents["products"].append({"name": "without parts"})
    play.call("spare part page", partno="nothing is called so")
    play.call("product page", catalogNumber=-1)
    done = yield
    assert done.results == [None, None]


@replay("odd")
def test_the_way_back_from_nothing_is_nothing(play: Play) -> Steps:
    play.call("badge.back", badgeId=NOBODY)
    done = yield
    assert done.results == [None]


@replay(offices)
def test_an_optional_reference_that_is_absent_matches_nothing(play: Play) -> Steps:
    employee, company = play.first("employees"), play.first("companies")
    del employee["office_id"]
    play.documents["companies"] = [{"_id": company["_id"], "name": "without offices"}]
    play.call("desk of", email=employee["email"])
    done = yield
    assert done.results[0]["found"]["_id"] == employee["_id"] and done.results[0]["office"] == []


@replay("parts_catalogue")
def test_a_copy_of_nothing_is_not_written(play: Play) -> Steps:
    play.call("parts.add", partId=NOBODY)
    done = yield
    assert done.results == [{"refused": "there is no such part"}]
    assert done.all("products") == play.documents["products"]


@replay("odd")
def test_a_link_to_nobody_is_not_made(play: Play) -> Steps:
    play.call("work.add", employeeId=play.first("employees")["_id"], projectId=NOBODY)
    done = yield
    assert done.results == [{"refused": "there is no such project"}]
    assert done.all("work") == play.documents["work"]
