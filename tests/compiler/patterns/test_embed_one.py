"""EMBED_ONE: a sub-document without an id of its own."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Student", field("name")), entity("IdCard", field("number"), field("issued_on", "date"))],
    [link("card", "one-to-one", ("Student", {"has": {"min": 1, "max": 1}}), "IdCard")],
)
CHOSEN = composed(MODEL, card="EMBED_ONE")


def test_the_part_stands_in_its_whole() -> None:
    shape = {"name": "string", "id_card.number": "string", "id_card.issued_on": "date"}
    assert shapes(MODEL, CHOSEN) == {"students": shape}


def test_a_part_that_every_whole_has_is_required() -> None:
    card = at(collections(MODEL, CHOSEN)["students"].fields, "id_card")
    assert card.required and card.origin == "embedded" and card.entity == "IdCard"
    assert card.note == "Embedded: one per student (B7)"


def test_a_part_that_some_lack_is_not_required() -> None:
    model = design(
        [entity("Student", field("name")), entity("IdCard", field("number"))],
        [link("card", "one-to-one", ("Student", {"has": {"min": 0, "max": 1}}), "IdCard")],
    )
    assert not at(
        collections(model, composed(model, card="EMBED_ONE"))["students"].fields, "id_card"
    ).required
