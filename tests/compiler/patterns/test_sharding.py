"""SHARD: the key by its document paths."""

from __future__ import annotations

from tests.compiler.composed import composed, design, drafted, entity, field, link


def test_the_key_is_named_by_document_paths() -> None:
    model = design(
        [entity("User"), entity("Order", field("number"), shard_key=[["owner", 1], ["_id", 1]])],
        [link("orders", "one-to-many", "User", ("Order", {"field": "owner"}))],
    )
    (overlay,) = drafted(model, composed(model, orders="PARENT_REF")).entity_overlays
    assert (overlay.kind, overlay.collection, overlay.fields) == ("SHARD", "orders", ("owner", "_id"))
