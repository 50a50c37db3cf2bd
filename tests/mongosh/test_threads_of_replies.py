"""A tree whose ends have names of their own: its roots page by page, and a branch that moves."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def thread(strategy: str) -> Json:
    """Comments that answer comments; each counts its answers, pages hold two."""
    counted = {"formula": "count(replies)", "refresh": "on-write"}
    fields = [field("said", "date", required=True), field("reply_count", "int", computed=counted)]
    replies = link(
        "replies", "tree", end("Comment", field="replies"), end("Comment", 1, field="reply_to"), strategy=strategy, page_size=2
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Thread", "database": "thread", "entities": [entity("Comment", *fields)],
        "relationships": [replies],
    }  # fmt: skip


def _said(play: Play, above: list[int | None]) -> list[ObjectId]:
    """Comments of the first days of a year, each below the one of this number."""
    known = [ObjectId(f"{number:024x}") for number in range(len(above))]
    for number, place in enumerate(above):
        day, below = datetime(2024, 1, number + 1, tzinfo=UTC), None if place is None else known[place]
        count = sum(one == number for one in above)
        play.documents["comments"].append(
            {"_id": known[number], "said": day, "reply_count": count, "reply_to": below, "ancestors": []}
        )
    return known


@replay(lambda: thread("TREE_PARENT"))
def test_a_branch_moves_by_the_new_place_given_once(play: Play) -> Steps:
    play.documents["comments"] = []
    one, other, moved = _said(play, [None, None, 0])
    play.call("replies.reassign", newParentId=other, commentId=moved)
    assert len(play.steps[0]["arguments"]) == 2
    done = yield
    assert done.one("comments", moved)["reply_to"] == other
    assert [done.one("comments", each)["reply_count"] for each in (one, other)] == [0, 1]


def paged(play: Play) -> Steps:
    play.documents["comments"] = []
    known = _said(play, [None, None, 0, None])
    play.call("replies.roots")
    third = datetime(2024, 1, 2, tzinfo=UTC)
    play.call("replies.roots_page", lastSaid=third, shownIds=[known[3], known[1]])
    done = yield
    assert [[one["_id"] for one in found] for found in done.results] == [[known[3], known[1]], [known[0]]]


@replay(lambda: thread("TREE_PARENT"))
def test_roots_come_page_by_page_newest_first(play: Play) -> Steps:
    yield from paged(play)


@replay(lambda: thread("TREE_ANCESTORS"))
def test_roots_of_a_tree_with_ancestors_come_page_by_page(play: Play) -> Steps:
    yield from paged(play)
