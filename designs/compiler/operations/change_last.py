"""A change and what follows from it, where no transaction holds them together: what follows is written first, worked
out as if the change were made, and the change last.

A call that ends in between leaves the change to be made, so that the next call finds the same documents, and
completes it. Where a change leads documents to another parent, the parents' results are worked out behind it too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..plan_model.physical import Outcome, Param, Statement
from .context import OperationContext, ScriptFunction, outcome
from .ir.changes import Compute, DocumentChange, NamedElement, Push, Put, SetOnInsert, Update, UpdatePath
from .ir.conditions import At, Filter, filter_of
from .ir.expressions import FieldPath, LiteralValue, Variable, cond, eq, if_null, map_array, merge_objects
from .ir.predicates import Elem, Eq, In, Ne
from .ir.stages import LookupStage, UnionStage, WalkStage
from .passes.same_document_results import in_steps
from .pending_changes import PendingChange, is_led_elsewhere, nodes, reads, seen_by, unless_left_out
from .write.links_last import links_last
from .write.unlink import DELETES
from .write.written_paths import places_of

_ONE = ("deleteOne", "updateOne", "findOneAndDelete", "findOneAndUpdate")
_READS_FIRST = {"findOneAndDelete": "deleteOne", "findOneAndUpdate": "updateOne"}
"""Methods that return the document as it was: it is read first, then written by the other method."""
_ODD = ("replace", "insert", "findOneAndReplace", "bulk")


class _LastChange(NamedTuple):
    """A statement that goes to the end. before: what stays in its place; change: what results see of it."""

    before: list[Statement]
    change: PendingChange
    last: Statement


def changed_last(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction | None:
    """Return the function with its changes behind what follows from them; None where no order of its statements is
    completed by a second call, as far as can be told."""
    recipe = _together(recipe)
    reordered = copy(recipe)
    places = _places(recipe)
    if not places or any(_is_odd(each) for each in recipe.statements):
        return None
    moved: dict[int, _LastChange] = {}
    for place in places:
        write = _moved(world, reordered, recipe.statements[place])
        if write is None:
            return None
        moved[place] = write
    behind = _of_what_is_left(recipe, moved)
    first = _what_follows(recipe, moved, behind)
    if first is None:
        return None
    again = _again(recipe, [each.change for each in moved.values()])
    statements = [*first, *(each.last for each in moved.values()), *behind.values(), *again]
    in_order = reads_first(_without_unasked(statements, _read_for_changes(moved)))
    reordered.statements = links_last(world, reordered, in_order)
    return reordered.numbered()


def _read_for_changes(moved: dict[int, _LastChange]) -> set[str]:
    """Return the steps that read which documents are about to change."""
    return {
        read.step
        for each in moved.values()
        for read in each.before
        if read.op == "find" and not read.must_match
    }


def _without_unasked(statements: list[Statement], steps: set[str]) -> list[Statement]:
    """Return statements without those of these steps that none of the others asks for."""
    asked = {
        node.step
        for each in statements
        for node in nodes((each.filter, each.pipeline, each.update, each.documents, each.options))
        if isinstance(node, Outcome)
    }
    asked |= {step for each in statements for step in (each.unless, each.each)}
    return [each for each in statements if each.step not in steps or each.step in asked]


def _together(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with each update and what is worked out of it in the same documents as one statement."""
    joined = copy(recipe)
    joined.statements = []
    finds = {each.step: each for each in recipe.statements if each.op == "find"}
    for write in recipe.statements:
        earlier = next((each for each in joined.statements if _are_same_documents(each, write, finds)), None)
        steps = _in_steps(earlier) if earlier is not None else None
        if earlier is None or steps is None:
            joined.statements.append(write)
            continue
        both = replace(earlier, update=Update((*steps.steps, *write.update.steps)))
        joined.statements[joined.statements.index(earlier)] = both
    return joined


def _are_same_documents(write: Statement, later: Statement, finds: dict[str, Statement]) -> bool:
    """Return whether a later update works something out in the documents that one changes."""
    if not (
        isinstance(write.update, Update) and isinstance(later.update, Update) and later.update.is_computed
    ):
        return False
    if (write.op, write.collection) != (later.op, later.collection) or write.update.is_computed or later.step:
        return False
    by_id = later.filter.predicate("_id")
    ids = by_id.values if isinstance(by_id, In) else None
    read = finds.get(ids.step) if isinstance(ids, Outcome) else None
    return later.filter == write.filter or (read is not None and read.filter == write.filter)


def _places(recipe: ScriptFunction) -> list[int]:
    """Return which statements go to the end: changes, and what is worked out in the changed documents behind them."""
    places: list[int] = []
    changed: set[str] = set()
    for place, write in enumerate(recipe.statements):
        behind = write.collection in changed and isinstance(write.update, Update) and write.update.is_computed
        if behind or _must_be_last(recipe, write):
            places.append(place)
            changed.add(write.collection)
    return places


def _of_what_is_left(recipe: ScriptFunction, moved: dict[int, _LastChange]) -> dict[int, Statement]:
    """Return the reads of what a change leaves, by place, with what is written where they find nothing: in front of
    the change they would still see what it takes away."""
    behind: dict[int, Statement] = {}
    asked = {each.unless for each in recipe.statements} - {""}
    for place, statement in enumerate(recipe.statements):
        changed = {each.change.collection for at, each in moved.items() if at < place}
        is_read = statement.op == "findOne" and not statement.must_match and statement.collection in changed
        follows = statement.unless in {each.step for each in behind.values()}
        if place not in moved and ((is_read and statement.step in asked) or follows):
            behind[place] = statement
    return behind


def _what_follows(
    recipe: ScriptFunction, moved: dict[int, _LastChange], behind: Collection[int]
) -> list[Statement] | None:
    """Return the statements without those that are moved, with what these leave in their places. behind: the places of
    those that stay behind the moved ones."""
    first: list[Statement] = []
    for place, statement in enumerate(recipe.statements):
        if place in behind:
            continue
        if place in moved:
            first += moved[place].before
            continue
        gathers = statement.op == "aggregate"
        seen = [each.change for at, each in moved.items() if gathers and (statement.writes or at < place)]
        if any(_walks(statement, each) for each in seen):
            return None
        first.append(seen_by(statement, seen))
    return first


def _again(recipe: ScriptFunction, changes: list[PendingChange]) -> list[Statement]:
    """Return what works results out of those that changes lead to other documents, and what follows from these: other
    results, and copies, whose sources are read again."""
    again: list[Statement] = []
    steps: dict[str, str] = {}
    copied = {each.each for each in recipe.statements if each.each}
    for statement in recipe.statements:
        if statement.step in copied and any(each.collection == statement.collection for each in again):
            steps[statement.step] = recipe.step(f"{statement.step} again")
            again.append(replace(statement, step=steps[statement.step], comment=""))
        elif statement.each in steps:
            again.append(replace(statement, each=steps[statement.each], comment=""))
        follows = any(reads(statement, each.collection) for each in again)
        led = follows or any(is_led_elsewhere(statement, each) for each in changes)
        if led and statement.op == "aggregate" and statement.writes:
            again.append(replace(statement, comment=""))
    return again


def reads_first(statements: list[Statement]) -> list[Statement]:
    """Return statements with each read of documents that are about to change in front of what asks for it."""
    ordered: list[Statement] = []
    reads = [
        each for each in statements if each.op in ("find", "aggregate") and not each.writes and each.step
    ]
    waiting = {each.step: each for each in reads}

    def put_reads_for(statement: Statement) -> None:
        for node in nodes((statement.filter, statement.pipeline, statement.update)):
            read = waiting.pop(node.step, None) if isinstance(node, Outcome) else None
            if read is not None and read is not statement:
                put_reads_for(read)
                ordered.append(read)

    for statement in statements:
        put_reads_for(statement)
        if statement not in reads or waiting.pop(statement.step, None) is not None:
            ordered.append(statement)
    return ordered


def _is_odd(statement: Statement) -> bool:
    """Return whether a statement is none whose place in the order can be told."""
    told_apart = statement.retry or statement.chance is not None or statement.beside
    return bool(told_apart) or statement.op.startswith(_ODD)


def _must_be_last(recipe: ScriptFunction, write: Statement) -> bool:
    """Return whether a second call would not find again what it changes, or change it twice."""
    if write.op.startswith("delete") or write.op == "findOneAndDelete":
        return True
    if not isinstance(write.update, Update) or is_made_again(write):
        return False
    filter, written = filter_of(write.filter), write.update.paths
    names_one = isinstance(filter.predicate("_id"), Eq | In)
    if write.update.is_settled and not write.op.startswith("findOneAnd") and _is_of_no_matter(recipe, write):
        return False
    finds_again = names_one or (filter.is_on_paths and _around(filter.paths).isdisjoint(written))
    if write.update.is_settled and finds_again and not write.op.startswith("findOneAnd"):
        return not _finds_by(recipe, write).isdisjoint(_around(written))
    return True


def _is_of_no_matter(recipe: ScriptFunction, write: Statement) -> bool:
    """Return whether nothing else in a function asks for what an update changes, or for its answer."""
    if write.must_match or write.each or _is_asked(recipe, write.step):
        return False
    others = [each for each in recipe.statements if each is not write]
    return not any(
        (each.collection == write.collection and not _only_writes(each))
        or any(write.collection in collections_of(node) for node in nodes(each.pipeline))
        for each in others
    )


def collections_of(node: Any) -> tuple[str, ...]:
    """Return the other collection that a stage reads."""
    if isinstance(node, UnionStage):
        return (node.collection,)
    return (node.source,) if isinstance(node, LookupStage | WalkStage) else ()


def _only_writes(statement: Statement) -> bool:
    """Return whether a statement changes documents without telling anything of them."""
    return (
        statement.op in ("updateOne", "updateMany", "deleteOne", "deleteMany", "insertOne")
        and not statement.step
    )


def is_made_again(write: Statement) -> bool:
    """Return whether an update inserts what it does not find, and a second time finds that and leaves it as it is."""
    once = (isinstance(change, SetOnInsert) or change.repeatable for change in write.update.changes)
    return bool((write.options or {}).get("upsert")) and all(once)


def _around(paths: Iterable[str]) -> set[str]:
    return {path[:end] for path in paths for end in (*_dots(path), len(path))}


def _dots(path: str) -> list[int]:
    return [place for place, letter in enumerate(path) if letter == "."]


def _finds_by(recipe: ScriptFunction, write: Statement) -> set[str]:
    """Return the paths, and those around them, by which other statements find what follows from the documents that a
    statement changes."""
    paths: set[str] = set()
    read = {each.step for each in recipe.statements if each.step and each.collection == write.collection}
    for each in recipe.statements:
        if each is write:
            continue
        if each.collection == write.collection and not each.writes:
            meant = (FieldPath, At) if _is_asked(recipe, each.step) else FieldPath
            paths |= {node.path for node in nodes((each.filter, each.pipeline)) if isinstance(node, meant)}
        steps = {write.step, *read} if each.collection != write.collection else {write.step}
        asked = [node for node in nodes((each.filter, each.pipeline)) if isinstance(node, Outcome)]
        paths |= {node.path for node in asked if node.step in steps}
        paths |= {node.each for node in asked if node.step in {write.step, *read}}
    return _around(paths - {""})


def added_by(change: DocumentChange) -> Any:
    """Return the element that a change puts behind those of an array, None where it puts none."""
    return change.element if isinstance(change, Push | Compute) else None


def settles_once(update: Update) -> bool:
    """Return whether all but the elements that an update adds is the same after a second time."""
    return all(
        change.repeatable or getattr(change, "is_settled", False) or added_by(change) is not None
        for change in update.changes
    )


def _added_once(world: OperationContext, write: Statement) -> Statement:
    """Return a statement that adds elements only where an array has none of their ids."""
    if write.op != "updateOne" or write.update.is_marked:
        return write
    for change in write.update.changes:
        element, path = added_by(change), f"{change.place.path}._id"
        if isinstance(element, Param) and world.field(write.collection, path) is not None:
            write = replace(
                write, filter=filter_of(write.filter).merged({path: Ne(outcome(element.name, "_id"))})
            )
    return write


def _moved(world: OperationContext, recipe: ScriptFunction, write: Statement) -> _LastChange | None:
    """Return what a change becomes at the end, None where it cannot stand there."""
    is_answer = _is_answer(recipe, write)
    reads_itself = write.op.startswith("findOneAnd") and not is_answer
    if reads_itself and (write.options or not write.step or write.op not in _READS_FIRST):
        return None
    asks_how_many = not reads_itself and not write.must_match and _is_asked(recipe, write.step)
    if write.each or asks_how_many:
        return None
    update = None if write.op in DELETES else _in_steps(write)
    if write.op not in DELETES and update is None:
        return None
    read = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    if not is_answer:
        _read_before(recipe, read, write)
    if write.update is not None:
        write = _added_once(world, write)
    which = _which(recipe, read, write)
    last = replace(write, comment="")
    if not is_answer:
        last = replace(last, op=_READS_FIRST.get(write.op, write.op), step="", must_match="", ends=False)
    return _LastChange(
        read.statements, PendingChange(write.collection, which, update, tuple(places_of(write) or ())), last
    )


def _is_answer(recipe: ScriptFunction, write: Statement) -> bool:
    """Return whether a change gives back its document to the caller, and to no other statement of the function."""
    plain = set(write.options or {}) <= {"returnDocument"} and not write.must_match
    return write.answers and plain and not _is_asked(recipe, write.step)


def _read_before(recipe: ScriptFunction, read: ScriptFunction, write: Statement) -> None:
    """Read the document that a statement changes, where the function asks for it or stops without it."""
    if write.op in _READS_FIRST:
        parts = {"step": write.step, "must_match": write.must_match, "ends": write.ends}
        read.add("findOne", write.collection, filter=write.filter, **parts)
    elif write.must_match:
        step = write.step or recipe.step("present")
        parts = {"step": step, "must_match": write.must_match}
        read.add("findOne", write.collection, filter=write.filter, projection={"_id": 1}, **parts)


def _which(recipe: ScriptFunction, read: ScriptFunction, write: Statement) -> Eq | In:
    """Return what holds of the ids of the documents that a statement changes; they are read where it says no ids."""
    only = filter_of(write.filter).only
    which = only.predicate if only is not None and only.path == "_id" else None
    if isinstance(which, Eq | In):
        return which
    step, limit = recipe.step("changing"), 1 if write.op in _ONE else None
    read.add("find", write.collection, filter=write.filter, projection={"_id": 1}, step=step, limit=limit)
    return In(outcome(step, many=True, each="_id"))


def _is_asked(recipe: ScriptFunction, step: str) -> bool:
    """Return whether a statement asks for what another returned."""
    parts = (
        (each.unless, each.filter, each.update, each.pipeline, each.documents) for each in recipe.statements
    )
    return bool(step) and any(
        unless == step or any(isinstance(node, Outcome) and node.step == step for node in nodes(values))
        for unless, *values in parts
    )


def _in_steps(write: Statement) -> Update | None:
    """Return what an update does as steps that the server works out, None where no expression says it."""
    if write.update.is_computed:
        return write.update if isinstance(write.update, Update) else None
    changes = [_of_elements(change, filter_of(write.filter)) for change in write.update.changes]
    return in_steps(replace(write, update=Update.of(*changes)))


def _of_elements(change: DocumentChange, filter: Filter) -> DocumentChange:
    """Return a change of elements as one of their array, as it is where no id tells which are meant."""
    element = change.place.outermost
    if not isinstance(change, Put) or element is None or len(change.place.elements) > 1:
        return change
    array, name = element.array, change.place.below(element.array)
    own = element.condition if isinstance(element, NamedElement) else filter.split(array)[0]
    key = own.predicate("_id") if own is not None else None
    within = filter.predicate(array)
    if key is None and isinstance(within, Elem):
        key = within.condition.predicate("_id")
    if not isinstance(key, Eq) or "." in name or not name:
        return change
    row = Variable("row")
    changed = merge_objects(row, {name: unless_left_out(LiteralValue(change.value), row.down(name))})
    value = cond(eq(row.down("_id"), LiteralValue(key.value)), changed, row)
    return Compute(UpdatePath(array), map_array(if_null(FieldPath(array), []), "row", value), settled=True)


def _walks(statement: Statement, change: PendingChange) -> bool:
    """Return whether a pipeline walks through what a change changes: no stage can be put before that."""
    return any(
        isinstance(node, WalkStage) and node.source == change.collection for node in nodes(statement.pipeline)
    )
