"""What other documents store about what a write changes: worked out anew behind it, in those that it can have
moved and no others. Writes that move a count or a sum by themselves are left as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from ...plan_model.physical import Outcome, Param, Statement
from ..context import QUERIES, SYNC, OperationContext, ScriptFunction, outcome
from ..ir.changes import Update
from ..ir.conditions import Filter, any_of, filter_of, without_guards
from ..ir.expressions import FieldPath
from ..ir.predicates import In
from ..ir.stages import GroupStage, MatchStage, Stage, UnwindStage
from ..results.by_difference import difference
from ..results.dependents import Dependent, Results, by_source, sources_of_results
from ..results.gathering import Gathered
from ..results.jobs_in_order import is_job
from ..results.recomputing import Reckoning, keep_answer, work_out
from ..write.written_paths import is_gone, is_unlinked, places_of, takes_whole, touches, values_put
from .placement_variants import whole
from .same_document_results import results_of


class _Moved(NamedTuple):
    """A result that a function moves. filters: each finds some of the documents that store it."""

    result: Dependent
    filters: list[Filter]


class _Worklist:
    """The results that are still to be worked out behind what a function writes, sources before what follows from
    them, each once for all documents in which it moves."""

    def __init__(self, sources: Mapping[Results, frozenset[Results]]) -> None:
        self.sources = sources
        self.waiting: dict[Results, _Moved] = {}
        self.done: set[Results] = set()

    def put(self, result: Dependent, wanted: Filter) -> None:
        """Note that a result moves in the documents that a filter finds."""
        if result.key not in self.done:  # a circle of results ends where it began
            filters = self.waiting.setdefault(result.key, _Moved(result, [])).filters
            filters.extend([wanted] if wanted not in filters else [])

    def take(self) -> list[_Moved]:
        """Return results that wait for no other, and that the same documents store."""
        free = [
            moved
            for key, moved in self.waiting.items()
            if self.sources.get(key, set()).isdisjoint(self.waiting)
        ]
        first = next(iter(free or self.waiting.values()))
        alike = [
            each
            for each in free
            if each.result.key[:2] == first.result.key[:2] and each.filters == first.filters
        ]
        for moved in alike or [first]:
            self.done.add(moved.result.key)
            del self.waiting[moved.result.key]
        return alike or [first]


def with_dependents(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what its writes move in documents of other collections, and with what follows from that in
    turn."""
    dependents = by_source(whole(world)) if _changes_sources(recipe) else {}
    if not any(
        statement.collection in dependents and places_of(statement) is not None
        for statement in recipe.statements
    ):
        return recipe
    worklist, before = _Worklist(sources_of_results(whole(world))), list[Statement]()
    moved_by_one = _put_all_moved(world, recipe, dependents, worklist, before)
    if not worklist.waiting and not moved_by_one:
        return recipe
    recipe.statements = before
    keep_answer(recipe)
    while worklist.waiting:
        moved = worklist.take()
        result, paths = moved[0].result, [each.result.path for each in moved]
        wanted = any_of(moved[0].filters) if all(moved[0].filters) else Filter()
        write = _recounted(
            result.collection, wanted, [path for each in moved for path in each.result.written]
        )
        _put_moved(recipe, write, dependents, worklist, recipe.statements)
        reckoning = Reckoning(result.world, result.entity, kept=True, among=paths)
        work_out(recipe, reckoning, wanted, _named_by_some(result, wanted))
    return recipe.numbered()


def _named_by_some(result: Dependent, wanted: Filter) -> Outcome | None:
    """Return the one id by which documents are found, where what names it may name none."""
    which = wanted.value(wanted.only.path) if wanted.only is not None else None
    if not isinstance(which, Outcome) or result.gathered is None or which.many:
        return None
    return None if result.world.always(result.gathered.source, result.gathered.join.foreign) else which


def _put_all_moved(
    world: OperationContext, recipe: ScriptFunction, dependents: Mapping[str, list[Dependent]],
    worklist: _Worklist, before: list[Statement],
) -> bool:  # fmt: skip
    """Put the statements of a function before what follows from them, with the updates of parents whose results one child
    moves, in turn; all other results on the worklist. Return whether there are any such updates."""
    kept = {(each.collection, path) for each in recipe.statements for path in places_of(each) or ()}
    waiting, moved_by_one = [_told_apart(recipe, each, dependents) for each in recipe.statements], False
    for statement in waiting:  # which grows
        update = _as_update(world, recipe, statement)
        if update is None:
            before.append(statement)
            continue
        moved = difference(world, recipe, statement, kept) if update is statement else None
        before += moved.first if moved else []
        _put_moved(recipe, update, dependents, worklist, before, moved.results if moved else frozenset())
        is_first = not before or statement is not recipe.statements[0]
        changed = moved.changed if moved else [statement]
        before += changed if is_first else [msgspec.structs.replace(changed[0], comment=""), *changed[1:]]
        waiting += moved.behind if moved else []
        moved_by_one = moved_by_one or bool(moved and moved.behind)
    return moved_by_one


def _told_apart(
    recipe: ScriptFunction, statement: Statement, dependents: Mapping[str, list[Dependent]]
) -> Statement:
    """Return an insert with a name for its id, where results in the new document follow from other collections, too."""
    around = [each for each in dependents.get(statement.collection, []) if each.gathered is not None]
    own = [each for each in around if each.gathered and each.gathered.source != statement.collection]
    if (
        statement.op != "insertOne"
        or statement.step
        or not any(touches(statement, each.read_in(statement.collection)) for each in own)
    ):
        return statement
    is_last = statement is recipe.statements[-1]
    return msgspec.structs.replace(
        statement, step=recipe.step("inserted"), answers=statement.answers or is_last
    )


def _changes_sources(recipe: ScriptFunction) -> bool:
    """Whether a function changes what results follow from, as those do too that bring copies after their sources."""
    return recipe.script in (QUERIES, SYNC) or recipe.transaction


def _put_moved(
    recipe: ScriptFunction, write: Statement, dependents: Mapping[str, list[Dependent]],
    worklist: _Worklist, before: list[Statement], otherwise: frozenset[Results] = frozenset(),
) -> None:  # fmt: skip
    """Put the results that a write moves on the worklist, but those that move otherwise. before: the statements before it, to which it adds what asks
    for the documents that store these."""
    others = [each for each in dependents.get(write.collection, []) if each.key not in otherwise]
    for group in _groups(others, write, recipe):
        wanted = _wanted(recipe, write, group[0], before)
        for result in group:
            worklist.put(result, wanted)


def _as_update(world: OperationContext, recipe: ScriptFunction, statement: Statement) -> Statement | None:
    """Return a statement; an update that stands for it where it merges results that it gathers, or where a job writes
    all documents, those results that have a job of their own left out, None where it writes no other."""
    collection, written = statement.collection, places_of(statement)
    everywhere = is_job(recipe) or bool(statement.each)
    if not written or not (everywhere or statement.op == "aggregate"):
        return statement
    if is_job(recipe):
        kept = {
            each.path
            for some in by_source(whole(world)).values()
            for each in some
            if each.collection == collection
        }
        written = [path for path in written if path not in kept]
        if not written:
            return None
    first = statement.pipeline[0] if statement.pipeline else None
    wanted = first.condition if isinstance(first, MatchStage) and not everywhere else Filter()
    following = [each.path for each in results_of(world, collection, written)]
    return _recounted(collection, wanted, [*written, *following])


def _recounted(collection: str, wanted: Filter, paths: list[str]) -> Statement:
    """Return an update that stands for results that are worked out anew."""
    update = Update.computing(dict.fromkeys(paths))
    return Statement(
        id="",
        subject="",
        purpose="",
        op="updateMany",
        collection=collection,
        script="",
        filter=wanted,
        update=update,
    )


def _groups(
    dependents: Iterable[Dependent], write: Statement, recipe: ScriptFunction
) -> list[list[Dependent]]:
    """The results that a statement moves, together where their documents are before alike."""
    groups: dict[tuple[Any, ...], list[Dependent]] = {}
    for each in dependents:
        if not touches(write, each.read_in(write.collection)) or (write.id and _is_kept(recipe, each)):
            continue
        if each.gathered is None:
            if places_of(write):  # a document that comes or goes is given, or takes, its results
                groups.setdefault(each.group, []).append(each)
        elif not _is_followed_otherwise(recipe, write, each, each.gathered):
            groups.setdefault(each.group, []).append(each)
    return list(groups.values())


def _is_followed_otherwise(
    recipe: ScriptFunction, write: Statement, dependent: Dependent, gathered: Gathered
) -> bool:
    """Whether what follows from a write follows from the links that go with it, or goes with it."""
    join, source = gathered.join, gathered.source
    if source != write.collection and is_unlinked(recipe, write, join.far.key, source, join.through):
        return True
    return is_gone(recipe, write, join.foreign, dependent.world.spot(dependent.entity), join.own)


def _is_kept(recipe: ScriptFunction, dependent: Dependent) -> bool:
    """Whether the recipe writes the result itself."""
    spot = dependent.world.spot(dependent.entity)
    return any(
        statement.collection == (spot.collection if spot else "")
        and dependent.path in (places_of(statement) or ())
        for statement in recipe.statements
    )


def _wanted(
    recipe: ScriptFunction, write: Statement, dependent: Dependent, before: list[Statement]
) -> Filter:
    """What finds the documents to work out anew: by what was there before the write, and by what it puts. It is empty
    where all documents are written."""
    if not write.id and not write.filter:
        return Filter()
    if dependent.gathered is None:
        return _themselves(recipe, write, before)
    join, within, source = dependent.gathered.join, dependent.gathered.within, dependent.gathered.source
    found_by = filter_of(write.filter).only if not write.id and not within else None
    if found_by is not None and found_by.path == join.foreign and write.collection == source:
        return filter_of({join.own: found_by.predicate})
    if write.collection != source and not join.through:
        return _themselves(recipe, write, before)
    if write.collection != source:
        return filter_of({join.own: In(_behind_links(recipe, write, dependent.gathered, before))})
    is_list = _is_list(dependent, join.foreign, source)
    conditions = [
        filter_of(
            {
                join.own: In(msgspec.structs.replace(value, many=True))
                if is_list and isinstance(value, Outcome)
                else value
            }
        )
        for value in values_put(write, join.foreign, within)
    ]
    asked = write.filter.value(join.foreign) if write.filter and not within else None
    if isinstance(asked, Param):
        conditions.append(filter_of({join.own: asked}))
    elif not takes_whole(write, join.foreign, within):
        step = recipe.step(*[f"{more}{dependent.collection} to recount" for more in ("", "more ")])
        unwound = [UnwindStage(array) for array in (*within, *((join.foreign,) if is_list else ()))]
        before.append(
            looked_for(recipe, write, [*unwound, GroupStage({"_id": FieldPath(join.foreign)})], step)
        )
        conditions.append(filter_of({join.own: In(outcome(step, many=True, each="_id"))}))
    return any_of(conditions) if conditions else filter_of({join.own: None})


def _is_list(dependent: Dependent, reference: str, source: str) -> bool:
    """Whether documents refer by a list of ids, each of which is meant."""
    field = dependent.world.field(source, reference)
    return field is not None and field.types[0] == "array"


def _themselves(recipe: ScriptFunction, write: Statement, before: list[Statement]) -> Filter:
    """The documents that a write changes, which hold some of what their results follow from."""
    if write.op == "insertOne":
        return filter_of({"_id": outcome(write.step, "insertedId", present=True)})
    value = filter_of(write.filter).value("_id")
    if isinstance(value, Param):
        return filter_of({"_id": value})
    if not write.id:  # it changes nothing that its filter asks
        return filter_of(write.filter)
    changed = recipe.step("changed")
    before.append(looked_for(recipe, write, [GroupStage({"_id": FieldPath("_id")})], changed))
    return filter_of({"_id": In(outcome(changed, many=True, each="_id"))})


def _behind_links(
    recipe: ScriptFunction, write: Statement, gathered: Gathered, before: list[Statement]
) -> Any:
    """The documents that are linked with those that a write changes."""
    join = gathered.join
    changed, linked = recipe.step(f"{join.wish}Moved"), recipe.step(f"{join.wish}Linked")
    before.append(looked_for(recipe, write, [GroupStage({"_id": FieldPath(join.far.key)})], changed))
    ids = filter_of({join.through: In(outcome(changed, many=True, each="_id"))})
    links = Statement(id="", subject="", purpose="", op="", collection=gathered.source, script="", filter=ids)
    before.append(looked_for(recipe, links, [GroupStage({"_id": FieldPath(join.foreign)})], linked))
    return outcome(linked, many=True, each="_id")


def looked_for(recipe: ScriptFunction, write: Statement, stages: list[Stage], step: str) -> Statement:
    """What the documents that a write changes refer to, asked before it."""
    asked = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
    options = {name: value for name, value in (write.options or {}).items() if name == "collation"}
    pipeline = [MatchStage(without_guards(filter_of(write.filter))), *stages]
    return asked.add("aggregate", write.collection, pipeline=pipeline, step=step, options=options).statements[
        0
    ]
