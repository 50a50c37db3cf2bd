"""What notes say of how functions reach the data: how many writes one is, what goes along with a delete, and that an index
finds what a read asks for, or that the server looks at every document. MongoDB has no index on a reference by itself,
and none is made for a read that nobody declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, Param, PlannedIndex, Statement, conditions_on, walk
from ...workload.document_history import holds_all, options_beside_versions
from ..context import QUERIES, OperationContext, ScriptFunction, loaded
from ..ir.changes import DocumentChange, Pull, PullAll, Update
from ..ir.conditions import At, Condition, Filter, Or, Text, filter_of
from ..ir.predicates import Elem, Eq, Matches, Ne, NotIn
from ..ir.stages import LookupStage, MatchStage, SortStage

_OF_MANY = frozenset({"updateMany", "deleteMany"})
_GIVING_BACK = ("findOneAndUpdate", "findOneAndDelete")
_RETURNING = ("update", "delete")
_SEVERAL = 2
_ONE = re.compile(r" in one (?:atomic )?write(?=\.)")
_OWN_ORDER = frozenset({"timeseries"})  # the server's own buckets, clustered by what they measure


def by_index(world: OperationContext, collection: str, path: str, words: str) -> str:
    """Return the words where an index begins with a path, nothing where none does."""
    return words if path in _starts(world, collection) else ""


def telling_scans(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Say in the note of a read which of its questions no index answers; of a function that writes, which documents it
    finds without one: those that it looks for first, and the many that it changes."""
    if recipe.script != QUERIES:
        return recipe
    asked = recipe.statements
    if any(statement.writes for statement in asked):
        asked = [statement for statement in asked if statement.must_miss or statement.op in _OF_MANY]
    scanned: dict[str, None] = {}
    for statement in asked:
        paths = _paths_scanned(world, statement)
        if paths:
            unindexed = [path for path in paths if path != "_id"] or paths
            by = f"No index starts with {' or '.join(unindexed)}"
            planned = world.collections.get(statement.collection)
            offered = planned.suggested if planned is not None else ()
            remedy = any(index.keys[0][0] in paths for index in offered)
            more = ". Create the suggested index before you call it often." if remedy else "."
            scanned[f"{by}: scans every document in {statement.collection}{more}"] = None
    for statement in asked:
        for collection, path in _joined_by_suggested(world, statement):
            scanned[
                (
                    f"No index on {collection} starts with {path}. Create the suggested index before you call "
                    "it often."
                )
            ] = None
    for sentence in scanned:
        recipe.remark(sentence)
    for path in dict.fromkeys(_compared_by_letters(world, recipe)):
        recipe.remark(f"{path} is matched exactly: collations don't apply to patterns.")
    return recipe


def _compared_by_letters(world: OperationContext, recipe: ScriptFunction) -> Iterator[str]:
    """Yield the paths of texts that an operation compares with a pattern, in collections whose collation takes unlike
    letters for like."""
    for statement in recipe.statements if recipe.subject.startswith("operation:") else ():
        planned = world.collections.get(statement.collection)
        if planned is not None and planned.is_collated:
            condition, _ = _asked(statement)
            yield from (each.path for each in condition.on_paths if isinstance(each.predicate, Matches))


def _joined_by_suggested(world: OperationContext, statement: Statement) -> Iterator[tuple[str, str]]:
    """Yield the collections and paths by which a read joins, whose index is suggested and not made."""
    for stage in statement.pipeline or () if statement.op == "aggregate" else ():
        if isinstance(stage, LookupStage) and stage.source in world.collections:
            suggested = world.collections[stage.source].suggested
            if any(index.keys[0][0] == stage.foreign for index in suggested):
                yield stage.source, stage.foreign


def _paths_scanned(world: OperationContext, statement: Statement) -> list[str]:
    """Return the paths that a read asks for, where no index begins with one, and none that gives its order holds one."""
    condition, order = _asked(statement)
    collection = world.collections.get(statement.collection)
    indexes = collection.indexes if collection is not None else ()  # an archive is none of the plan's
    is_told = collection.kind not in _OWN_ORDER if collection is not None else bool(statement.must_miss)
    if not condition or not is_told:
        return []
    paths = list(dict.fromkeys(_paths(condition)))
    if any(_is_of_these(index, collection, paths) for index in indexes):
        return []
    in_order = [[path for path, _ in index.keys] for index in indexes if index.keys[0][0] == order]
    many = set(paths) - set(_paths_of_few(condition))
    if _is_found(condition, _starts(world, statement.collection)) or any(
        not many.isdisjoint(held) for held in in_order
    ):
        return []
    return paths


def _paths_of_few(condition: Filter) -> Iterator[str]:
    """Yield the paths that have to equal what the caller gives: few documents do, and to find them in another order is
    to look through all."""
    for each in condition.on_paths:
        if isinstance(each.predicate, Eq) and isinstance(each.predicate.value, Param):
            yield each.path


def _is_of_these(index: PlannedIndex, collection: Collection | None, paths: list[str]) -> bool:
    """Return whether an index holds only documents that pass conditions on some of the paths: it is looked through
    instead of the collection. That they are current versions is true of all that is asked for."""
    options = options_beside_versions(index, collection)
    partial = set(conditions_on(options.get("partialFilterExpression")))
    return bool(partial) and partial <= set(paths)


def _asked(statement: Statement) -> tuple[Filter, str]:
    """Return the condition that a read begins with, and the path that its order begins with."""
    if statement.op in ("find", "findOne", *_OF_MANY):
        return filter_of(statement.filter), next(iter(statement.sort or {}), "")
    stages = list(statement.pipeline or ()) if statement.op == "aggregate" else []
    condition = Filter()
    while stages and isinstance(stages[0], MatchStage):
        condition = condition.also_all(stages.pop(0).condition.conditions)
    order = stages[0].order if stages and isinstance(stages[0], SortStage) else {}
    return condition, next(iter(order), "")


def _is_found(condition: Filter, starts: frozenset[str]) -> bool:
    return any(_finds(each, starts) for each in condition.conditions)


def _finds(condition: Condition, starts: frozenset[str]) -> bool:
    """Return whether an index finds what a condition is true of."""
    if isinstance(condition, Or):
        return all(_is_found(each, starts) for each in condition.filters)
    if not isinstance(condition, At):
        return isinstance(condition, Text) or not list(_paths(Filter((condition,))))
    if isinstance(condition.predicate, Ne | NotIn):
        return False
    if isinstance(condition.predicate, Elem):
        return _is_found(condition.predicate.condition.under(condition.path), starts)
    return condition.path in starts


def _paths(condition: Filter) -> Iterator[str]:
    for each in condition.conditions:
        if isinstance(each, Or):
            for alternative in each.filters:
                yield from _paths(alternative)
        elif isinstance(each, At) and isinstance(each.predicate, Elem):
            yield from _paths(each.predicate.condition.under(each.path))
        elif (
            isinstance(each, At) and not each.path.rpartition(".")[2].isdigit()
        ):  # a place in an array: how full it is
            yield each.path


def _starts(world: OperationContext, collection: str) -> frozenset[str]:
    """Return the paths with which indexes begin that hold every document of a collection."""
    planned = world.collections.get(collection)
    if planned is None:
        found_by = loaded("upkeep.archive_setup.found_by")(world, collection)
        return frozenset({"_id", *(paths[0] for paths in found_by)})
    return frozenset({"_id", *(index.keys[0][0] for index in planned.indexes if holds_all(index, planned))})


def counting_writes(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function whose note says that it is one write only where it is: no more writes, and no read of its
    own before it."""
    if sum(map(_calls, recipe.statements)) < _SEVERAL:
        return recipe
    first, *rest = recipe.statements
    if _ONE.search(first.comment):
        recipe.statements = [replace(first, comment=of_several_writes(first.comment)), *rest]
        recipe.note = of_several_writes(recipe.note)
    return recipe


def telling_null(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function whose note says that null is its answer where it takes any document that matches, and none does:
    of one that the caller names, each function says what is wrong."""
    asked = {each.unless for each in recipe.statements}
    for each in recipe.statements:
        is_answer = each.answers or (each is recipe.statements[-1] and not each.transaction)
        is_told = each.must_match or (each.step and each.step in asked)
        if recipe.purpose in _RETURNING and each.op in _GIVING_BACK and is_answer and not is_told:
            recipe.remark("Returns null if nothing matches.")
    return recipe


def _calls(statement: Statement) -> bool:
    return not statement.unless


def of_several_writes(note: str) -> str:
    """Return a note without the words that its function is one write."""
    return _ONE.sub("", note)


def telling_roots(adding: ScriptFunction, recipe: ScriptFunction) -> None:
    """Say in a note what null makes of a node that a function adds below another. recipe: which gets the statements."""
    for each in adding.statements:
        if isinstance(each.only_with, Param) and each.only_with.path == "_id":
            recipe.remark(f"{each.only_with.name} null makes it a root.")


def told_of(world: OperationContext, before: Iterable[Statement], deleted: str = "it") -> str:
    """Return what a note says of the statements before a delete: which documents go along, which links with what they
    say, and that references go. deleted: what these lead to."""
    writes = [each for each in before if each.writes]
    deletes = [each for each in writes if "elete" in each.op]
    updates = [each for each in writes if each not in deletes]
    places = list(dict.fromkeys(each.collection for each in deletes))
    of_links = [place for place in places if _holds_links(world, place)]
    with_fields = [place for place in of_links if _is_said_of_links(world, place)]
    versions = [place for place in places if world.collections[place].revises is not None]
    children, bare = _without(places, [*of_links, *versions]), _without(of_links, with_fields)
    goes = [f"Its revisions in {listed(versions)} are deleted first."] if versions else []
    goes += [f"Its children in {listed(children)} are deleted first."] if children else []
    goes += [f"Its links in {listed(bare)} are deleted first."] if bare else []
    links = dict.fromkeys(
        [*with_fields, *(path for each in updates for path in _links_taken_out(world, each))]
    )
    if links:
        goes.append(f"Its links in {listed(list(links))} are deleted first, with their fields.")
    others = [each for each in updates if not any(_links_taken_out(world, each))]
    paths = [f"{each.collection}.{path}" for each in others if each.update for path in each.update.paths]
    if others:
        cleared = dict.fromkeys(paths or [each.collection for each in others])
        goes.append(f"Optional references to {deleted} in {listed(list(cleared))} are removed first.")
    return " ".join(goes)


def _without(places: list[str], others: list[str]) -> list[str]:
    return [place for place in places if place not in others]


def _holds_links(world: OperationContext, place: str) -> bool:
    """Whether the documents of a collection are links of a relationship, and nobody's children."""
    collection = world.collections[place]
    decision = world.compilation.composition.decisions.get(collection.relationship or "")
    return collection.entity is None and decision is not None and decision.traits.has_link_documents


def _is_said_of_links(world: OperationContext, place: str) -> bool:
    return any(
        each.field.origin == "link" and each.field.source is not None for each in walk(world.fields(place))
    )


def _links_taken_out(world: OperationContext, statement: Statement) -> Iterator[str]:
    """Yield where a statement takes links out of arrays that have fields of their own."""
    changes: Iterable[DocumentChange] = (
        statement.update.changes if isinstance(statement.update, Update) else ()
    )
    for change in changes:
        path = change.place.path
        inside = world.fields(statement.collection, path) if isinstance(change, Pull | PullAll) else ()
        if any(each.field.origin == "link" and each.field.source is not None for each in walk(inside)):
            yield f"{statement.collection}.{path}"
