"""Example documents of a compiled design: deterministic, consistent across collections, realistic for their fields."""

from __future__ import annotations

from typing import Any

from ..naming import Names
from ..paths import Paths
from ..physical import Compilation
from .documents import Documents
from .linking import link_all
from .records import Records
from .standins import resolve
from .world import build

__all__ = ["resolve", "samples"]


def samples(compilation: Compilation) -> dict[str, list[dict[str, Any]]]:
    """Two to three documents for each collection, by its name, as BSON values (more where a
    declared minimum asks for it). The same design gives the same documents."""
    names = Names(compilation.model)
    world = build(compilation.model, names, compilation.composition)
    link_all(world)
    documents = Documents(world, Records(world, Paths(names)), compilation.plan.collections)
    return {collection.name: documents.of(collection) for collection in compilation.plan.collections}
