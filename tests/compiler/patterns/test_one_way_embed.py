"""ONE_WAY_EMBED: one side lists the other, with link fields where there are any."""

from __future__ import annotations

from tests.compiler.composed import composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Book", field("title")), entity("Author", field("name"))],
    [link("r", "many-to-many", ("Book", {"has": {"max": 9}}), ("Author", {"has": {"max": 7}}))],
)


def test_only_the_chosen_side_holds_the_array() -> None:
    assert shapes(MODEL, composed(MODEL, r=("ONE_WAY_EMBED", "to"))) == {
        "books": {"title": "string"},
        "authors": {"name": "string", "books[]": "objectId"},
    }


def test_link_fields_make_objects_of_the_ids() -> None:
    model = design(
        [entity("Book"), entity("Author")],
        [link("r", "many-to-many", "Book", "Author", link_fields=[field("share", "double")])],
    )
    shape = {"authors[].author_id": "objectId", "authors[].share": "double"}
    assert shapes(model, composed(model, r=("ONE_WAY_EMBED", "from")))["books"] == shape


def test_two_entities_of_one_kind_may_list_one_another() -> None:
    model = design([entity("Person")], [link("friends", "graph", ("Person", {"field": "friends"}), "Person")])
    assert shapes(model, composed(model, friends=("ONE_WAY_EMBED", "from"))) == {
        "people": {"friends[]": "objectId"}
    }
