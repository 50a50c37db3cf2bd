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
