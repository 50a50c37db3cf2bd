"""A data dictionary in Markdown: one row for each field of a collection's documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from ..model.conceptual import Field, given, stated
from ..plan_model.compilation import unique_within
from ..plan_model.number_format import grouped, is_long
from ..plan_model.physical import Collection, DocField, Element, Located
from . import json
from .markdown import Inline, Span, code, inline, joined

HEAD = ("Field", "Type", "Required", "Origin", "Limits", "Meaning")
NOTHING = Span("–")
_REQUIRED, _NULL = Span("✓"), Span("∅")
_GROUPED_FROM = 10_000
_MOST_CHOICES = 6
_UNLIMITED = Field(name="unlimited", type="string")


def row(located: Located, collection: Collection) -> tuple[Inline, ...]:
    """Path, type, whether it is required, where it comes from, its limits, what it means."""
    field = located.field
    within = unique_within(collection, located.path) if field.source and field.source.unique is True else None
    meaning = given(field.source.description, "") if field.source else ""
    secret = "sensitive" if field.source and given(field.source.sensitive, False) else ""
    words = [text for text in (secret, meaning, _note(field)) if text]
    return (
        code(located.path),
        code(types(tuple(name for name in field.types if name != "null") or field.types, field.items)),
        _required(field),
        _origin(field),
        joined(_limits(field, field.source, within)),
        joined(words, "; ") if words else NOTHING,
    )


def _required(field: DocField) -> Inline:
    """Whether it has to be there, of a field of some kinds in their documents, and whether as null, too."""
    can_be_null = len(field.types) > 1 and "null" in field.types
    marks = [
        mark for mark, is_so in ((_REQUIRED, field.required or field.needed), (_NULL, can_be_null)) if is_so
    ]
    return joined(marks, " ") if marks else NOTHING


def types(names: tuple[str, ...], items: Element | None) -> str:
    """The types as people write them: string or null, objectId[]."""
    shown = [f"{types(items.types, items.items)}[]" if name == "array" and items else name for name in names]
    return " or ".join(shown)


def value(raw: Any) -> Inline:
    """A JSON or BSON value in a few words."""
    if raw is None:
        return "not set"
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, float):
        return grouped(raw) if is_long(raw) else f"{raw:,.4f}".rstrip("0").rstrip(".")
    if isinstance(raw, int):
        return grouped(raw)
    return raw if isinstance(raw, str) else code(json.text(json.relaxed(raw)))


def _origin(field: DocField) -> Inline:
    if field.target:
        origin = "" if field.origin == "reference" else f"{field.origin} "
        return Span(inline(origin, Span("→ "), code(field.target)))
    return NOTHING if field.origin == "own" else field.origin


def _note(field: DocField) -> str:
    """Its note, where its origin doesn't say all of it."""
    if not _is_said_by_origin(field):
        # How a copy is kept stands with the places of its source.
        return field.note.partition(": ")[0] if field.origin == "copy" else field.note
    return f"only for {' or '.join(field.kinds)}" if field.kinds else ""


def _is_said_by_origin(field: DocField) -> bool:
    """Whether its note repeats its origin and its decision: an embedded part, links, a reference to a collection, a key."""
    is_list = field.origin == "reference" and field.items is not None
    return field.origin in ("embedded", "link") or is_list or bool(field.target) or field.name == "_id"


def _limits(field: DocField, source: Field | None, within: tuple[str, ...] | None) -> Iterator[Inline]:
    """within: what an index keeps its value unique in, None where none does: of a copy, or on shards by a hash."""
    other = source or _UNLIMITED
    numbers = [_first(field.minimum, other.minimum), _first(field.maximum, other.maximum)]
    counts = [_first(field.min_items, other.min_items), _first(field.max_items, other.max_items)]
    if numbers != [None, None]:
        yield _range(*numbers)
    if counts != [None, None]:
        yield f"{counts[0] if counts[0] == counts[1] else _range(*counts)} items"
    if within is not None:
        yield Span(inline("unique per ", joined(map(code, within), " and "))) if within else "unique"
    if source is not None and given(source.immutable, False):
        yield "immutable"
    if source is not None and stated(source.max_length):
        yield f"≤ {source.max_length} characters"
    if pattern := given(other.pattern, ""):
        yield Span(inline("matches ", code(pattern)))
    choices = list(field.enum) or (given(source.enum, []) if source else [])
    if choices:
        shown = [
            code(choice if isinstance(choice, str) else json.text(json.relaxed(choice))) for choice in choices
        ]
        more = Span(", …" if len(shown) > _MOST_CHOICES else "")
        yield Span(inline(joined(shown[:_MOST_CHOICES]), more))


def _first(generated: Any, declared: Any) -> Any:
    """A limit of the generated field, else of the declared one."""
    limit = declared if generated is None else generated
    return None if limit is UNSET else limit


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return f"≤ {_limit(most)}"
    return f"≥ {_limit(least)}" if most is None else f"{_limit(least)} to {_limit(most)}"


def _limit(number: float | None) -> Inline:
    """A number that may be a year: four digits stand together."""
    return str(number) if isinstance(number, int) and abs(number) < _GROUPED_FROM else value(number)
