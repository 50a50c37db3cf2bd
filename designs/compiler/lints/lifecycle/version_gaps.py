"""Collections with two schema versions, and queries that find only one of them.

Until old documents are migrated, a query on a field that only one version has misses the others, without an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Field, given, stated
from ...model.field_walk import Part, parts
from ...placement.schema_versions import of_some_versions, takes_place
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting

_SHAPES = frozenset({"object", "array"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that filter or sort by a field that only some schema versions have, at any depth; and, in an entity
    without a schema version, fields that can be either an object or array or a plain value."""
    for entity in seen.model.entities:
        all_parts = list(parts(entity.own_fields))
        partial = of_some_versions(entity)
        for operation in seen.model.workload if partial else ():
            if operation.entity == entity.name and operation.kind != "insert":
                paths = [match.field for match in given(operation.filter, [])]
                paths += [order.field for order in given(operation.sort, [])]
                yield from _one_shape(operation.name, paths, {part.path: part for part in partial})
                for shapes in _twice(partial):
                    yield from _one_depth(operation.name, paths, shapes)
        if not stated(entity.schema_version) and not any(part.field.has_versions for part in all_parts):
            yield from _two_shapes(entity)


def _twice(partial: list[Part]) -> Iterator[list[Part]]:
    """Pairs of parts that stand at one path, in different versions."""
    last = {part.path: part for part in partial}
    yield from ([part, last[part.path]] for part in partial if last[part.path] is not part)


def _one_shape(operation: str, paths: list[str], partial: dict[str, Part]) -> Iterator[Finding]:
    asked = {name for name in partial if any(f"{path}.".startswith(f"{name}.") for path in paths)}
    for name in [name for name in partial if name in asked]:
        missed = [
            other for other in partial if other not in asked and takes_place(partial[name], partial[other])
        ]
        if missed:
            message = f"Queries {name}, which {_span(partial[name].field)}. Others store {', '.join(missed)}."
            yield LINT.finding(
                operation, message, f"Query both ($or with {missed[0]}) until all documents are migrated."
            )


def _one_depth(operation: str, paths: list[str], shapes: list[Part]) -> Iterator[Finding]:
    """Paths that lead into one of two shapes of a field, and not into the other."""
    for path in paths:
        at = shapes[0].path
        missed = [shape for shape in shapes if not _leads_into(shape, path)]
        if f"{path}.".startswith(f"{at}.") and len(missed) == 1:
            (seen,) = [shape for shape in shapes if shape is not missed[0]]
            message = (
                f"Queries {path}, which {_span(seen.field)}. In other documents {at} is "
                f"{' or '.join(missed[0].field.all_types)}."
            )
            yield LINT.finding(
                operation,
                message,
                (
                    "Query each version by its own path, with an index for each, until all documents are "
                    "migrated."
                ),
            )


def _leads_into(part: Part, path: str) -> bool:
    """Whether a path is one of the field's: itself, where it is a plain value, or one of its fields."""
    rest = path[len(part.path) + 1 :]
    inner = given(part.field.fields, [])
    return any(rest.partition(".")[0] == field.name for field in inner) if rest else not inner


def _span(field: Field) -> str:
    if stated(field.until_version):
        return f"exists only up to version {field.until_version}"
    return f"exists only from version {field.since_version}"


def _two_shapes(entity: Entity) -> Iterator[Finding]:
    for field in entity.own_fields:
        types = {bson_type for bson_type in field.all_types if bson_type != "null"}
        if types & _SHAPES and types - _SHAPES:
            message = (
                f"It can be {' or '.join(sorted(types))}, but nothing identifies which documents have which."
            )
            fix = setting(entity, "schema_version", value=1)
            hint = "Set schema_version, and since_version for each field."
            yield LINT.finding(f"{entity.name}.{field.name}", message, hint, fix=fix)


LINT = Lint(
    code="L53",
    slug="version-gaps",
    name="VERSION_GAPS",
    severity="warning",
    title="Query covers one schema version only",
    source="MongoDB manual, schema versioning",
    about="operation",
    check=check,
)
