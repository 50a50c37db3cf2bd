"""Results that a job gathers and then writes: only while the values stand that it has read, so that a write in between
is not written over."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ...plan_model.physical import Statement
from ..atomic import merge_of_paths, written_one_by_one
from ..context import OperationContext, ScriptFunction, digits, outcome
from ..ir.conditions import where
from ..ir.expressions import FieldPath, if_null, ne
from ..ir.stages import LimitStage, MatchStage, MergeStage, ProjectStage, SetStage, Stage

AT_ONCE = 10_000
"""How many documents with results that differ a call of a job reads into the shell."""

_SKIPPED = "Writes only differences. Documents that change in the meantime are left to the next run."
_REPEATED = "Writes only differences. If a document changes in the meantime, call it again."


def unless_changed(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a job which writes results over documents that others change at the same time, with each merge of these as
    a read of the documents in which they differ, and an update of each that finds it as it was read."""
    if not any(_merge_among_writes(world, each) for each in recipe.statements):
        return recipe
    changed = copy(recipe)
    changed.reserve(recipe.statements)
    changed.statements = [each for merged in recipe.statements for each in _apart(world, changed, merged)]
    changed.remark(_SKIPPED if recipe.name.endswith(".all") else _REPEATED)
    if recipe.name.endswith(".all") and sum(map(bool, map(merge_of_paths, recipe.statements))) == 1:
        _some_in_a_call(changed)
    return changed.numbered()


def _merge_among_writes(world: OperationContext, statement: Statement) -> MergeStage | None:
    """Return what a statement merges into documents that others change: no function changes archived ones."""
    merge = merge_of_paths(statement)
    return merge if merge is not None and merge.into in world.collections else None


def _some_in_a_call(recipe: ScriptFunction) -> None:
    """Let a job take so many documents in a call as a shell may hold, and return them: those that are left differ still."""
    place, read = next(pair for pair in enumerate(recipe.statements) if pair[1].op == "aggregate")
    stages = list(read.pipeline or ())
    due = f"{read.due}, until it returns none" if read.due else ""
    pipeline = [*stages[:-1], LimitStage(AT_ONCE), *stages[-1:]]
    recipe.statements[place] = replace(read, pipeline=pipeline, answers=True, due=due)
    recipe.remark(
        f"Updates up to {digits(AT_ONCE)} documents per call and returns them: repeat until it returns none."
    )


def _apart(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> Iterator[Statement]:
    merge = _merge_among_writes(world, statement)
    if merge is None or statement.pipeline is None:
        yield statement
        return
    read = recipe.step(f"{merge.into} that differ", f"more {merge.into} that differ")
    before = world.free(merge.into, "before")
    yield replace(statement, pipeline=_differing(statement.pipeline, merge, before), step=read, writes=False)
    as_read = {path: outcome("each", f"{before}.{place}") for place, path in enumerate(merge.matched)}
    yield from written_one_by_one(world, recipe, merge, read, as_read)


def _differing(pipeline: list[Stage], merge: MergeStage, before: str) -> list[Stage]:
    """Return the stages that gather results, of documents that store others, with what these store."""
    values = [if_null(FieldPath(path), None) for path in merge.matched]
    *stages, shown, _ = pipeline
    place = next(place for place, stage in enumerate(stages) if isinstance(stage, SetStage))
    differs = MatchStage(where(ne(FieldPath(before), values)))
    fields = shown.fields if isinstance(shown, ProjectStage) else {}
    projected = ProjectStage({**fields, before: 1})
    return [*stages[:place], SetStage({before: values}), *stages[place:], differs, projected]
