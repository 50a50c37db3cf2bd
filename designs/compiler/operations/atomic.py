"""One call, one transaction: a function of several writes that a second call could not complete.

A call may end between two of its writes. Where every write may be repeated as it is, the next call completes them
and each stays a write of its own. Anything else (a document inserted, a counter moved, a document taken out whose
values a later write needs) stands in one transaction, on servers that have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from msgspec.structs import replace

from ..model.conceptual import given
from ..plan_model.physical import Outcome, Statement
from .context import QUERIES, OperationContext, ScriptFunction
from .ir.rendering import markers_of
from .ir.stages import MergeStage, UnionStage
from .results.counting import APART, TOGETHER

REMARK = "All writes stand in one transaction: all of them happen, or none."
_SEVERAL = 2
_BY_ONE_CALL = frozenset({"archive", "prepare"})  # an archive is written whole before anything is deleted
_REFUSED_STAGES = (MergeStage, UnionStage)
_REFUSED_KINDS = frozenset({"timeseries", "capped"})


def in_one_transaction(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with its writes in one transaction, where they need one and the server allows it."""
    if not _needs_one(recipe) or not _is_allowed(world, recipe):
        return recipe
    made = copy(recipe)  # operations are made of it, as it was
    made.transaction = True
    made.statements = [replace(statement, transaction=True) for statement in recipe.statements]
    if APART in made.note:
        made.note = made.note.replace(APART, TOGETHER)
        made.statements[0] = replace(made.statements[0], comment=made.note)
    else:
        made.remark(REMARK)
    return made


def has_transactions(world: OperationContext, written: Iterable[str]) -> bool:
    """Whether the server takes writes to these collections in a transaction."""
    kinds = {world.collections[name].kind for name in written if name in world.collections}
    return given(world.model.topology, "replica-set") != "standalone" and not kinds & _REFUSED_KINDS


def _needs_one(recipe: ScriptFunction) -> bool:
    """Whether a call that ends between two of its writes leaves what a second call would not complete."""
    if recipe.script != QUERIES or recipe.purpose in _BY_ONE_CALL:
        return False
    writes = [statement for statement in recipe.statements if statement.writes]
    together = any(statement.transaction for statement in recipe.statements)
    if together or len(writes) < _SEVERAL:
        return False
    steps = {statement.step for statement in recipe.statements if statement.step}
    return not all(_is_repeatable(write, steps) for write in writes)


def _is_repeatable(write: Statement, steps: set[str]) -> bool:
    """Whether a write leaves the same when it is made twice, and asks for nothing that the first time took away."""
    if write.must_match or any(isinstance(one, Outcome) and one.step in steps for one in markers_of(write)):
        return False
    if write.op in ("deleteOne", "deleteMany"):
        return True
    return write.op in ("updateOne", "updateMany") and write.update.is_repeatable


def _is_allowed(world: OperationContext, recipe: ScriptFunction) -> bool:
    """Whether the server takes the statements in a transaction, and the caller needs no answer of theirs."""
    statements, last = recipe.statements, recipe.statements[-1]
    if any(one.retry or one.chance is not None for one in statements):
        return False
    if not last.writes or (last.op.startswith("findOneAnd") and not last.step):
        return False
    if not has_transactions(world, [one.collection for one in statements if one.writes]):
        return False
    return not any(isinstance(stage, _REFUSED_STAGES) for one in statements for stage in one.pipeline or ())
