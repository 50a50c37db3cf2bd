"""In which versions of its schema a thing has a field: a change of what others lack is of those alone that have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from designs.compiler.model.conceptual import Effect, Field, given
from designs.compiler.placement.schema_versions import fields_of
from designs.compiler.sampling.world import Thing
from tests.oracle.state import State


def has_as_meant(state: State, thing: Thing, path: Sequence[str]) -> bool:
    """Return whether a thing has what stands at a path as the newest version that has it does."""
    entity = state.world.names.entities[thing.entity]
    fields = state.world.fields(thing.entity)
    versions = range(state.world.version_of(entity), 0, -1)
    found = (_at(fields_of(fields, version), path) for version in versions)
    newest = next((field for field in found if field is not None), None)
    return newest is None or _at(fields_of(fields, thing.version), path) == newest


def has_all_of(state: State, thing: Thing, changes: Iterable[Effect]) -> bool:
    """Return whether the version of a thing has all that is written into it."""
    return all(
        has_as_meant(state, thing, effect.field.split(".")) for effect in changes if effect.do != "unset"
    )


def _at(fields: Iterable[Field], path: Sequence[str]) -> Field | None:
    """Return the field at a path, None where there is none."""
    field = next((each for each in fields if each.name == path[0]), None)
    return field if field is None or len(path) == 1 else _at(given(field.fields, []), path[1:])
