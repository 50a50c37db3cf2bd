"""Sensitive fields in documents that many reads load whole.

Generated functions exclude a sensitive field unless the operation names it in its projection, filter, or sort. A
declared copy is included. A query in your application without a projection returns sensitive fields, and they end
up in logs, caches, and responses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Operation, given
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, DocField, Statement
from ..base import Inspection, Lint

_JOINS = frozenset({"$lookup", "$graphLookup"})
_NAMED = 3  # readers, or fields, that are named


def check(seen: Inspection) -> Iterator[Finding]:
    """Sensitive fields in collections that operations read without a projection: the entity's own fields, embedded
    fields, and copies. Fields that the same reads exclude are combined."""
    for collection in seen.plan.collections:
        located = seen.located[collection.name]
        secrets = {path: place.field for path, place in located.items() if _is_secret(place.field)}
        reads = _whole(seen, collection) if secrets else []  # most collections hold none
        for are_copies in (False, True) if reads else ():
            alike = {path: field for path, field in secrets.items() if (field.origin == "copy") is are_copies}
            yield from _findings(seen, collection, alike, reads, are_copies=are_copies)


def _findings(
    seen: Inspection,
    collection: Collection,
    secrets: dict[str, DocField],
    reads: list[Operation],
    *,
    are_copies: bool,
) -> Iterator[Finding]:
    """Of what the same reads leave out, one finding. A read that filters or sorts by a field returns it."""
    together: dict[tuple[str, ...], dict[str, DocField]] = {}
    for path, field in secrets.items():
        leaving = [each for each in reads if are_copies or path not in _named_by(seen, each, collection.name)]
        together.setdefault(tuple(each.name for each in leaving), {})[path] = field
    for names, alike in together.items():
        if names:
            yield _finding(collection, alike, [*names], are_copies=are_copies)


def _named_by(seen: Inspection, operation: Operation, collection: str) -> set[str]:
    """Where the fields stand in a collection that an operation filters or sorts by."""
    names = [each.field for each in given(operation.filter, [])]
    names += [each.field for each in given(operation.sort, [])]
    spots = (spot for name in names for spot in seen.placement.of_path(operation.entity, name))
    return {spot.path for spot in spots if spot.collection == collection}


def _finding(
    collection: Collection, secrets: dict[str, DocField], readers: list[str], *, are_copies: bool
) -> Finding:
    """All of a collection at once: what is so of one is so of the others."""
    paths, names = list(secrets), _listed([f'"{name}"' for name in readers])
    is_copied = are_copies or secrets[paths[0]].origin == "subset"
    others = f", like {_listed(paths[1:])}" if len(paths) > 1 else ""
    what = "A copy of a sensitive field" if is_copied else "Sensitive"
    message = f"{what}{others}: {names} do{'es' if len(readers) == 1 else ''}n't return it."
    hint = "To return it, name it in the projection of the operation."
    if are_copies:
        message = f"{what}{others}: {names} return{'s' if len(readers) == 1 else ''} it, as declared."
        hint = "Remove the copy, or omit it from the projection of reads that don't show it."
    return LINT.finding(f"{collection.name}.{paths[0]}", message, hint, reads=len(readers))


def _listed(words: list[str]) -> str:
    """The first of them, and how many more there are."""
    left = len(words) - _NAMED
    return listed([*words[:_NAMED], f"{left} more"] if left > 0 else words)


def _is_secret(field: DocField) -> bool:
    return field.source is not None and given(field.source.sensitive, False)


def _whole(seen: Inspection, collection: Collection) -> list[Operation]:
    """The reads that load whole documents of a collection: their statements ask it, or join it."""
    asking = {statement.subject for statement in seen.plan.statements if collection.name in _asked(statement)}
    return [
        operation
        for operation in seen.model.workload
        if operation.kind == "read"
        and not given(operation.projection, [])
        and f"operation:{operation.name}" in asking
    ]


def _asked(statement: Statement) -> set[str]:
    """The collections whose documents a statement brings along."""
    return {statement.collection, *_joined(statement.pipeline)}


def _joined(value: Any) -> Iterator[str]:
    """The collections that the stages of a pipeline join, at any depth."""
    if isinstance(value, dict):
        yield from (stage["from"] for key, stage in value.items() if key in _JOINS and "from" in stage)
        for inner in value.values():
            yield from _joined(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _joined(inner)


LINT = Lint(
    code="L58",
    slug="sensitive",
    name="SENSITIVE",
    severity="info",
    title="Sensitive field in reads",
    source="Nestlink default: reads return sensitive fields only on request",
    is_risk=False,
    check=check,
)
