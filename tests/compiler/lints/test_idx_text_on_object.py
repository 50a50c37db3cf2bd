"""L32: text indexes on objects."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_text_on_object import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, text

BODY = {"name": "content", "type": "object", "fields": [text(9, "body"), text(9, "summary")]}
PARTS = {"name": "content", "type": "array", "items": {"type": "object", "fields": [text(9, "body")]}}
WORDS = {"name": "content", "type": "array", "items": {"type": "string"}}


def searched(field: dict[str, Any], path: str, kind: Any = "text") -> list[tuple[str, str]]:
    article = entity("Article", field, indexes=[{"keys": [[path, kind]]}])
    return found(LINT, planned(design([article], [])))


@pytest.mark.parametrize("field", [BODY, PARTS])
def test_an_object_has_no_words(field: dict[str, Any]) -> None:
    assert searched(field, "content") == [("Article.indexes[0]", "error")]
    assert searched(field, "content.body") == []


def test_strings_and_arrays_of_them_have() -> None:
    assert searched(text(9, "content"), "content") == []
    assert searched(WORDS, "content") == []


def test_other_indexes_may_be_on_objects() -> None:
    assert searched(BODY, "content", 1) == []


def test_the_strings_below_take_its_place() -> None:
    body = {**BODY, "fields": [*BODY["fields"], {"name": "pages", "type": "int"}]}
    article = entity("Article", text(9, "title"), body, id="e1", indexes=[{"keys": [["content", "text"]]}])
    (told,) = findings(LINT, planned(design([article], [])))
    assert told.hint == "Index its string fields: content.body, content.summary."
    assert told.fix is not None
    assert told.fix["value"][0]["keys"] == [["content.body", "text"], ["content.summary", "text"]]


def test_without_strings_below_somebody_must_choose() -> None:
    body = {"name": "content", "type": "object", "fields": [{"name": "pages", "type": "int"}]}
    article = entity("Article", body, id="e1", indexes=[{"keys": [["content", "text"]]}])
    (told,) = findings(LINT, planned(design([article], [])))
    assert (told.hint, told.fix) == ("Index a string field.", None)


@pytest.mark.parametrize(("kind", "count"), [("int", 1), ("date", 1), ("string", 0)])
def test_words_stand_in_strings(kind: str, count: int) -> None:
    assert searched({"name": "a", "type": kind}, "a") == [("Article.indexes[0]", "error")] * count
    listed = {"name": "a", "type": "array", "items": {"type": kind}}
    assert searched(listed, "a") == [("Article.indexes[0]", "error")] * count
