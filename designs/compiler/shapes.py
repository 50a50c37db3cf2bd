"""Versions of the shape of an entity's documents: how many there are, and where documents must stay in the
shape in which they were written."""

from __future__ import annotations

from .conceptual import Entity, Model, given
from .physical import Collection
from .placing import Placement
from .spots import Spot

NUMBER = "schema_version"
_FIXED_SIZE = frozenset({"5.0"})  # servers whose capped collections refuse documents of another size


def newest(entity: Entity) -> int:
    """The newest version of an entity's shape, 0 where its shape has no versions."""
    since = [given(field.since_version, 0) for field in entity.own_fields]
    until = [given(field.until_version, -1) + 1 for field in entity.own_fields]
    return given(entity.schema_version, max([0, *since, *until]))


def line(placement: Placement, entity: str, spot: Spot) -> list[str]:
    """An entity with what it is a kind of, where that has its fields in the same documents."""
    above = placement.survey.families.above(entity)
    return [entity, *(name for name in above if spot in placement.spots(name))]


def newest_stored(placement: Placement, entity: str) -> int:
    """The newest version of an entity's documents: with the fields of what it is a kind of, their shapes."""
    known = placement.names.entities
    names = {name for spot in placement.spots(entity) for name in line(placement, entity, spot)}
    return max((newest(known[name]) for name in {entity, *names}), default=0)


def stays(model: Model, collection: Collection) -> str:
    """Why documents of a collection can't be moved to another shape, "" where they can."""
    if collection.kind == "timeseries":
        return "measurements of a time series can't be updated"
    if collection.kind == "capped" and given(model.server_version, "7.0") in _FIXED_SIZE:
        return "this server refuses updates that change the size of a document of a capped collection"
    return ""
