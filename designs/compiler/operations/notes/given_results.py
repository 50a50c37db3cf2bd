"""What a new document brings with it that is worked out of its own fields: whoever calls works it out, and is told."""

from __future__ import annotations

from ...model.field_walk import computed_fields
from ...plan_model.physical import BuiltValue, Param, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, loaded, remembered
from ..ir.changes import Update
from ..ir.rendering import markers_of


def telling_given_results(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Say in a function's note which results the document that it inserts must have already."""
    if recipe.script != QUERIES or recipe.purpose == "prepare":
        return recipe
    for statement in recipe.statements:
        whole = _brings_document(statement)
        formulas = _own_results(world).get(statement.collection, {}) if whole else {}
        filled = {path for each in markers_of(statement) if isinstance(each, Param) for path in each.without}
        formulas = {
            path: formula
            for path, formula in formulas.items()
            if path not in filled and not _is_worked_out(world, recipe, statement.collection, path)
        }
        if formulas:
            listed = ", ".join(f"{path} = {formula}" for path, formula in formulas.items())
            recipe.remark(f"Include these values, computed from the document's own fields: {listed}.")
    return recipe


def _is_worked_out(world: OperationContext, recipe: ScriptFunction, collection: str, path: str) -> bool:
    """Whether another statement works a result out, and the document may come without."""
    field = world.field(collection, path)
    return (field is None or not field.required) and any(
        each.collection == collection and isinstance(each.update, Update) and path in each.update.paths
        for each in recipe.statements
    )


def _brings_document(statement: Statement) -> bool:
    """Whether a statement inserts a document that the caller gives, whatever the function puts into it."""
    documents = statement.documents if statement.op == "insertOne" else None
    if isinstance(documents, BuiltValue) and documents.kind == "document":
        documents = documents.parts[0]
    return isinstance(documents, Param)


@remembered
def _own_results(world: OperationContext) -> dict[str, dict[str, str]]:
    """By collection the formulas that every write keeps and that read the document alone, where it holds one kind of
    thing."""
    by_collection: dict[str, dict[str, str]] = {}
    for collection in world.compilation.plan.collections:
        entity = world.names.entities.get(collection.entity or "")
        if entity is None or collection.kind == "bucket" or world.placement.kinds.is_special(entity.name):
            continue
        for path, _, computed in computed_fields(entity.own_fields):
            is_kept = world.placement.upkeep.refresh(entity.name, computed) == "on-write"
            expression = (
                loaded("results.computed.translated")(world, entity.name, path, computed) if is_kept else None
            )
            if expression is not None:
                by_collection.setdefault(collection.name, {})[path] = computed.formula
    return by_collection
