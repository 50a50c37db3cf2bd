"""What a new document brings that follows from its own fields and lists: the function that inserts it works that out, so
that no total is what a caller made up, and nothing behind it counts with that (decision record 47)."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ...model.field_types import NUMERIC
from ...plan.optional_results import is_worked_out
from ...plan_model.physical import BuiltValue, Param
from ..context import QUERIES, OperationContext, ScriptFunction, outcome
from ..functions.document_versions import is_alone
from ..functions.links.arriving import inserted_document
from ..ir.changes import Update
from ..ir.node import Document
from ..results.expressions import Result
from ..write.inserts import nothing_yet
from .brought_copies import leave_out, own_results, with_verb, work_out


def working_out_own_results(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which works out the results of a new document by a second write to it, where they follow from
    what the caller gives. What a measurement or a capped collection takes is never changed, and on a standalone server
    other writes count with what it says: there its caller is told what the document needs."""
    if recipe.script != QUERIES or recipe.purpose == "prepare":
        return recipe
    if sum(each.writes for each in recipe.statements) > 1 and is_alone(world):
        return recipe  # what follows is worked out before the change, with what the caller gives
    inserted = [
        (document, each.collection, results)
        for each in recipe.statements
        if _is_plain(world, each.collection) and not (each.each or each.unless)
        and (document := inserted_document(each)) is not None
        and (results := _results(world, recipe, document, each.collection))
    ]  # fmt: skip
    if not inserted:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    for document, collection, results in inserted:
        _begin_at_nothing(world, changed, document, results)
        updated = _updated(recipe, collection)
        own = [each for each in results if each.path not in updated]
        if own:
            work_out(changed, document.name, own)
            changed.remark(f"{with_verb([each.path for each in own])} computed from the document.")
        left = [
            each.path for each in results if not (each.place and _must_be_there(world, collection, each.path))
        ]
        leave_out(changed, document, tuple(left))
    return changed.numbered()


def _is_plain(world: OperationContext, name: str) -> bool:
    """Whether documents of a collection may be changed once they are inserted."""
    collection = world.collections.get(name)
    return collection is not None and collection.kind == "standard"


def _updated(recipe: ScriptFunction, collection: str) -> set[str]:
    """Return what the function works out in documents of a collection already."""
    updates = (each.update for each in recipe.statements if each.collection == collection)
    return {path for update in updates if isinstance(update, Update) for path in update.paths}


def _results(
    world: OperationContext, recipe: ScriptFunction, document: Param, collection: str
) -> list[Result]:
    """Return the results of a new document that its caller would have to bring, none where one of these can't be left out
    at first."""
    if document.path:
        return []
    nothing = nothing_yet(world, collection, document.among)
    brought = [
        field.name for field in world.fields(collection) if field.name in nothing or not is_worked_out(field)
    ]
    results = [
        each
        for each in own_results(world, recipe, collection, brought)
        if each.path not in document.without and _is_around(world, collection, each.place or each.path)
    ]
    late = (each.place or _may_come_later(world, collection, each.path) for each in results)
    return results if all(late) else []


def _must_be_there(world: OperationContext, collection: str, path: str) -> bool:
    """Whether a validator asks for a result: in elements its caller gives it first."""
    field = world.field(collection, path)
    return field is not None and field.required


def _is_around(world: OperationContext, collection: str, path: str) -> bool:
    """Whether each document has what a result stands in: it would be put into an object that the caller leaves out."""
    around = path.rpartition(".")[0]
    return not around or world.always(collection, around)


def _may_come_later(world: OperationContext, collection: str, path: str) -> bool:
    """Whether a document may be inserted without a result, or with 0."""
    field = world.field(collection, path)
    if field is None or not field.required:
        return field is not None
    return not NUMERIC.isdisjoint(field.types) and not (field.minimum or 0) > 0


def _begin_at_nothing(
    world: OperationContext, recipe: ScriptFunction, document: Param, results: list[Result]
) -> None:
    """Insert a document with 0 for each result that its validator asks for."""
    for place, each in enumerate(recipe.statements):
        if inserted_document(each) == document:
            needed = [
                result.path
                for result in results
                if not result.place and world.always(each.collection, result.path)
            ]
            parts = each.documents.parts if isinstance(each.documents, BuiltValue) else (each.documents,)
            if needed:
                zeros = _nested(document.name, needed)
                recipe.statements[place] = replace(each, documents=BuiltValue("document", (*parts, zeros)))


def _nested(given: str, paths: list[str], above: str = "") -> Document:
    """Return 0 for each path, those in an object beside what the caller gives of it otherwise."""
    zeros = Document({path: 0 for path in paths if "." not in path})
    for name in dict.fromkeys(path.partition(".")[0] for path in paths if "." in path):
        inside = f"{above}{name}"
        own = [path.partition(".")[2] for path in paths if path.startswith(f"{name}.")]
        zeros[name] = BuiltValue("document", (outcome(given, inside), _nested(given, own, f"{inside}.")))
    return zeros
