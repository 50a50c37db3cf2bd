"""Too many and too few links of one thing, where no array holds them: the audit tells of both."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def docket(strategy: str) -> Json:
    """Cases with one to two parties, each of which is in at most two cases."""
    ends = {**end("Case", 2), "has": {"min": 1, "max": 2}}, {**end("Party", 2), "has": {"min": 1, "max": 2}}
    owner = {} if strategy == "LINK_COLL" else {"link_owner": "from"}
    return {
        "format": "nestlink/1", "name": "Docket", "database": "docket", "operations": [],
        "entities": [entity("Case", field("number")), entity("Party", field("name"))],
        "relationships": [link("heard", "many-to-many", *ends, strategy=strategy, **owner)],
    }  # fmt: skip


def linked() -> Json:
    return docket("LINK_COLL")


def listed() -> Json:
    return docket("ONE_WAY_EMBED")


NAMES = ("beyond.from", "without.from", "beyond.to", "without.to")


def found(done: Played) -> dict[str, list[Any]]:
    return {name: [each["_id"] for each in done.found.get(f"heard.{name}", [])] for name in NAMES}


@replay(linked)
def test_links_in_documents_of_their_own_are_counted_at_both_ends(play: Play) -> Steps:
    pairs = [(1, "a"), (1, "b"), (1, "c"), (2, "a"), (3, "a")]
    play.documents["cases"] = [{"_id": number} for number in (1, 2, 3, 4)]
    play.documents["parties"] = [{"_id": name} for name in "abcd"]
    play.documents["heard"] = [
        {"_id": place, "case_id": case, "party_id": party} for place, (case, party) in enumerate(pairs)
    ]
    play.audit()
    done = yield
    assert found(done) == {"beyond.from": [1], "without.from": [4], "beyond.to": ["a"], "without.to": ["d"]}


@replay(listed)
def test_links_in_a_list_are_counted_at_the_end_that_has_none(play: Play) -> Steps:
    lists = {1: ["a", "b"], 2: ["a"], 3: ["a"]}
    play.documents["cases"] = [{"_id": number, "parties": parties} for number, parties in lists.items()]
    play.documents["parties"] = [{"_id": name} for name in "abd"]
    play.audit()
    done = yield
    assert found(done) == {"beyond.from": [], "without.from": [], "beyond.to": ["a"], "without.to": ["d"]}
