"""VALUE_ARRAY: plain values, no collection of the lookup."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Article"), entity("Tag", field("name", max_length=20), kind="lookup")],
    [link("tags", "many-to-many", ("Article", {"has": {"max": 15}}), "Tag")],
)
CHOSEN = composed(MODEL, tags=("VALUE_ARRAY", "from"))


def test_the_values_stand_in_the_document() -> None:
    assert shapes(MODEL, CHOSEN) == {"articles": {"tags[]": "string"}}


def test_the_values_keep_their_constraints() -> None:
    tags = at(collections(MODEL, CHOSEN)["articles"].fields, "tags")
    assert tags.items is not None and tags.items.source is not None and tags.items.source.max_length == 20
    assert (tags.max_items, tags.unique_items, tags.target) == (15, True, None)


def test_the_value_is_neither_the_id_nor_an_object() -> None:
    labels = field("labels", "object", fields=[field("de")])
    tag = entity("Tag", field("_id", "int"), labels, field("name"), kind="lookup")
    model = design([entity("Article"), tag], [link("tags", "many-to-many", "Article", "Tag")])
    assert shapes(model, composed(model, tags=("VALUE_ARRAY", "from")))["articles"] == {"tags[]": "string"}
