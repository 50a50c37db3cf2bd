"""What a new document brings that follows from its own fields and lists: a transaction that inserts it works that out, so
that no total is what a caller made up, and nothing behind it counts with that (decision record 47)."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ...model.field_types import NUMERIC
from ...plan.optional_results import is_worked_out
from ...plan_model.physical import BuiltValue, Param
from ..context import QUERIES, OperationContext, ScriptFunction
from ..functions.links.arriving import inserted_document
from ..ir.changes import Update
from ..results.computed import Result
from .brought_copies import leave_out, listed, own_results, work_out


def working_out_own_results(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose transaction works out the results of a new document by a second write to it, where they
    follow from what the caller gives. A plain insert stays one write: its caller is told what the document needs."""
    if recipe.script != QUERIES or recipe.purpose == "prepare":
        return recipe
    inserted = [
        (document, results)
        for each in recipe.statements
        if each.transaction and not (each.each or each.unless)
        and (document := inserted_document(each)) is not None
        and (results := _results(world, recipe, document, each.collection))
    ]  # fmt: skip
    if not inserted:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    for document, results in inserted:
        _begin_at_nothing(world, changed, document, results)
        work_out(changed, document.name, results)
        leave_out(changed, document, tuple(each.path for each in results))
        changed.remark(f"{listed([each.path for each in results])} worked out from what the document brings.")
    return changed.numbered()


def _results(
    world: OperationContext, recipe: ScriptFunction, document: Param, collection: str
) -> list[Result]:
    """Return the results of a new document that its caller would have to bring, none where one of these can't be left out
    at first, or its earlier versions are kept."""
    if document.path or any(
        each.revises == world.collections[collection].entity for each in world.collections.values()
    ):
        return []
    updated = {
        path for each in recipe.statements if isinstance(each.update, Update) for path in each.update.paths
    }
    brought = [field.name for field in world.fields(collection) if not is_worked_out(field)]
    results = [
        each
        for each in own_results(world, recipe, collection, brought)
        if each.path not in updated and each.path not in document.without
    ]
    return results if all(_may_come_later(world, collection, each.path) for each in results) else []


def _may_come_later(world: OperationContext, collection: str, path: str) -> bool:
    """Whether a document may be inserted without a result, or with 0."""
    field = world.field(collection, path)
    if field is None or not field.required:
        return field is not None
    return "." not in path and not NUMERIC.isdisjoint(field.types) and not (field.minimum or 0) > 0


def _begin_at_nothing(
    world: OperationContext, recipe: ScriptFunction, document: Param, results: list[Result]
) -> None:
    """Insert a document with 0 for each result that its validator asks for."""
    for place, each in enumerate(recipe.statements):
        if inserted_document(each) == document:
            needed = [
                path for path in (result.path for result in results) if world.always(each.collection, path)
            ]
            parts = each.documents.parts if isinstance(each.documents, BuiltValue) else (each.documents,)
            if needed:
                built = BuiltValue("document", (*parts, dict.fromkeys(needed, 0)))
                recipe.statements[place] = replace(each, documents=built)
