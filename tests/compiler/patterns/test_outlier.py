"""OUTLIER: a capped array, a flag and one document for each element beyond."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Post", field("title")), entity("Comment", field("text"))],
    [link("comments", "one-to-many", "Post", ("Comment", {"has": {"min": 1, "max": 1}}))],
)
CHOSEN = composed(MODEL, comments=("OUTLIER", "from", {"bound": 200}))


def test_what_finds_no_room_overflows() -> None:
    assert shapes(MODEL, CHOSEN) == {
        "posts": {"title": "string", "comments[].text": "string", "has_extras": "bool"},
        "posts_extra": {"post_id": "objectId", "item.text": "string"},
    }


def test_the_array_is_capped_and_the_overflow_names_its_parent() -> None:
    made = collections(MODEL, CHOSEN)
    assert at(made["posts"].fields, "comments").max_items == 200
    assert (made["posts_extra"].kind, made["posts_extra"].entity) == ("overflow", None)
    assert at(made["posts_extra"].fields, "post_id").required
