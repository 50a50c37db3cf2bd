"""Updates of a parent that is folded into its children: there is no document of it, so what changes is
written in each child, wherever children stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Match, Operation, Relationship, given, stated
from ...placement.doc_path import DocPath
from ...placement.views import folded_at
from ...plan_model.function_names import mention
from ...plan_model.physical import Param, Statement
from ...rules.copies import SETTLED, policy_of
from ..context import OperationContext, RelationshipContext, ScriptFunction, Unsupported, outcome
from ..ir.conditions import filter_of
from ..ir.rendering import markers_of
from ..parameters import one_value, with_parameters
from ..passes.placement_variants import named
from ..read.conditions import Elsewhere
from .update_operators import update_of

_ADDS = frozenset({"increment", "multiply", "push"})  # a second time they change it again


def folded_update(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, *, of: Relationship | None = None
) -> ScriptFunction | None:
    """One updateMany for each place where children stand; None where nothing is folded, where the server
    changes no such field (a time series), or where it asks for what children do not hold. of: the
    children of this relationship only."""
    places = _written_places(world, operation, of)
    if places and of is None:
        where = ", ".join(dict.fromkeys(named(spot) for _, spot in places))
        recipe.remark(f"It has no document of its own. Updates every copy in {where}.")
    if places and given(operation.returns, "nothing") != "nothing":
        recipe.remark("Returns nothing, because many documents change.")
    return written_in_children(world, operation, recipe, of=of)


def written_in_children(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, *, of: Relationship | None = None
) -> ScriptFunction | None:
    """Return the recipe with one updateMany for each place where children stand, None as above."""
    places = _written_places(world, operation, of)
    if not places or any(world.collections[spot.collection].kind == "timeseries" for _, spot in places):
        return None
    shared: dict[str, Param] = {}
    for relationship, spot in places:
        part = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, note=recipe.note)
        part.among = world.among(relationship.to.entity)
        lasting = _without(operation, _kept(world, relationship, of))
        child, every = at_child(world, relationship, spot), everywhere(world, lasting, relationship)
        try:
            update_of(child, every, spot, part)
        except Elsewhere:  # it asks for what no child holds
            return None
        recipe.note, writes = part.note, [one_value(statement, shared) for statement in part.statements]
        part.statements = [replace(write, op="updateMany", comment="") for write in writes]
        part.renamed(recipe)
    return _all_or_nothing(operation, recipe)


def _written_places(
    world: OperationContext, operation: Operation, of: Relationship | None
) -> list[tuple[Relationship, DocPath]]:
    """Return where children hold something that the operation changes."""
    return [
        (relationship, spot)
        for relationship, spot in folds_of(world, operation.entity)
        if (of is None or relationship == of) and _without(operation, _kept(world, relationship, of)).written
    ]


def _kept(world: OperationContext, relationship: Relationship, of: Relationship | None) -> frozenset[str]:
    """Return what an update leaves in children as it was: nothing where they lose their parent."""
    return settled_fields(world, relationship) if of is None else frozenset()


def settled_fields(world: OperationContext, relationship: Relationship) -> frozenset[str]:
    """Return the fields of a folded parent that stay in a child as they were when it came."""
    parent = world.names.entities[relationship.from_.entity]
    fields = {field.name: field for field in parent.own_fields}
    copies = [copy for copy in given(relationship.copies, []) if copy.of == "from"]
    strategy = world.placement.decision(relationship).strategy
    return frozenset(
        copy.field for copy in copies if policy_of(copy, strategy, fields.get(copy.field)) in SETTLED
    )


def _without(operation: Operation, fields: frozenset[str]) -> Operation:
    """Return an update without its changes of these fields."""
    if not fields:
        return operation
    effects = [
        effect for effect in given(operation.effects, []) if effect.field.partition(".")[0] not in fields
    ]
    changes = [path for path in given(operation.changes, []) if path.partition(".")[0] not in fields]
    return replace(operation, effects=effects or UNSET, changes=changes or UNSET)


def with_children(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> ScriptFunction:
    """The update of a parent that has documents of its own, with children that it is folded into as well: the
    designer's own strategies may ask for both. A remark names the function that writes them where this one can't."""
    written = {each for path in operation.written for each in (path, path.partition(".")[0])}
    folds = list(folds_of(world, operation.entity)) if operation.kind == "update" else []
    places = [(fold, spot) for fold, spot in folds if written & set(world.placement.folded(fold))]
    if not places:
        return recipe
    beside = _children_beside(world, operation, recipe)
    if beside is not None:
        recipe.remark(
            f"Also updates its children in {', '.join(dict.fromkeys((named(spot) for _, spot in places)))}."
        )
        statements = [*beside, *recipe.statements]  # what the update of the parent answers is the answer
        recipe.statements = [
            replace(each, comment="" if number else recipe.note) for number, each in enumerate(statements)
        ]
        return recipe.numbered()
    for relationship, spot in places:
        name = mention(f"{relationship.name}.{rename_of(world, relationship)}")
        recipe.remark(f"Doesn't update its children in {named(spot)}: call {name}.")
    return recipe


def _children_beside(
    world: OperationContext, operation: Operation, recipe: ScriptFunction
) -> list[Statement] | None:
    """Return the writes of the children of what an update changes, None where it may change other documents than the
    children's own filter means, or where they change in another way."""
    is_single = given(operation.returns, "nothing") != "nothing" or stated(operation.sort)
    if is_single or any(statement.each or statement.ends for statement in recipe.statements):
        return None
    part = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    writes = written_in_children(world, operation, part)
    if writes is None:
        return None
    values = {
        f"{value.name}.{value.part}": value
        for statement in recipe.statements
        for value in markers_of(statement)
        if isinstance(value, Param)
    }
    together = any(statement.transaction for statement in recipe.statements)
    follow = [
        replace(one_value(each, values), transaction=together, comment="") for each in writes.statements
    ]
    return _by_key(world, operation, recipe, follow)


def _by_key(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, follow: list[Statement]
) -> list[Statement]:
    """Return the writes of the children, which know their parent by another field than its _id: where the update names it
    by that, this field is read first. Raises Unsupported where that field may be absent, or be that of another one too."""
    write = recipe.statements[-1]
    own = filter_of(write.filter).value("_id")
    if not isinstance(own, Param):
        return follow
    fold = next(fold for fold, _ in folds_of(world, operation.entity))
    key = next(iter(world.placement.folded(fold)))
    fields = world.names.entities[operation.entity].own_fields
    if not any(field.name == key and field.unique is True and field.required is True for field in fields):
        raise Unsupported(
            f"{fold.to.entity} repeats fields of its {operation.entity} and names it by {key}, which isn't both "
            "required and unique.",
            f"make {key} required and unique, or choose another strategy for {fold.name}",
        )
    step = recipe.step(world.word(operation.entity))
    read = outcome(step, key)
    first = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    first.add("findOne", write.collection, filter=write.filter, projection={key: 1}, step=step)

    def by_key(param: Param) -> Any:
        return read if param.name == own.name else param

    led = [
        replace(each, filter=with_parameters(each.filter, by_key), options=with_parameters(each.options, by_key), only_with=read)
        for each in follow
    ]  # fmt: skip
    return [replace(first.statements[0], transaction=write.transaction), *led]


def rename_of(world: OperationContext, relationship: Relationship) -> str:
    """Return what the functions are called that change a parent in the children that hold it: the relationship alone
    may be called like these."""
    parent = RelationshipContext(world, relationship).words[0]
    return "rename" if parent.lower() == relationship.name.lower() else f"rename_{parent}"


def folds_of(world: OperationContext, entity: str) -> Iterator[tuple[Relationship, DocPath]]:
    """Where what is known of an entity stands in its children: the relationship, and each place of these."""
    for relationship in world.placement.survey.relationships((entity,)):
        if relationship.from_.entity == entity and world.placement.folded(relationship):
            yield from ((relationship, spot) for spot in world.placement.spots(relationship.to.entity))


def repeated_in_children(world: OperationContext, entity: str) -> dict[str, list[str]]:
    """Return the fields of an entity that its children repeat and follow, each with the places where they stand."""
    places: dict[str, list[str]] = {}
    for relationship, spot in folds_of(world, entity):
        settled = settled_fields(world, relationship)
        for name in world.placement.folded(relationship):
            if name not in settled:
                places.setdefault(name, []).append(named(spot))
    return places


def at_child(world: OperationContext, relationship: Relationship, spot: DocPath) -> OperationContext:
    """The world in which the parent is what stands in one place of its children: their kind tells the documents that
    hold it, its own does not."""
    child = world.placed(folded_at(world.placement, relationship, spot))
    child.results["among", (relationship.from_.entity,)] = world.among(relationship.to.entity)
    return child


def everywhere(world: OperationContext, operation: Operation, relationship: Relationship) -> Operation:
    """The operation without a document to return, and of children that have such a parent only."""
    matches, returns = given(operation.filter, []), "nothing"
    is_limited = any(match.how != "exists" or match.value is not False for match in matches)
    if is_limited or given(operation.always_filter, None) or given(relationship.to.count.min, 0) >= 1:
        return replace(operation, returns=returns)
    folded = list(world.placement.folded(relationship))
    needed = {
        field.name for field in world.names.entities[operation.entity].own_fields if field.required is True
    }
    first = next((name for name in folded if name in needed), folded[0])
    return replace(operation, returns=returns, filter=[*matches, Match(field=first, match="exists")])


def _all_or_nothing(operation: Operation, recipe: ScriptFunction) -> ScriptFunction:
    """Several writes: those that may be repeated are, the others stand in one transaction."""
    if len(recipe.statements) < 2:
        return recipe
    if not any(effect.do in _ADDS for effect in given(operation.effects, [])):
        recipe.remark("Runs several writes. If one fails, call it again.")
        return recipe
    recipe.transaction = True
    recipe.statements = [replace(statement, transaction=True) for statement in recipe.statements]
    return recipe
