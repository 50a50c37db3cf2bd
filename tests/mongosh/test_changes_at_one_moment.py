"""Two changes of a document at one moment, or by a caller whose clock is behind, are both made: each version lasts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.runs import LEFT_OUT
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")
NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


def repairs() -> Json:
    """A repair, whose past is kept, is given fitters, and closed."""
    by_id = [{"field": "_id"}]
    closed = [
        {"field": "state", "do": "set", "value": "closed"}, {"field": "closed_at", "do": "current-date"},
    ]  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Garage", "database": "garage",
        "entities": [
            entity("Repair", NUMBER, field("state", enum=["open", "closed"]), field("closed_at", "date"), history="point-in-time"),
            entity("Fitter", NUMBER),
        ],
        "relationships": [
            link("work", "many-to-many", end("Repair", 9, field="fitters"), end("Fitter", None, field="repairs"), strategy="ONE_WAY_EMBED"),
        ],
        "operations": [
            {"name": "assign", "kind": "update", "entity": "Repair", "effects": [{"field": "fitters", "do": "add-to-set"}]},
            {"name": "close", "kind": "update", "entity": "Repair", "filter": by_id, "effects": closed},
            {"name": "drop", "kind": "delete", "entity": "Repair", "filter": by_id},
        ],
    }  # fmt: skip


@replay(repairs)
def test_each_change_at_one_moment_is_kept(play: Play) -> Steps:
    begun = NOON - timedelta(hours=1)
    version = {
        "_id": 1,
        "repair_id": 1,
        "state": "open",
        "fitters": [],
        "valid_from": begun,
        "valid_to": None,
    }
    play.documents = {"repairs": [version], "fitters": [{"_id": 7}, {"_id": 8}]}
    play.call("assign", repairId=1, fitterId=7, now=NOON)
    play.call("assign", repairId=1, fitterId=8, now=NOON)
    play.call("close", id=1, now=NOON - timedelta(minutes=5))
    play.call("drop", id=1, now=NOON)
    play.call("drop", id=1, now=NOON + timedelta(minutes=5))
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused[:4] == [None] * 4
    assert "repair not found" in refused[4]
    versions = sorted(done.all("repairs"), key=lambda each: each["valid_from"])
    assert [each["fitters"] for each in versions] == [[], [7], [7, 8], [7, 8]]
    assert all(one["valid_to"] == other["valid_from"] for one, other in pairwise(versions))
    assert all(each["valid_from"] < each["valid_to"] for each in versions)
    assert versions[-1]["closed_at"] == versions[-1]["valid_from"]


@replay(repairs)
def test_a_change_without_a_moment_is_made_now(play: Play) -> Steps:
    """Callers with no moment of their own leave it out; null is no moment."""
    version = {"_id": 1, "repair_id": 1, "state": "open", "fitters": [], "valid_from": NOON, "valid_to": None}
    play.documents = {"repairs": [version], "fitters": [{"_id": 7}]}
    before = datetime.now(tz=UTC) - timedelta(days=1)
    play.call("assign", repairId=1, fitterId=7, now=LEFT_OUT)
    play.call("close", id=1, now=None)
    play.call("close", id=1, now=LEFT_OUT)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "now must have a value", None]
    old, *new = sorted(done.all("repairs"), key=lambda each: each["valid_from"])
    assert old["valid_to"] == new[0]["valid_from"] and [each["fitters"] for each in new] == [[7], [7]]
    assert all(each["valid_from"] > before for each in new)
    assert new[-1]["closed_at"] == new[-1]["valid_from"]
