"""Elements that go by two conditions on one field: the server asks each element as if it were a document."""

from __future__ import annotations

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_elements_of_two_conditions_on_one_field_go() -> None:
    design = {
        "format": "nestlink/1", "name": "Posts", "database": "posts",
        "entities": [
            entity("Post", field("title", required=True)),
            entity("Remark", field("number", "int", unique=True), field("text")),
        ],
        "relationships": [
            link("remarks", "one-to-many", end("Post", 20, field="remarks"), end("Remark", 1, field="post"),
                 strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "drop", "kind": "delete", "entity": "Remark",
             "filter": [{"field": "text", "match": "prefix"}, {"field": "text", "match": "exists"}]},
        ],
    }  # fmt: skip
    assert judged(design, "drop") == {"drop": ""}
    planted = "function drop() { return db.posts.updateMany({}, { $pull: { remarks: { $and: [{ text: 'none' }] } } }); }"
    assert judged(design, "drop", planted=planted)["drop"]


def test_elements_that_an_update_asks_for_twice_change_alone() -> None:
    """The list itself asks for the id of an element, a field of it for its state: one that lacks either stays."""
    design = {
        "format": "nestlink/1", "name": "Cheese", "database": "cheese",
        "entities": [
            entity("Batch", field("number", required=True)),
            entity("Sample", field("result", enum=["pending", "clean"], required=True), field("certificate")),
        ],
        "relationships": [
            link("samples", "one-to-many", end("Batch", 5, field="samples"), end("Sample", 1, field="batch"),
                 strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "record", "kind": "update", "entity": "Batch",
             "filter": [{"field": "_id"}, {"field": "samples"}, {"field": "samples.result", "value": "pending"}],
             "effects": [{"field": "samples.result", "do": "set"}, {"field": "samples.certificate", "do": "set"}]},
        ],
    }  # fmt: skip
    assert judged(design, "record") == {"record": ""}
