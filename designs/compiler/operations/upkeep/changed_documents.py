"""Copies of what an update of several documents changes, or changes to what only the server knows: the documents are
read again behind the update, and their copies follow."""

from __future__ import annotations

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ..context import ScriptFunction, outcome
from ..ir.changes import DocumentChange, Put, Unset, Update
from ..ir.conditions import filter_of
from ..ir.predicates import Eq, In, Predicate
from .sync import UNLOCKED, KeptCopy, place_of


def follow_changed(recipe: ScriptFunction, copies: list[tuple[KeptCopy, list[str]]]) -> ScriptFunction:
    """Put the updates of copies behind that of their sources. copies: each with the paths of its source that are
    written."""
    place = next(number for number, each in enumerate(recipe.statements) if each.update is not None)
    write = recipe.statements[place]
    own = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    ids = _by_value(write)
    if ids is None:
        step = recipe.step("changed")
        options = {name: value for name, value in (write.options or {}).items() if name == "collation"}
        own.add(
            "findOne" if write.op == "updateOne" else "find", write.collection, filter=write.filter,
            projection={"_id": 1}, options=options or None, step=step, ends=write.op == "updateOne",
        )  # fmt: skip
        ids = (
            Eq(outcome(step, "_id")) if write.op == "updateOne" else In(outcome(step, many=True, each="_id"))
        )
    before = list(own.statements)
    own.statements = []
    settled = _given_for_all(write.update) | _taken_from_all(write.update, copies)
    for kept, touched in copies:
        _write_given(own, kept, ids, settled, touched)
    _write_read(own, recipe, write, ids, [
        (kept, [path for path in touched if path not in settled]) for kept, touched in copies
    ])  # fmt: skip
    recipe.remark(f"Copies are updated in the same transaction. {UNLOCKED}")
    recipe.transaction = True
    statements = [
        *recipe.statements[:place],
        *before,
        write,
        *recipe.statements[place + 1 :],
        *own.statements,
    ]
    recipe.statements = [
        replace(each, transaction=True, comment="" if number else recipe.note)
        for number, each in enumerate(statements)
    ]
    return recipe.numbered()


def _by_value(write: Statement) -> Predicate | None:
    """Return what holds of the id of the one document that is meant, where the call is refused if it is not there."""
    filter = filter_of(write.filter)
    predicate = filter.predicate("_id")
    is_sure = write.purpose != "upgrade" or len(filter.conditions) == 1
    by_value = isinstance(predicate, Eq) and isinstance(predicate.value, Param | Outcome)
    return predicate if is_sure and by_value else None


def _given_for_all(update: Update) -> dict[str, DocumentChange]:
    """Return, by path, the changes whose outcome is the same for every document."""
    if update.is_computed:
        return {}
    return {change.place.path: change for change in update.changes if isinstance(change, Put | Unset)}


def _taken_from_all(update: Update, copies: list[tuple[KeptCopy, list[str]]]) -> dict[str, DocumentChange]:
    """Return, by path, what is taken from every document: by itself, or with what it stands in."""
    gone = [change for change in update.changes if isinstance(change, Unset) and not change.place.elements]
    paths = {path for _, touched in copies for path in touched}
    return {
        path: change for path in paths for change in gone if f"{path}.".startswith(f"{change.place.path}.")
    }


def _write_given(
    own: ScriptFunction,
    kept: KeptCopy,
    ids: Predicate,
    settled: dict[str, DocumentChange],
    touched: list[str],
) -> None:
    """Write what is known beforehand into the copies of all changed documents."""
    changes = [
        replace(settled[source], place=place_of(kept, path, ids))
        for path, source in kept.values.items()
        if source in touched and source in settled
    ]
    if changes:
        own.add("updateMany", kept.collection, filter={kept.reference: ids}, update=Update.of(*changes))


def _write_read(
    own: ScriptFunction, recipe: ScriptFunction, write: Statement, ids: Predicate, copies: list[tuple[KeptCopy, list[str]]]
) -> None:  # fmt: skip
    """Read the other values behind the update, and write them document by document."""
    paths = dict.fromkeys(path for _, touched in copies for path in touched)
    if not paths:
        return
    step, which = recipe.step("as_changed"), outcome("each", "_id")
    is_taken = any(isinstance(change, Unset) for change in write.update.changes)
    own.add("find", write.collection, filter={"_id": ids}, projection=dict.fromkeys(paths, 1), step=step)
    for kept, touched in copies:
        changes = [
            Put(place_of(kept, path, which), outcome("each", source, optional=is_taken))
            for path, source in kept.values.items()
            if source in touched
        ]
        if changes:
            filter = {kept.reference: which}
            own.add("updateMany", kept.collection, filter=filter, update=Update.of(*changes), each=step)
