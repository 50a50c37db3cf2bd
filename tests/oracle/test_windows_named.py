"""What refers to an event in a window of time names the window that the event moves to, be it new."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_alerts_follow_an_event_to_the_window_of_another_machine(topology: str) -> None:
    design = {
        "format": "nestlink/1", "name": "Alerts", "database": "alerts", "topology": topology,
        "entities": [
            entity("Machine", field("name", required=True)),
            entity("Event", field("_id", "int"), field("at", "date", required=True), field("text")),
            entity("Alert", field("level", "int", required=True)),
        ],
        "relationships": [
            link("events", "one-to-many", end("Machine"), end("Event", 1, field="machine"), strategy="BUCKET_TIME",
                 exclusive_owner=True),
            link("raises", "one-to-many", end("Event", field="alerts"), end("Alert", 1, field="event"),
                 strategy="PARENT_REF"),
        ],
    }  # fmt: skip
    assert judged(design, "eventsReassign") == {"eventsReassign": ""}
