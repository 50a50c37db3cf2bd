"""What an operation reads besides its entity: nothing more where it is embedded, the documents
behind references where it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import Match, Operation, given, stated
from ...names.path_steps import Found, Route, Step, include_of, is_mutual, side_of_all
from ...placement.doc_path import DocPath, PlacedCopy
from ...plan_model.decisions import opposite
from ...plan_model.physical import Outcome
from ...workload.document_history import VALID_TO, holds_versions
from ...workload.traffic import included
from ..context import OperationContext, ScriptFunction, Unsupported, loaded, outcome
from ..functions.split_subtypes import ask_all
from ..ir.condition_reading import read_predicate
from ..ir.conditions import Filter
from ..ir.node import SortOrder
from ..ir.predicates import AllOf, Eq, Exists, In, TypeIs
from ..passes.placement_variants import at_each
from .conditions import Conditions, Elsewhere, outermost
from .hops import AS_ADDED, Join, Wanted, Way, called, overflow_of, stored, telling_pages

_FRESH = frozenset({"immutable", "strong", "eventual"})
"""Policies of copies that tell what their source tells: always, or as soon as a stream brings it."""
_PAST = frozenset({"snapshot", "immutable"})
"""Policies of copies that tell what their source told at the time of the link."""


def unique_match(world: OperationContext, operation: Operation, spot: DocPath) -> bool:
    """Whether the filter names one document at most: by its ``_id``, or by every key of a unique index."""
    asked: dict[str, Match] = {}
    within: set[str] = set()
    for match in given(operation.filter, []):
        if match.how != "eq":
            continue
        includes = given(operation.includes, [])
        for place in world.placement.of_path(operation.entity, match.field, includes, compared=True):
            if place.collection == spot.collection:
                asked[place.path] = match
                within |= {place.path} if place.arrays else set()
    return "_id" in asked or any(
        _names_one(index, asked, within) for index in unique_keys(world, spot.collection)
    )


def unique_keys(world: OperationContext, collection: str) -> Iterator[tuple[list[str], Mapping[str, object]]]:
    """The keys of each unique index of a collection, and its filter. Of versions one is current, and every
    statement says that it means that one."""
    collection_plan = world.collections.get(collection)
    for index in collection_plan.indexes if collection_plan is not None else ():
        if index.options.get("unique"):
            versions = collection_plan is not None and holds_versions(collection_plan)
            partial = index.options.get("partialFilterExpression", {})
            keys = [key for key, _ in index.keys if not (versions and key == VALID_TO)]
            yield keys, {path: rule for path, rule in partial.items() if not (versions and path == VALID_TO)}


def _names_one(
    index: tuple[list[str], Mapping[str, object]], asked: dict[str, Match], within: set[str]
) -> bool:
    """Whether a filter by equality meets one entry at most: all keys are asked for, no two of them in
    arrays, whose elements may be different ones, and each of its documents is in the index."""
    keys, partial = index
    if not set(keys) <= set(asked) or (len(keys) > 1 and len(within.intersection(keys)) > 1):
        return False
    return all(_is_met(rule, asked.get(path)) for path, rule in partial.items())


def _is_met(rule: Any, match: Match | None) -> bool:
    """Whether what is asked for by equality is in a partial index: a value that is there, or its constant."""
    if match is None:
        return False
    predicate = read_predicate(rule)
    if isinstance(predicate, Eq):
        return stated(match.value) and bool(match.value == predicate.value)
    parts = predicate.predicates if isinstance(predicate, AllOf) else (predicate,)
    return all(isinstance(part, TypeIs) or part == Exists() for part in parts)


def joins_of(world: OperationContext, operation: Operation, spot: DocPath) -> list[Join]:
    """The hops that the includes need: those whose data is not in the documents already. What stands in
    several places takes one for each."""
    includes = [*given(operation.includes, []), *names_behind(world, operation, spot)]
    routes, _ = world.paths.reach(operation.entity, includes)
    asked = [included(item, world.names)[0] for item in includes]
    joins: dict[Way, list[Join]] = {}
    overflows: list[Join] = []
    for steps in _both_ways(world, routes.values()):
        step = steps[-1]
        if whole := _whole(world, steps, includes, spot, joins):
            joins[_way(steps)] = [whole]
            continue
        leads_on = any(len(other) > len(steps) and other[: len(steps)] == steps for other in routes.values())
        if not leads_on and are_copied(world, operation, spot, steps):
            continue
        hops = asked.count(step.relationship) if _itself(step) else 1
        for behind, places in _starts(world, [*routes.values()], steps, spot, joins):
            overflows += overflow_of(world, step, places[0], behind)
            if _apart(world, step, places[0]) and not are_repeated(world, operation, spot, steps):
                start = spot if behind is None else behind.far.spot
                for join in _hops(world, step, places, hops, behind, start):
                    join.way = _way(steps)
                    if join.through and not leads_on and told_by_links(world, operation, steps):
                        join.end_at_links()
                    joins.setdefault(join.way, []).append(join)
    joined = [*(join for some in joins.values() for join in some), *overflows]
    for join in joined:
        if join.behind is not None:
            join.behind.leads_on = True
        if not is_on_the_way(world, operation, join):
            join.take_order()
    return called(world, joined, spot.collection)


def _whole(
    world: OperationContext,
    steps: Found,
    includes: Sequence[str],
    spot: DocPath,
    joins: dict[Way, list[Join]],
) -> Join | None:
    """Return the hop to all nodes above or below, where an include names a tree alone of which these are read; None where it
    means something else, or no join leads to them."""
    link, before = steps[-1].relationship, joins.get(_way(steps[:-1]), [])
    if link is None or side_of_all(link) != steps[-1].side or link.name not in includes or len(before) > 1:
        return None
    if len(steps) > 1 and not before:
        return None
    hop: Join | None = loaded("functions.trees.reads.all_nodes")(world, steps[-1], spot, *before)
    if hop is not None:
        hop.way = _way(steps)
    return hop


def _both_ways(world: OperationContext, routes: Iterable[Found]) -> Iterator[Found]:
    """Yield the ways, and the way back along each relationship of an entity with itself whose ends are called alike: such
    a pair holds both ways, whichever of the two it was written at."""
    for steps in routes:
        yield steps
        step, link = steps[-1], steps[-1].relationship
        if link is None or len(steps) > 1 or not is_mutual(link):
            continue
        traits = world.placement.traits(link)
        if not traits.holds_values and not traits.lists_both_ends:  # then each lists the other
            yield (replace(step, side=opposite(step.side)),)


def named_behind(
    world: OperationContext, operation: Operation, paths: Iterable[str]
) -> Iterator[tuple[str, Found, Found]]:
    """Yield those of an operation's paths that lead to fields of other entities: the path, its ends, and the rest."""
    for path in dict.fromkeys(paths):
        route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
        steps = route.steps if route is not None else ()
        ends = tuple(takewhile(lambda step: step.kind == "end", steps))
        if ends and len(ends) < len(steps):
            yield path, ends, steps[len(ends) :]


def names_behind(world: OperationContext, operation: Operation, spot: DocPath) -> list[str]:
    """Return the relationships by whose references a projection shows what stands in other documents: these are read
    along, included or not."""
    conditions, names = Conditions(world, operation, spot), dict[str, None]()
    shown = given(operation.projection, []) if operation.kind == "read" else []
    for path, ends, _ in named_behind(world, operation, shown):
        if any(step.array or step.relationship is None for step in ends):
            continue
        try:
            conditions.place(path)
        except Elsewhere:
            if len(ends) > 1:
                loaded("notes.out_of_reach.refuse_beyond")(operation, path, ends)
                if any(map(_itself, ends)):
                    continue
            names |= {include_of(step): None for step in ends if step.relationship is not None}
    asked = [included(item, world.names)[0] for item in given(operation.includes, [])]
    return [name for name in names if included(name, world.names)[0] not in asked]


def are_copied(world: OperationContext, operation: Operation, spot: DocPath, way: Found) -> bool:
    """Whether all that a read shows, asks or sorts by of what a way leads to stands in its own documents too, as copies
    that are as fresh as the design wants them: they are read instead."""
    shown, asked = given(operation.projection, []), given(operation.filter, [])
    others = [*(match.field for match in asked), *(key.field for key in given(operation.sort, []))]
    through = [path for path, ends, _ in named_behind(world, operation, [*shown, *others]) if ends == way]
    if len(way) > 1 or not set(through) & set(shown) or any(ends_in(world, operation, shown, way)):
        return False
    copies = (copy_at(world, operation, spot, path, way[0]) for path in through)
    return all(copy is not None and copy.policy in _FRESH for copy in copies)


def are_repeated(world: OperationContext, operation: Operation, spot: DocPath, way: Found) -> bool:
    """Whether links say themselves all that a read shows of who is linked: the fields that its projection names of that one
    are copied there; or it names none, and the links say what was when they were made, whatever has become of it."""
    link, step = way[-1].relationship, way[-1]
    if link is None or world.placement.decision(link).side != step.side:
        return False
    copies = world.placement.copies(link, step.side)
    if not world.placement.traits(link).embeds_links or not copies:
        return False
    shown = given(operation.projection, [])
    through = [path for path, ends, _ in named_behind(world, operation, shown) if ends == way]
    if not through and not any(ends_in(world, operation, shown, way)):
        return all(copy.policy in _PAST for copy in copies)
    return all(copy_at(world, operation, spot, path, step) is not None for path in through)


def told_by_links(world: OperationContext, operation: Operation, way: Found) -> list[PlacedCopy]:
    """Return the copies by which the documents of links, which are read on the way, say all that a read shows of who is
    linked; none where they do not, or it asks or sorts by what stands behind."""
    link, step, shown = way[-1].relationship, way[-1], given(operation.projection, [])
    if link is None or len(way) > 1 or not world.placement.traits(link).has_link_documents:
        return []
    others = [*(match.field for match in given(operation.filter, []))]
    others += [key.field for key in given(operation.sort, [])]
    is_asked = any(ends[:1] == way for _, ends, _ in named_behind(world, operation, others))
    if is_asked or any(ends_in(world, operation, shown, way)):
        return []
    kept = world.placement.copies(link, step.side)
    copies = {each.copy.field: each for each in kept if each.policy in _FRESH}
    behind = [rest for _, ends, rest in named_behind(world, operation, shown) if ends == way]
    fields = [
        rest[0].copy.field if rest[0].copy is not None else ".".join(each.name for each in rest)
        for rest in behind
        if rest[0].kind != "link"
    ]
    return [copies[field] for field in fields] if copies.keys() >= set(fields) else []


def ends_in(world: OperationContext, operation: Operation, paths: Iterable[str], way: Found) -> Iterator[str]:
    """Yield the paths that go on behind a way, to yet another entity."""
    for path, ends, _ in named_behind(world, operation, paths):
        if len(ends) > len(way) and ends[: len(way)] == way:
            yield path


def copy_at(
    world: OperationContext, operation: Operation, spot: DocPath, path: str, step: Step
) -> PlacedCopy | None:
    """Return the copy that a path behind one end leads to in the documents at a spot; None where none stands there."""
    try:
        place = Conditions(world, operation, spot).place(path)
    except Elsewhere:
        return None
    copies = world.placement.copies(step.relationship, step.side) if step.relationship is not None else ()
    return next((copy for copy in copies if any(each.holds(place) for each in copy.spots)), None)


def joined_fields(world: OperationContext, operation: Operation, joins: Iterable[Join]) -> dict[str, int]:
    """Return the projection of what is joined: of documents whose fields the operation names those and the ``_id``, of
    others all, but those that are read on the way alone."""
    fields: dict[str, int] = {}
    for join in joins:
        if is_on_the_way(world, operation, join):
            continue
        places = shown_there(world, operation, join)
        names = [f"{join.name}.{path}" for path in ("_id", *places)] if places else [join.name]
        fields |= dict.fromkeys([*([join.links] if join.links else []), *names], 1)
    return fields


def is_on_the_way(world: OperationContext, operation: Operation, join: Join) -> bool:
    """Whether a hop is made only for what lies behind it: the operation names no field there, and does not include it."""
    asked = [included(item, world.names)[0] for item in given(operation.includes, [])]
    paths = given(operation.projection, [])
    names = any(_way(ends) == join.way for _, ends, _ in named_behind(world, operation, paths))
    return not names and all(each is None or each.name != join.way[-1][0] for each in asked)


def shown_with(conditions: Conditions, joins: Sequence[Join]) -> dict[str, int] | None:
    """Return the projection of what is read with what is joined to it, the ids alone of documents that hold nothing of what
    it names; None where whole documents are read."""
    own, world, operation = conditions.projection(), conditions.world, conditions.operation
    if not own and not any(shown_there(world, operation, join) for join in joins):
        if conditions.spot.path or not given(operation.projection, []):
            return own
        own = {"_id": 1}
    return (own or {}) | joined_fields(world, operation, joins)


def shown_there(world: OperationContext, operation: Operation, join: Join) -> list[str]:
    """Return where the documents that a hop leads to hold what the projection shows of them; none where it shows all."""
    shown, places = given(operation.projection, []), list[str]()
    if join.hops > 1 or join.kinds or join.ends_at_links:
        return []
    collection = join.source if join.is_overflow else join.far.collection
    for _, ends, rest in named_behind(world, operation, shown):
        if _way(ends) == join.way:
            path = ".".join(step.name for step in rest)
            there = world.placement.of_path(join.far.entity, path, within=True)
            own = [place.path for place in there if place.collection == collection]
            if not own:
                return []
            places.append(own[0])
    return [path for path in dict.fromkeys(places) if not any(path.startswith(f"{each}.") for each in places)]


def _way(steps: Sequence[Step]) -> Way:
    return tuple((step.relationship.name if step.relationship else "", step.side) for step in steps)


def _starts(
    world: OperationContext, routes: list[Found], steps: Found, spot: DocPath, joins: dict[Way, list[Join]]
) -> Iterator[tuple[Join | None, list[DocPath]]]:
    """From where the last step goes on: the hop whose documents hold what it starts from, None for those
    that are read, and the places of that in them."""
    for count in range(len(steps) - 1, 0, -1):
        behind = [join for join in joins.get(_way(steps[:count]), []) if join.hops == 1]
        if behind:
            near = (join for join in behind if _all_here(world, steps[count:-1], join.far.spot))
            yield from ((join, _reached(world, steps[count:-1], join.far.spot)) for join in near)
            return
    before, last = steps[:-1], steps[-1]
    others = [route for route in routes if before and route != before and route[-1].target == last.entity]
    ways = [start for start in (before, *others) if _all_here(world, start, spot)]
    places = [place for way in ways for place in _reached(world, way, spot)]
    if before in ways:
        yield None, places or [spot]


def _all_here(world: OperationContext, way: Found, spot: DocPath) -> bool:
    return all(_here(world, step, spot) for step in way)


def _reached(world: OperationContext, way: Found, spot: DocPath) -> list[DocPath]:
    """Where in the documents at a spot stands what a way leads to."""
    if not way:
        return [spot]
    if all(step.side == "from" for step in way):
        places = world.placement.of_route(Route(way), start=spot)
    else:
        places = world.placement.spots(way[-1].target)
    return [place for place in places if place.collection == spot.collection] or [spot]


def _hops(
    world: OperationContext, step: Step, places: list[DocPath], hops: int, behind: Join | None, start: DocPath
) -> Iterator[Join]:
    """A hop from each of the places, to each place of what is wanted. start: what is read one by one."""
    collection, relationship = places[0].collection, step.relationship
    for choice, far in [((), world)] if _itself(step) else at_each(world, step.target):
        places_stored = stored(far, relationship, step.side, collection) if relationship is not None else []
        near = [stop for stop in places_stored if any(place.holds(stop) for place in places)]
        wanted: list[DocPath | None] = [*near] or [*places_stored[:1]] or [None]
        for at in wanted:
            try:
                name = " ".join(place.name for place in choice)
                deeper = at is not None and len(at.arrays) > len(start.arrays)
                yield Join(far, step, collection, hops, behind, at, name, many=deeper)
            except LookupError:
                continue


def _here(world: OperationContext, step: Step, spot: DocPath) -> bool:
    """Whether what a step leads to is in the documents that are read."""
    return not _itself(step) and any(
        place.collection == spot.collection for place in world.placement.spots(step.target)
    )


def _itself(step: Step) -> bool:
    """Whether a step leads from an entity to others of its kind."""
    relationship = step.relationship
    return relationship is not None and relationship.from_.entity == relationship.to.entity


def _apart(world: OperationContext, step: Step, spot: DocPath) -> bool:
    """Whether what a step leads to stands in another document, and is not repeated here."""
    relationship = step.relationship
    if relationship is None:
        return False
    traits = world.placement.traits(relationship)
    if traits.is_slice and step.side == "from":
        return False
    if traits.replaces_documents:
        return False
    if _itself(step):
        return traits.leads_to_documents
    return bool(world.placement.spots(step.target)) and not _here(world, step, spot)


def reads_of_one(
    recipe: ScriptFunction, spot: DocPath, filter: Filter, conditions: Conditions, joins: list[Join]
) -> ScriptFunction:
    """One document, then what its includes refer to: a read by ids or by the reference each."""
    document = recipe.step("found") if joins else ""
    shown = conditions.projection() or ({"_id": 1} if shown_with(conditions, joins) else None)
    if shown is not None:
        shown = outermost(
            [*shown, *(path for join in joins for path in join.needs)]
        )  # with the references that lead on
    recipe.add(
        "findOne", spot.collection, filter=filter, projection=shown, options=conditions.collation(),
        step=document, ends=bool(joins),
    )  # fmt: skip
    for join in joins:
        join.order = dict(_order_behind(conditions, join) or join.order)
    telling_pages(recipe, joins)
    _ask_for_element(conditions, spot, joins)
    wishes = Counter(join.wish for join in joins)
    for join in joins:
        is_there = conditions.world.always(spot.collection, join.local)
        called = join.wish if wishes[join.wish] == 1 else join.name
        wanted = Wanted(
            join.order or None,
            dict.fromkeys(shown_there(conditions.world, conditions.operation, join), 1) or join.shown,
        )
        _read_behind(recipe, join, document, called, wanted, is_there=is_there)
        ask_all(conditions.world, recipe, join.kinds)
    return recipe


def _ask_for_element(conditions: Conditions, spot: DocPath, joins: list[Join]) -> None:
    """Raise Unsupported where an include begins at an element, and the id that leads on is that of the document around:
    of a node inside a tree, the root's."""
    kinds, entity = conditions.world.placement.kinds, conditions.operation.entity
    for join in joins:
        is_own = join.behind is None and kinds.base(join.step.entity) == kinds.base(entity)
        if is_own and spot.arrays and not join.local.startswith(f"{spot.arrays[-1]}."):
            raise Unsupported(
                (
                    f"Documents that an embedded {entity} references by {join.step.name} would be returned "
                    "for the outermost one."
                ),
                f"read it in a separate operation that doesn't include {join.step.name}",
            )


def _order_behind(conditions: Conditions, join: Join) -> SortOrder | None:
    """How the operation sorts what a join leads to, by the paths there; None where it does not."""
    world, operation, order = conditions.world, conditions.operation, dict[str, int]()
    if join.is_overflow:
        return AS_ADDED
    alone = join.behind is None and join.hops == 1 and not join.kinds
    for sort_key in given(operation.sort, []) if alone else ():
        route = world.paths.resolve(operation.entity, sort_key.field, conditions.includes)
        first, *rest = route.steps if route is not None else (join.step,)
        here = (first.relationship, first.side) == (join.step.relationship, join.step.side)
        if here and rest and all(step.kind != "end" for step in rest):
            places = world.placement.of_path(join.far.entity, ".".join(step.name for step in rest))
            there = [place.path for place in places if place.collection == join.far.collection]
            order |= dict.fromkeys(there[:1], given(sort_key.direction, 1))
    return order or None


def _read_behind(
    recipe: ScriptFunction,
    join: Join,
    document: str,
    called: str,
    wanted: Wanted,
    *,
    is_there: bool,
) -> None:
    """The documents behind one include, by the ids that the first document holds or is held by.
    called: what they are called. is_there: whether it always holds one. A comparison with nothing would find what has nothing."""
    if join.read_by(recipe, document, called, wanted):
        return
    inner = next((array for array in reversed(join.local_arrays) if array != join.local), "")
    value: Any = outcome(document, join.local)
    if join.local in join.local_arrays:
        value = In(outcome(document, join.local, many=True))
    elif inner:
        value = In(outcome(document, inner, many=True, each=join.local[len(inner) + 1 :]))
    elif not is_there and join.foreign != "_id":
        value = In(outcome(document, join.local, listed=True))
    step = recipe.step(join.links or (f"{called} links" if join.through else called))
    part, most = join.part or (None, None)
    order = part if join.through else wanted.order or part
    fields = None if join.through else wanted.fields
    asked = {join.foreign: value}
    if isinstance(value, Outcome) and not (join.many or join.through or join.kinds or join.leads_on or order):
        recipe.add("findOne", join.source, filter=asked, step=step, projection=fields)
        return
    recipe.add("find", join.source, filter=asked, sort=order, limit=most, step=step, projection=fields)
    if join.through:
        ids, last = In(outcome(step, many=True, each=join.through)), recipe.step(called)
        recipe.add(
            "find",
            join.far.collection,
            filter={join.far.key: ids},
            sort=wanted.order,
            step=last,
            projection=wanted.fields,
        )
