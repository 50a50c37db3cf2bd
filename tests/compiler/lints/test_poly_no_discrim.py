"""L54: kinds that nothing tells apart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler.lints.names.poly_no_discrim import LINT
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.planned import findings, found, planned, with_collection
from tests.compiler.small import design, entity, link, op, text


def books(*values: str | None, enum: list[str] | None = None) -> Compilation:
    """A book and its two kinds in one collection; their declared values, and the enum of a field."""
    fields = [text(9, "title")] + ([] if enum is None else [{"name": "kind", "type": "string", "enum": enum}])
    links = []
    for name, value in zip(("Ebook", "Audiobook"), values or (None, None), strict=True):
        told: dict[str, Any] = {} if value is None else {"discriminator": {"field": "kind", "value": value}}
        links.append(link(name.lower(), "is-a", "Book", name, **told))
    parts = [entity("Book", *fields), entity("Ebook"), entity("Audiobook")]
    return planned(design(parts, links, (op("read", "Book"),)))


def test_a_field_says_which_kind_it_is() -> None:
    plan = books()
    (collection,) = plan.plan.collections
    assert found(LINT, plan) == [] and any(field.origin == "discriminator" for field in collection.fields)
    kept = tuple(field for field in collection.fields if field.origin != "discriminator")
    assert found(LINT, with_collection(plan, "books", fields=kept)) == [("books", "error")]
    open_ = tuple(
        msgspec.structs.replace(field, enum=()) if field.origin == "discriminator" else field
        for field in collection.fields
    )
    assert found(LINT, with_collection(plan, "books", fields=open_)) == [("books", "error")]


@pytest.mark.parametrize(("values", "count"), [(("e", "a"), 0), (("e", "e"), 1)])
def test_each_kind_has_a_value_of_its_own(values: tuple[str, str], count: int) -> None:
    told = findings(LINT, books(*values))
    assert [(one.subject, one.severity) for one in told] == [("audiobook", "warning")] * count
    assert all("Ebook and Audiobook" in one.message and '"e_2"' in one.message for one in told)


@pytest.mark.parametrize(("enum", "count"), [(["e", "a"], 0), (["e", "a", "x"], 0), (["e"], 1)])
def test_a_declared_enum_has_all_kinds(enum: list[str], count: int) -> None:
    assert found(LINT, books("e", "a", enum=enum)) == [("Book.kind", "warning")] * count


def test_an_insert_of_no_kind_is_named_where_the_enum_has_no_value_for_it() -> None:
    fields = [text(9, "title"), {"name": "kind", "type": "string", "enum": ["e"]}]
    told = {"discriminator": {"field": "kind", "value": "e"}}
    links = [link("ebook", "is-a", "Book", "Ebook", **told)]
    adding = {"name": "new book", "kind": "insert", "entity": "Book"}
    parts = [entity("Book", *fields), entity("Ebook")]
    (one,) = findings(LINT, planned(design(parts, links, (op("read", "Book"), adding))))
    assert (
        one.message
        == '"operation 1" inserts a Book without a subtype, and the enum has no value for it. Stored as "book".'
    )
    assert one.hint.startswith("Insert one of the subtypes instead,")


def test_kinds_in_collections_of_their_own_need_no_field() -> None:
    links = [link("ebook", "is-a", "Book", "Ebook", strategy="POLY_SPLIT")]
    assert found(LINT, planned(design([entity("Book"), entity("Ebook")], links))) == []


@pytest.mark.parametrize(
    ("kinds", "of", "form", "count"),
    [
        ("POLY_SPLIT", "Book", "EMBED_TREE", 1), ("POLY_SPLIT", "Book", "TREE_PARENT", 0),
        ("POLY_SPLIT", "Ebook", "EMBED_TREE", 0), ("POLY_SINGLE", "Book", "EMBED_TREE", 0),
    ],
)  # fmt: skip
def test_nodes_in_one_document_say_their_kind(kinds: str, of: str, form: str, count: int) -> None:
    links = [
        link("ebook", "is-a", "Book", "Ebook", strategy=kinds),
        link("tree", "tree", of, of, strategy=form, id="t"),
    ]
    made = findings(LINT, planned(design([entity("Book"), entity("Ebook")], links)))
    assert [(one.subject, one.severity) for one in made] == [("tree", "error")] * count
    assert [one.fix for one in made] == [{"edit": "set", "id": "t", "path": ["strategy"]}] * count
