"""Samples of things that come to an end or do not, of ways and times for them, of lists, and of what descriptions list.

Each test names a class of wrongs that a reader of two designs saw, not the values.
"""

from __future__ import annotations

import json
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import listed_in
from designs.compiler.sampling.values.states import exits_in, is_told_of
from tests.compiler.in_parts import laid_out

AT_LENGTH = Path(__file__).parents[2] / "oracle" / "designs" / "at_length"
Documents = dict[str, list[dict[str, Any]]]


def _of(text: str) -> Documents:
    model = read(text).value
    assert model is not None
    return samples(laid_out(model))


@pytest.fixture(scope="module")
def marathon() -> Documents:
    return _of((AT_LENGTH / "marathon.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def helpdesk() -> Documents:
    return _of((AT_LENGTH / "helpdesk_multi_tenant.json").read_text(encoding="utf-8"))


def test_a_place_is_of_who_came_to_the_end(marathon: Documents) -> None:
    for entry in marathon["entries"]:
        assert ("place" in entry) == (entry.get("outcome") == "finished")
        assert "outcome" not in entry or entry["state"] == "paid"
        assert entry.get("age_place", 1) <= entry.get("place", 1)
    assert marathon["entries"][0]["outcome"] == "finished"


def test_points_of_a_way_lie_on_it_and_take_their_time(marathon: Documents) -> None:
    lengths = {race["_id"]: race["metres"] for race in marathon["races"]}
    for entry in marathon["entries"]:
        whole = lengths[entry["race"]]
        metres = [split["metres"] for split in entry["splits"]]
        assert metres == sorted(set(metres)) and max(metres) < whole
        assert all(split["mat"] == f"{split['metres'] / 1000:g} km" for split in entry["splits"])
        assert all(0.2 < plain(split["seconds"]) / split["metres"] < 0.6 for split in entry["splits"])
        passed = [split["passed_at"] for split in entry["splits"]]
        assert passed == sorted(passed) and passed[0].date() == passed[-1].date()
        assert entry.get("net_seconds", 0) <= entry.get("gun_seconds", 0)
    assert all(plain(post["kilometre"]) * 1000 < max(lengths.values()) for post in marathon["posts"])
    assert {race["metres"] for race in marathon["races"] if race["name"] == "10 km"} == {10000}


def test_who_takes_part_is_entered_before_the_day(marathon: Documents) -> None:
    days = {event["_id"]: event["held_on"] for event in marathon["events"]}
    assert all(event["entry_closes_at"] < event["held_on"] for event in marathon["events"])
    held = {race["_id"]: days[race["event"]] for race in marathon["races"]}
    assert all(entry["entered_at"] < held[entry["race"]] for entry in marathon["entries"])
    for race in marathon["races"]:
        amounts = [plain(fee["amount"]) for fee in race["fees"]]
        assert amounts == sorted(amounts) and max(fee["until"] for fee in race["fees"]) < held[race["_id"]]


def test_an_offer_runs_out_within_days(marathon: Documents) -> None:
    for waiting in marathon["waiting_list_entries"]:
        assert 0 < (waiting["offer_expires_at"] - waiting["asked_at"]).days < 15


def test_nothing_is_said_of_what_is_not_over(helpdesk: Documents) -> None:
    for ticket in helpdesk["tickets"]:
        over = ticket["status"] in ("solved", "closed")
        assert ("solved_at" in ticket) is over
        given: datetime | None = ticket.get("satisfaction", {}).get("given_at")
        assert given is None or (over and ticket["opened_at"] < ticket["solved_at"] < given)
        assert ticket["reopened"] <= 3
        assert "first_reply_at" not in ticket or (ticket["first_reply_at"] - ticket["opened_at"]).days < 1
        assert ticket["requester"] not in ticket["cc"]


def test_lists_agree(helpdesk: Documents) -> None:
    for policy in helpdesk["sla_policies"]:
        targets = sorted(
            policy["targets"], key=lambda each: ["low", "normal", "high", "urgent"].index(each["priority"])
        )
        assert all(first["resolve_min"] >= second["resolve_min"] for first, second in pairwise(targets))
        assert all(target["first_reply_min"] < target["resolve_min"] for target in targets)
        days = policy["business_hours"]["days"]
        assert days == sorted(set(days))
    for tenant in helpdesk["tenants"]:
        assert set(tenant["languages"]) <= {"en", "de", "fr", "es", "ja", "pt"}


def test_earlier_versions_go_by_the_same_name(helpdesk: Documents) -> None:
    names: dict[Any, set[str]] = {}
    for policy in helpdesk["sla_policies"]:
        names.setdefault(policy["sla_policy_id"], set()).add(policy["name"])
    assert max(map(len, names.values())) == 1 < len(helpdesk["sla_policies"]) - len(names) + 1


def test_a_mailbox_is_an_address_of_mail(helpdesk: Documents) -> None:
    assert all("@" in team["mailbox"] and " " not in team["mailbox"] for team in helpdesk["teams"])
    assert all(tenant["subdomain"].islower() for tenant in helpdesk["tenants"])


def test_what_ends_a_life_beside_what_does() -> None:
    assert exits_in(["unpaid", "paid", "deferred", "transferred", "withdrawn"]) == {
        "deferred",
        "transferred",
        "withdrawn",
    }
    assert exits_in(["requested", "transferred", "booked"]) == frozenset()


def test_descriptions_tell() -> None:
    assert is_told_of("solved", "At most one per ticket, given after it is solved")
    assert not is_told_of("solved", "How it was solved")
    assert listed_in("Water station, junction, baggage, medals") == (
        "Water station",
        "Junction",
        "Baggage",
        "Medals",
    )
    assert listed_in("e.g. gin, rum or tea") == ("Gin", "Rum", "Tea")
    assert listed_in("Paid in advance, as a rule.") == ()


def test_what_is_unset_on_the_way_back_is_there_again() -> None:
    state = {"name": "state", "type": "string", "enum": ["open", "solved"], "required": True}
    entity = {"name": "Case", "fields": [state, {"name": "solved_at", "type": "date"}]}
    ways = [("solve", "solved", "current-date"), ("reopen", "open", "unset")]
    operations = [
        {"name": name, "kind": "update", "entity": "Case", "per_day": 1,
         "effects": [{"field": "state", "do": "set", "value": to}, {"field": "solved_at", "do": do}]}
        for name, to, do in ways
    ]  # fmt: skip
    design = {"format": "nestlink/1", "name": "Any", "database": "any", "entities": [entity], "relationships": [], "operations": operations}  # fmt: skip
    cases = _of(json.dumps(design))["cases"]
    assert all(("solved_at" in case) == (case["state"] == "solved") for case in cases)
