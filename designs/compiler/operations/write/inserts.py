"""Inserts of the workload: a document, or an element where the entity lives inside another."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ...model.conceptual import Operation, given
from ...placement.doc_path import DocPath
from ...plan_model.physical import BuiltValue, Param, Statement
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, Unsupported
from ..document_places import Address
from ..functions.by_strategy import functions_of
from ..functions.links.arriving import inserted_document
from ..functions.links.listing import is_in_nodes
from ..functions.links.whole_lists import listed_back
from ..passes.same_document_results import following
from ..results.counting import counting, follow_all


def insert_of(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The same statements as the relationship that holds the entity adds with, else insertOne. spot:
    of several kinds with a collection each, which."""
    kinds = world.placement.kinds
    home = world.placement.homes(kinds.base(operation.entity))[0]
    owner = home.relationship or _sliced(world, operation.entity)
    if kinds.is_special(operation.entity) and len(kinds.values(operation.entity)) != 1:
        recipe.remark(f"The document says its kind in {kinds.field(operation.entity)}.")
    link = RelationshipContext(world, world.names.relationships[owner]) if owner is not None else None
    adds = (
        [function for function in functions_of(link) if function.purpose == "add"] if link is not None else []
    )
    is_unlisted = (
        link is not None and not home.relationship and is_in_nodes(world.placement, link.relationship, "from")
    )
    is_free = (
        link is not None and not link.traits.refers_to_parent and given(link.relationship.to.count.min, 0) < 1
    )
    if is_unlisted and is_free and link is not None:
        recipe.remark(f"No {link.words[0]} lists it yet: that is written with the {link.words[0]}.")
        link = None
    if link is None:
        at = Address(world, operation.entity, spot)
        if not at.is_root:
            recipe.unsupported = _without_holder(world, operation, spot)
            return recipe
        document = at.whole(recipe)
        recipe.add("insertOne", at.collection, documents=document)
        follow_all(recipe, counting(world, operation.entity), document.name, 1)
        return following(world, listed_back(world, operation.entity, recipe))
    if not adds:
        return recipe
    own = (
        function
        for function in adds
        if any(each.op == "insertOne" and each.collection == spot.collection for each in function.statements)
    )
    return next(own, adds[0]).renamed(recipe)


def _without_holder(world: OperationContext, operation: Operation, spot: DocPath) -> Unsupported:
    """Return why nothing is inserted where a general stands as a kind of it, inside of what another relationship
    chooses: nothing says into which document it goes."""
    kinds = [place.special for place in world.choice if place.special]
    return Unsupported(
        f"What stands in {spot.collection}.{spot.path} is part of a document, and this insert names none.",
        f"declare an insert of {kinds[0]}"
        if kinds
        else f"store {operation.entity} in a collection of its own",
    )


def _sliced(world: OperationContext, entity: str) -> str | None:
    """The relationship whose other documents must be written with each new one."""
    survey = world.placement.survey
    wider = (entity, *survey.families.above(entity))
    for relationship in survey.relationships(wider):
        if relationship.to.entity in wider and world.placement.traits(relationship).lists_children:
            return relationship.name
    return None


def saying_the_kind(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which puts into each new document of one kind what tells that from the others of its
    collection: a caller who forgets it would store a document that no query of the kind finds."""
    inserts = [place for place, each in enumerate(recipe.statements) if each.op == "insertOne"]
    kinds = {
        place: kind for place in inserts if (kind := _one_kind(world, recipe.statements[place])) is not None
    }
    if recipe.script != QUERIES or not kinds:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    for place, (path, value) in kinds.items():
        statement = recipe.statements[place]
        documents = statement.documents
        parts = documents.parts if isinstance(documents, BuiltValue) else (documents,)
        stored = BuiltValue("document", (*parts, {path: value}))
        changed.statements[place] = replace(statement, documents=stored)
        changed.remark(f"{path} is set to {value}.")
    return changed


def _one_kind(world: OperationContext, insert: Statement) -> tuple[str, str] | None:
    """Return what tells the new document's kind, by its path, where its own collection has such a field, and the document
    can be of one kind only."""
    document: Param | None = inserted_document(insert)
    if document is None or document.path or document.among is None:
        return None
    path, values = document.among
    telling = {field.name for field in world.fields(insert.collection, "") if field.tells_kinds}
    return (path, values[0]) if len(values) == 1 and path in telling else None
