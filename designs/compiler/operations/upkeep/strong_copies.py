"""Operations that change what is copied under the policy strong: the copies change with it, in one
transaction, as the function of the copies has it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...names.inflection import singular
from ...plan_model.function_names import mention
from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, ScriptFunction, loaded, outcome
from ..ir.changes import Update
from ..ir.conditions import filter_of
from ..parameters import with_parameters
from ..passes.same_document_results import results_of
from .sync import UNLOCKED, KeptCopy, strong_syncs


def with_strong_copies(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe of an update with the copies of what it writes. The note names the function where the
    new values are not known, or several documents are meant."""
    if len(recipe.statements) != 1 or not recipe.statements[0].op.startswith(("update", "findOneAndUpdate")):
        return recipe
    (write,) = recipe.statements
    later: list[tuple[KeptCopy, list[str]]] = []
    for copied_path, group in strong_syncs(world):
        source, *copies = copied_path.statements
        touched = [path for path in source.update.paths if _is_written(world, write, path)]
        if source.collection != write.collection or not touched:
            continue
        is_returned = _returns_its_document(write, source)
        is_single = _is_by_id(write) or _can_be_found_first(write, source) or is_returned
        if not (is_single and _is_known(write, touched)):
            if _can_be_read(write) and all(kept.source.key == "_id" for kept in group):
                later += ((kept, touched) for kept in group)
                continue
            recipe.remark(f"To update its copies, call {mention(copied_path.name)} for each document.")
            continue
        if is_returned:
            write = _returning(recipe, write)
        elif not _is_by_id(write):
            write = _found_first(recipe, write)
        id = outcome(write.step, "_id") if is_returned else write.filter.value("_id")
        _add(recipe, write, id, source, copies, touched)
    if not later:
        return recipe
    followed: ScriptFunction = loaded("upkeep.changed_documents.follow_changed")(recipe, later)
    return followed


def _is_written(world: OperationContext, write: Statement, path: str) -> bool:
    """Whether an update writes a path, what stands in it or around it, or moves the result that stands there."""
    written = write.update.paths if write.update is not None else []
    written = [*written, *(each.path for each in results_of(world, write.collection, written))]
    return any(
        f"{written_path}.".startswith(f"{path}.") or f"{path}.".startswith(f"{written_path}.")
        for written_path in written
    )


def _is_by_id(write: Statement) -> bool:
    """Whether an update is about one document by its id, which is there, or the call is refused: copies must not change
    without it."""
    filter = filter_of(write.filter)
    is_sure = write.purpose != "upgrade" or len(filter.conditions) == 1
    return write.op == "updateOne" and is_sure and isinstance(filter.value("_id"), Param | Outcome)


def _is_known(write: Statement, touched: list[str]) -> bool:
    """Whether an update sets what is copied to values that the caller gives."""
    return all(path in write.update.values for path in touched)


def _can_be_found_first(write: Statement, source: Statement) -> bool:
    """Whether an update is about one document that something other than its id tells, and not about its elements."""
    return write.op == "updateOne" and not write.options and isinstance(source.filter.value("_id"), Param)


def _returns_its_document(write: Statement, source: Statement) -> bool:
    """Whether an update returns the one document that it changes, with its id, and is not about its elements."""
    options = write.options or {}
    has_id = (options.get("projection") or {}).get("_id", 1) != 0
    is_plain = write.op == "findOneAndUpdate" and not {"arrayFilters", "upsert"} & options.keys()
    return is_plain and has_id and isinstance(source.filter.value("_id"), Param)


def _returning(recipe: ScriptFunction, write: Statement) -> Statement:
    """Keep what an update returns, as the answer of the function and for the copies that follow; return the update. Where it
    finds no document there is nothing to follow."""
    if write.step:
        return write
    ends = write.ends or not write.must_match
    kept = replace(write, step=recipe.step(singular(write.collection)), answers=True, ends=ends)
    recipe.statements[recipe.statements.index(write)] = kept
    return kept


def _can_be_read(write: Statement) -> bool:
    """Return whether the documents that an update changes can be read before it: it returns none of them."""
    return write.op in ("updateOne", "updateMany") and not write.each and not write.unless and not write.retry


def _found_first(recipe: ScriptFunction, write: Statement) -> Statement:
    """Ask for the id of the document before the update, which then is by that; return the update."""
    step = recipe.step(singular(write.collection))
    recipe.statements.clear()
    recipe.add("findOne", write.collection, filter=write.filter, projection={"_id": 1}, step=step, ends=True)
    recipe.add("updateOne", write.collection, filter={"_id": outcome(step, "_id")}, update=write.update)
    return recipe.statements[-1]


def _add(
    recipe: ScriptFunction,
    write: Statement,
    id: Any,
    source: Statement,
    copies: list[Statement],
    touched: list[str],
) -> None:
    """The updates of the copies behind that of their source, with its id and its new values."""
    values = {path: write.update.values[path] for path in touched}
    old = source.update.values
    given = [*((old[path], values[path]) for path in touched), (source.filter.value("_id"), id)]

    def value_read(param: Param) -> Any:
        return next((new for old, new in given if old == param), param)

    left = [value for path, value in old.items() if path not in values]
    recipe.remark(f"Copies are updated in the same transaction. {UNLOCKED}")
    recipe.transaction = True
    recipe.statements = [
        replace(statement, transaction=True, comment=recipe.note if number == 0 else statement.comment)
        for number, statement in enumerate(recipe.statements)
    ]
    for copy in copies:
        puts = [put for put in copy.update.puts() if put.value not in left]
        if puts:
            parts = {"filter": copy.filter, "update": Update.of(*puts), "options": copy.options}
            replaced = {name: with_parameters(part, value_read) for name, part in parts.items()}
            recipe.add(copy.op, copy.collection, **replaced)
