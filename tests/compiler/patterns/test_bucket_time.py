"""BUCKET_TIME: one document for a parent and a window."""

from __future__ import annotations

from typing import Any

import pytest

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
    event = entity("Activity", field("at", "date"), field("action", **more), kind=kind)
    model = design(
        [entity("User", field("name")), event], [link("activities", "one-to-many", "User", "Activity")]
    )
    chosen = composed(model, activities=("BUCKET_TIME", "to", {"window": "day"}))
    (found,) = [one for name, one in shapes(model, chosen).items() if name not in ("users",)]
    assert ("metrics.unique_actions" in {path.removesuffix("[]") for path in found}) is told


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
    event = entity("Activity", field("at", "date"), {"name": name, **more}, kind=kind)
    model = design(
        [entity("User", field("name")), event], [link("activities", "one-to-many", "User", "Activity")]
    )
    chosen = composed(model, activities=("BUCKET_TIME", "to", {"window": "day"}))
    (found,) = [one for collection, one in shapes(model, chosen).items() if collection != "users"]
    assert (found.get("metrics.session_count") == "int") is told


def test_the_stream_of_activities_of_the_rulebook_tells_no_session() -> None:
    """Its activities have no field for one: nothing is made up."""
    metrics = next(one for one in design_of("F18").plan.collections if one.name == "user_activity").fields
    assert [one.name for one in at(metrics, "metrics").fields] == ["total_activities"]
