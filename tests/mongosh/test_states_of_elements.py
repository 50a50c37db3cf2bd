"""A change of an element that is not there, or not in the state that its operation asks for, says which of these it is."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def works() -> Json:
    """Contracts with their stages inside."""
    is_done = {"field": "state", "value": "done"}
    return {
        "format": "nestlink/1", "name": "Works", "database": "works",
        "entities": [
            entity("Contract", field("_id", "int"), field("client")),
            entity("Stage", field("_id", "int"), field("state", enum=["done", "paid"], required=True), field("cost", "int")),
        ],
        "relationships": [link("stages", "one-to-many", end("Contract", 9, field="stages"), end("Stage", 1), exclusive_owner=True, strategy="EMBED_ARRAY")],
        "operations": [{"name": "pay", "kind": "update", "entity": "Stage", "filter": [{"field": "_id"}, is_done], "effects": [{"field": "state", "do": "set", "value": "paid"}]}],
    }  # fmt: skip


@replay(works)
def test_it_says_what_is_wrong_with_an_element(play: Play) -> Steps:
    stages = [{"_id": 1, "state": "paid", "cost": 4}, {"_id": 2, "state": "done", "cost": 5}]
    play.documents = {"contracts": [{"_id": 1, "client": "A", "stages": stages}]}
    for number in (1, 9, 2):
        play.call("pay", id=number)
    done = yield
    said = [result.get("refused") for result in done.results]
    assert said == ['stage found, but its state isn\'t "done"', "stage not found", None]
    assert [each["state"] for each in done.one("contracts", 1)["stages"]] == ["paid", "paid"]
