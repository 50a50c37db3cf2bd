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


OFTEN = {"policy": "strong", "reads_per_day": 1e6, "updates_per_day": 1}


def with_sales(product: str = "Product") -> Json:
    """Return a design whose sales and returns repeat the price of a product. product: what is returned."""
    design = shop(updates("Product", "label", "price"), strategy="PARENT_REF")
    price = [{"field": "price", "of": "from", **OFTEN}]
    design["entities"] += [entity(name, field("at", "date", required=True)) for name in ("Sale", "Refund")]
    design["relationships"] += [
        link("sold", "one-to-many", end("Product"), end("Sale", 1), strategy="PARENT_REF", copies=price),
        link("returned", "one-to-many", end(product), end("Refund", 1), strategy="PARENT_REF", copies=price),
    ]
    return design


def test_strong_copies_of_several_relationships_change_together() -> None:
    """One function of the source writes them all; none is left that writes those of one relationship."""
    wanted = {"productSync": "", "rerank": ""}
    assert judged(with_sales(), *wanted, "soldSyncTo", "returnedSyncTo") == wanted


def test_strong_copies_of_links_to_a_subtype_change_with_those_to_its_base() -> None:
    """Each type's function writes the copies of both."""
    design = with_sales("Book")
    for name in ("Book", "Film"):
        kind = {"name": name.lower(), "kind": "is-a", "from": {"entity": "Product"}, "to": {"entity": name}}
        design["entities"].append(entity(name, field("length", "int")))
        design["relationships"].insert(0, {**kind, "discriminator": {"field": "type", "value": name.lower()}})
    wanted = {"soldSyncTo": "", "returnedSyncTo": "", "rerank": ""}
    assert judged(design, *wanted) == wanted


def test_strong_copies_of_both_ends_of_a_relationship_change_together() -> None:
    design = shop(updates("Product", "label", "price"), strategy="PARENT_REF")
    copies = [{"field": "price", "of": side, "as": f"{side}_price", **OFTEN} for side in ("from", "to")]
    design["relationships"].append(
        link("replaces", "graph", end("Product", field="old"), end("Product", field="new"), strategy="LINK_COLL", copies=copies)
    )  # fmt: skip
    assert judged(design, "productSync", "rerank") == {"productSync": "", "rerank": ""}


def test_results_follow_the_copies_that_they_are_computed_from() -> None:
    """In the documents that hold the copies, and in those of the source."""
    design = shop(strategy="PARENT_REF")
    total = {"formula": "sum(parts.price)", "sources": ["parts.price"], "refresh": "on-write"}
    design["entities"].append(
        entity("Basket", field("code", required=True), field("total", "int", computed=total))
    )
    design["entities"][1]["fields"].append(
        field("gross", "int", computed={"formula": "price * 2", "sources": ["price"], "refresh": "on-write"})
    )
    design["relationships"].append(
        link("parts", "many-to-many", end("Basket", 20, field="parts"), end("Product", field="baskets"), strategy="EMBED_LINK",
             link_owner="from", link_fields=[field("number", "int")], copies=[{"field": "price", "of": "to", **OFTEN}])
    )  # fmt: skip
    assert judged(design, "partsSyncFrom") == {"partsSyncFrom": ""}
