"""BUCKET: pages with a count."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

COPY = {"field": "title", "of": "from", "policy": "immutable"}
MODEL = design(
    [entity("Post", field("title")), entity("Comment", field("text"))],
    [link("comments", "one-to-many", ("Post", {"field": "comments"}), "Comment", copies=[COPY])],
)
CHOSEN = composed(MODEL, comments=("BUCKET", "to", {"bound": 50}))


def test_a_page_names_its_parent_its_number_and_its_count() -> None:
    assert shapes(MODEL, CHOSEN)["comment_pages"] == {
        "post_id": "objectId",
        "post_title": "string",
        "page": "int",
        "count": "int",
        "comments[].text": "string",
    }


def test_a_page_is_bounded() -> None:
    made = collections(MODEL, CHOSEN)["comment_pages"]
    assert (made.kind, made.entity) == ("bucket", "Comment")
    assert at(made.fields, "comments").max_items == 50
    assert (at(made.fields, "count").minimum, at(made.fields, "count").maximum) == (0, 50)
    assert at(made.fields, "page").minimum == 1
