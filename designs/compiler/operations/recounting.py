"""Counts and sums that a write moves, worked out anew instead: a number that is increased twice is wrong, one that is
counted twice is right."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ..plan_model.physical import Statement
from .context import OperationContext, ScriptFunction
from .ir.changes import Update
from .ir.conditions import filter_of
from .passes.placement_variants import at_every, whole
from .passes.same_document_results import with_merged
from .results.computed import has_results
from .results.recomputing import Reckoning, work_out
from .write.written_paths import places_of


def recounted(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with the results that follow from other documents worked out anew from these."""
    changed = copy(recipe)
    changed.statements = [each for write in recipe.statements for each in _recounted(world, recipe, write)]
    return changed


def _recounted(world: OperationContext, recipe: ScriptFunction, write: Statement) -> Iterator[Statement]:
    reckoning = _results_moved(world, write)
    if reckoning is None:
        yield write
        return
    counting = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    by_id = write.filter.predicate("_id")  # what else it asks may hold no more once it is written
    work_out(counting, reckoning, write.filter if by_id is None else filter_of({"_id": by_id}))
    merged = with_merged(world, counting).statements
    counted = {path for each in merged for path in places_of(each) or ()}
    rest = [
        tuple(change for change in step if change.place.path not in counted) for step in write.update.steps
    ]
    if any(rest):
        yield replace(write, update=Update(tuple(step for step in rest if step)))
    yield from (replace(each, comment="", only_with=write.only_with) for each in merged)


def _results_moved(world: OperationContext, write: Statement) -> Reckoning | None:
    """Return the results that an update moves, None where it moves none."""
    if write.op != "updateOne" or not isinstance(write.update, Update) or write.update.is_settled:
        return None
    around = whole(world)
    for entity in around.names.entities if write.update.paths else ():
        for _, placed in at_every(around, entity) if has_results(around, entity) else []:
            spot = placed.spot(entity)
            if spot is None or spot.path or spot.collection != write.collection:
                continue
            reckoning = Reckoning(placed, entity, among=write.update.paths)
            if reckoning.fields:
                return reckoning
    return None
