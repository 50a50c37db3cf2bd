"""The language of a text index, and which field of a document may name another one."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import design, entity, field
from tests.compiler.planned import index_of, planned

SEARCH = {"name": "search", "kind": "read", "entity": "Book", "filter": [{"field": "title", "match": "text"}]}


def books(*fields: Any, search: dict[str, Any] = SEARCH, **more: Any) -> Compilation:
    return planned(design([entity("Book", field("title"), *fields, **more)], [], operations=[search]))


def options(*fields: Any, **more: Any) -> dict[str, Any]:
    return dict(index_of(books(*fields, **more), "books", "title:text").options)


@pytest.mark.parametrize(
    ("values", "renamed"),
    [(None, True), (["de-AT", "en"], True), (["de", "en"], False), (["German", "none"], False)],
)
def test_a_field_called_language_is_no_language_of_the_index(values: list[str] | None, renamed: bool) -> None:
    """The server refuses each document whose language it does not know."""
    more: dict[str, Any] = {} if values is None else {"enum": values}
    language = field("language", **more)
    assert options(language).get("language_override") == ("text_language" if renamed else None)
    assert "language_override" not in options(field("languages", "array", items={"type": "string"}))


def test_a_language_beside_an_inner_text_counts_and_one_elsewhere_does_not() -> None:
    search = {**SEARCH, "filter": [{"field": "parts.text", "match": "text"}]}
    inner = [field("text"), field("language")]
    parts = field("parts", "array", items={"type": "object", "fields": inner})
    (beside,) = books(parts, search=search).plan.collections[0].indexes
    assert beside.options["language_override"] == "text_language"
    assert "language_override" not in options(parts, field("text_language"))
    taken = options(field("language"), field("text_language"))
    assert taken["language_override"] == "text_language_"


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "german"), ("pt_BR", "portuguese"), ("pl", None), (None, None)]
)
def test_words_are_of_the_language_of_the_collation(locale: str | None, language: str | None) -> None:
    more = {} if locale is None else {"collation": {"locale": locale}}
    assert options(**more).get("default_language") == language
    reason = index_of(books(**more), "books", "title:text").reason
    assert ("treats all text as English" in reason) is (language is None)
