"""Operations whose filter finds what stands behind a reference first, by an index there, and then the documents that
refer to it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ....model.conceptual import Operation, given
from ....model.constants import PAGE
from ....names.path_steps import include_of
from ....placement.doc_path import DocPath
from ....placement.found_ahead import AskedBehind, asked_behind
from ....workload.document_history import holds_versions
from ...context import OperationContext, ScriptFunction, outcome
from ...ir.conditions import At, Filter
from ...ir.expressions import FieldPath
from ...ir.predicates import Eq, In
from ...ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    RootStage,
    SortStage,
    Stage,
    UnwindStage,
)  # fmt: skip
from ..conditions import Conditions, Elsewhere, of_kind
from ..hops import telling_orders
from ..link_collections import after
from ..lookups import joins_of, named_behind, names_behind, shown_with

Teller = Callable[[OperationContext, Operation, DocPath, ScriptFunction], ScriptFunction | None]


def by_those_behind(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction, teller: Teller
) -> ScriptFunction | None:
    """The operation by what is found first behind its references; None where nothing is. teller: makes the statements of
    what is asked besides."""
    whole, plain = world.whole, [name for name in world.collections if _is_plain(world, name)]
    asked = [each for each in asked_behind(whole.placement, operation, plain) if each.first]
    if not asked or spot.path:
        return None
    taken = [match for each in asked for match in each.matches]
    rest = replace(operation, filter=[match for match in given(operation.filter, []) if match not in taken])
    try:
        if asked[0].first == "pipeline":
            return _led(world, operation, rest, spot, recipe, asked[0])
        first = _listed(world, operation, recipe, asked)
        function = teller(world, rest, spot, recipe)
        return None if function is None else after(first.statements, function)
    except Elsewhere:
        return None


def _is_plain(world: OperationContext, name: str) -> bool:
    collection = world.collections[name]
    return collection.kind == "standard" and not holds_versions(collection)


def _there(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, behind: AskedBehind
) -> Filter:
    """What the documents behind an end are asked."""
    condition = Filter()
    for match in behind.matches:
        place = behind.places[match.field]
        predicate = Conditions(world, operation, place).holds(recipe, match, place)
        condition = condition.also(At(place.path, predicate))
    return condition.filled(of_kind(world, behind.target, behind.far))


def _listed(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, asked: list[AskedBehind]
) -> ScriptFunction:
    """The reads of what stands behind. What is asked of the documents then is that they refer to it."""
    function = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    named = Filter()
    recipe.remark(_in_words(world, operation, asked))
    for behind in asked:
        far = world.names.word(behind.target) if behind.single else world.names.words(behind.target)
        step, options = (
            recipe.step(far, f"{far} found"),
            Conditions(world, operation, DocPath(behind.far)).there(behind.target, behind.matches),
        )
        condition = _there(world, operation, recipe, behind)
        if behind.single:
            function.add(
                "findOne", behind.far, filter=condition, projection={"_id": 1}, options=options, step=step,
                ends=True, ends_empty=True,
            )  # fmt: skip
            named = named.merged({behind.near: Eq(outcome(step, behind.key))})
            continue
        shown = {"_id": 1} if behind.key == "_id" else {"_id": 0, behind.key: 1}
        function.add("find", behind.far, filter=condition, projection=shown, options=options, step=step)
        named = named.merged({behind.near: In(outcome(step, many=True, each=behind.key))})
    recipe.also = named
    return function


def _in_words(world: OperationContext, operation: Operation, asked: list[AskedBehind]) -> str:
    """In words what is found first, and what then."""
    names = [
        world.names.word(each.target) if each.single else world.names.words(each.target) for each in asked
    ]
    is_one, refers = len(asked) == 1 and asked[0].single, all(each.key == "_id" for each in asked)
    there = f"Finds the {' and the '.join(names)} first"
    then = f"that reference {'it' if is_one else 'them'}" if refers else "that they reference"
    return f"{there}, then the {world.names.words(operation.entity)} {then}."


def _led(
    world: OperationContext, operation: Operation, rest: Operation, spot: DocPath, recipe: ScriptFunction, behind: AskedBehind,
) -> ScriptFunction:  # fmt: skip
    """One pipeline from what stands behind, in its order, to the documents that refer to it."""
    own = Conditions(world, replace(rest, sort=[]), spot)
    condition = _there(world, operation, recipe, behind)
    sort = {
        place.path: given(key.direction, 1)
        for key in given(operation.sort, [])
        if (place := behind.place(world.placement, operation, key.field)) is not None
    }
    recipe.remark(_in_words(world, operation, [behind]))
    called = world.free(behind.far, world.names.words(rest.entity))
    wanted, joins = own.filter(recipe), joins_of(world, rest, spot)
    telling_orders(recipe, joins)
    fields = shown_with(own, joins)
    last: list[Stage] = [ProjectStage(fields)] if fields else []
    inner: list[Stage] = [MatchStage(wanted)] if wanted else []
    inner += [] if joins else last
    stages: list[Stage] = [MatchStage(condition)]
    stages += [SortStage(sort)] if sort else []
    stages += [
        LookupStage(spot.collection, behind.key, behind.near, called, tuple(inner)),
        UnwindStage(called), RootStage(FieldPath(called)), LimitStage(given(rest.limit, None) or recipe.limit(PAGE)),
    ]  # fmt: skip
    if joins:
        stages += [*(stage for join in joins for stage in join.stages), *last]
    return recipe.add("aggregate", behind.far, pipeline=stages, options=own.collation())


def names_shown(world: OperationContext, operation: Operation, spot: DocPath, path: str) -> list[str]:
    """Return where the document that a filter's path leads to holds what the projection shows of it, its id first; none
    where the projection shows nothing of it, or shows more of others."""
    route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
    step = route.steps[0] if route is not None and route.steps else None
    home = world.spot(step.target) if step is not None and step.kind == "end" else None
    if step is None or home is None or names_behind(world, operation, spot) != [include_of(step)]:
        return []
    places = dict.fromkeys(["_id"])
    for _, ends, rest in named_behind(world, operation, given(operation.projection, [])):
        name = ".".join(each.name for each in rest)
        there = world.placement.of_path(step.target, name, within=True) if ends == (step,) else []
        places |= {place.path: None for place in there[:1] if place.collection == home.collection}
    return list(places)
