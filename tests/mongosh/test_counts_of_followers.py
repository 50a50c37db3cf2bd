"""Who is listed by others counts them: what adds, takes away or deletes a list counts those anew whom it names."""

from __future__ import annotations

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps


def players() -> Json:
    """Players list whom they follow, and count who follows them."""
    count = {"formula": "count(followers)", "sources": ["followers"], "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Chess", "database": "chess",
        "entities": [entity("Player", field("_id", "int"), {**field("fans", "int"), "computed": count})],
        "relationships": [
            link(
                "follows", "graph", end("Player", 50, field="following"), end("Player", field="followers"),
                strategy="ONE_WAY_EMBED", link_owner="from",
            ),
        ],
        "operations": [{"name": "sign up", "kind": "insert", "entity": "Player", "per_day": 10}],
    }  # fmt: skip


@replay(players)
def test_those_who_are_followed_are_counted(play: Play) -> Steps:
    play.documents = {
        "players": [{"_id": 1, "following": [2], "fans": 0}, {"_id": 2, "fans": 1}, {"_id": 3, "fans": 0}]
    }
    play.call("sign up", player={"_id": 4, "following": [2, 3]})
    play.call("follows.add", followerId=2, followingId=3)
    play.call("follows.delete", followingId=4)
    done = yield
    fans = [{each["_id"]: each.get("fans") for each in done.all("players", step)} for step in range(3)]
    assert fans == [{1: 0, 2: 2, 3: 1, 4: 0}, {1: 0, 2: 2, 3: 2, 4: 0}, {1: 0, 2: 1, 3: 1}]
