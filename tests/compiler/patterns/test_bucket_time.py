"""BUCKET_TIME: one document for a parent and a window."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import walk
from tests.compiler.compiled import design_of
from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("User", field("name")), entity("Activity", field("at", "date"), collection="user_activity")],
    [
        link(
            "activities",
            "one-to-many",
            ("User", {"field": "activities"}),
            "Activity",
            copies=[{"field": "name", "of": "from", "as": "user_name", "policy": "snapshot"}],
        )
    ],
)
CHOSEN = composed(MODEL, activities=("BUCKET_TIME", "to", {"bound": 1000, "window": "day"}))


def test_the_key_is_parent_and_start_of_the_window() -> None:
    assert shapes(MODEL, CHOSEN)["user_activity"] == {
        "_id.user_id": "objectId",
        "_id.date": "date",
        "user_name": "string",
        "activities[].at": "date",
        "metrics.total_activities": "int",
    }


def test_the_notes_say_the_window() -> None:
    fields = collections(MODEL, CHOSEN)["user_activity"].fields
    assert fields[0].note == "one document per user and day"
    assert at(fields, "_id.date").note == "start of the day, UTC"
    assert at(fields, "activities").max_items == 1000


@pytest.mark.parametrize(("window", "told"), [("hour", "hour"), (None, "day")])
def test_the_window_is_the_decisions(window: str | None, told: str) -> None:
    chosen = composed(MODEL, activities=("BUCKET_TIME", "to", {"window": window}))
    fields = collections(MODEL, chosen)["user_activity"].fields
    assert at(fields, "_id.date").note == f"start of the {told}, UTC"


@pytest.mark.parametrize(("least", "required"), [(0, False), (1, True)])
def test_a_copy_is_there_where_each_element_has_its_parent(least: int, required: bool) -> None:
    copy = {"field": "name", "of": "from", "as": "user_name", "policy": "snapshot"}
    ends = "User", ("Activity", {"has": {"min": least}})
    model = design(
        [
            entity("User", field("name", required=True)),
            entity("Activity", field("at", "date"), collection="user_activity"),
        ],
        [link("activities", "one-to-many", *ends, copies=[copy])],
    )
    chosen = composed(model, activities=("BUCKET_TIME", "to", {"window": "day"}))
    assert at(collections(model, chosen)["user_activity"].fields, "user_name").required is required


ACTION = {"required": True, "enum": ["come", "go"]}


@pytest.mark.parametrize(
    ("more", "kind", "told"),
    [
        (ACTION, "event", True),
        (ACTION, "measurement", True),
        (ACTION, "entity", False),
        ({**ACTION, "immutable": True}, "entity", True),
        ({**ACTION, "required": False}, "event", False),
        ({**ACTION, "nullable": True}, "event", False),
        ({"required": True}, "event", False),
    ],
)
def test_what_is_one_of_few_values_is_told_once(more: dict[str, object], kind: str, told: bool) -> None:
    """Of what may change, a window could not know when its last one is gone."""
    assert ("metrics.unique_channels" in window(field("channel", **more), kind=kind)) is told


@pytest.mark.parametrize(
    ("name", "more", "kind", "told"),
    [
        ("action", {}, "event", "unique_actions"),
        ("action", {"required": True}, "event", "unique_actions"),
        ("action", {"nullable": True}, "event", "unique_actions"),
        ("eventType", {}, "event", "unique_eventTypes"),
        ("verb", {}, "event", "unique_verbs"),
        ("type", {}, "event", "unique_types"),
        ("kind", {}, "event", "unique_kinds"),
        ("type", {}, "measurement", ""),
        ("action", {}, "entity", ""),
        ("action", {"type": "int"}, "event", ""),
        ("action", {"types": ["int"]}, "event", ""),
        ("action", {"sensitive": True}, "event", ""),
        ("action", {"computed": {"formula": "upper(device)"}}, "event", ""),
        ("reaction", {}, "event", ""),
    ],
)
def test_what_happened_is_told_once_and_makes_sessions(
    name: str, more: dict[str, Any], kind: str, told: str
) -> None:
    found = window({"name": name, "type": "string", **more}, kind=kind)
    assert {one for one in found if one.startswith("metrics.unique_")} == (
        {f"metrics.{told}"} if told else set()
    )
    assert ("metrics.session_count" in found) is bool(told)


def test_of_several_names_the_most_telling_says_what_happened() -> None:
    found = window(field("type"), field("action"))
    assert "metrics.unique_actions" in found and "metrics.unique_types" not in found


def test_without_a_time_no_session_begins() -> None:
    found = window(field("action"), time=None)
    assert "metrics.unique_actions" in found and "metrics.session_count" not in found


def test_what_happened_is_no_more_than_a_window_holds() -> None:
    action = {"name": "action", "type": "string"}
    told = {**action, "enum": [f"a{number}" for number in range(30)], "required": True}
    most = [_most(one, bound) for one, bound in ((action, 20), (told, 20), (told, 50))]
    assert most == [20, 20, 30]


def _most(action: dict[str, Any], bound: int) -> int | None:
    event = entity("Activity", field("at", "date"), action, kind="event", collection="windows")
    model = design([entity("User"), event], [link("activities", "one-to-many", "User", "Activity")])
    chosen = composed(model, activities=("BUCKET_TIME", "to", {"window": "day", "bound": bound}))
    return at(collections(model, chosen)["windows"].fields, "metrics.unique_actions").max_items


def window(*fields: dict[str, Any], kind: str = "event", time: str | None = "at") -> set[str]:
    """The paths of a window of events with these fields."""
    times = [field(time, "date")] if time is not None else []
    event = entity("Activity", *times, *fields, kind=kind, collection="windows")
    model = design([entity("User"), event], [link("activities", "one-to-many", "User", "Activity")])
    chosen = composed(model, activities=("BUCKET_TIME", "to", {"window": "day"}))
    return {path.removesuffix("[]") for path in shapes(model, chosen)["windows"]}


@pytest.mark.parametrize(
    ("name", "more", "kind", "told"),
    [
        ("session_id", {"type": "objectId"}, "event", True),
        ("sessionId", {"type": "string", "required": True}, "event", True),
        ("session", {"type": "int"}, "measurement", True),
        ("session_id", {"type": "string", "immutable": True}, "entity", True),
        ("session_id", {"type": "string"}, "entity", False),
        ("session", {"type": "object", "fields": [{"name": "x", "type": "int"}]}, "event", False),
        ("sessions", {"type": "int"}, "event", False),
        ("user_session", {"type": "string"}, "event", False),
    ],
)
def test_sessions_are_counted_where_events_say_theirs(
    name: str, more: dict[str, Any], kind: str, told: bool
) -> None:
    found = window({"name": name, **more}, kind=kind)
    assert ("metrics.session_count" in found) is told


def test_a_session_that_cannot_be_read_is_not_replaced_by_runs() -> None:
    session = {"name": "session", "type": "object", "fields": [{"name": "x", "type": "int"}]}
    assert "metrics.session_count" not in window(field("action"), session)


def test_the_stream_of_activities_of_the_rulebook_has_its_shape() -> None:
    found = next(one for one in design_of("F18").plan.collections if one.name == "user_activity")
    assert {one.path: one.field.types[0] for one in walk(found.fields)} == {
        "_id": "object",
        "_id.user_id": "objectId",
        "_id.date": "date",
        "user_name": "string",
        "activities": "array",
        "activities.timestamp": "date",
        "activities.action": "string",
        "activities.device": "string",
        "activities.product_id": "objectId",
        "activities.quantity": "int",
        "metrics": "object",
        "metrics.total_activities": "int",
        "metrics.unique_actions": "array",
        "metrics.session_count": "int",
    }
    told = at(found.fields, "metrics.session_count").note
    assert told == "number of sessions: activities less than 30 minutes apart"
