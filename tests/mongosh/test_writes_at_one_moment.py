"""Two sessions that write at one moment conflict where they write the same document, and not where one only reads it. The
scripts say so, and the audit finds what slips through."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import Steps, design

Json = dict[str, Any]
SLIPS = "can miss a concurrent change"
KEPT = "can be outdated; the audit finds them"


def events(refers: bool = True) -> Json:
    """Events with a copy of their venue's name. refers: whether anything refers to anything."""
    copies = [
        {
            "field": "name",
            "of": "from",
            "as": "venue_name",
            "policy": "strong",
            "reads_per_day": 9000,
            "updates_per_day": 0.01,
        }
    ]
    one = {"entity": "Event", "field": "venue", "has": {"min": 1, "max": 1}}
    at = link("at", "one-to-many", end("Venue", field="events"), one, strategy="PARENT_REF", copies=copies)
    venue, event = entity("Venue", field("name", required=True)), entity("Event", field("title"))
    return design(venue, event, links=[at] if refers else []) | {
        "operations": [
            {"name": "book", "kind": "insert", "entity": "Event"},
            {"name": "rename", "kind": "update", "entity": "Venue", "filter": [{"field": "_id"}], "changes": ["name"]},
            {"name": "close", "kind": "delete", "entity": "Venue", "filter": [{"field": "_id"}]},
        ],
    }  # fmt: skip


def _words(script: str) -> str:
    return " ".join(script.replace("\n//", " ").split())


def test_the_scripts_say_what_no_transaction_refuses() -> None:
    scripts = built_once(events()).scripts
    queries, sync = _words(scripts["mongosh/04_queries.js"]), _words(scripts["mongosh/05_sync.js"])
    assert SLIPS in queries and KEPT in queries and KEPT in sync
    assert SLIPS not in _words(built_once(events(refers=False)).scripts["mongosh/04_queries.js"])


@replay(events)
def test_the_audit_finds_what_slips_through(play: Play) -> Steps:
    venue, gone = ObjectId(), ObjectId()
    stale, lost = ObjectId(), ObjectId()
    play.documents["venues"] = [{"_id": venue, "name": "new"}]
    play.documents["events"] = [
        {"_id": stale, "venue": venue, "venue_name": "old"},  # booked while the venue got its name
        {"_id": lost, "venue": gone, "venue_name": "any"},  # and while the venue was closed
    ]
    play.audit()
    done = yield
    found = {name: [each["_id"] for each in done.found[name]] for name in done.found if done.found[name]}
    assert found["at.orphans.to"] == [lost] and stale in found["at.copies.venue_name"]
