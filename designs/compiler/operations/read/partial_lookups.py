"""Look-ups by a field that only a partial or sparse index has.

The slot-based engine of 6.0 and later takes over a $lookup that has no pipeline, and never uses such an index for it: each
document scans the other collection. With a pipeline, even an empty one, the classic engine looks for each value as a find
does, and the index answers (mongod's determineSbeCompatibility and isIndexEligibleForRightSideOfLookupPushdown).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.physical import PlannedIndex
from ..context import OperationContext, ScriptFunction
from ..ir.condition_rendering import rendered_filter
from ..ir.conditions import filter_of
from ..ir.predicates import Exists
from ..ir.stages import LookupStage, UnionStage

_WORDS = "The empty pipeline lets $lookup use a partial index."


def has_partial_indexes(world: OperationContext) -> bool:
    """Return whether a look-up of this design's server may miss an index."""
    if given(world.model.server_version, "7.0") == "5.0":
        return False
    return any(map(_is_partial, (index for each in world.collections.values() for index in each.indexes)))


def using_partial_indexes(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function whose look-ups find by the indexes that are there."""
    for place, statement in enumerate(recipe.statements):
        pipeline = statement.pipeline
        if isinstance(pipeline, list | tuple) and (changed := _stages(world, pipeline)) != [*pipeline]:
            recipe.statements[place] = replace(statement, pipeline=changed)
            recipe.remark(_WORDS)
    return recipe


def _stages(world: OperationContext, stages: Any) -> list[Any]:
    return [_stage(world, each) for each in stages]


def _stage(world: OperationContext, stage: Any) -> Any:
    if isinstance(stage, LookupStage | UnionStage) and stage.stages:
        return replace(stage, stages=tuple(_stages(world, stage.stages)))
    is_bare = isinstance(stage, LookupStage) and stage.stages is None and stage.source in world.collections
    if is_bare and _is_missed(world.collections[stage.source].indexes, stage.foreign):
        return replace(stage, stages=(), stages_last=True)
    return stage


def _is_missed(indexes: tuple[PlannedIndex, ...], path: str) -> bool:
    """Whether indexes find by a path, and none of them for a look-up without a pipeline."""
    there = [each for each in indexes if each.keys and each.keys[0][0] == path]
    return path != "_id" and any(map(_is_partial, there)) and not any(map(_is_whole, there))


def _is_whole(index: PlannedIndex) -> bool:
    """Whether an index has every document."""
    return index.options.keys().isdisjoint(("partialFilterExpression", "sparse"))


def _is_partial(index: PlannedIndex) -> bool:
    """Whether an index leaves out documents that lack its first field alone, so that a find by a value of it may use it."""
    path = index.keys[0][0] if index.keys else ""
    condition = index.options.get("partialFilterExpression")
    return bool(index.options.get("sparse")) or condition == rendered_filter(filter_of({path: Exists(True)}))
