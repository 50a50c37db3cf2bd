"""Example documents of a compiled design: deterministic, consistent across collections, realistic for their fields."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..content_cache import once
from ..model.conceptual import Model
from ..names.naming import Names
from ..names.paths import Paths
from ..plan_model.compilation import Compilation
from ..plan_model.physical import Collection
from .answers import resolve
from .documents import Documents
from .records import Records
from .world.linking import link_all
from .world.settling import build

__all__ = ["resolve", "samples"]


SampleDocuments = dict[str, list[dict[str, Any]]]
# The last design's documents: several outputs and checks ask for them one after the other.
_last: tuple[Model, tuple[Collection, ...], SampleDocuments] | None = None


def samples(compilation: Compilation, paths: Paths | None = None) -> SampleDocuments:
    """Two to three documents for each collection, by its name, as BSON values (more where a
    declared minimum, or operations that ask for states, need them). The same design gives the same documents; callers leave them
    as they are. paths: the model's, where they are at hand."""
    global _last
    model, collections = compilation.model, compilation.plan.collections
    last = _last
    if last is not None and last[0] is model and last[1] is collections:
        return last[2]
    documents = once(
        "samples",
        lambda: _followed(compilation),
        lambda: _documents(compilation, paths or Paths(Names(model))),
        _size,
    )
    _last = (model, collections, documents)
    return documents


def _followed(compilation: Compilation) -> tuple[Any, ...]:
    """What samples follow from: where cards stand on the canvas, and what indexes cost, changes no document."""
    plan, model = compilation.plan, replace(compilation.model, layout=UNSET)
    collections = [replace(collection, indexes=(), suggested=()) for collection in plan.collections]
    return model, collections, compilation.composition


def _size(documents: SampleDocuments) -> int:
    return 2000 * sum(map(len, documents.values()))


def _documents(compilation: Compilation, paths: Paths) -> SampleDocuments:
    world = build(compilation.model, paths.names, compilation.composition)
    link_all(world)
    documents = Documents(world, Records(world, paths), compilation.plan.collections)
    return {collection.name: documents.of(collection) for collection in compilation.plan.collections}
