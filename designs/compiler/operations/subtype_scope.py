"""Which documents of a collection a recipe is about, where the collection holds several kinds."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from ..placement.path_locator import Placement
from ..plan_model.physical import Param, Statement
from .parameters import retold

# By collection, the path of what tells kinds apart, and the values of those that are meant.
Among = dict[str, tuple[str, tuple[str, ...]]]


def among(placement: Placement, entities: Iterable[str]) -> Among:
    """By collection, what tells the documents of these entities from those of other kinds;
    nothing where two of them are kinds in one collection."""
    found: Among = {}
    kinds = placement.kinds
    for entity in entities:
        for spot in placement.mixed_spots(entity) if kinds.is_special(entity) else ():
            told = spot.down(kinds.field(entity)).path, kinds.values(entity)
            found[spot.collection] = told if found.get(spot.collection, told) == told else ("", ())
    return found


def narrowed(statement: Statement, wanted: Among) -> Statement:
    """The statement with samples of the kinds that another recipe is about."""

    def told(param: Param) -> Param:
        meant = param.value is UNSET and param.collection in wanted
        return replace(param, among=wanted[param.collection]) if meant else param

    return retold(statement, told)
