"""Indexes and formulas that name a field that doesn't exist.

MongoDB creates an index on any path, even one that no document has. The index serves no query, and no error shows
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.conceptual import Entity, given, stated
from ...model.formulas import parse, paths_of
from ...names.suggestions import Guesses
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ..base import Fix, Inspection, Lint, is_known_path, setting, unknown_paths


def check(seen: Inspection) -> Iterator[Finding]:
    """Paths that don't exist in the entity: keys, partial filters, and weights of indexes; and paths in formulas and
    their sources."""
    guesses = Guesses()
    for entity in seen.model.entities:
        for place, index in enumerate(given(entity.indexes, [])):
            for path in unknown_paths(seen, entity, index):
                subject = f"{entity.name}.indexes[{place}]"
                yield _finding(seen, entity, subject, path, "The index", guesses, place)
    for entity, where, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None:
            continue
        expression = parse(computed.formula)
        paths = paths_of(expression) if expression is not None else ()
        for path in paths:
            if not is_known_path(seen, entity, path) and not _beside(seen, entity, where, path):
                yield _finding(seen, entity, f"{entity.name}.{where}", path, "The formula", guesses)
        for source in given(computed.sources, []):
            if not _is_source(seen, entity, where, source):
                yield _finding(seen, entity, f"{entity.name}.{where}", source, "The list of sources", guesses)


def _beside(seen: Inspection, entity: Entity, where: str, path: str) -> bool:
    """Inside an object a formula may name the fields beside its own."""
    below = where.rpartition(".")[0]
    return bool(below) and seen.paths.resolve(entity.name, f"{below}.{path}") is not None


def _is_source(seen: Inspection, entity: Entity, where: str, source: str) -> bool:
    """A source is an entity, an entity with a path, or a path."""
    name, _, path = source.partition(".")
    if name in seen.names.entities and (not path or seen.paths.resolve(name, path) is not None):
        return True
    return is_known_path(seen, entity, source) or _beside(seen, entity, where, source)


def _finding(
    seen: Inspection,
    entity: Entity,
    subject: str,
    path: str,
    what: str,
    guesses: Guesses,
    place: int | None = None,
) -> Finding:
    near = seen.paths.suggest(entity.name, path, guesses)
    hint = f"Did you mean {near}?" if near else _ways_on(seen, entity, path)
    fix = _corrected(entity, place, path, near) if near and place is not None else None
    return LINT.finding(
        subject, f"{what} uses {path}, but {entity.name} has no such field.", hint, fix=fix, path=path
    )


def _ways_on(seen: Inspection, entity: Entity, path: str) -> str:
    """Say what could stand in the place of a path that nothing resembles."""
    begun, ways = seen.paths.beyond(entity.name, path)
    if not begun:
        return f"Use a field of {entity.name}."
    return f"Use {listed(ways, 'or')}." if ways else f"Declare the fields of {begun}, or use {begun} itself."


def _corrected(entity: Entity, place: int, path: str, near: str) -> Fix | None:
    """The index with the key that was meant, where it names the path in its keys alone."""
    index = given(entity.indexes, [])[place]
    keys = [key for key, _ in index.keys]
    if path not in keys or near in keys or stated(index.partial) or stated(index.weights):
        return None
    indexes: list[Any] = msgspec.to_builtins(given(entity.indexes, []))
    indexes[place]["keys"] = [[near if key == path else key, kind] for key, kind in index.keys]
    return setting(entity, "indexes", value=indexes)


LINT = Lint(
    code="L31",
    slug="idx-field-unknown",
    name="IDX_FIELD_UNKNOWN",
    severity="error",
    title="Unknown field path",
    source="MongoDB practice: an index on a misspelt field is built and never used",
    check=check,
)
