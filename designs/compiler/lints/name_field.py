"""Field names that can be stored but hardly be asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..conceptual import Field, given
from ..findings import Finding
from .base import Inspection, Lint

_LONGEST = 1024  # bytes


def check(seen: Inspection) -> Iterator[Finding]:
    """Names that start with ``$`` or hold a dot (storable since 5.0, but paths read them
    otherwise), or are very long; names of digits (paths read them as array places); and ``a.b``
    beside an ``a`` with a ``b``, where every path is ambiguous."""
    for entity in seen.model.entities:
        yield from _names(entity.own_fields, entity.name)
    for relationship in seen.model.links:
        yield from _names(given(relationship.link_fields, []), relationship.name)


def _names(fields: Sequence[Field], subject: str) -> Iterator[Finding]:
    objects = {field.name: {inner.name for inner in _inner(field)} for field in fields}
    digits = [field.name for field in fields if field.name.isdigit()]
    if digits:
        message = f"names of digits ({', '.join(digits)}) are read as places in an array where there is one"
        yield LINT.finding(subject, message, "a letter in front makes them plain names", "info")
    for field in fields:
        place = f"{subject}.{field.name}"
        head, dot, rest = field.name.partition(".")
        if dot and rest in objects.get(head, ()):
            yield LINT.finding(
                place, f"{field.name} stands beside {head} with a field {rest}", "rename one", "error"
            )
        elif dot or field.name.startswith("$"):
            message = (
                "a name with a dot or a leading $ needs $getField and $setField, and no index can reach it"
            )
            yield LINT.finding(place, message, "rename it")
        if len(field.name.encode("utf-8", "surrogatepass")) > _LONGEST:
            yield LINT.finding(subject, f"a field name is longer than {_LONGEST} bytes", "shorten it")
        yield from _names(_inner(field), place)


def _inner(field: Field) -> list[Field]:
    inner, item = list(given(field.fields, [])), given(field.items, None)
    while item is not None:
        inner += given(item.fields, [])
        item = given(item.items, None)
    return inner


LINT = Lint(
    code="L40",
    slug="name-field",
    name="NAME_FIELD",
    severity="warning",
    title="A field name that paths cannot reach",
    source="MongoDB manual, field names with periods and dollar signs",
    check=check,
)
