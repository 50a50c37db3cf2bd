"""Windows of time whose activities name no session: each run of them is one, whatever comes, goes or moves."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from designs.compiler.workload.sessions import runs_of
from tests.mongosh.cases import build, source
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
DAY = datetime(2024, 5, 1, tzinfo=UTC)


def stream(window: str = "day", server: str = "7.0") -> Json:
    """What users do, by window; a deed need not say when it was, nor what it was."""
    deed = [field("at", "date"), field("action"), field("tag", "int")]
    return {
        "format": "nestlink/1", "name": "Stream", "database": "stream", "server_version": server,
        "entities": [entity("User", field("name", required=True)), entity("Deed", *deed, kind="event", collection="deeds")],
        "relationships": [
            link("deeds", "one-to-many", end("User", None, field="deeds"), end("Deed", 1), strategy="BUCKET_TIME", time_window=window)
        ],
        "operations": [
            {"name": "forget", "kind": "delete", "entity": "Deed", "filter": [{"field": "tag"}]},
            {"name": "shift", "kind": "update", "entity": "Deed", "filter": [{"field": "tag"}], "changes": ["at"]},
            {"name": "rename", "kind": "update", "entity": "Deed", "filter": [{"field": "tag"}], "changes": ["action"]},
        ],
    }  # fmt: skip


def test_an_update_says_that_it_moves_nothing_to_another_window() -> None:
    notes = {
        one.recipe: one.comment for one in build(stream("week")).compilation.plan.statements if one.comment
    }
    assert "If at moves to another week, remove the deed and add it again." in notes["shift"]
    assert "another week" not in notes["rename"]


def after(**parts: int) -> datetime:
    return DAY + timedelta(**parts)


def told(done: Played, id: Any, step: int = -1) -> tuple[int, list[str], int]:
    metrics = (done.one("deeds", id, step) or {})["metrics"]
    return metrics["total_deeds"], sorted(metrics["unique_actions"]), metrics["session_count"]


def begin(play: Play) -> Json:
    """No window is there yet; the id of the user's first."""
    play.documents["deeds"] = []
    return {"user_id": play.first("users")["_id"], "date": DAY}


def add(play: Play, id: Json, **deed: Any) -> None:
    play.call("deeds.add", userId=id["user_id"], start=id["date"], deed=deed)


@pytest.mark.parametrize(
    ("minutes", "runs"),
    [([], 0), ([5], 1), ([0, 29], 1), ([0, 30], 2), ([0, 29, 58, 90], 2), ([90, 0, 45, 16], 2), ([7, 7], 1)],
)
def test_a_pause_of_half_an_hour_ends_a_session(minutes: list[int], runs: int) -> None:
    assert runs_of(after(minutes=one) for one in minutes) == runs


def runs(play: Play) -> Steps:
    """Deeds in order and late, at no time, changed, moved and taken out."""
    id = begin(play)
    add(play, id, at=after(hours=9), action="login", tag=1)
    add(play, id, at=after(hours=9, minutes=29), action="view", tag=2)
    add(play, id, at=after(hours=9, minutes=59), action="view", tag=3)  # a pause of 30 minutes
    add(play, id, at=after(hours=8, minutes=45), action="$first", tag=4)  # late, before all others
    add(play, id, at=after(hours=9, minutes=45), tag=5)  # late, joins two runs
    add(play, id, action="view", tag=6)  # at no time
    add(play, id, at=None, action=None, tag=7)
    add(play, id, at=after(hours=9), action="login", tag=8)  # at the same moment
    play.call("rename", tag=4, newAction="begin")
    play.call("shift", tag=3, newAt=after(hours=12))
    play.call("forget", tag=5)
    play.call("forget", tag=1)
    for tag in (2, 3, 4, 6, 7, 8):
        play.call("forget", tag=tag)
    play.audit()
    done = yield
    assert [told(done, id, step) for step in range(12)] == [
        (1, ["login"], 1),
        (2, ["login", "view"], 1),
        (3, ["login", "view"], 2),
        (4, ["$first", "login", "view"], 2),
        (5, ["$first", "login", "view"], 1),
        (6, ["$first", "login", "view"], 1),
        (7, ["$first", "login", "view"], 1),
        (8, ["$first", "login", "view"], 1),
        (8, ["begin", "login", "view"], 1),
        (8, ["begin", "login", "view"], 2),
        (7, ["begin", "login", "view"], 2),
        (6, ["begin", "login", "view"], 2),
    ]
    assert told(done, id) == (0, [], 0)
    assert done.found["deeds.totals"] == []


@replay(stream)
def test_runs_follow_what_is_in_the_window(play: Play) -> Steps:
    yield from runs(play)


@replay(partial(stream, server="5.0"))
def test_a_server_that_sorts_no_array_counts_the_same(play: Play) -> Steps:
    yield from runs(play)


@replay(stream)
def test_midnight_ends_a_session(play: Play) -> Steps:
    """Each window knows of its own deeds alone."""
    first = begin(play)
    second = {**first, "date": after(days=1)}
    add(play, first, at=after(hours=23, minutes=50), action="view")
    add(play, second, at=after(days=1, minutes=5), action="view")
    play.call(
        "deeds.remove",
        userId=first["user_id"],
        start=DAY,
        deed={"at": after(hours=23, minutes=50), "action": "view"},
    )
    done = yield
    assert [told(done, one, 1) for one in (first, second)] == [(1, ["view"], 1), (1, ["view"], 1)]
    assert [told(done, one) for one in (first, second)] == [(0, [], 0), (1, ["view"], 1)]


def in_windows(play: Play) -> Steps:
    id = begin(play)
    for minutes in (3, 59, 31):
        add(play, id, at=after(minutes=minutes), action="view")
    done = yield
    assert [told(done, id, step)[2] for step in range(3)] == [1, 2, 1]


@replay(partial(stream, "hour"))
def test_the_same_within_an_hour(play: Play) -> Steps:
    yield from in_windows(play)


@replay(partial(stream, "month"))
def test_the_same_within_a_month(play: Play) -> Steps:
    yield from in_windows(play)


@replay(stream)
def test_the_audit_tells_windows_that_say_something_else(play: Play) -> Steps:
    wrong = play.first("deeds")
    wrong["metrics"] |= {"session_count": 7}
    other = {**wrong, "_id": {**wrong["_id"], "date": after(days=9)}, "metrics": {"total_deeds": 9}}
    play.documents["deeds"] += [other]
    right = len(play.documents["deeds"]) - 2
    play.audit()
    done = yield
    assert [one["_id"] for one in done.found["deeds.totals"]] == [wrong["_id"], other["_id"]] and right >= 0


@pytest.mark.parametrize("window", ["hour", "day", "week", "month"])
def test_samples_tell_their_runs(window: str) -> None:
    for one in build(stream(window)).samples["deeds"]:
        assert one["metrics"]["session_count"] == runs_of(
            each["at"] for each in one["deeds"] if each.get("at")
        )


def test_the_rulebooks_stream_of_activities_tells_its_runs() -> None:
    for one in build(source("F18")).samples["user_activity"]:
        made = [each["action"] for each in one["activities"]]
        assert one["metrics"]["unique_actions"] == [*dict.fromkeys(made)]
        assert one["metrics"]["session_count"] == runs_of(each["timestamp"] for each in one["activities"])
