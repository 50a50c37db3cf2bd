"""What an update changes changes in its copies too, also where several documents are meant."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def shop(*operations: Json, kind: str = "entity", **more: Json) -> Json:
    """Return a design of categories and their products. more: properties of the link between them."""
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Category", field("title", required=True), field("rank", "int", required=True), history="revisions"),
            entity("Product", field("label", required=True), field("price", "int", required=True), field("made", "date", required=True), kind=kind),
        ],
        "relationships": [link("holds", "one-to-many", end("Category"), end("Product"), **more)],
        "operations": list(operations),
    }  # fmt: skip


def updates(entity: str, asked: str, changed: str, do: str = "set") -> Json:
    effect = {"field": changed, "do": do, **({"by": 3} if do == "increment" else {})}
    return {"name": {"set": "rerank", "increment": "promote"}[do], "kind": "update", "entity": entity, "per_day": 5, "filter": [{"field": asked}], "effects": [effect]}  # fmt: skip


def test_strong_copies_follow_an_update_of_several_documents() -> None:
    """Each value that is given, and each that only the server knows."""
    often = {"of": "from", "policy": "strong", "reads_per_day": 1e6, "updates_per_day": 1}
    copies = [{"field": name, **often} for name in ("title", "rank")]
    operations = updates("Category", "title", "rank"), updates("Category", "title", "rank", "increment")
    design = shop(*operations, strategy="PARENT_REF", copies=copies)
    wanted = {"rerank": "", "promote": "", "categoryChange": ""}
    assert judged(design, *wanted) == wanted


def test_slices_of_what_happened_follow_an_update() -> None:
    """What happened once is not expected to change; where an operation changes it, slices follow."""
    design = shop(updates("Product", "label", "price"), kind="event", strategy="SUBSET")
    assert judged(design, "rerank") == {"rerank": ""}


def test_children_follow_the_document_of_a_folded_parent() -> None:
    """A parent that is folded into its children has documents where another link refers to it."""
    design = shop(updates("Category", "title", "rank"), strategy="FOLD_ONE")
    design["entities"].append(entity("Shelf", field("row", "int", required=True)))
    design["relationships"].append(
        link("stands", "one-to-many", end("Category"), end("Shelf"), strategy="PARENT_REF")
    )
    assert judged(design, "rerank") == {"rerank": ""}
