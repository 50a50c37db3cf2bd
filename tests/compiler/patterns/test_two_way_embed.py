"""TWO_WAY_EMBED: both sides list one another."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Book", field("title")), entity("Author", field("name"))],
    [link("r", "many-to-many", ("Book", {"has": {"max": 9}}), ("Author", {"has": {"max": 7}}))],
)

CHOSEN = composed(MODEL, r="TWO_WAY_EMBED")


def test_both_sides_list_ids() -> None:
    assert shapes(MODEL, CHOSEN) == {
        "books": {"title": "string", "authors[]": "objectId"},
        "authors": {"name": "string", "books[]": "objectId"},
    }


def test_each_side_has_its_own_bound() -> None:
    made = collections(MODEL, CHOSEN)
    assert at(made["books"].fields, "authors").max_items == 9
    assert at(made["authors"].fields, "books").max_items == 7
