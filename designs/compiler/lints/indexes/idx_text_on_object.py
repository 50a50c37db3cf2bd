"""Text indexes on a path that is an object.

A text index covers the words of strings. An object has none, so the index stays empty without an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.conceptual import Entity, Index, given
from ...model.field_limits import types_of
from ...model.field_walk import parts
from ...plan_model.findings import Finding
from ...rules.copies import field_at
from ..base import Fix, Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Text indexes on a field that is an object, an array of objects, or another type without strings."""
    for entity in seen.model.entities:
        for place, index in enumerate(given(entity.indexes, [])):
            for path in [path for path, kind in index.keys if kind == "text"]:
                field = field_at(entity, path)
                item = given(field.items, None) if field is not None else None
                if field is None or "string" in {
                    *types_of(field),
                    *(types_of(item) if item is not None else ()),
                }:
                    continue
                if "object" not in (field.type, item.type if item is not None else ""):
                    message = f"The text index covers {path}, which has type {field.type} and no text."
                    subject = f"{entity.name}.indexes[{place}]"
                    yield LINT.finding(subject, message, "Index a string field.", path=path)
                    continue
                strings = _strings(entity, path)
                hint = (
                    f"Index its string fields: {', '.join(strings)}."
                    if strings
                    else ("Index a string field.")
                )
                yield LINT.finding(
                    f"{entity.name}.indexes[{place}]",
                    f"The text index covers {path}, an object with no text of its own.",
                    hint,
                    fix=_fix(entity, place, path, strings),
                    path=path,
                )


def _strings(entity: Entity, path: str) -> list[str]:
    return [
        part.path
        for part in parts(entity.own_fields)
        if part.path.startswith(f"{path}.") and part.field.type == "string"
    ]


def _fix(entity: Entity, place: int, path: str, strings: list[str]) -> Fix | None:
    """The same index with the strings below in the object's place."""
    if not strings:
        return None
    indexes: list[Any] = msgspec.to_builtins(given(entity.indexes, []))
    index: Index = given(entity.indexes, [])[place]
    keys = [key for key_path, kind in index.keys for key in _spread(key_path, kind, path, strings)]
    indexes[place]["keys"] = list(dict.fromkeys(keys))
    return setting(
        entity,
        "indexes",
        value=[{**declared, "keys": [list(k) for k in declared["keys"]]} for declared in indexes],
    )


def _spread(key_path: str, kind: Any, path: str, strings: list[str]) -> list[tuple[str, Any]]:
    return (
        [(string, kind) for string in strings] if (key_path, kind) == (path, "text") else [(key_path, kind)]
    )


LINT = Lint(
    code="L32",
    slug="idx-text-on-object",
    name="IDX_TEXT_ON_OBJECT",
    severity="error",
    title="Text index on a field that isn't a string",
    source="MongoDB practice: a text index on a path without strings stays empty",
    check=check,
)
