"""Kinds of a thing in one collection: what is written and asked of one kind, and of all."""

from __future__ import annotations

from typing import Any

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.patterns.test_poly_single import shop


def test_the_audit_takes_no_field_for_foreign_that_several_kinds_have() -> None:
    """Two kinds may have one name for fields of two types, and all of them for three."""
    print_ = entity("Print", field("pages", "string"), field("isbn", "int"), field("weight", "int"), count=9)
    made = shop([print_], [link("print", "is-a", "Product", "Print")])
    (wanted,) = [
        one.pipeline[0]["$match"]["$or"] for one in made.plan.statements if "foreign_fields" in one.id
    ]
    told = {
        next(name for name in one if name != "product_type"): one["product_type"]["$nin"] for one in wanted
    }
    assert told["pages"] == ["ebook", "print"] and told["isbn"] == ["audiobook", "print"]
    assert told["weight"] == ["print"] and len(told) == len(wanted)
    everybodys = [entity(name, field("mark", kind)) for name, kind in (("A", "int"), ("B", "string"))]
    links = [link(name.lower(), "is-a", "Thing", name) for name in ("A", "B")]
    inserts = [{"name": f"add {name}", "kind": "insert", "entity": name} for name in ("A", "B")]
    both = compile_design(design([entity("Thing", field("x")), *everybodys], links, operations=inserts))
    assert not [one for one in both.plan.statements if "foreign_fields" in one.id]


def test_a_shape_of_a_kind_is_moved_among_its_own() -> None:
    """Other kinds in the collection have shapes of their own under the same number."""
    parts = [
        entity("Item", field("title"), schema_version=2, count=20),
        entity("Book", field("isbn"), field("pages", "int", since_version=2), count=10),
        entity("Shirt", field("size"), count=10),
    ]
    links = [link(name.lower(), "is-a", "Item", name, strategy="POLY_SINGLE") for name in ("Book", "Shirt")]
    told = {one.id: one for one in compile_design(design(parts, links)).plan.statements}
    assert told["Book.outdated.1"].filter == {"schema_version": 1, "item_type": "book"}
    moved = told["Book.upgrade.1"]
    assert moved.filter["item_type"] == "book" and moved.filter["_id"].among == ("item_type", ("book",))
    assert told["Item.outdated.1"].filter == {"schema_version": 1, "item_type": "shirt"}


def test_a_kind_that_changes_too_is_moved_with_all_that_changes() -> None:
    book = entity("Book", field("isbn"), field("pages", "int", since_version=2))
    titles = (
        field("title", until_version=1),
        field("titles", "array", items={"type": "string"}, since_version=2),
    )

    def told(*kinds: Any, newest: int = 2, items: int = 20) -> dict[str, Any]:
        parts = [entity("Item", field("sku"), *titles, schema_version=newest, count=items), *kinds]
        names = [one["name"] for one in kinds]
        links = [link(name.lower(), "is-a", "Item", name, strategy="POLY_SINGLE") for name in names]
        return {one.id: one for one in compile_design(design(parts, links)).plan.statements}

    found = told(book | {"count": 10}, entity("Shirt", field("size"), count=10), newest=3)
    assert set(found["Book.upgrade.1"].update["$set"]) == {"schema_version", "pages", "titles"}
    assert set(found["Book.upgrade.1"].update["$unset"]) == {"title"}
    assert set(found["Item.upgrade.1"].update["$set"]) == {"schema_version", "titles"}
    assert found["Item.outdated.1"].filter == {"schema_version": 1, "item_type": "shirt"}
    assert found["Item.outdated.2"].filter == {"schema_version": 2} and "Book.outdated.2" not in found
    all_of_it = told(book | {"count": 9}, items=9)
    assert "Item.outdated.1" not in all_of_it and "Book.outdated.1" in all_of_it


def test_a_read_of_a_kind_tells_what_is_narrower_too() -> None:
    """A comic is a book: who asks for the books wants it with them."""
    parts = [entity("Item", field("title")), entity("Book", field("isbn")), entity("Comic", field("series"))]
    links = [
        link(kind.lower(), "is-a", general, kind, strategy="POLY_SINGLE")
        for general, kind in (("Item", "Book"), ("Book", "Comic"))
    ]
    told = {one.id: one for one in compile_design(design(parts, links)).plan.statements}
    assert told["comic.read"].filter == {"item_type": "comic"}
    inserted = [{"name": "new book", "kind": "insert", "entity": "Book", "per_day": 1}]
    both = compile_design(design(parts, links, operations=inserted)).plan.statements
    assert {one.id: one.filter for one in both}["book.read"] == {"item_type": {"$in": ["book", "comic"]}}


def test_an_insert_of_any_kind_says_where_the_document_tells_its_own() -> None:
    operations = [
        {"name": "add item", "kind": "insert", "entity": "Item"},
        {"name": "add book", "kind": "insert", "entity": "Book"},
    ]
    parts = [entity("Item", field("title")), entity("Book", field("isbn")), entity("Shirt", field("size"))]
    links = [link(name.lower(), "is-a", "Item", name, strategy="POLY_SINGLE") for name in ("Book", "Shirt")]
    told = {
        one.id: one for one in compile_design(design(parts, links, operations=operations)).plan.statements
    }
    assert "type is in item_type: item, book or shirt." in (told["add item"].comment or "")
    assert "type is in" not in (told["add book"].comment or "")
