"""A link that says something of itself is made once: what a second says of the same two is not lost without a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_lost_additions import _refusals, computed
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
ROLE = field("role")
LINKED = "already linked"
CHAIR = {"club_id": 1, "member_id": 1, "role": "chair"}


def clubs(*said: Json, counts: bool = False, topology: str = "replica-set") -> Callable[[], Json]:
    """Members of clubs. said: what a link says of itself."""
    total = [field("members", "int", computed=computed("count(joined)"))] if counts else []
    return lambda: {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs", "topology": topology,
        "entities": [entity("Club", NUMBER, *total), entity("Member", NUMBER)],
        "relationships": [
            link("joined", "many-to-many", end("Club", field="joined"), end("Member", field="clubs"),
                 strategy="LINK_COLL", link_fields=list(said)),
        ],
    }  # fmt: skip


def friends() -> Json:
    """People who know one another: a pair holds both ways."""
    return {
        "format": "nestlink/1", "name": "Friends", "database": "friends",
        "entities": [entity("Person", NUMBER)],
        "relationships": [
            link("knows", "graph", end("Person", field="knows"), end("Person", field="knows"), strategy="LINK_COLL",
                 link_fields=[ROLE]),
        ],
    }  # fmt: skip


def _join(play: Play) -> None:
    play.documents = {"clubs": [{"_id": 1}], "members": [{"_id": 1}, {"_id": 2}], "joined": []}
    for member, role in ((1, "chair"), (1, "guest"), (2, None)):
        play.call("joined.add", clubId=1, memberId=member, role=role)


def _links(done: Any, collection: str, step: int) -> list[Json]:
    return [{name: each[name] for name in each if name != "_id"} for each in done.all(collection, step)]


@replay(clubs(ROLE))
def test_what_a_second_link_says_is_refused(play: Play) -> Steps:
    _join(play)
    done = yield
    assert _refusals(done.results) == [None, LINKED, None]
    assert _links(done, "joined", 2) == [CHAIR, {"club_id": 1, "member_id": 2}]


@replay(clubs(ROLE, counts=True))
def test_a_second_link_ends_a_transaction(play: Play) -> Steps:
    _join(play)
    done = yield
    assert _refusals(done.results) == [None, LINKED, None]
    assert _links(done, "joined", 2) == [CHAIR, {"club_id": 1, "member_id": 2}]
    assert [each["members"] for each in done.all("clubs", 2)] == [2]


@replay(clubs(ROLE, counts=True))
def test_what_is_taken_away_in_a_transaction_tells_whether_it_was_there(play: Play) -> Steps:
    play.documents = {"clubs": [{"_id": 1, "members": 1}], "members": [{"_id": 1}], "joined": [CHAIR]}
    for _ in range(2):
        play.call("joined.remove", clubId=1, memberId=1)
    done = yield
    removed, again = done.results
    assert removed["deletedCount"] == 1 and again["refused"] == "link not found"
    assert [each["members"] for each in done.all("clubs", 1)] == [0]


@replay(clubs(ROLE, counts=True, topology="standalone"))
def test_a_second_call_completes_one_that_nothing_holds_together(play: Play) -> Steps:
    """The link is there, and nobody has counted it: that is no fault of its second call."""
    play.documents = {"clubs": [{"_id": 1, "members": 0}], "members": [{"_id": 1}], "joined": [CHAIR]}
    play.call("joined.add", clubId=1, memberId=1, role="chair")
    done = yield
    assert _refusals(done.results) == [None]
    assert [each["members"] for each in done.all("clubs", 0)] == [1]


@replay(clubs())
def test_a_link_that_says_nothing_may_be_made_again(play: Play) -> Steps:
    play.documents = {"clubs": [{"_id": 1}], "members": [{"_id": 1}], "joined": []}
    for _ in range(2):
        play.call("joined.add", clubId=1, memberId=1)
    done = yield
    assert _refusals(done.results) == [None, None]
    assert _links(done, "joined", 1) == [{"club_id": 1, "member_id": 1}]


@replay(friends)
def test_two_that_know_each_other_are_linked_whoever_is_named_first(play: Play) -> Steps:
    play.documents = {"people": [{"_id": 1}, {"_id": 2}], "knows": []}
    for one, other in ((1, 2), (2, 1), (1, 2)):
        play.call("knows.add", knowId=one, otherKnowId=other, role="friend")
    done = yield
    assert _refusals(done.results) == [None, LINKED, LINKED]
    assert len(_links(done, "knows", 2)) == 1
