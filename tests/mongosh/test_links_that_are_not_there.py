"""An operation that takes out a link which is not there says so, and keeps no version."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def theatre() -> Json:
    """Cases with a team, of which revisions are kept."""
    return {
        "format": "nestlink/1", "name": "Theatre", "database": "theatre",
        "entities": [entity("Case", field("_id", "int"), field("title"), history="revisions"), entity("Person", field("_id", "int"), field("name"))],
        "relationships": [link("team", "many-to-many", end("Case", 9, field="team"), end("Person", 99), strategy="ONE_WAY_EMBED", link_owner="from",
                               link_fields=[field("role", required=True)])],
        "operations": [{"name": "remove a member", "kind": "update", "entity": "Case", "filter": [{"field": "_id"}], "effects": [{"field": "team", "do": "pull"}]}],
    }  # fmt: skip


@replay(theatre)
def test_it_says_that_there_is_no_link(play: Play) -> Steps:
    (array,) = (name for name, value in play.first("cases").items() if isinstance(value, list))
    (key,) = (name for name in play.first("cases")[array][0] if name != "role")
    play.documents = {
        "cases": [{"_id": 1, "title": "A", "revision": 1, array: [{key: 5, "role": "nurse"}]}],
        "people": [{"_id": 5, "name": "N"}],
    }
    for case, person in ((1, 6), (2, 5), (1, 5)):
        play.call("remove a member", caseId=case, personId=person)
    done = yield
    said = [result.get("refused") for result in done.results]
    assert said == ["case found, but it isn't linked", "case not found", None]
    assert done.one("cases", 1)[array] == [] and len(done.all("case_revisions")) == 1
