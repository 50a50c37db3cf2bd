"""City theatre: kinds of show, features, seats, prices of any day and contracts with revisions."""

from __future__ import annotations

from datetime import timedelta

from tests.compiler.library import built

KINDS = ("play", "concert", "film")


def test_every_kind_of_show_is_in_one_collection() -> None:
    plan = built("city_theatre")
    assert {plan.chosen(name) for name in KINDS} == {("P1", "POLY_SINGLE")}
    overlay = plan.entity_overlay("Show", "POLY_SINGLE")
    assert (overlay["collection"], overlay["path"]) == ("shows", "kind")
    assert {one["name"] for one in plan.plan["collections"]} == {
        "shows", "performances", "ticket_prices", "contracts", "contract_revisions",
    }  # fmt: skip


def test_the_validator_holds_each_show_to_the_rules_of_its_kind() -> None:
    branches = built("city_theatre").schema("shows")["oneOf"]
    assert [one["properties"]["kind"]["enum"] for one in branches] == [[kind] for kind in KINDS]
    assert [one["required"] for one in branches] == [
        ["kind", "playwright"],
        ["kind", "orchestra"],
        ["kind", "director"],
    ]


def test_the_examples_are_of_every_kind() -> None:
    shows = built("city_theatre").documents("shows")
    assert {one["kind"] for one in shows} == set(KINDS)
    assert len({one["slug"] for one in shows}) == len(shows)
    assert all(("director" in one) is (one["kind"] == "film") for one in shows)


def test_films_are_read_by_an_index_of_their_own() -> None:
    plan = built("city_theatre")
    (index,) = [one for one in plan.plan["collections"][0]["indexes"] if one["keys"][0][0] == "director"]
    assert index["options"]["partialFilterExpression"] == {"kind": "film"}
    (read,) = plan.statements("operation:films of a director")
    assert read["filter"]["kind"] == "film"


def test_features_differ_from_show_to_show() -> None:
    plan = built("city_theatre")
    overlay = plan.entity_overlay("Show", "ATTRIBUTE")
    assert overlay["fields"] == ["language", "subtitles", "age_from", "accessibility"]
    (read,) = plan.statements("operation:shows for children")
    assert read["filter"]["features"]["$elemMatch"]["k"] == "age_from"


def test_seats_are_a_grid() -> None:
    plan = built("city_theatre")
    assert plan.entity_overlay("Performance", "PREALLOC")["path"] == "seats"
    for evening in plan.documents("performances"):
        assert [len(row) for row in evening["seats"]] == [8] * 6


def test_prices_of_any_day_and_contracts_as_they_were() -> None:
    plan = built("city_theatre")
    assert plan.entity_overlay("TicketPrice", "SCD2")["collection"] == "ticket_prices"
    assert plan.entity_overlay("Contract", "DOC_VERSION")["collection"] == "contracts"
    prices = plan.documents("ticket_prices")
    (past,) = [one for one in prices if one["valid_to"] is not None]
    assert past["valid_to"] - past["valid_from"] > timedelta(0)
    assert plan.statements("operation:new price")[0]["op"] == "aggregate"
    assert plan.decision("contracts")["strategy"] == "PARENT_REF"


def test_nothing_is_wrong_with_it() -> None:
    assert not [one for one in built("city_theatre").plan["findings"] if one["severity"] == "error"]
