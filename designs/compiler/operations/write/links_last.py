"""A delete that finds its documents by their links, where no transaction holds both: the links go last, all at once, so
that a second call still finds by them what is to go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Statement
from ..context import OperationContext, ScriptFunction, outcome
from ..ir.conditions import At, Filter, any_of, filter_of
from ..ir.predicates import AllOf, In, NotIn
from ..notes.read_by_index import told_of
from ..pending_changes import nodes
from .unlink import DELETES


def links_last(
    world: OperationContext, recipe: ScriptFunction, statements: list[Statement]
) -> list[Statement]:
    """Return statements that end with a delete, with the deletes of the links that it finds its documents by behind it:
    of links to documents that are no more, whichever call has deleted these."""
    *before, own = statements
    finds = {each.step: each for each in statements if each.op == "find" and each.step}
    ids = next(_ids(own.filter), None)
    read = finds.get(ids.step) if ids is not None else None
    if own.op not in DELETES or ids is None or read is None:
        return statements
    by_documents = read.collection == own.collection
    behind: list[Statement] = []
    for named in _ids(read.filter) if by_documents else (ids,):
        links = _deletes_of(before, finds.get(named.step))
        if not links:
            continue
        gone: Any = In(named)
        if by_documents:
            kept = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
            step = recipe.step("kept")
            kept.add("find", own.collection, filter={"_id": gone}, projection={"_id": 1}, step=step)
            behind += kept.statements
            gone = AllOf((gone, NotIn(outcome(step, many=True, each="_id"))))
        filters = [_instead(each.filter, In(ids), gone) for each in links]
        behind.append(replace(links[0], filter=any_of(filters), comment=""))
        before = [each for each in before if each not in links]
    if not behind:
        return statements
    _tell(world, recipe, statements, before, behind)
    return [*before, replace(own, step=own.step or recipe.step("removed"), answers=True), *behind]


def _ids(filter: Any) -> Iterator[Outcome]:
    """Yield the results of reads whose ids a filter asks the documents for."""
    for node in nodes((filter_of(filter),)):
        ids = node.predicate.values if isinstance(node, At) and isinstance(node.predicate, In) else None
        if isinstance(ids, Outcome) and node.path == "_id":
            yield ids


def _deletes_of(statements: list[Statement], finder: Statement | None) -> list[Statement]:
    collection = finder.collection if finder is not None else ""
    return [each for each in statements if each.op == "deleteMany" and each.collection == collection]


def _instead(filter: Any, old: In, new: Any) -> Filter:
    return filter_of(filter).moved(lambda at: At(at.path, new if at.predicate == old else at.predicate))


def _tell(
    world: OperationContext,
    recipe: ScriptFunction,
    statements: list[Statement],
    before: list[Statement],
    behind: list[Statement],
) -> None:
    """Say in the note which links go last, no longer that they go first."""
    places = [each.collection for each in behind if each.writes]
    recipe.note = recipe.note.replace(
        told_of(world, statements[:-1]), told_of(world, before) or "Its links are deleted too."
    )
    recipe.remark(f"Links in {listed(places)} are deleted last, because the documents are found by them.")
