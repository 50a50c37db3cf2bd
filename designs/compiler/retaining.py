"""Which documents an entity's retention is about: those of its collection, or of its own kind in one
that several kinds share. What a kind states holds for it instead of what its general states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .conceptual import Entity, Retention, given, stated
from .placing import Placement

WHOLE = frozenset({"capped", "rolling"})
"""Policies that hold for a whole collection or for none of it."""


class Kept(NamedTuple):
    """A retention with the collection that it is about. condition: what a query says to mean these
    documents, empty where it means all."""

    entity: Entity
    retention: Retention
    collection: str
    condition: dict[str, Any]


def retained(placement: Placement) -> list[Kept]:
    """Each retention of the design and what it is about, in file order."""
    found = [one for entity in placement.names.entities.values() for one in _of(entity, placement)]
    return [one for one in found if one.retention.policy != "keep"]


def _of(entity: Entity, placement: Placement) -> Iterator[Kept]:
    """What the documents of an entity's own collection are told, and by whom."""
    kinds, known = placement.kinds, placement.names.entities
    base = kinds.base(entity.name)
    if any(home.kind not in ("collection", "timeseries") for home in placement.homes(base)):
        return
    above = placement.survey.families.above(entity.name) if base == entity.name else []
    told = next((known[name] for name in (entity.name, *above) if stated(known[name].retention)), None)
    if told is None:
        return
    others = {
        value
        for name in kinds.families.below(entity.name)
        if stated(known[name].retention)
        for value in kinds.values(name)
    }
    values = tuple(value for value in kinds.values(entity.name) if value not in others)
    condition = _condition(kinds.field(entity.name), values)
    whole = not others and base == entity.name
    if whole or values:
        retention = given(told.retention, Retention(policy="keep"))
        yield Kept(told, retention, placement.collection(entity.name), {} if whole else condition)


def _condition(path: str, values: tuple[str, ...]) -> dict[str, Any]:
    return {path: values[0] if len(values) == 1 else {"$in": list(values)}}
