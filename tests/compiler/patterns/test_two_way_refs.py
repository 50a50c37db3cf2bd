"""TWO_WAY_REFS: an array at the parent and a reference at the child."""

from __future__ import annotations

from tests.compiler.composed import composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Book", field("title")), entity("Author", field("name"))],
    [link("r", "one-to-many", ("Book", {"has": {"max": 9}}), ("Author", {"has": {"max": 7}}))],
)


def test_both_sides_point_at_one_another() -> None:
    assert shapes(MODEL, composed(MODEL, r="TWO_WAY_REFS")) == {
        "books": {"title": "string", "authors[]": "objectId"},
        "authors": {"name": "string", "book_id": "objectId"},
    }
