"""BUCKET_TIME: one document for a parent and a window."""

from __future__ import annotations

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
