"""Collections with two shapes of documents, and queries that see only one of them.

While old documents have not been moved, a query on a field that only one shape has misses the
others without an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Entity, Field, given, stated
from ..findings import Finding
from ..sizes import at_any_depth
from .base import Inspection, Lint, setting

_SHAPES = frozenset({"object", "array"})
_STEM = 4  # letters that a field and its successor share: phone, phone_numbers


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that filter or sort by a field of some versions of the schema only; and fields that
    may be an object or array as well as a plain value, in an entity without a schema version."""
    for entity in seen.model.entities:
        versioned = {field.name: field for field in entity.own_fields if _is_partial(entity, field)}
        twice = [
            one for one in entity.own_fields if _is_partial(entity, one) and versioned[one.name] is not one
        ]
        for operation in seen.model.workload if versioned else ():
            if operation.entity == entity.name and operation.kind != "insert":
                paths = [one.field for one in given(operation.filter, [])]
                paths += [one.field for one in given(operation.sort, [])]
                yield from _one_shape(operation.name, paths, versioned)
                for other in twice:
                    yield from _one_depth(operation.name, paths, [other, versioned[other.name]])
        if not stated(entity.schema_version) and not any(map(_has_version, entity.own_fields)):
            yield from _two_shapes(entity)
        yield from _inside(entity)


def _inside(entity: Entity) -> Iterator[Finding]:
    """Versions of what is inside an object or a list: shapes are told of an entity's own fields."""
    for field in entity.own_fields:
        inner = [one for one in at_any_depth([field]) if one is not field and _has_version(one)]
        if inner:
            names = ", ".join(one.name for one in inner)
            message = f"{names} in it {'is' if len(inner) == 1 else 'are'} of some versions only, and nothing keeps these shapes apart"
            hint = f"give {field.name} itself the versions, once with each shape"
            yield LINT.finding(f"{entity.name}.{field.name}", message, hint)


def _one_shape(operation: str, paths: list[str], versioned: dict[str, Field]) -> Iterator[Finding]:
    asked = {path.partition(".")[0] for path in paths}
    for name in [name for name in versioned if name in asked]:
        field = versioned[name]
        missed = [
            other.name
            for other in versioned.values()
            if other is not field and other.name not in asked and _is_successor(field, other)
        ]
        if missed:
            message = (
                f"it asks for {name}, which {_span(field)}; other documents hold {', '.join(missed)} instead"
            )
            yield LINT.finding(
                operation, message, f"ask for both ($or with {missed[0]}) until all documents are moved"
            )


def _one_depth(operation: str, paths: list[str], shapes: list[Field]) -> Iterator[Finding]:
    """Paths that lead into one of two shapes of a field, and not into the other."""
    for path in paths:
        missed = [one for one in shapes if not _leads_into(one, path)]
        if path.partition(".")[0] == shapes[0].name and len(missed) == 1:
            (seen,) = [one for one in shapes if one is not missed[0]]
            message = f"it asks for {path}, which {_span(seen)}; in other documents {seen.name} is {' or '.join(missed[0].all_types)}"
            yield LINT.finding(
                operation,
                message,
                "ask each shape by its own path, with an index for each, until all documents are moved",
            )


def _leads_into(field: Field, path: str) -> bool:
    """Whether a path is one of the field's: itself, where it is a plain value, or one of its fields."""
    _, dot, rest = path.partition(".")
    inner = given(field.fields, [])
    return any(rest.partition(".")[0] == one.name for one in inner) if dot else not inner


def _is_successor(one: Field, other: Field) -> bool:
    """Whether one takes the other's place from a version on, by their names."""
    apart = (
        stated(one.until_version) and given(other.since_version, 0) == given(one.until_version, -1) + 1
    ) or (stated(other.until_version) and given(one.since_version, 0) == given(other.until_version, -1) + 1)
    short, long = sorted((one.name, other.name), key=len)
    return apart and long.startswith(short.rstrip("s")[:_STEM])


def _span(field: Field) -> str:
    if stated(field.until_version):
        return f"documents have up to version {field.until_version} only"
    return f"documents have from version {field.since_version} on only"


def _is_partial(entity: Entity, field: Field) -> bool:
    until = [given(one.until_version, 0) + 1 for one in entity.own_fields]
    newest = given(entity.schema_version, max(until))
    return given(field.since_version, 1) > 1 or given(field.until_version, newest) < newest


def _has_version(field: Field) -> bool:
    return stated(field.since_version) or stated(field.until_version)


def _two_shapes(entity: Entity) -> Iterator[Finding]:
    for field in entity.own_fields:
        types = {one for one in field.all_types if one != "null"}
        if types & _SHAPES and types - _SHAPES:
            message = (
                f"it may be {' or '.join(sorted(types))}, and nothing says which documents have which shape"
            )
            fix = setting(entity, "schema_version", value=1)
            hint = "state a schema_version, and since when each shape is written"
            yield LINT.finding(f"{entity.name}.{field.name}", message, hint, fix=fix)


LINT = Lint(
    code="L53",
    slug="version-gaps",
    name="VERSION_GAPS",
    severity="warning",
    title="A query that sees one shape of two",
    source="MongoDB manual, schema versioning",
    about="operation",
    check=check,
)
