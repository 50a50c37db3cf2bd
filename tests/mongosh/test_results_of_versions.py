"""Results that only some versions of a shape have: writes and audits leave documents of the others alone."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import entity, field
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def prices() -> Json:
    """Articles that had a price with tax first, and have a discounted one since."""
    gross = {"formula": "net * 2", "refresh": "on-write"}
    less = {"formula": "net - 1", "refresh": "on-write"}
    article = entity(
        "Article",
        field("net", "int", required=True),
        field("gross", "int", computed=gross, until_version=1),
        field("reduced", "int", computed=less, since_version=2),
    )
    raised = {
        "name": "raise",
        "kind": "update",
        "entity": "Article",
        "filter": [{"field": "_id"}],
        "changes": ["net"],
    }
    return {
        "format": "nestlink/1",
        "name": "Prices",
        "database": "prices",
        "entities": [article],
        "operations": [raised],
    }


@replay(prices)
def test_each_version_has_its_own_results(play: Play) -> Steps:
    new, old = play.first("articles"), play.first("articles", 1)
    assert (new["schema_version"], old["schema_version"]) == (2, 1)
    for one in (new, old):
        play.call("raise", id=one["_id"], newNet=7)
    play.audit()
    done = yield
    after = [done.one("articles", one["_id"]) or {} for one in (new, old)]
    assert [(one.get("gross"), one.get("reduced")) for one in after] == [(None, 6), (14, None)]
    assert not done.found["Article.results"]
