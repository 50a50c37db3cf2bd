"""A write that has to name the shard key asks its caller for all of it, and says so where the document has another."""

from __future__ import annotations

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")


def boxes() -> Json:
    """Boxes of a farm, of which fruits are taken."""
    taken = {"field": "fruits", "do": "increment", "by": -1}
    return {
        "format": "nestlink/1", "name": "Boxes", "database": "boxes", "topology": "sharded", "server_version": "7.0",
        "entities": [
            entity("Farm", NUMBER),
            entity("Box", NUMBER, field("kind", required=True), field("fruits", "int", required=True), shard_key=[["farm", 1], ["kind", 1]]),
        ],
        "relationships": [
            link("boxes", "one-to-many", end("Farm", None, field="boxes"), {"entity": "Box", "field": "farm", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "take", "kind": "update", "entity": "Box", "filter": [{"field": "_id"}], "effects": [taken], "returns": "after", "per_day": 9},
        ],
    }  # fmt: skip


@replay(boxes)
def test_the_whole_key_is_asked_for(play: Play) -> Steps:
    play.documents = {
        "farms": [{"_id": 1}, {"_id": 2}],
        "boxes": [{"_id": 5, "farm": 1, "kind": "plum", "fruits": 9}],
    }
    play.call("take", id=5, farmId=1, kind="plum")
    play.call("take", id=5, farmId=2, kind="plum")
    play.call("take", id=5, farmId=None, kind="plum")
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "box not found, or it has another farm or kind", "farmId must have a value"]
    assert [each["fruits"] for each in done.all("boxes")] == [8]


def jobs() -> Json:
    """Jobs with revisions, each known by its code in its region."""
    done = [{"field": "status", "do": "set", "value": "done"}]
    code = field("code", required=True, unique=True)
    status = field("status", required=True, enum=["open", "done"])
    return {
        "format": "nestlink/1", "name": "Jobs", "database": "jobs", "topology": "sharded", "server_version": "7.0",
        "entities": [entity("Job", NUMBER, code, field("region", required=True), status, history="revisions", shard_key=[["region", 1]])],
        "relationships": [],
        "operations": [
            {"name": "finish", "kind": "update", "entity": "Job", "filter": [{"field": "code"}, {"field": "status", "value": "open"}], "effects": done, "returns": "after", "per_day": 9},
        ],
    }  # fmt: skip


@replay(jobs)
def test_a_wrong_key_keeps_no_revision_of_what_does_not_change(play: Play) -> Steps:
    """A kept revision without its change would be in the way of the revision of each later change."""
    play.documents = {"jobs": [{"_id": 5, "code": "a", "region": "north", "status": "open", "revision": 1}]}
    play.call("finish", code="a", region="south")
    play.call("finish", code="a", region="north")
    done = yield
    assert [each["_id"] for each in done.all("job_revisions", 0)] == []
    assert (done.one("jobs", 5) or {})["status"] == "done"
    assert [each["job_id"] for each in done.all("job_revisions")] == [5]


def payments() -> Json:
    """Payments that a hashed key spreads, so that no index keeps their numbers apart."""
    number, account = field("number", required=True, unique=True), field("account", required=True)
    return {
        "format": "nestlink/1", "name": "Payments", "database": "payments", "topology": "sharded", "server_version": "7.0",
        "entities": [entity("Payment", NUMBER, number, account, shard_key=[["account", "hashed"]])],
        "relationships": [],
    }  # fmt: skip


@replay(payments)
def test_the_audit_finds_values_that_sharding_no_longer_keeps_unique(play: Play) -> Steps:
    play.documents = {
        "payments": [
            {"_id": id, "number": number, "account": f"a{id}"}
            for id, number in enumerate(["x", "y", "x"], start=1)
        ]
    }
    play.audit()
    done = yield
    assert done.found["payments.repeated.number"] == [{"_id": "x", "count": 2, "documents": [1, 3]}]
