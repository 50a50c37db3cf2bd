"""Samples of operating theatres, of a market for freelancers and of building permits, read as those of the trade would. Each test names
a class of wrongs, not the values."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from tests.compiler.compiled import design_of
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import model_of, samples_of

_HOUR = timedelta(hours=1)
_STOPS = ("operating_theatres", "freelance_market")


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _texts(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("name", _STOPS)
def test_no_text_of_another_trade_and_none_counted_up(name: str) -> None:
    for documents in samples_of(name).values():
        for text in _texts(documents):
            assert not re.search(
                r"claimant|Police|workshop|^(?:Body|Text|Cover letter|Job|Firmware) .*[0-9]+$", text
            )


def test_an_operation_is_on_the_day_of_its_list_and_its_team_there_for_hours() -> None:
    theatres = samples_of("operating_theatres")
    days = {each["_id"]: each["day"] for each in theatres["sessions"]}
    for case in theatres["cases"]:
        if "planned_start" not in case or "session" not in case:
            continue
        day = days[case["session"]]
        for name in ("planned_start", "knife_to_skin", "closed_at"):
            assert case.get(name, day).date() == day.date()
        assert all(each["until_time"] - each["from_time"] < 8 * _HOUR for each in case["team"])


def test_only_an_accepted_proposal_has_a_contract_and_only_a_contract_a_review() -> None:
    market = samples_of("freelance_market")
    states = {each["_id"]: each["state"] for each in market["proposals"]}
    contracts = {each["_id"] for each in market["contracts"]}
    assert {states[each["proposal"]] for each in market["contracts"]} == {"accepted"}
    assert all(each["contract"] in contracts for each in market["reviews"])


def test_the_parts_of_a_contract_are_counted_from_one_on() -> None:
    for contract in samples_of("freelance_market")["contracts"]:
        assert [each["position"] for each in contract["milestones"]] == [
            *range(1, len(contract["milestones"]) + 1)
        ]


_PERMITS: dict[str, Any] = {
    "format": "nestlink/1",
    "name": "Building permits",
    "database": "permits",
    "entities": [
        {
            "name": "Application",
            "fields": [
                {"name": "state", "type": "string", "enum": ["received", "in_review", "granted", "refused"]},
                {"name": "cadastral_no", "type": "string"},
                {"name": "decided_at", "type": "date"},
                {
                    "name": "conditions",
                    "type": "array",
                    "items": {
                        "type": "object",
                        "fields": [
                            {"name": "code", "type": "string", "required": True, "example": "B12"},
                            {"name": "text", "type": "string", "required": True},
                        ],
                    },
                },
            ],
        },
        {
            "name": "Permit",
            "fields": [
                {"name": "issued_at", "type": "date", "required": True},
                {"name": "valid_until", "type": "date", "required": True},
            ],
        },
        {
            "name": "Neighbour",
            "count": 9,
            "fields": [
                {"name": "name", "type": "string", "required": True},
                {"name": "city", "type": "string", "required": True, "example": "K\u00f6ln"},
                {"name": "postcode", "type": "string", "required": True, "example": "50823"},
            ],
        },
        {
            "name": "Fee",
            "fields": [
                {"name": "amount", "type": "decimal", "required": True, "example": "1240.00"},
                {"name": "paid", "type": "decimal", "required": True, "example": "0.00"},
                {"name": "paid_at", "type": "date"},
            ],
        },
        {
            "name": "Objection",
            "fields": [
                {"name": "ground", "type": "string", "required": True, "enum": ["noise", "traffic", "shade"]},
                {"name": "text", "type": "string", "required": True},
            ],
        },
    ],
    "relationships": [
        {
            "name": each.lower(),
            "kind": "one-to-one" if each == "Permit" else "one-to-many",
            "from": {"entity": "Application", "has": {"min": 0, "max": 1 if each == "Permit" else 9}},
            "to": {"entity": each, "has": {"min": 1, "max": 1}},
        }
        for each in ("Permit", "Fee", "Objection")
    ],
}


def _all_of(value: Any, name: str) -> list[dict[str, Any]]:
    """The objects that have a field, at any depth."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    below = [each for part in inner for each in _all_of(part, name)]
    return [value, *below] if isinstance(value, dict) and name in value else below


def test_an_authority_has_no_diagnoses_and_takes_no_money_that_was_not_paid() -> None:
    documents = samples(laid_out(model_of(_PERMITS)))
    assert {each["code"][0] for each in _all_of(documents, "code")} == {"B"}
    assert not any("paid_at" in each and plain(each["paid"]) == 0 for each in _all_of(documents, "paid"))
    about = {"noise": "Noise", "traffic": "parking", "shade": "light"}
    assert all(about[each["ground"]] in each["text"] for each in _all_of(documents, "ground"))


def test_a_permit_is_issued_when_it_was_decided_and_holds_for_years() -> None:
    documents = samples(laid_out(model_of(_PERMITS)))
    for permit in _all_of(documents, "issued_at"):
        assert permit["valid_until"] - permit["issued_at"] > 300 * timedelta(days=1)
    assert {each["city"] for each in _all_of(documents, "city")} == {"K\u00f6ln"}
    assert {each["postcode"] for each in _all_of(documents, "city")} == {"50823"}


def test_what_goes_out_is_nothing_or_half_of_what_came_in() -> None:
    for entry in samples_of("freelance_market")["escrow_entries"]:
        assert plain(entry["released"]) in (0, (plain(entry["deposited"]) or 0) / 2)


def test_a_section_of_a_magazine_is_not_counted_up() -> None:
    for article in samples(design_of("cms"))["articles"]:
        assert not any(each.startswith("Category") for each in article["categories"])
