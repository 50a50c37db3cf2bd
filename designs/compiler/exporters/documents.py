"""The annotated example documents: one file for each collection, to be read and to be run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from ..content_cache import once
from ..emit.javascript import comment, string
from ..emit.javascript.annotated import Path, Words, documents
from ..model.conceptual import given
from ..plan_model.compilation import Compilation
from ..plan_model.physical import Collection, DocField
from ..sampling import samples
from .base import Exporter, OutputFile

_MANY = 4  # elements that need no hint of how many more there may be


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """A JavaScript array of documents for each collection, in the plan's order."""
    by_collection = samples(compilation)
    return tuple(
        OutputFile(
            path=f"documents/{collection.file}.js",
            text=_remembered(collection, by_collection[collection.name], compilation.plan.design),
            media_type="text/javascript",
        )
        for collection in compilation.plan.collections
    )


def _remembered(collection: Collection, values: list[dict[str, Any]], design: str) -> str:
    of = (collection, values, design)
    return once("documents", lambda: of, lambda: _file(*of))


def _file(collection: Collection, values: list[dict[str, Any]], design: str) -> str:
    title = f"Example documents for {string(collection.name)} (design {string(design)})."
    about = [title, collection.description] if collection.description else [title]
    words: defaultdict[Path, list[Words]] = defaultdict(list)
    for path, said in _words(collection.fields, ()):
        if said.above or said.beside or said.end:
            words[path] = [*words[path], said] if said.where else [said]
    return comment("\n".join(about)) + "\n" + documents(values, words, _heads(collection, values))


def _heads(collection: Collection, values: list[dict[str, Any]]) -> list[str]:
    """Which document has another shape than today's of its kind."""
    shapes = [field for field in collection.fields if field.origin == "version" and field.maximum is not None]
    teller = next((field.name for field in collection.fields if field.tells_kinds), "")
    return [_head(document, [field for field in shapes if not field.kinds or document.get(teller) in field.kinds])
            for document in values]  # fmt: skip


def _head(document: dict[str, Any], shapes: list[DocField]) -> str:
    for field in shapes:
        version = document.get(field.name)
        if version is not None and field.maximum is not None and version < field.maximum:
            return f"still schema version {version}"
    return ""


def _words(fields: tuple[DocField, ...], path: Path) -> Iterable[tuple[Path, Words]]:
    teller = next((field.name for field in fields if field.tells_kinds), "")
    for field in fields:
        here = (*path, field.name)
        yield (
            here,
            replace(_said(field), where=(teller, field.kinds) if field.kinds else None),
        )
        yield from _words(field.fields, here)
        if field.items is not None:
            yield from _words(field.items.fields, here)


def _said(field: DocField) -> Words:
    """What the rulebook shaped is explained above; a plain field carries its description."""
    described = given(field.source.description, "") if field.source is not None else ""
    if field.origin == "own":
        return Words(beside=" ".join((field.note or described).split()), end=_more(field))
    return Words(
        above=field.note or _formula(field), beside="" if field.note else described, end=_more(field)
    )


def _formula(field: DocField) -> str:
    computed = given(field.source.computed, None) if field.source is not None else None
    if field.origin != "computed" or computed is None:
        return ""
    nothing = "; null if there's nothing to compute it from" if field.empty else ""
    return f"computed: {computed.formula}{nothing}"


def _more(field: DocField) -> str:
    """How long the array may become."""
    declared = given(field.source.max_items, None) if field.source is not None else None
    most = declared if field.max_items is None else field.max_items
    if field.items is None or most is None or most < _MANY:
        return ""
    return f"... up to {most}"


EXPORTER = Exporter(
    slug="documents",
    output="documents",
    title="Example documents",
    help="Two or three example documents per collection, with comments on fields shaped by decisions.",
    make=render,
)
