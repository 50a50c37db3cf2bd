"""What every audit of a relationship asks."""

from __future__ import annotations

from typing import Any

from ..homes import Spot
from .archives import with_archives
from .conditions import of_kind
from .making import AUDIT, Link, Recipe
from .split_kinds import collections_of, looked_up

Json = dict[str, Any]
MOST = 100  # findings of one kind that an audit returns


def audit_of(subject: str, name: str, note: str) -> Recipe:
    """A function of the audit."""
    return Recipe(subject, name, "audit", script=AUDIT, note=note)


def unwound(spot: Spot) -> list[Json]:
    """The stages that make a document of each element around a place."""
    return [{"$unwind": f"${array}"} for array in spot.arrays]


def held_by(link: Link, side: str, spot: Spot) -> Json:
    """The documents of an end that hold a reference; another kind's may hold one of the same name."""
    return {**of_kind(link.world, link.entity(side), spot.collection), spot.path: {"$ne": None}}


def in_all(link: Link, far: str, spot: Spot, stages: list[Json]) -> list[Json]:
    """The stages with what they look up of an end looked up wherever its documents are, archives included."""
    first = link.world.spot(link.entity(far))
    alone = (first.collection,) if first is not None else ()
    names = collections_of(link.placement, link.entity(far)) or alone
    return looked_up(link.world, spot.collection, stages, with_archives(link.world, names))
