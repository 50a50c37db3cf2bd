"""Reads of what lies behind what is joined, and of two ways to one entity, on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def mail() -> Json:
    read = {"name": "letters", "kind": "read", "entity": "Message", "filter": [{"field": "title"}]}
    return {
        "format": "nestlink/1", "name": "Mail", "database": "mail",
        "entities": [entity(name, field("title"), field("notes")) for name in ("Message", "User", "Team", "Company")],
        "relationships": [
            link("sender", "one-to-many", end("User"), end("Message", 1, field="sender_id"), strategy="PARENT_REF"),
            link("receiver", "one-to-many", end("User"), end("Message", 1, field="receiver_id"), strategy="PARENT_REF"),
            link("teams", "many-to-many", end("User", 5, field="teams"), end("Team"), strategy="LINK_COLL"),
            link("company", "one-to-many", end("Company"), end("Team", 1, field="company"), strategy="PARENT_REF"),
        ],
        "operations": [{**read, "includes": ["sender", "receiver", "teams", "company"]}],
    }  # fmt: skip


@replay(mail)
def test_everything_that_an_operation_includes_is_read(play: Play) -> Steps:
    play.documents = {
        "messages": [{"_id": 1, "title": "hello", "sender_id": "a", "receiver_id": "b"}],
        "users": [{"_id": "a"}, {"_id": "b"}, {"_id": "c"}],
        "teams": [{"_id": "x", "company": "k"}, {"_id": "y", "company": "l"}, {"_id": "z", "company": "m"}],
        "companies": [{"_id": "k"}, {"_id": "l"}, {"_id": "m"}],
        "teams_links": [],
    }
    links = play.design.compilation.plan.collections
    (junction,) = [one.name for one in links if one.kind == "link"]
    pairs = [("a", "x"), ("a", "y"), ("b", "z")]
    play.documents[junction] = [
        {"_id": number, "user_id": user, "team_id": team} for number, (user, team) in enumerate(pairs)
    ]
    play.call("letters", title="hello")
    done = yield
    (letter,) = done.results[0]
    assert (letter["sender"]["_id"], letter["receiver"]["_id"]) == ("a", "b")
    assert sorted(one["_id"] for one in letter["teams"]) == ["x", "y"]
    assert sorted(one["_id"] for one in letter["companies"]) == ["k", "l"]
