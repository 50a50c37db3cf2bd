"""A delete of several documents that one in use holds back says which one: nobody looks through all of a night's."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")


def sessions() -> Json:
    """Sessions that sales need, one each, and days that list several."""
    listed = {"kind": "event", "count": 9}
    return {
        "format": "nestlink/1", "name": "Sessions", "database": "sessions",
        "entities": [
            entity("Session", NUMBER, field("size", "int", required=True)),
            entity("Sale", NUMBER, field("price", "int", required=True)),
            entity("Day", NUMBER, field("at", "date", required=True), **listed),
        ],
        "relationships": [
            link("sales", "one-to-many", end("Session", None, field="sales"), {"entity": "Sale", "field": "session", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
            link("days", "many-to-many", end("Day", 9, field="sessions"), end("Session", None, field="days"), strategy="EMBED_LINK",
                 link_fields=[field("seats", "int", required=True), field("rows", "int", required=True)]),
        ],
        "operations": [
            {"name": "purge", "kind": "delete", "entity": "Session", "filter": [{"field": "size", "match": "range"}], "per_day": 1},
            {"name": "drop", "kind": "delete", "entity": "Session", "filter": [{"field": "_id"}], "per_day": 1},
        ],
    }  # fmt: skip


@replay(sessions)
def test_one_of_several_is_named(play: Play) -> Steps:
    play.documents = {
        "sessions": [{"_id": number, "size": number} for number in range(1, 5)],
        "sales": [{"_id": 9, "session": 2, "price": 3}],
        "days": [
            {
                "_id": 8,
                "at": datetime(2026, 5, 1, tzinfo=UTC),
                "sessions": [{"session_id": 3, "seats": 1, "rows": 1}],
            }
        ],
    }
    play.call("purge", leastSize=1, mostSize=2)
    play.call("purge", leastSize=3, mostSize=4)
    play.call("purge", leastSize=4, mostSize=9)
    play.call("drop", id=2)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    used = "session is in use: sales.session references it"
    listed = "session is in use: days.sessions.session_id references it (days 8)"
    assert refused == [f"{used} (session 2)", listed, None, used]
    assert [each["_id"] for each in done.all("sessions")] == [1, 2, 3]
