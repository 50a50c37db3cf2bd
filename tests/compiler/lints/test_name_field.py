"""L40: field names that paths cannot reach."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.names.name_field import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import ENDLESS, UP_TO, findings, found, pair, planned, things


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([field("a_b"), field("a$b")], []),
        ([field("a.b")], [("Thing.a.b", "warning")]),
        ([field("$a")], [("Thing.$a", "warning")]),
        ([field("a.b"), field("a", "object", fields=[field("b")])], [("Thing.a.b", "error")]),
        ([field("a.b"), field("a", "object", fields=[field("c")])], [("Thing.a.b", "warning")]),
        ([field("stars", "object", fields=[field("1"), field("2")])], [("Thing.stars", "info")]),
        ([field("x" * 1024)], []),
        ([field("x" * 1025)], [("Thing", "warning")]),
        ([field("o", "object", fields=[field("$in")])], [("Thing.o.$in", "warning")]),
        (
            [field("o", "array", items={"type": "object", "fields": [field("a.b")]})],
            [("Thing.o.a.b", "warning")],
        ),
    ],
)
def test_names(fields: list[Any], expected: list[tuple[str, str]]) -> None:
    assert found(LINT, things(*fields)) == expected


def test_fields_of_links_are_looked_at() -> None:
    plan = pair("LINK_COLL", None, None, kind="many-to-many", link_fields=[field("$since", "date")])
    assert found(LINT, plan) == [("kids.$since", "warning")]


def kids(*fields: Any, kind: str = "PARENT_REF", **more: Any) -> Any:
    """A plan of parents with children that have these fields of their own."""
    entities = [entity("Parent", field("title")), entity("Child", field("name"), *fields)]
    ends = ("Parent", ENDLESS if kind == "PARENT_REF" else UP_TO(5)), ("Child", UP_TO(1))
    return planned(design(entities, [link("kids", "one-to-many", *ends, **more)]), kids=(kind, "to"))


def test_a_field_in_the_place_of_a_reference_is_told() -> None:
    assert found(LINT, kids(field("parent_id", "objectId"))) == [("Child.parent_id", "warning")]
    assert found(LINT, kids(field("parent_id", "string"))) == [("Child.parent_id", "error")]
    assert found(LINT, kids(field("parent", "objectId"))) == []


def test_a_field_in_the_place_of_embedded_documents_is_told() -> None:
    entities = [entity("Parent", field("children", "int")), entity("Child", field("name"))]
    links = [link("kids", "one-to-many", ("Parent", UP_TO(5)), ("Child", UP_TO(1)))]
    assert found(LINT, planned(design(entities, links), kids=("EMBED_ARRAY", "from"))) == [
        ("Parent.children", "error")
    ]
    assert found(LINT, planned(design(entities, links), kids=("PARENT_REF", "to"))) == []


def test_a_field_in_the_place_of_a_copy_is_told() -> None:
    copies = [{"field": "title", "of": "from", "as": "title", "policy": "snapshot"}]
    assert found(LINT, kids(field("title"), copies=copies)) == [("Child.title", "error")]
    assert found(LINT, kids(field("heading"), copies=copies)) == []


def test_two_references_in_one_place_are_told() -> None:
    def pictures(other: str) -> Any:
        entities = [entity("Post", field("a")), entity("Photo", field("b")), entity("Comment", field("c"))]
        links = [
            link("on_posts", "one-to-many", ("Post", ENDLESS), ("Comment", {**UP_TO(1), "field": "about"})),
            link("on_photos", "one-to-many", ("Photo", ENDLESS), ("Comment", {**UP_TO(1), "field": other})),
        ]
        return planned(design(entities, links), on_posts=("PARENT_REF", "to"), on_photos=("PARENT_REF", "to"))

    assert found(LINT, pictures("about")) == [("on_photos", "error")]
    assert found(LINT, pictures("photo")) == []


@pytest.mark.parametrize(("other", "expected"), [("about", [("on_photos", "error")]), ("photo", [])])
def test_two_copies_in_one_place_are_told(other: str, expected: list[Any]) -> None:
    def copied(name: str) -> dict[str, Any]:
        return {"field": "title", "of": "from", "as": f"{name}.title", "policy": "snapshot"}

    entities = [entity("Post", field("title")), entity("Photo", field("title")), entity("Comment")]
    links = [
        link("on_posts", "one-to-many", ("Post", ENDLESS), ("Comment", UP_TO(1)), copies=[copied("about")]),
        link("on_photos", "one-to-many", ("Photo", ENDLESS), ("Comment", UP_TO(1)), copies=[copied(other)]),
    ]
    plan = planned(design(entities, links), on_posts=("PARENT_REF", "to"), on_photos=("PARENT_REF", "to"))
    assert found(LINT, plan) == expected


@pytest.mark.parametrize(
    ("policies", "expected"),
    [(("eventual", "snapshot"), [("kids", "error")]), (("snapshot", "snapshot"), []), (("snapshot",), [])],
)
def test_a_copy_that_is_declared_by_two_policies_is_told(
    policies: tuple[str, ...], expected: list[Any]
) -> None:
    copies = [
        {"field": "title", "of": "from", "as": "heading", "policy": each, "reads_per_day": 9000}
        for each in policies
    ]
    assert found(LINT, kids(copies=copies)) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Car", "Van", []),
        ("Van", "Bus", [("second", "error")]),
        ("Car", "Vehicle", [("second", "error")]),
    ],
)
def test_kinds_may_store_at_one_place_each(first: str, second: str, expected: list[Any]) -> None:
    entities = [entity(name, field(name.lower())) for name in ("Firm", "Vehicle", "Car", "Van", "Bus")]
    kinds = [("Vehicle", "Car"), ("Vehicle", "Van"), ("Van", "Bus")]
    links = [link(special.lower(), "is-a", general, special) for general, special in kinds]
    for name, kind in (("first", first), ("second", second)):
        links.append(link(name, "one-to-many", ("Firm", ENDLESS), (kind, {**UP_TO(1), "field": "owner"})))
    one, both = ("POLY_SINGLE", "to"), ("PARENT_REF", "to")
    plan = planned(design(entities, links), car=one, van=one, bus=one, first=both, second=both)
    assert found(LINT, plan) == expected


def test_kinds_of_kinds_share_no_place() -> None:
    kinds = [link("cats", "is-a", "Animal", "Cat"), link("tigers", "is-a", "Cat", "Tiger")]
    entities = [entity(name, field(name.lower())) for name in ("Animal", "Cat", "Tiger")]
    assert (
        found(LINT, planned(design(entities, kinds), cats=("POLY_SPLIT", "to"), tigers=("POLY_SPLIT", "to")))
        == []
    )


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ([field("$a", id="f1")], "a"),
        ([field("a.b", id="f1")], "a_b"),
        ([field("$", id="f1")], None),
        ([field("$a")], None),
        ([field("$a", id="f1"), field("a")], None),
    ],
)
def test_a_plain_name_that_is_free_is_offered(fields: list[Any], name: str | None) -> None:
    (told,) = findings(LINT, things(*fields))
    assert told.fix == (None if name is None else {"edit": "rename", "id": "f1", "name": name})


@pytest.mark.parametrize(("name", "expected"), [("sort", []), ("sort.of", [("cats", "warning")])])
def test_a_discriminator_is_stored_without_its_dot(name: str, expected: list[tuple[str, str]]) -> None:
    cats = link("cats", "is-a", "Animal", "Cat", discriminator={"field": name})
    assert (
        found(LINT, planned(design([entity("Animal"), entity("Cat")], [cats]), cats=("POLY_SINGLE", "to")))
        == expected
    )


@pytest.mark.parametrize(
    ("field_name", "copied"), [("parent", True), ("parent_id", False), ("parent._id", False)]
)
def test_a_reference_that_has_a_copy_inside_of_it_is_told(field_name: str, copied: bool) -> None:
    """The object of the copy takes the place of the id, so that no document says whose it is."""
    entities = [entity("Parent", field("title")), entity("Child", field("name"))]
    ends = ("Parent", ENDLESS), ("Child", {**UP_TO(1), "field": field_name})
    title = {"field": "title", "of": "from", "as": "parent.title"}
    links = [link("kids", "one-to-many", *ends, copies=[title], id="k")]
    told = findings(LINT, planned(design(entities, links), kids=("PARENT_REF", "to")))
    assert [(one.subject, one.severity) for one in told] == ([("kids", "error")] if copied else [])
    fix = {"edit": "rename", "id": "k", "name": "parent_id", "end": "to"}
    assert [one.fix for one in told] == ([fix] if copied else [])


@pytest.mark.parametrize(("history", "names"), [("none", []), ("revisions", []), ("point-in-time", ["valid_to"])])  # fmt: skip
def test_a_date_that_the_history_stores_is_told(history: str, names: list[str]) -> None:
    """The permit's own expiry was thrown away, and two versions were valid at once."""
    permit = entity("Permit", field("valid_to", "date"), field("number"), history=history)
    told = findings(LINT, planned(design([permit], [])))
    assert [(each.subject, each.severity) for each in told] == [(f"Permit.{name}", "error") for name in names]
    assert all("such as to permit_valid_to" in each.hint for each in told)
