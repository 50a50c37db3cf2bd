"""Faults of meaning are found behind those of the grammar, and none is invented."""

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.library import design


def _places(raw: dict[str, Any]) -> list[str]:
    return [finding.subject for finding in read(json.dumps(raw)).findings]


def _university() -> dict[str, Any]:
    return design("university")


def test_all_faults_are_told_at_once() -> None:
    raw = _university()
    raw["bogus"] = 1
    raw["entities"][0]["fields"][0]["type"] = "strng"
    raw["relationships"][1]["to"]["entity"] = "Emial"
    raw["relationships"][2]["from"]["has"]["min"] = 500
    places = _places(raw)
    assert places[:2] == ["entities[0].fields[0].type", "bogus"] or places[:2] == [
        "bogus",
        "entities[0].fields[0].type",
    ]
    assert "relationships[1].to.entity" in places
    assert any(place.startswith("relationships[2].from.has") for place in places)


@pytest.mark.parametrize(
    ("place", "value"),
    [("unknown key", None), ("word", "strng"), ("optional number", "many"), ("optional text", 5)],
)
def test_mending_invents_no_fault(place: str, value: Any) -> None:
    raw = _university()
    field = raw["entities"][0]["fields"][0]
    key = {
        "unknown key": "colour",
        "word": "type",
        "optional number": "average_bytes",
        "optional text": "description",
    }
    field[key[place]] = value
    assert len(_places(raw)) == 1


@pytest.mark.parametrize("lost", ["name", "fields"])
def test_what_would_be_a_guess_is_left(lost: str) -> None:
    raw = _university()
    raw["entities"][0][lost] = 7
    raw["relationships"][1]["to"]["entity"] = "Emial"
    assert _places(raw) == [f"entities[0].{lost}"]


def test_path_faults_stand_beside_faults_of_numbers() -> None:
    raw = _university()
    raw["relationships"][2]["from"]["has"]["min"] = 500
    raw["operations"][0]["filter"] = [{"field": "frist_name"}]
    raw["operations"][1]["entity"] = "Studnet"
    places = _places(raw)
    assert "operations[0].filter[0].field" in places and "operations[1].entity" in places
    assert any(place.startswith("relationships[2].from.has") for place in places)


def test_a_lost_end_invents_no_unknown_path() -> None:
    raw = _university()
    raw["relationships"][1]["to"]["entity"] = "Emial"
    assert _places(raw) == ["relationships[1].to.entity"]
