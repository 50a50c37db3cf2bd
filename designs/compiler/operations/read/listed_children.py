"""Reads by a parent that lists its children: its list first, then the documents that it names."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...model.conceptual import Field, Operation, given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ..context import OperationContext, ScriptFunction, outcome
from ..document_places import Address
from ..functions.links.listing import is_in_nodes
from ..functions.split_subtypes import collections_of
from ..identifiers import id_name
from ..ir.conditions import At
from ..ir.predicates import In
from .conditions import Conditions, Elsewhere


def by_list(
    world: OperationContext, operation: Operation, spot: DocPath, path: str, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The documents of one holder of an id array, by the other conditions of the operation too; None
    for any other question. path: what the documents that are read do not store."""
    matches = given(operation.filter, [])
    match = next((match for match in matches if match.field == path and match.how == "eq"), None)
    plain = operation.kind == "read" and not given(operation.includes, []) and not spot.path
    path_read = _list(world, operation.entity, path) if plain and match is not None else None
    if path_read is None:
        return None
    key = _named_by(world, Address(world, operation.entity, spot), *path_read)
    if not key:
        return None
    ids = _ids(world, *path_read, path, recipe)
    conditions = Conditions(world, replace(operation, filter=[m for m in matches if m is not match]), spot)
    try:
        rest = conditions.filter(recipe)
        return recipe.add(
            "find", spot.collection, filter=rest.also_all([At(key, In(ids))]),
            projection=conditions.projection(), sort=conditions.sort(), limit=given(operation.limit, None),
            options=conditions.collation(),
        )  # fmt: skip
    except Elsewhere:
        return None


def _list(world: OperationContext, entity: str, path: str) -> tuple[Address, DocPath] | None:
    """The documents that a path leads to, and the array in which they list those that are read."""
    step = world.paths.step(entity, path)
    if step is None or step.kind != "end" or step.relationship is None:
        return None
    held = world.placement.reference(step.relationship, opposite(step.side))
    at = Address(world, step.target)
    if held is None or not held.arrays or held.collection != at.collection or not at.is_root:
        return None
    if is_in_nodes(world.placement, step.relationship, opposite(step.side)) or collections_of(
        world.placement, step.target
    ):
        return None
    return at, held


def _named_by(world: OperationContext, child: Address, at: Address, held: DocPath) -> str:
    """Return the path by whose values a list names documents: their ids, but in a list of values; "" where these are of no
    field."""
    array = world.field(at.collection, held.path)
    relationship = world.names.relationships.get(str(array.relationship)) if array is not None else None
    if array is None or relationship is None or not world.placement.traits(relationship).holds_values:
        return child.key
    source = array.items.source if array.items is not None else None
    return child.path(source.name) if isinstance(source, Field) else ""


def _ids(world: OperationContext, at: Address, held: DocPath, path: str, recipe: ScriptFunction) -> Any:
    """The ids that one document lists, of an earlier step; none where there is no such document."""
    document, array = recipe.step(world.names.word(at.entity)), held.arrays[-1]
    which = recipe.param(id_name(path), at.collection, at.key)
    recipe.add("findOne", at.collection, filter=at.match(which), projection={array: 1}, step=document)
    return outcome(document, array, many=True, each=held.path[len(array) + 1 :])
