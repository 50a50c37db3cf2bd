"""Samples of a radio station, read as its people would, and of what other trades had wrong in the same way.

Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from designs.compiler.model.conceptual import Field
from designs.compiler.sampling.values.course import Course
from designs.compiler.sampling.values.kinds.people import looks_like_person
from designs.compiler.sampling.values.moments import unit_with
from designs.compiler.sampling.values.numbers import is_year
from designs.compiler.sampling.values.states import is_past
from tests.compiler.sampling.test_coherence import samples_of

Documents = dict[str, list[dict[str, Any]]]
_HOURS = timedelta(hours=12)


@pytest.fixture(scope="module")
def radio() -> Documents:
    return samples_of("community_radio")


def test_a_room_is_booked_for_hours(radio: Documents) -> None:
    lasting = [booking["to_at"] - booking["from_at"] for booking in radio["bookings"]]
    assert lasting and all(timedelta(0) < each < _HOURS for each in lasting)


def test_what_is_hired_or_valid_is_so_for_days() -> None:
    def unit(entity: str, *names: str) -> timedelta:
        return unit_with(entity, [Field(name=name, type="date") for name in names])

    assert unit("Booking", "from_at", "to_at") < _HOURS <= unit("CarHire", "from_at", "to_at")
    assert unit("Film", "start_time", "end_time") < _HOURS <= unit("Tariff", "valid_from_at", "valid_to_at")
    assert unit("Thing", "from_date", "to_date") > _HOURS


def test_what_is_played_in_a_row_is_played_one_after_another(radio: Documents) -> None:
    for episode in radio["episodes"]:
        moments = [track["played_at"] for track in episode["tracks"]]
        assert len(moments) > 1 and moments == sorted(set(moments))


def test_a_time_of_day_is_one_and_ends_after_it_begins(radio: Documents) -> None:
    assert all(re.fullmatch("[0-2][0-9]:[0-5][0-9]", show["starts_at"]) for show in radio["shows"])


def test_what_people_are_really_called_is_a_name(radio: Documents) -> None:
    assert all(looks_like_person(presenter["real_name"]) for presenter in radio["presenters"])


def test_a_thing_has_no_illness(radio: Documents) -> None:
    symptoms = {fault["symptom"] for fault in radio["fault_reports"]}
    assert symptoms <= {
        "Does not switch on.",
        "Stops after a few minutes.",
        "Makes a loud noise.",
        "Works only now and then.",
    }


def test_in_which_year_something_was_done_is_a_year(radio: Documents) -> None:
    assert all(1900 < track["released_in"] < 2100 for track in radio["tracks"])
    assert is_year("built_in") and not is_year("checked_in") and not is_year("minutes_in")


def test_what_a_thing_has_is_not_called_like_the_thing(radio: Documents) -> None:
    assert all(track["label"] != track["title"] for track in radio["tracks"])


def test_what_is_said_of_a_thing_names_it(radio: Documents) -> None:
    assert all(show["blurb"] == f"What {show['title']} is about." for show in radio["shows"])


def _gone(record: dict[str, Any], *fields: Field) -> list[str]:
    return Course(fields).contradicted(record)


def test_what_never_came_has_done_nothing() -> None:
    state = Field(name="status", type="string", enum=["booked", "entered", "left", "no_show"])
    entered = Field(name="entered_at", type="date")
    assert _gone({"status": "no_show", "entered_at": 1}, state, entered) == ["entered_at"]
    assert _gone({"status": "left", "entered_at": 1}, state, entered) == []


def test_what_is_announced_has_not_arrived() -> None:
    state = Field(name="status", type="string", enum=["announced", "berthed", "sailed"])
    fields = [
        state,
        Field(name="eta", type="date"),
        Field(name="ata", type="date"),
        Field(name="atd", type="date"),
    ]
    assert is_past("ata") and not is_past("eta")
    assert _gone({"status": "announced", "eta": 1, "ata": 2, "atd": 3}, *fields) == ["ata", "atd"]


def test_cash_has_no_number_of_a_provider() -> None:
    method = Field(name="method", type="string", enum=["card", "cash"])
    number = Field(name="stripe_intent", type="string")
    assert _gone({"method": "cash", "stripe_intent": "pi_1"}, method, number) == ["stripe_intent"]
    assert _gone({"method": "card", "stripe_intent": "pi_1"}, method, number) == []
