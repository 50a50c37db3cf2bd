"""Deletes of the workload: documents, parts of documents, and elements of arrays."""

from __future__ import annotations

from ...model.conceptual import Operation, given
from ...placement.doc_path import ITEM, DocPath
from ..context import OperationContext, ScriptFunction, loaded
from ..document_places import Address
from ..ir.changes import Inc, Pull, Unset, Update, UpdatePath
from ..ir.conditions import Filter
from ..ir.node import MethodOptions
from ..passes.same_document_results import following
from ..read.conditions import Conditions, Elsewhere
from ..read.element_conditions import Untold
from ..read.lookups import unique_match
from ..results.counting import counting, follow_all
from .array_filters import Meant
from .pipeline_update import Write, without
from .unlink import letting_go, letting_go_of_parts
from .update_operators import first_by, update_by


def delete_of(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The documents, or the elements, of which the filter holds go. Raises Elsewhere."""
    conditions = Conditions(world, operation, spot)
    at = Address(world, operation.entity, spot)
    filter = conditions.filter(recipe)
    if at.is_root or (world.collections[spot.collection].kind == "overflow" and spot.path == ITEM):
        return _delete_documents(world, operation, recipe, filter, conditions)
    op = "updateOne" if unique_match(world, operation, spot) else "updateMany"
    if spot.path not in spot.arrays:
        unset = _unset(world, spot, recipe, filter, conditions, op)
    else:
        unset = _pull(world, spot, recipe, filter, conditions.collation(), op)
    return following(world, letting_go_of_parts(world, unset), staged=False)


def _unset(
    world: OperationContext,
    spot: DocPath,
    recipe: ScriptFunction,
    filter: Filter,
    conditions: Conditions,
    op: str,
) -> ScriptFunction:
    """A part of a document, or of the elements that the filter means, goes; what is around it stays."""
    meant = Meant(world, spot.collection, filter)
    update = update_by(world, [Write(Unset, spot, None)], meant)
    condition = meant.there(filter).of_same_elements(spot.arrays)
    return recipe.add(op, spot.collection, filter=condition, update=update, options=conditions.collation())


def _pull(
    world: OperationContext,
    spot: DocPath,
    recipe: ScriptFunction,
    filter: Filter,
    options: MethodOptions,
    op: str,
) -> ScriptFunction:
    """The elements of which the filter holds go. A $pull asks each element by itself, as if it were a
    document of its own; only the documents around them need $elemMatch. op: of one document or of many."""
    array = spot.arrays[-1]
    own, rest = filter.split(array)
    if filter.mixed(array):
        return _filtered(world, spot, recipe, filter, options, op)
    if not own:
        return recipe
    elements = Meant(world, spot.collection, rest)
    path = elements.path(array, spot.arrays[:-1])
    condition, counts = filter.of_same_elements(spot.arrays), _bucket_counts(world, spot)
    pull = Pull(path, own)
    is_alone = counts and loaded("results.bucket_counts.is_counted_alone")(world, spot, counts)
    if is_alone and own.only is not None and own.value("_id") is not None:
        return recipe.add(
            op, spot.collection, filter=condition, options=options,
            update=Update.of(pull, *(Inc(UpdatePath(count), -1) for count in counts)),
        )  # fmt: skip
    recipe.add(op, spot.collection, filter=condition, update=Update.of(pull), options=options)
    return _recounted(world, recipe, spot, rest)


def _bucket_counts(world: OperationContext, spot: DocPath) -> list[str]:
    """Where a bucket counts the elements of its array, none of any other collection."""
    is_bucket = world.collections[spot.collection].kind == "bucket"
    counts: list[str] = loaded("results.bucket_counts.counts_of")(world, spot) if is_bucket else []
    return counts


def _recounted(
    world: OperationContext, recipe: ScriptFunction, spot: DocPath, filter: Filter
) -> ScriptFunction:
    counts = _bucket_counts(world, spot)
    function: ScriptFunction = recipe
    if counts:
        function = loaded("results.bucket_counts.recounted")(world, recipe, spot, counts, filter)
    return function


def _filtered(
    world: OperationContext,
    spot: DocPath,
    recipe: ScriptFunction,
    filter: Filter,
    options: MethodOptions,
    op: str,
) -> ScriptFunction:
    """The same for elements that are meant for what is around them too, of which no $pull asks."""
    try:
        update = without(world, spot, filter)
    except Untold as missing:
        raise Elsewhere(str(missing)) from None
    recipe.add(
        op, spot.collection, filter=filter.of_same_elements(spot.arrays), update=update, options=options
    )
    return _recounted(world, recipe, spot, filter)


def _delete_documents(
    world: OperationContext,
    operation: Operation,
    recipe: ScriptFunction,
    filter: Filter,
    conditions: Conditions,
) -> ScriptFunction:
    """Documents go; parents that store something about them follow where it is one document."""
    recipe = _gone(world, operation, recipe, filter, conditions)
    alone = not conditions.spot.path  # what is in an overflow is no document that others name
    recipe = letting_go(world, operation.entity, recipe) if alone else recipe
    return following(world, letting_go_of_parts(world, recipe))


def _gone(
    world: OperationContext,
    operation: Operation,
    recipe: ScriptFunction,
    filter: Filter,
    conditions: Conditions,
) -> ScriptFunction:
    links, spot, options = counting(world, operation.entity), conditions.spot, conditions.collation()
    is_returned = given(operation.returns, "nothing") != "nothing"
    if not is_returned and not unique_match(world, operation, spot):
        return recipe.add("deleteMany", spot.collection, filter=filter, options=options)
    first = {**first_by(conditions, recipe), **options} if is_returned else options
    if not links:
        op = "findOneAndDelete" if is_returned else "deleteOne"
        return recipe.add(op, spot.collection, filter=filter, options=first)
    removed = recipe.step("removed")
    recipe.add(
        "findOneAndDelete", spot.collection, filter=filter, options=first, step=removed, ends=True,
        answers=is_returned,
    )  # fmt: skip
    return follow_all(recipe, links, removed, -1)
