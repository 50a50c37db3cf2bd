"""Operations that ask for what a link collection knows: the link's own fields, who is linked, or what links
copy. Links are found first, then the documents that they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Match, Operation, Relationship, given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.physical import Statement
from ...workload.document_history import holds_versions
from ..context import OperationContext, ScriptFunction, outcome
from ..document_places import Address
from ..functions.split_subtypes import collections_of
from ..ir.conditions import At, Filter, filter_of
from ..ir.expressions import ROOT, FieldPath, first_of
from ..ir.node import SortOrder
from ..ir.predicates import Eq, In
from ..ir.stages import (
    GroupStage,
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    RootStage,
    SortStage,
    Stage,
    UnwindStage,
)  # fmt: skip
from .conditions import Conditions, Elsewhere
from .hops import telling_orders
from .lookups import joins_of, shown_with

Teller = Callable[[OperationContext, Operation, DocPath, ScriptFunction], ScriptFunction]


class Asked(NamedTuple):
    """What an operation asks of the links of one relationship. side: the end of its entity; near, far: where
    link documents hold the id of its entity and that of the other end."""

    relationship: Relationship
    side: str
    near: DocPath
    far: str
    matches: list[Match]

    @property
    def other(self) -> str:
        """The opposite end."""
        return opposite(self.side)

    def is_alone(self, filter: Filter) -> bool:
        """Whether a filter of links finds one for each document at most: the other end is told, and a pair is
        linked once."""
        return isinstance(filter.predicate(self.far), Eq)


def by_links(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction, teller: Teller
) -> ScriptFunction | None:
    """The operation by the links that it asks for; None where it asks for none, or for something that stands
    in yet another collection. told: makes the statements of what the documents themselves are asked."""
    asked = asked_of(world, operation)
    taken = [match for asking in asked for match in asking.matches]
    rest = replace(operation, filter=[match for match in given(operation.filter, []) if match not in taken])
    try:
        if asked and _is_joined(world, rest, spot, asked):
            return _joined(world, rest, spot, asked[0], recipe)
        first = _named(world, operation, spot, asked, recipe)
        return after(first, teller(world, rest, spot, recipe)) if asked else None
    except Elsewhere:
        return None


def asked_of(world: OperationContext, operation: Operation) -> list[Asked]:
    """What the filter of an operation asks of links, by relationship."""
    asked: dict[tuple[str, str], Asked] = {}
    for match in given(operation.filter, []):
        way = way_of(world, operation, match.field)
        link = link_of(world, *way) if way is not None else None
        if way is not None and link is not None:
            asked.setdefault((way[0].name, way[1]), link).matches.append(match)
    return list(asked.values())


def link_of(world: OperationContext, relationship: Relationship, side: str) -> Asked | None:
    """The links of a relationship as one end of it sees them, nothing asked of them yet."""
    near = world.placement.reference(relationship, opposite(side))
    far = world.placement.reference(relationship, side)
    return None if near is None or far is None else Asked(relationship, side, near, far.path, [])


def way_of(world: OperationContext, operation: Operation, path: str) -> tuple[Relationship, str] | None:
    """The relationship, and the end of it, whose link documents hold what a path names."""
    route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
    step = route.steps[0] if route is not None else None
    if route is None or step is None or step.kind != "end" or step.relationship is None:
        return None
    made_by = world.placement.collection_made_by(step.relationship)
    linked = world.placement.traits(step.relationship).has_link_documents
    places = world.placement.of_route(route, operation.entity) if linked else ()
    return (step.relationship, step.side) if any(place.collection == made_by for place in places) else None


def links_asked(world: OperationContext, operation: Operation, asked: Asked) -> Conditions:
    """What the link documents themselves are asked."""
    own = replace(operation, filter=asked.matches, always_filter=UNSET)
    return Conditions(world, own, DocPath(asked.near.collection))


# --- links, then documents ------------------------------------------------------------------------


def _named(
    world: OperationContext, operation: Operation, spot: DocPath, asked: list[Asked], recipe: ScriptFunction
) -> list[Statement]:
    """The reads of the links. What is asked of the documents then is that links name them."""
    id, key = own_id(world, operation, spot, recipe), Address(world, operation.entity, spot).key
    function = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    named = Filter()
    for asking in asked:
        conditions, held, step = (
            links_asked(world, operation, asking),
            asking.near.path,
            _step(recipe, asking),
        )
        filter = filter_of({held: id} if id is not None else {}).merged(conditions.filter(recipe))
        function.add(
            "find", asking.near.collection, filter=filter, projection={"_id": 0, held: 1},
            options=conditions.collation(), step=step,
        )  # fmt: skip
        named = named.also(At(key, In(outcome(step, many=True, each=held))))
    recipe.also = named
    return function.statements


def _step(recipe: ScriptFunction, asked: Asked) -> str:
    return recipe.step(f"{asked.relationship.name} links")


def own_id(world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction) -> Any:
    """The id of the one document that an operation is about, None where it says none."""
    match = next(
        (match for match in given(operation.filter, []) if match.field == "_id" and match.how == "eq"), None
    )
    own = Conditions(world, operation, spot)
    return None if match is None else own.value(recipe, match, match.value, own.place("_id").path)


def after(first: list[Statement], recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the reads of links before its own statements."""
    statements = [*first, *recipe.statements] if recipe.statements else []
    recipe.statements = [
        replace(
            statement,
            transaction=recipe.transaction,
            comment="" if statement.comment == recipe.note else statement.comment,
        )
        for statement in statements
    ]
    return recipe.numbered()


# --- links with their documents, joined by the server -----------------------------------------------


def _is_joined(world: OperationContext, rest: Operation, spot: DocPath, asked: list[Asked]) -> bool:
    """Whether one pipeline reads links and documents: of documents as they are, with a filter that need not
    come first."""
    collection, own = world.collections[spot.collection], Conditions(world, rest, spot)
    plain = not spot.path and collection.kind == "standard" and not holds_versions(collection)
    first = any(match.how in ("text", "near") or match.field == "_id" for match in given(rest.filter, []))
    if rest.kind != "read" or len(asked) > 1 or first or not plain:
        return False
    if collections_of(world.placement, rest.entity):
        return False
    return all(
        way_of(world, rest, sort_key.field) or own.attribute(sort_key.field) is None
        for sort_key in given(rest.sort, [])
    )


def _joined(
    world: OperationContext, rest: Operation, spot: DocPath, asked: Asked, recipe: ScriptFunction
) -> ScriptFunction:
    links, own = links_asked(world, rest, asked), Conditions(world, rest, spot)
    condition = links.filter(recipe)
    alone = asked.is_alone(condition)
    called = world.free(asked.near.collection, world.word(rest.entity))
    within, key = ("", asked.near.path) if alone else ("link.", "_id")
    sort = _order(world, rest, asked, links, own, (within, f"{called}."))
    by_links = sort is not None and any(not path.startswith(f"{called}.") for path in sort)
    stages: list[Stage] = [MatchStage(condition)] if condition else []
    if not alone:
        stages += _one_each(asked, sort if by_links else None)
    stages += [LookupStage(spot.collection, key, "_id", called), UnwindStage(called)]
    stages += [SortStage(sort)] if sort else []
    stages.append(RootStage(FieldPath(called)))
    filter, limit = own.filter(recipe), given(rest.limit, None)
    stages += [MatchStage(filter)] if filter else []
    stages += [LimitStage(limit)] if limit else []
    joins = joins_of(world, rest, spot)
    stages += [stage for join in joins for stage in join.stages]
    telling_orders(recipe, joins)
    fields = shown_with(own, joins)
    if fields:
        stages.append(ProjectStage(fields))
    return recipe.add("aggregate", asked.near.collection, pipeline=stages, options=links.collation())


def _one_each(asked: Asked, sort: SortOrder | None) -> list[Stage]:
    """Each document once, with the link of it that comes first."""
    if sort is None:
        return [GroupStage({"_id": FieldPath(asked.near.path)})]
    order = {path.removeprefix("link."): way for path, way in sort.items() if path.startswith("link.")}
    return [SortStage(order), GroupStage({"_id": FieldPath(asked.near.path), "link": first_of(ROOT)})]


def _order(
    world: OperationContext,
    rest: Operation,
    asked: Asked,
    links: Conditions,
    own: Conditions,
    before: tuple[str, str],
) -> SortOrder | None:
    """The sort, of links and of documents. before: where each stand in what is sorted."""
    order: dict[str, int] = {}
    for each in given(rest.sort, []):
        linked = way_of(world, rest, each.field) == (asked.relationship, asked.side)
        place = (links if linked else own).place(each.field)
        order[before[not linked] + place.path] = given(each.direction, 1)
    return order or None
