"""Reads of a parent that is folded into its children: there is no document of it, so those are grouped that
say the same of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Operation, Relationship, given
from ...placement.doc_path import DocPath
from ...workload.traffic import included
from ..context import OperationContext, ScriptFunction
from ..identifiers import identifier
from ..ir.expressions import FieldPath
from ..ir.stages import (
    GroupStage,
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    ReplaceStage,
    SortStage,
    Stage,
    UnionStage,
)  # fmt: skip
from ..parameters import one_value
from ..passes.placement_variants import named
from ..write.folded_updates import at_child, everywhere, folds_of
from .array_reads import elements
from .conditions import Conditions, Elsewhere
from .hops import part_of


def folded_read(
    world: OperationContext, operation: Operation, recipe: ScriptFunction
) -> ScriptFunction | None:
    """One pipeline over all places where children stand; None where nothing is folded, or where it asks for
    what children do not hold."""
    places = list(folds_of(world, operation.entity))
    if not places:
        return None
    try:
        stages = _distinct(world, operation, places, recipe)
        stages += [*_part(world, operation), *_children(world, operation)]
        options = Conditions(at_child(world, *places[0]), operation, places[0][1]).collation()
    except Elsewhere:
        return None
    where = ", ".join(named(spot) for _, spot in places)
    recipe.remark(f"It has no document of its own: returns each distinct value in {where}.")
    recipe.add("aggregate", places[0][1].collection, pipeline=stages, options=options)
    recipe.statements = [one_value(statement, {}) for statement in recipe.statements]
    return recipe


def _distinct(
    world: OperationContext,
    operation: Operation,
    places: list[tuple[Relationship, DocPath]],
    recipe: ScriptFunction,
) -> list[Stage]:
    """The stages that give each parent once, by the names of its own fields. Raises Elsewhere."""
    first, *others = [list(_children_in_place(world, operation, *place, recipe)) for place in places]
    pairs = zip(places[1:], others, strict=True)
    unions = [UnionStage(spot.collection, tuple(stages)) for (_, spot), stages in pairs]
    once = [GroupStage({"_id": FieldPath("_id")})] if unions else []
    return [*first, *unions, *once, ReplaceStage(FieldPath("_id"))]


def _children_in_place(
    world: OperationContext,
    operation: Operation,
    relationship: Relationship,
    spot: DocPath,
    recipe: ScriptFunction,
) -> Iterator[Stage]:
    """What the children in one place tell of their parents."""
    child_world, asked = at_child(world, relationship, spot), everywhere(world, operation, relationship)
    if any(match.how in ("text", "near") for match in given(operation.filter, [])):
        raise Elsewhere(operation.entity)  # the server asks these of the first collection only
    part = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    part.among = world.among(relationship.to.entity)
    read = elements(
        child_world, spot, Conditions(child_world, asked, spot).filter(part), whole=False, apart=True
    )
    yield from [MatchStage(read.filter)] if read.filter else []
    yield from read.stages
    if _is_of_one(world, operation):
        yield LimitStage(1)
    fields = world.placement.folded(relationship)
    if any("." in name or name.startswith("$") for name in fields):
        raise Elsewhere(operation.entity)  # no expression names such a field
    yield GroupStage({"_id": {name: FieldPath(spot.down(held).path) for name, held in fields.items()}})


def _is_of_one(world: OperationContext, operation: Operation) -> bool:
    """Whether one child tells all that is asked for: it is of one parent, by what no two have."""
    fields = world.names.entities[operation.entity].own_fields
    unique = {field.name for field in fields if field.unique is True}
    by_equality = {match.field for match in given(operation.filter, []) if match.how == "eq"}
    return bool(unique) and bool(by_equality & {"_id", *unique})


def _part(world: OperationContext, operation: Operation) -> Iterator[Stage]:
    """The order, the number and the fields of those that are given. Raises Elsewhere."""
    sort = {
        _own(world, operation, sort_key.field): given(sort_key.direction, 1)
        for sort_key in given(operation.sort, [])
    }
    yield from [SortStage(sort)] if sort else []
    limit, shown = given(operation.limit, None), given(operation.projection, [])
    yield from [LimitStage(limit)] if limit else []
    if shown and not given(operation.includes, []):
        yield ProjectStage({_own(world, operation, path): 1 for path in shown})


def _own(world: OperationContext, operation: Operation, path: str) -> str:
    """A path among what is given of a parent, that which stands for its id included. Raises Elsewhere."""
    relationship, _ = next(folds_of(world, operation.entity))
    fields = world.placement.folded(relationship)
    if path == "_id":
        return next(iter(fields))
    if path.partition(".")[0] not in fields:
        raise Elsewhere(path)
    return path


def _children(world: OperationContext, operation: Operation) -> Iterator[Stage]:
    """The children that are read with each. Raises Elsewhere where anything else is, too."""
    places = list(folds_of(world, operation.entity))
    taken = set(world.placement.folded(places[0][0]))
    for item in given(operation.includes, []):
        relationship = included(item, world.names)[0]
        spots = [spot for fold, spot in places if fold == relationship]
        if relationship is None or len(spots) != 1 or spots[0].path:
            raise Elsewhere(item)
        ((key, held), *_) = world.placement.folded(relationship).items()
        name = identifier(world.names.words(relationship.to.entity), "joined")
        called = f"{name}_found" if name in taken else name
        part = part_of(world, relationship)
        stages = None if part is None else (SortStage(part[0]), LimitStage(part[1]))
        yield LookupStage(spots[0].collection, key, held, called, stages, stages_last=True)
