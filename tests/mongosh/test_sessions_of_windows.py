"""Windows of time that count the sessions of their events, whatever comes and goes."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def visits() -> Json:
    """Clicks in days of a user; one need not say its session."""
    click = [
        field("at", "date", required=True),
        field("session_id"),
        field("page", required=True, enum=["a", "b"]),
    ]
    return {
        "format": "nestlink/1", "name": "Visits", "database": "visits",
        "entities": [entity("User", field("name", required=True)), entity("Click", *click, kind="event")],
        "relationships": [
            link("clicks", "one-to-many", end("User", None), end("Click", 1), strategy="BUCKET_TIME", time_window="day")
        ],
        "operations": [{"name": "forget", "kind": "delete", "entity": "Click", "filter": [{"field": "session_id"}]}],
    }  # fmt: skip


def told(done: Played, id: Any, step: int) -> tuple[int, int]:
    metrics = (done.one("click_pages", id, step) or {})["metrics"]
    return metrics["total_items"], metrics["session_count"]


@replay(visits)
def test_each_session_counts_once_and_none_for_nothing(play: Play) -> Steps:
    day, user = play.first("click_pages")["_id"], play.first("users")
    play.documents["click_pages"] = []
    key = {"userId": user["_id"], "start": day["date"]}
    clicks: list[Json] = [{"at": day["date"], "page": "a", "session_id": one} for one in ("$x", "$x", "y")]
    clicks[1]["page"] = "b"
    clicks.append({"at": day["date"], "page": "a"})
    for one in clicks:
        play.call("clicks.add", userId=user["_id"], click=one)
    play.call("clicks.remove", **key, click=clicks[0])
    play.call("clicks.remove", **key, click=clicks[1])
    play.call("forget", sessionId="y")
    done = yield
    id = {"user_id": user["_id"], "date": day["date"]}
    assert [told(done, id, step) for step in range(7)] == [
        (1, 1), (2, 1), (3, 2), (4, 2), (3, 2), (2, 1), (1, 0)
    ]  # fmt: skip


def test_samples_count_their_sessions() -> None:
    for window in build(visits()).samples["click_pages"]:
        sessions = {one["session_id"] for one in window["items"] if one.get("session_id") is not None}
        assert window["metrics"]["session_count"] == len(sessions)
