"""One call, one transaction: a function of several writes that a second call could not complete.

A call may end between two of its writes. Where every write may be repeated as it is, the next call completes them
and each stays a write of its own. Anything else (a document inserted, a counter moved, a document taken out whose
values a later write needs) stands in one transaction, on servers that have them. So does a delete with what it takes
along.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from itertools import pairwise

from msgspec.structs import replace

from ..model.conceptual import given
from ..plan_model.physical import Outcome, Statement
from .context import QUERIES, SYNC, OperationContext, ScriptFunction, loaded, outcome
from .ir.changes import Pull, PullAll, Update
from .ir.conditions import PathPredicates, filter_of
from .ir.rendering import markers_of
from .ir.stages import MergeStage, UnionStage
from .results.counting import APART, TOGETHER

AGAIN = "Not in a transaction: if a call fails midway, call it again to complete it"
REMARK = "All writes run in one transaction."
_ONE_MOMENT = "Runs in one transaction, which is retried on a write conflict."
_SEVERAL = 2
_INSERTS = ("insertOne",), "inserted"
_OWN_WRITES = {
    "insert": _INSERTS, "add": _INSERTS, "plant": _INSERTS, "update": (("updateOne", "updateMany"), "changed"),
    "delete": (("deleteOne", "deleteMany"), "removed"),
}  # fmt: skip
"""The operations of a function's own write, by its purpose, and what its result is called."""
_OF_OPERATIONS = frozenset({"update", "delete"})
_BY_ONE_CALL = frozenset({"archive", "prepare"})  # an archive is written whole before anything is deleted
_REFUSED_STAGES = (MergeStage, UnionStage)
_DELETES = frozenset({"deleteOne", "deleteMany", "findOneAndDelete"})
_TAKING_AWAY = frozenset({"remove", "delete", "cascade"})
_REFUSED_KINDS = frozenset({"timeseries", "capped"})


def in_one_transaction(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with its writes in one transaction, where they need one and the server allows it; where it
    has none, so that a second call completes it. A function that was made as a transaction stays one."""
    if any(statement.transaction for statement in recipe.statements):
        return _without_merges(world, recipe)
    has_one = has_transactions(world, [each.collection for each in recipe.statements if each.writes])
    if recipe.meets_writes and not (has_one and recipe.name.endswith(".one")):
        standing: ScriptFunction = loaded("results.standing_values.unless_changed")(world, recipe)
        return standing
    needs_one = _needs_one(recipe)
    if not needs_one and not _lets_go_first(recipe) and not recipe.meets_writes:
        return recipe
    if not has_one:
        if not needs_one:
            return recipe
        completed: ScriptFunction = loaded("repeated_calls.completed_again")(world, recipe)
        return completed
    if not recipe.meets_writes and not _is_allowed(recipe):
        return recipe
    together = copy(recipe)  # operations are made of it, as it was
    together.transaction = True
    together.reserve(recipe.statements)
    *before, last = recipe.statements
    if _is_answer(last):
        last = replace(last, step=together.step("returned"), answers=True)
    together.statements = [replace(statement, transaction=True) for statement in (*before, last)]
    together = _without_merges(world, together).numbered()
    if APART in together.note:
        together.note = together.note.replace(APART, TOGETHER)
        together.statements[0] = replace(together.statements[0], comment=together.note)
    else:
        together.remark(_ONE_MOMENT if recipe.meets_writes else REMARK)
    return together


def answering_with_its_write(recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that gives its caller what its own write gives, such as the new ``_id`` of an insert, or how many
    documents matched, though other writes come with it."""
    own, step = _places_of_own_writes(recipe), _OWN_WRITES.get(recipe.purpose, ((), ""))[1]
    if recipe.purpose in _OF_OPERATIONS and not recipe.subject.startswith("operation:"):
        return recipe
    if recipe.script != QUERIES or len(own) != 1 or any(each.answers for each in recipe.statements):
        return recipe
    write = recipe.statements[own[0]]
    is_last = write is recipe.statements[-1] and not write.transaction
    if is_last or write.unless or write.retry or write.only_with is not None:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    changed.statements[own[0]] = replace(write, step=write.step or changed.step(step), answers=True)
    return changed


def may_answer(recipe: ScriptFunction, place: int) -> bool:
    """Return whether a function may give its caller what the statement at a place gives: none of its statements is its
    answer yet, and no other one is its own write."""
    own = _places_of_own_writes(recipe)
    return (not own or place in own) and not any(each.answers for each in recipe.statements)


def _places_of_own_writes(recipe: ScriptFunction) -> list[int]:
    """Return where a function's statements do what its purpose says, without those that bring others along: of deletes the
    one without which the call is refused, where there is such a one."""
    ops, _ = _OWN_WRITES.get(recipe.purpose, ((), ""))
    needed = [each for each in recipe.statements if each.op in _DELETES and each.must_match]
    is_told = recipe.purpose == "delete" and bool(needed)
    return [
        place
        for place, each in enumerate(recipe.statements)
        if each.op in ops and not each.each and not (is_told and each not in needed)
    ]


def _without_merges(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function as a transaction takes it, whichever rule has put its writes into one."""
    if not any(merge_of_paths(statement) for statement in recipe.statements):
        return recipe
    without = copy(recipe)
    apart = [each for statement in recipe.statements for each in _without_merge(world, without, statement)]
    without.statements = [replace(statement, transaction=True) for statement in apart]
    return without.numbered()


def _without_merge(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> list[Statement]:
    """Return a statement as a transaction takes it, which merges nothing: what was gathered is read, then written
    document by document."""
    merge = merge_of_paths(statement)
    if merge is None or statement.pipeline is None:
        return [statement]
    gathered = statement.step or recipe.step(f"{merge.into} gathered", f"more {merge.into} gathered")
    read = replace(statement, pipeline=list(statement.pipeline[:-1]), step=gathered, writes=False)
    writes = written_one_by_one(world, recipe, merge, gathered, {})
    return [read, *(replace(each, only_with=statement.only_with) for each in writes)]


def written_one_by_one(
    world: OperationContext, recipe: ScriptFunction, merge: MergeStage, gathered: str, asked: PathPredicates
) -> list[Statement]:
    """Return the updates that write what a merge would, document by document. gathered: the step that has read it;
    asked: what is asked of each document besides its id."""
    update = Update.setting(
        {path: outcome("each", path, optional=_of_some(world, merge.into, path)) for path in merge.matched}
    )
    writes = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    filter = {"_id": outcome("each", "_id"), **asked}
    writes.add("updateOne", merge.into, filter=filter, update=update, each=gathered)
    return writes.statements


def _of_some(world: OperationContext, collection: str, path: str) -> bool:
    """Whether only documents of some subtypes have a result."""
    field = world.field(collection, path)
    return field is not None and bool(field.kinds)


def merge_of_paths(statement: Statement) -> MergeStage | None:
    """Return the merge of a statement that does no more than set paths of documents that are there."""
    merge = statement.pipeline[-1] if statement.pipeline else None
    if not isinstance(merge, MergeStage) or merge.on or merge.unmatched != "discard":
        return None
    paths = merge.matched if isinstance(merge.matched, tuple) else ()
    return merge if paths and all(isinstance(path, str) for path in paths) else None


def has_transactions(world: OperationContext, written: Iterable[str]) -> bool:
    """Whether the server takes writes to these collections in a transaction."""
    kinds = {world.collections[name].kind for name in written if name in world.collections}
    return given(world.model.topology, "replica-set") != "standalone" and not kinds & _REFUSED_KINDS


def _needs_one(recipe: ScriptFunction) -> bool:
    """Whether a call that ends between two of its writes leaves what a second call would not complete."""
    is_result = recipe.script == SYNC and recipe.name.endswith(
        ".compute"
    )  # of one document, with what follows
    if (recipe.script != QUERIES and not is_result) or recipe.purpose in _BY_ONE_CALL:
        return False
    writes = [statement for statement in recipe.statements if statement.writes]
    if len(writes) < _SEVERAL or _is_either(writes):
        return False
    steps = {statement.step for statement in recipe.statements if statement.step}
    return not all(_is_repeatable(write, steps) for write in writes)


def _lets_go_first(recipe: ScriptFunction) -> bool:
    """Whether a function takes a thing out of what names it and then deletes it: a second call completes it, but until then
    it is there, and nothing belongs to it any more."""
    writes = [statement for statement in recipe.statements if statement.writes]
    if recipe.script != QUERIES or recipe.purpose not in _TAKING_AWAY or len(writes) < _SEVERAL:
        return False
    last = recipe.statements[-1]  # what has kinds in collections of their own answers for each of them
    return last.op in _DELETES and not last.step and not any(each.unless for each in writes)


def _is_either(writes: list[Statement]) -> bool:
    """Whether each write is done only where the one before it found nothing, or each is of the one document that stands
    in one of their collections: no more than one of them changes anything."""
    if writes[-1].beside == tuple(each.step for each in writes[:-1]):
        return True
    return all(later.unless and later.unless == before.step for before, later in pairwise(writes))


def _is_repeatable(write: Statement, steps: set[str]) -> bool:
    """Whether a write leaves the same when it is made twice, and asks for nothing that the first time took away."""
    if write.must_match or any(
        isinstance(marker, Outcome) and marker.step in steps for marker in markers_of(write)
    ):
        return False
    if write.op in ("deleteOne", "deleteMany"):
        return True
    return write.op in ("updateOne", "updateMany") and write.update.is_repeatable


def _is_answer(last: Statement) -> bool:
    """Whether the last statement of a function is what it returns."""
    return last.op.startswith("findOneAnd") and not last.step


def _is_allowed(recipe: ScriptFunction) -> bool:
    """Whether the server takes the statements in a transaction, and the caller needs no answer of theirs, but the document
    that the last one finds."""
    statements, last = recipe.statements, recipe.statements[-1]
    if any(statement.chance is not None for statement in statements):
        return False
    if not last.writes:
        return False
    return not any(
        isinstance(stage, _REFUSED_STAGES) and stage is not merge_of_paths(statement)
        for statement in statements
        for stage in statement.pipeline or ()
    )


def answering_how_many(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with the answer of what takes a link, an element or a document away in a transaction, as it
    answers without one: it tells whether there was any."""
    statements = recipe.statements
    is_told = any(each.answers or each.unless for each in statements)
    if recipe.script != QUERIES or recipe.purpose not in _TAKING_AWAY or is_told:
        return recipe
    deletes = [place for place, each in enumerate(statements) if each.op == "deleteOne"]
    pulls = [place for place, each in enumerate(statements) if each.op == "updateOne" and _pulls(each)]
    place = next(iter([*deletes[-1:], *pulls]), None)
    if place is None or not statements[place].transaction or statements[place].each:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(statements)
    changed.statements = [*statements]
    removing = statements[place]
    changed.statements[place] = replace(removing, step=removing.step or changed.step("removed"), answers=True)
    return changed


def _pulls(statement: Statement) -> bool:
    changes = statement.update.meant if isinstance(statement.update, Update) else []
    return any(isinstance(change, Pull | PullAll) for change in changes)


def refusing_lost_deletes(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which takes back what it has let go of where its delete finds nothing: no document, or none as
    its filter asks."""
    statements = recipe.statements
    place = next(
        (place for place, each in enumerate(statements) if each.op == "findOneAndDelete" and each.ends), None
    )
    if recipe.script != QUERIES or place is None or not statements[place].transaction:
        return recipe
    delete = statements[place]
    is_first = not any(each.writes for each in statements[:place])
    if is_first and delete.answers and not loaded("passes.refusals.removals.names_one")(world, delete):
        return recipe  # null is its answer, as of any that takes what comes first
    entity = world.collections[delete.collection].entity
    must = f"{world.word(entity) if entity else 'document'} not found"
    found_by = [
        filter_of(each.filter).conditions
        for each in statements[: place + 1]
        if each.collection == delete.collection and each.op in ("find", delete.op)
    ]
    if any(len(conditions) > 1 for conditions in found_by):
        must += ", or doesn't match the filter"
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*statements]
    changed.statements[place] = replace(delete, ends=False, must_match=must)
    return changed


def following_last(statements: list[Statement], changes: list[Statement]) -> list[Statement]:
    """Return the statements of a transaction with the updates of what follows, such as of slices, behind the changes of
    documents of the same collection: what is kept of these from before was there before the call. changes: of documents
    whose past is kept."""
    ordered = list(statements)
    for number in reversed(range(len(statements))):
        each = ordered[number]
        is_used = each.step or each.answers or each.unless or not each.transaction
        if each.op not in ("updateOne", "updateMany") or is_used or each in changes:
            continue
        behind = [
            place
            for place, other in enumerate(ordered)
            if place > number and other.collection == each.collection and other in changes
        ]
        if behind:
            ordered.insert(behind[-1], ordered.pop(number))
    return ordered
