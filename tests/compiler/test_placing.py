"""Where entities, references, copies and paths stand in documents, for every strategy."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.placement.doc_path import DocPath
from designs.compiler.placement.path_locator import Placement
from tests.compiler.composed import composed, design, entity, field, link, placement

ONE, MANY, NM = "one-to-one", "one-to-many", "many-to-many"
STUDENT = entity("Student", field("first_name"))
BLOG = [entity("Post", field("title")), entity("Comment", field("text"), field("posted_on", "date"))]


def _one(strategy: Any, kind: str = MANY, entities: Any = BLOG, **more: Any) -> Placement:
    """A design of two entities and the relationship ``r`` between them."""
    names = [one["name"] for one in entities]
    ends = more.pop("ends", ({}, {}))
    model = design(entities, [link("r", kind, (names[0], ends[0]), (names[1], ends[1]), **more)])
    return placement(model, composed(model, r=strategy))


def _paths(spots: tuple[DocPath, ...]) -> list[str]:
    return [f"{spot.collection}:{spot.path}" for spot in spots]


REFERENCES = [
    ("LINK_ONE", ONE, [], ["comments:post_id"]),
    ("PARENT_REF", MANY, [], ["comments:post_id"]),
    ("CHILD_REFS", MANY, ["posts:comments"], []),
    ("TWO_WAY_REFS", MANY, ["posts:comments"], ["comments:post_id"]),
    ("SUBSET", MANY, ["posts:recent_comments.comment_id"], ["comments:post_id"]),
    ("BUCKET", MANY, [], ["comment_pages:post_id"]),
    ("BUCKET_TIME", MANY, [], ["comment_pages:_id.post_id"]),
    ("TIME_SERIES", MANY, [], ["comments:meta.post_id"]),
    ("OUTLIER", MANY, [], ["posts_extra:post_id"]),
    ("EMBED_ARRAY", MANY, [], []),
    ("EMBED_ONE", ONE, [], []),
    ("FOLD_ONE", MANY, [], []),
    ("TWO_WAY_EMBED", NM, ["posts:comments"], ["comments:posts"]),
    (("ONE_WAY_EMBED", "from"), NM, ["posts:comments"], []),
    (("ONE_WAY_EMBED", "to"), NM, [], ["comments:posts"]),
    (("EMBED_LINK", "from"), NM, ["posts:comments.comment_id"], []),
    ("LINK_COLL", NM, ["r:comment_id"], ["r:post_id"]),
    (("VALUE_ARRAY", "from"), NM, ["posts:comments"], []),
]


@pytest.mark.parametrize(("strategy", "kind", "from_", "to"), REFERENCES)
def test_references_stand_where_the_strategy_puts_them(strategy: Any, kind: str, from_: Any, to: Any) -> None:
    here = _one(strategy, kind)
    relationship = here.names.relationships["r"]
    assert _paths(here.references(relationship, "from")) == from_
    assert _paths(here.references(relationship, "to")) == to


CONTENTS = [
    ("EMBED_ONE", ONE, ["posts:comment"]),
    ("EMBED_ARRAY", MANY, ["posts:comments"]),
    ("OUTLIER", MANY, ["posts:comments"]),
    ("SUBSET", MANY, ["posts:recent_comments"]),
    ("BUCKET", MANY, ["comment_pages:items"]),
    ("TIME_SERIES", MANY, ["comments:"]),
    ("PARENT_REF", MANY, []),
]


@pytest.mark.parametrize(("strategy", "kind", "content"), CONTENTS)
def test_content_stands_where_the_strategy_puts_it(strategy: Any, kind: str, content: list[str]) -> None:
    here = _one(strategy, kind)
    assert _paths(here.contents(here.names.relationships["r"])) == content


def test_content_of_a_series_is_only_there_where_its_entity_stands_elsewhere_too() -> None:
    model = design(
        [*BLOG, entity("Page")],
        [link("r", MANY, ("Post", {}), ("Comment", {})), link("s", MANY, ("Page", {}), ("Comment", {}))],
    )
    here = placement(model, composed(model, r="TIME_SERIES", s="EMBED_ARRAY"))
    content = [_paths(here.contents(here.names.relationships[name])) for name in "rs"]
    assert content == [["comments:"], ["pages:comments"]]


PATHS = [
    ("PARENT_REF", MANY, "Comment", "post_id", ["comments:post_id"]),
    ("PARENT_REF", MANY, "Comment", "post_id._id", ["comments:post_id"]),
    ("PARENT_REF", MANY, "Comment", "post_id.title", ["posts:title"]),
    ("PARENT_REF", MANY, "Post", "comments.text", ["comments:text"]),
    ("PARENT_REF", MANY, "Post", "comments", ["comments:_id"]),
    ("EMBED_ARRAY", MANY, "Post", "comments.text", ["posts:comments.text"]),
    ("EMBED_ARRAY", MANY, "Post", "comments", ["posts:comments"]),
    ("EMBED_ARRAY", MANY, "Comment", "text", ["posts:comments.text"]),
    ("EMBED_ARRAY", MANY, "Comment", "post_id", ["posts:_id"]),
    ("EMBED_ARRAY", MANY, "Comment", "post_id.title", ["posts:title"]),
    ("EMBED_ARRAY", MANY, "Comment", "_id", []),
    ("EMBED_ONE", ONE, "Comment", "_id", ["posts:_id"]),
    ("OUTLIER", MANY, "Comment", "text", ["posts:comments.text", "posts_extra:item.text"]),
    ("BUCKET", MANY, "Comment", "post_id", ["comment_pages:post_id"]),
    ("BUCKET", MANY, "Comment", "text", ["comment_pages:items.text"]),
    ("BUCKET_TIME", MANY, "Comment", "post_id", ["comment_pages:_id.post_id"]),
    ("TIME_SERIES", MANY, "Comment", "post_id", ["comments:meta.post_id"]),
    ("FOLD_ONE", MANY, "Comment", "post_id", ["comments:post_title"]),
    ("FOLD_ONE", MANY, "Comment", "post_id.title", ["comments:post_title"]),
    ("FOLD_ONE", MANY, "Post", "title", ["comments:post_title"]),
    (("EMBED_LINK", "from"), NM, "Post", "comments", ["posts:comments.comment_id"]),
    ("LINK_COLL", NM, "Post", "comments", ["r:comment_id"]),
    (("ONE_WAY_EMBED", "from"), NM, "Comment", "posts", ["posts:_id"]),
]


@pytest.mark.parametrize(("strategy", "kind", "start", "path", "places"), PATHS)
def test_conceptual_paths_become_document_paths(
    strategy: Any, kind: str, start: str, path: str, places: Any
) -> None:
    assert _paths(_one(strategy, kind).of_path(start, path)) == places


def test_link_fields_stand_beside_the_id() -> None:
    here = _one(("EMBED_LINK", "from"), NM, link_fields=[field("quantity", "int")])
    assert here.of_path("Post", "comments.quantity") == (
        DocPath("posts", "comments.quantity", ("comments",)),
    )


def test_arrays_on_the_way_are_named() -> None:
    people = [
        entity("Post", field("tags", "array", items={"type": "string"})),
        BLOG[1],
        entity("Like", field("who")),
    ]
    model = design(people, [link("a", MANY, "Post", "Comment"), link("b", MANY, "Comment", "Like")])
    here = placement(model, composed(model, a="EMBED_ARRAY", b="EMBED_ARRAY"))
    assert here.of_path("Like", "who")[0].arrays == ("comments", "comments.likes")
    assert here.of_path("Post", "tags")[0].arrays == ("tags",)


def test_a_weak_shape_stands_in_each_of_its_holders() -> None:
    model = design(
        [entity("User"), entity("Shop"), entity("Address", field("city"), kind="weak")],
        [link("a", MANY, "User", "Address"), link("b", ONE, "Shop", "Address")],
    )
    here = placement(model, composed(model, a="EMBED_ARRAY", b="EMBED_ONE"))
    assert _paths(here.of_path("Address", "city")) == ["users:addresses.city", "shops:address.city"]
    assert _paths(here.of_path("Shop", "address.city")) == ["shops:address.city"]


def test_references_of_embedded_entities_stand_in_the_element() -> None:
    model = design(
        [*BLOG, entity("Author", field("name"))],
        [link("a", MANY, "Post", "Comment"), link("by", MANY, "Author", "Comment")],
    )
    here = placement(model, composed(model, a="EMBED_ARRAY", by="PARENT_REF"))
    assert here.reference(here.names.relationships["by"], "to") == DocPath(
        "posts", "comments.author_id", ("comments",)
    )


COPY = {"field": "title", "of": "from", "policy": "snapshot"}


@pytest.mark.parametrize(
    ("strategy", "place"),
    [
        ("PARENT_REF", "comments:post_title"),
        ("BUCKET", "comment_pages:post_title"),
        ("BUCKET_TIME", "comment_pages:post_title"),
        ("TIME_SERIES", "comments:meta.post_title"),
    ],
)
def test_copies_stand_beside_the_reference(strategy: str, place: str) -> None:
    here = _one(strategy, copies=[COPY])
    (copy,) = here.copies(here.names.relationships["r"], "to")
    assert _paths(copy.spots) == [place]
    assert _paths(here.of_path("Comment", "post_title")) == [place]
    assert _paths(here.of_path("Comment", "post_id.title")) == [place]


def test_a_copy_makes_an_id_array_an_array_of_objects() -> None:
    here = _one(("ONE_WAY_EMBED", "from"), NM, copies=[{"field": "text", "of": "to", "policy": "immutable"}])
    relationship = here.names.relationships["r"]
    assert here.reference(relationship, "from") == DocPath("posts", "comments.comment_id", ("comments",))
    assert _paths(here.copies(relationship, "from")[0].spots) == ["posts:comments.text"]


def test_a_copy_that_costs_more_than_it_saves_is_not_kept() -> None:
    hot = {"field": "title", "of": "from", "policy": "eventual", "reads_per_day": 10, "updates_per_day": 10}
    here = _one("PARENT_REF", copies=[hot])
    relationship = here.names.relationships["r"]
    assert [one.fate for one in here.verdicts(relationship)] == ["hot"]
    assert here.copies(relationship, "to") == ()
    assert _paths(here.of_path("Comment", "post_title")) == ["posts:title"]


def test_an_element_of_another_document_is_referenced_with_its_holder() -> None:
    model = design(
        [entity("Plan", field("name")), entity("Phase", field("name")), entity("Task", field("name"))],
        [link("a", MANY, "Plan", "Phase"), link("b", MANY, "Phase", "Task")],
    )
    here = placement(model, composed(model, ("Phase",), a="EMBED_ARRAY", b="PARENT_REF"))
    relationship = here.names.relationships["b"]
    assert here.reference(relationship, "to") == DocPath("tasks", "phase_id")
    assert here.pair(relationship, "to") == DocPath("tasks", "plan_id")


def test_two_entities_with_one_collection_name_stay_apart() -> None:
    model = design([entity("A", collection="things"), entity("B", collection="things")], [])
    here = placement(model, composed(model))
    assert here.collections == ("things", "things_2")
    assert _paths(here.spots("B")) == ["things_2:"]


def test_a_split_general_stands_in_its_specials() -> None:
    model = design(
        [entity("Vehicle", field("wheels", "int")), entity("Car", field("doors", "int")), entity("Truck")],
        [link("car", "is-a", "Vehicle", "Car"), link("truck", "is-a", "Vehicle", "Truck")],
    )
    here = placement(model, composed(model, car="POLY_SPLIT", truck="POLY_SPLIT"))
    assert _paths(here.of_path("Vehicle", "wheels")) == ["cars:wheels", "trucks:wheels"]
    assert _paths(here.of_path("Car", "wheels")) == ["cars:wheels"]


def test_an_entity_is_also_where_a_subtype_of_its_subtype_stands_apart() -> None:
    entities = [entity(name, field("label")) for name in ("Person", "Worker", "Driver", "Depot")]
    links = [
        link("workers", "is-a", ("Person", {}), ("Worker", {})),
        link("drivers", "is-a", ("Worker", {}), ("Driver", {})),
        link("depot", MANY, ("Depot", {}), ("Driver", {})),
    ]
    model = design(entities, links)
    here = placement(
        model, composed(model, workers="POLY_SINGLE", drivers="POLY_SINGLE", depot="TIME_SERIES")
    )
    assert _paths(here.spots("Person")) == ["people:", "drivers:"]
