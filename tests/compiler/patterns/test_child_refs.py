"""CHILD_REFS: the parent lists unique ids, or objects where copies stand beside them."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Book", field("title")), entity("Author", field("name"))],
    [link("r", "one-to-many", ("Book", {"has": {"max": 9}}), ("Author", {"has": {"max": 7}}))],
)


def test_the_parent_lists_ids() -> None:
    authors = at(collections(MODEL, composed(MODEL, r="CHILD_REFS"))["books"].fields, "authors")
    assert authors.items is not None and authors.items.types == ("objectId",)
    assert (authors.target, authors.items.target, authors.max_items) == ("authors", "authors", 9)
    assert authors.unique_items
    assert authors.note == "References to authors._id, 0..9 per book (B7)"


def test_a_copy_makes_objects_of_the_ids() -> None:
    copy = {"field": "name", "of": "to", "policy": "immutable"}
    model = design(
        [entity("Book"), entity("Author", field("name"))],
        [link("r", "one-to-many", "Book", "Author", copies=[copy])],
    )
    shape = {"authors[].author_id": "objectId", "authors[].name": "string"}
    assert shapes(model, composed(model, r="CHILD_REFS"))["books"] == shape
