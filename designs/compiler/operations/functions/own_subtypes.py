"""References of what has a collection for each of its kinds to its own: both ends are in all of these
collections, so what can ask all of them does; what needs the kind of a document is a function of each, and of
each pair where it needs the kinds of two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..ir.conditions import filter_of
from ..ir.rendering import markers_of
from ..ir.stages import MatchStage
from .split_subtypes import (
    BY_ITSELF,
    apart,
    collections_of,
    everywhere,
    for_all,
    in_collection,
    kind_word,
    needs_one,
)

Role = tuple[str, str]


def spread(link: RelationshipContext, recipe: ScriptFunction) -> Iterator[ScriptFunction]:
    """The recipe for all collections of both ends; itself where each has one. A kind comes before its general,
    which is in more. The nodes of a tree are to be in one: no stage walks through several."""
    tell_nodes(link, recipe)
    tell_outermost(link, recipe)
    functions, ends = [recipe], dict.fromkeys((link.parent, link.child))
    collections = [collections_of(link.placement, entity) for entity in ends]
    places = {
        frozenset(names): names for names in collections
    }  # of a general that is all of another: the same
    for names in sorted(places.values(), key=len) if link.relationship.kind not in ("is-a", "tree") else ():
        spread_one = for_all if len(places) > 1 else _spread_own
        if names:
            functions = [each for function in functions for each in spread_one(link.world, function, names)]
    yield from functions


def tell_nodes(link: RelationshipContext, recipe: ScriptFunction) -> None:
    """Say which nodes of a tree a function knows, where they are in several collections."""
    names = collections_of(link.placement, link.child) if link.relationship.kind == "tree" else ()
    if len(names) > 1:
        others = listed(names[1:])
        recipe.remark(f"Covers only nodes in {names[0]}, not those in {others}.")


def tell_outermost(link: RelationshipContext, recipe: ScriptFunction) -> None:
    """Say which nodes a function knows, where others stand inside of them in the same document; the functions of their
    tree know each level."""
    filters = [filter_of(statement.filter) for statement in recipe.statements if statement.filter is not None]
    first_stages = (stage for statement in recipe.statements for stage in (statement.pipeline or ())[:1])
    filters += [stage.condition for stage in first_stages if isinstance(stage, MatchStage)]
    asked = [path for filter in filters for path in filter.paths]
    for entity in dict.fromkeys((link.parent, link.child)):
        trees = link.placement.locations.design.trees
        tree = trees.get(entity, trees.get(link.placement.kinds.base(entity)))
        if tree is None or tree is link.relationship or link.relationship.kind == "is-a" or not asked:
            continue
        spots = link.placement.spots(tree.to.entity)
        inner = [spot for spot in spots if any(outer != spot and outer.holds(spot) for outer in spots)]
        if not any(path.startswith(f"{spot.path}.") for spot in inner for path in asked):
            words = link.names.words(entity)
            recipe.remark(f"Covers only top-level {words}: embedded ones don't change.")


def _spread_own(
    world: OperationContext, recipe: ScriptFunction, names: tuple[str, ...]
) -> Iterator[ScriptFunction]:
    """The recipe for all collections of an entity whose documents refer to one another."""
    needed = (
        _role(statement) for statement in recipe.statements if _needs_one(world, recipe, statement, names[0])
    )
    roles = list(dict.fromkeys(needed))
    for kinds in product(names, repeat=len(roles)):
        yield _of_kinds(world, recipe, names, dict(zip(roles, kinds, strict=True)))


def _role(statement: Statement) -> Role:
    """What tells a document of a recipe from its others: the parameter that is it or its id, or where an
    earlier statement found its id. A document that is given and its own id are one."""
    sought = statement.documents if statement.op == "insertOne" else filter_of(statement.filter).value("_id")
    if isinstance(sought, Outcome):
        return sought.step, "" if sought.path == "_id" else sought.path
    return (sought.name if isinstance(sought, Param) else "", "")


def _needs_one(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, collection: str
) -> bool:
    """Whether a statement is about one document whose kind the caller must know."""
    used = bool(statement.unless) or _is_used(recipe, statement)
    return not _is_found_last(recipe, statement) and needs_one(world, recipe, statement, collection, used)


def _is_found_last(recipe: ScriptFunction, statement: Statement) -> bool:
    """Whether a statement reads what refers to a document, or what one refers to, for the caller alone."""
    by_reference = statement.op == "findOne" and not isinstance(
        filter_of(statement.filter).value("_id"), Param
    )
    return (
        by_reference
        and not recipe.transaction
        and not statement.must_match
        and not _is_used(recipe, statement)
    )


def _is_used(recipe: ScriptFunction, statement: Statement) -> bool:
    """Whether a later statement uses what this one answers, or waits for it to find nothing."""
    params = (marker for each in recipe.statements for marker in markers_of(each))
    used = {each.step for each in params if isinstance(each, Outcome)}
    return bool(statement.step) and statement.step in used | {each.unless for each in recipe.statements}


def _of_kinds(
    world: OperationContext, recipe: ScriptFunction, names: tuple[str, ...], kinds: dict[Role, str]
) -> ScriptFunction:
    first = next(iter(kinds.values()), names[0])

    def renamed_param(param: Param) -> Param:
        collection = kinds.get((param.name, ""), first)
        if (param.name, "") in kinds and param.path:  # the sample's id is one of this kind
            return replace(param, collection=collection, path="_id")
        return replace(param, collection=collection) if param.collection == names[0] else param

    def placed(_: Statement, statement: Statement) -> list[Statement]:
        return _placed(world, recipe, statement, names, kinds)

    words = [kind_word(world, name) for name in kinds.values()]
    return apart(recipe, words, _remark(names, kinds), renamed_param, placed)


def _remark(names: tuple[str, ...], kinds: dict[Role, str]) -> str:
    if not kinds:
        return f"Queries every subtype's collection: {', '.join(names)}."
    some = listed(
        f"{name} ({path or document})" if document else name for (document, path), name in kinds.items()
    )
    return f"For {some} only: each other subtype has its own function."


def _placed(
    world: OperationContext,
    recipe: ScriptFunction,
    statement: Statement,
    names: tuple[str, ...],
    kinds: dict[Role, str],
) -> list[Statement]:
    """A statement where its document is, or wherever it may be."""
    chosen = (
        kinds.get(_role(statement))
        if statement.collection == names[0] and statement.op != "aggregate"
        else None
    )
    if chosen is not None:
        return [in_collection(world, statement, chosen)]
    if statement.collection == names[0] and _is_found_last(recipe, statement):
        statement = replace(statement, op="find", limit=1)
    if statement.op in BY_ITSELF and recipe.transaction and statement.collection == names[0]:
        return [replace(statement, collection=next(iter(kinds.values())))]
    return _one_must_match(recipe, everywhere(world, statement, names))


def _one_must_match(recipe: ScriptFunction, some: list[Statement]) -> list[Statement]:
    """The same write to several collections: it is enough where one of them has the document."""
    *others, last = some
    if not others or not last.must_match:
        return some
    steps = [recipe.step(f"{last.step} in {other.collection}") for other in others]
    before = [replace(other, step=step, must_match="") for other, step in zip(others, steps, strict=True)]
    return [*before, replace(last, beside=tuple(steps))]
