"""Which documents of a collection a recipe is about, where the collection holds several kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..physical import Made, Param, Statement
from ..placing import Placement

# By collection, the path of what tells kinds apart, and the values of those that are meant.
Among = dict[str, tuple[str, tuple[str, ...]]]


def among(placement: Placement, entities: Iterable[str]) -> Among:
    """By collection, what tells the documents of these entities from those of other kinds;
    nothing where two of them are kinds in one collection."""
    found: Among = {}
    kinds = placement.kinds
    for entity in entities:
        for spot in placement.spots(entity) if kinds.is_special(entity) else ():
            told = spot.down(kinds.field(entity)).path, kinds.values(entity)
            found[spot.collection] = told if found.get(spot.collection, told) == told else ("", ())
    return found


def narrowed(statement: Statement, wanted: Among) -> Statement:
    """The statement with samples of the kinds that another recipe is about."""
    parts = ("filter", "update", "pipeline", "documents", "options")
    return replace(statement, **{part: _with(getattr(statement, part), wanted) for part in parts})


def _with(value: Any, wanted: Among) -> Any:
    if isinstance(value, dict):
        return {key: _with(inner, wanted) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with(inner, wanted) for inner in value]
    if isinstance(value, Made):
        return replace(value, parts=tuple(_with(part, wanted) for part in value.parts))
    if isinstance(value, Param) and value.value is UNSET and value.collection in wanted:
        return replace(value, among=wanted[value.collection])
    if isinstance(value, Param) and isinstance(value.value, list):
        return replace(value, value=_with(value.value, wanted))
    return value
