"""Deletes that are refused while documents refer to what would go: these are looked for before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from ...names.inflection import singular
from ...placement.doc_path import DocPath
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ...workload.document_history import holds_versions
from ..context import OperationContext, ScriptFunction
from ..document_places import Address
from ..ir.conditions import filter_of
from ..ir.expressions import OperatorCall
from ..ir.predicates import AllOf, Eq, In, Predicate, of_others
from ..ir.rendering import markers_of
from ..ir.stages import GroupStage, MatchStage, UnwindStage
from ..notes.read_by_index import of_several_writes
from ..passes.placement_variants import whole
from .stored_changes import StoredChange
from .whats_going import WhatGoes

_Read = dict[tuple[StoredChange, DocPath], WhatGoes]
_OF_ONE_COLLECTION = frozenset({MatchStage, UnwindStage, GroupStage})


class InUse(NamedTuple):
    """A reference to things that a function takes away. homes: where these stand; changes: those that take them away;
    beside: the other deletes of documents of the collection that refers to them, which may. says: by home, what the
    reference says of such a thing, where that is not its id."""

    entity: str
    homes: tuple[DocPath, ...]
    reference: DocPath
    changes: list[StoredChange]
    beside: tuple[StoredChange, ...] = ()
    says: Callable[[DocPath], OperatorCall] | None = None


def refusing_in_use(
    world: OperationContext, function: ScriptFunction, asked: Iterable[InUse]
) -> tuple[ScriptFunction, list[DocPath]]:
    """Return the function, which ends where a document refers to what it would take away, before it writes; and the
    references of which nothing says whether they lead to these things."""
    changed = copy(function)  # operations are made of it, as it was
    changed.reserve(function.statements)
    before: dict[int, list[Statement]] = {}
    referring: dict[str, None] = {}
    unasked: list[DocPath] = []
    read: _Read = {}
    first, ahead = next(number for number, each in enumerate(function.statements) if each.writes), set[int]()
    for use in asked:
        guards = list(_guards(world, changed, use, read))
        places = [_place(function, each) for each in guards]
        if guards and None in places:
            needed = {number for guard in guards for number in _read_behind(function, first, guard)}
            if all(_may_come_first(function, first, number) for number in needed):
                ahead, places = ahead | needed, [first] * len(guards)
        if not guards or None in places:
            unasked.append(use.reference)
            continue
        for place, statements in zip(places, guards, strict=True):
            before.setdefault(place or 0, []).extend(statements)
        referring[f"{use.reference.collection}.{use.reference.path}"] = None
    if not referring:
        return function, unasked
    before[first] = [function.statements[number] for number in sorted(ahead)] + before.get(first, [])
    changed.statements = [
        each
        for number, statement in enumerate(function.statements)
        for each in (*before.get(number, []), *([] if number in ahead else [statement]))
    ]
    changed.note = of_several_writes(changed.note)
    changed.numbered()
    changed.remark(f"Fails while documents in {listed(referring)} reference it.")
    _tell_ended(world, changed, referring)
    return changed, unasked


def _tell_ended(world: OperationContext, function: ScriptFunction, referring: Iterable[str]) -> None:
    """Say where versions that have ended refer to what a function deletes: they don't keep it, and whoever erases a person
    has to know."""
    ended: dict[str, list[str]] = {}
    for place in referring:
        name, _, path = place.partition(".")
        collection = world.collections.get(name)  # None of an archive
        if collection is not None and holds_versions(collection):
            ended.setdefault(name, []).append(path)
    for name, paths in ended.items():
        function.remark(
            f"Past versions in {name} don't prevent this: they keep {listed(paths)} and its copies. To erase personal "
            "data, change them, too."
        )


def _guards(
    world: OperationContext, function: ScriptFunction, use: InUse, read: _Read
) -> Iterator[list[Statement]]:
    """Yield the statements that look for documents that refer to what goes, for each change that takes it away; none
    where one of these does not say which things it takes."""
    goings: list[tuple[StoredChange, WhatGoes]] = []
    named_by: list[Predicate | None] = []
    reads: list[Statement] = []
    for stored in use.changes:
        for home in use.homes:
            if not is_around(stored, home):
                continue
            if (stored, home) not in read:
                read[stored, home] = WhatGoes(
                    world, function, stored, _identity(world, use, home), use.entity
                )
            going = read[stored, home]
            if going.ids is None:
                return
            reads, going.reads = [*reads, *going.reads], []
            goings.append((stored, going))
            if use.says is not None:
                going = WhatGoes(world, function, stored, "_id", use.entity, use.says(home))
                reads += going.reads
            named_by.append(going.ids)
    own = (going.ids for stored, going in goings if _is_of_referring(stored, use.reference))
    stay = {"_id": [of_others(ids) for ids in own if ids is not None]}
    for stored in use.beside:
        path, ids = _asked(function.statements[stored.number])
        if ids is None:
            other = WhatGoes(world, function, stored, "_id", "")
            reads, path, ids = [*reads, *other.reads], "_id", other.ids
        if ids is None:
            return
        stay.setdefault(path, []).append(of_others(ids))
    for (_, going), those in zip(goings, named_by, strict=True):
        yield [*reads, _look(world, function, use, going, those, stay)]
        reads = []


def _identity(world: OperationContext, use: InUse, home: DocPath) -> str:
    at = Address(whole(world), use.entity, home)
    return "" if at.is_told_whole else at.key


def _asked(statement: Statement) -> tuple[str, Predicate | None]:
    """Return the path and the values by which alone a delete finds documents, None where it finds them otherwise."""
    asked = filter_of(statement.filter).only
    if asked is None or statement.each or statement.unless or statement.retry:
        return "", None
    predicate = asked.predicate
    by_value = isinstance(predicate, Eq) and isinstance(predicate.value, Param | Outcome)
    return asked.path, predicate if by_value or isinstance(predicate, In) else None


def _is_of_referring(stored: StoredChange, reference: DocPath) -> bool:
    """Whether a change takes away documents of the collection that holds a reference."""
    return stored.is_of_documents and stored.collection == reference.collection


def is_around(change: StoredChange, home: DocPath) -> bool:
    """Return whether a change is of all that stands at a place."""
    is_within = not change.path or f"{home.path}.".startswith(f"{change.path}.")
    return change.collection == home.collection and is_within


def _look(
    world: OperationContext,
    function: ScriptFunction,
    use: InUse,
    going: WhatGoes,
    those: Predicate | None,
    stay: dict[str, list[Predicate]],
) -> Statement:
    """Return the search for a document that refers to what goes: of several, it tells to which, or where it does. those: what it says of these; stay: what holds of those that don't go too, by path."""
    reference = use.reference
    filter = filter_of({reference.path: those})
    for path, others in stay.items():
        if others:
            filter = filter.merged({path: others[0] if len(others) == 1 else AllOf(tuple(others))})
    word, other = world.word(use.entity), singular(reference.collection)
    look = ScriptFunction(function.subject, function.name, function.purpose, script=function.script)
    names_at = ("", "") if isinstance(those, Eq) else (reference.collection, "_id")
    if names_at[1] and not reference.arrays:
        names_at = reference.path.rpartition(".")[2], reference.path
    look.add(
        "findOne", reference.collection, filter=filter, projection={"_id": 1} | ({names_at[1]: 1} if names_at[1] else {}), names_at=names_at,
        step=function.step(f"using {other}", f"{other} by {reference.path}"),
        must_miss=f"{word} is in use: {reference.collection}.{reference.path} references it", comment=" ",
    )  # fmt: skip
    return replace(look.statements[0], comment="", transaction=going.statement.transaction)


def _place(function: ScriptFunction, guard: list[Statement]) -> int | None:
    """Return before which statement a guard stands: the first write, or the one behind what it asks for, where a
    transaction takes back what is written before; None where nothing does."""
    first = next(number for number, each in enumerate(function.statements) if each.writes)
    place = max([first, *(number + 1 for number in _asked_for(function, guard))])
    return place if place == first or function.statements[first].transaction else None


def _asked_for(function: ScriptFunction, guard: list[Statement]) -> list[int]:
    """Return the places of the statements whose answers a guard needs."""
    asked = {marker.step for each in guard for marker in markers_of(each) if isinstance(marker, Outcome)}
    return [number for number, each in enumerate(function.statements) if each.step in asked]


def _read_behind(function: ScriptFunction, first: int, guard: list[Statement]) -> list[int]:
    """Return the places of the statements behind the first write whose answers a guard needs."""
    return [number for number in _asked_for(function, guard) if number > first]


def _may_come_first(function: ScriptFunction, first: int, number: int) -> bool:
    """Whether a statement reads the same before the first write: what is written before it is elsewhere, and it asks for no
    answer."""
    statement = function.statements[number]
    written = {each.collection for each in function.statements[first:number] if each.writes}
    is_alone = not (statement.each or statement.unless or statement.only_with)
    stages = statement.pipeline or ()
    is_read = statement.op == "aggregate" and all(type(stage) in _OF_ONE_COLLECTION for stage in stages)
    asks = any(isinstance(marker, Outcome) for marker in markers_of(statement))
    return is_read and is_alone and not asks and statement.collection not in written
