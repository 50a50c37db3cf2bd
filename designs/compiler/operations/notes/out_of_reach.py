"""What keeps an operation from being one statement: the paths that stand in other collections than its entity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...model.conceptual import Operation, Relationship, given, stated
from ...names.path_steps import Found, Step
from ...placement.path_locator import Placement
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ..context import OperationContext, Unsupported
from ..functions.links.listing import listing_in_nodes
from ..read.conditions import Conditions, Elsewhere

_FIRST = "look up the _ids in a separate read first, then {} by _id"
_CONTAINED = "declare the operation on the entity that contains it"


def refusal(world: OperationContext, operation: Operation) -> Unsupported | None:
    """Return why an operation is not written, naming each path that it cannot reach and where that is stored; None
    where every path is in reach, and of what lies in a tree, of which there is more to say."""
    if world.paths.tree_steps(operation) or listing_in_nodes(world.placement, operation.entity):
        return None
    spots = world.placement.spots(operation.entity)
    conditions = Conditions(world, operation, spots[0]) if spots else None
    away = [] if conditions is None else [path for path in _paths(operation) if _is_away(conditions, path)]
    if not away:
        return None
    last = away[0].rpartition(".")[2]
    reason = _reason(world, operation, away, spots[0].collection)
    if (link := swappable(world.placement, operation)) is not None:
        holder, other = link.from_.entity, link.to.entity
        gain = f"references its {other}" if holder != other else f"stores its own {away[0]}"
        remedy = f'swap from and to of "{link.name}", so that each {holder} {gain}'
    elif operation.kind == "read" and away[0].count(".") > 1:
        first = away[0].partition(".")[0]
        remedy = (
            f"read in two steps: first the IDs that {away[0].partition('.')[2]} references, then by {first}"
        )
    elif operation.kind == "read" and "." in away[0]:
        remedy = f"copy {last} to {operation.entity} and filter by the copy, or read in two steps"
    elif way := _by_reference(world, operation, away):
        remedy = way
    elif operation.kind == "read":
        remedy = (
            f"read in two steps, or store a field such as a state in {operation.entity}, set by the "
            "operations that link"
        )
    elif held := _held_here(conditions, operation, away):
        parents = listed(f"the {_parent(world, operation, name)} by {path}" for name, path in held)
        remedy = (
            f"look up {parents} first, then filter by "
            f"{listed(dict.fromkeys((name for name, _ in held)))} itself, which is its _id"
        )
    else:
        is_asked = {match.field for match in given(operation.filter, [])}.issuperset(away)
        remedy = _FIRST.format(operation.kind) if is_asked else _CONTAINED
    return Unsupported(reason, remedy)


def _reason(world: OperationContext, operation: Operation, away: list[str], home: str) -> str:
    """Return what keeps an operation from being one statement, in words."""
    word, kind = world.word(operation.entity), operation.kind
    there = {path: _stored(world, operation, path) for path in away}
    if home in there.values():
        paths = [path for path, place in there.items() if place == home]
        be = "is" if len(paths) == 1 else "are"
        return f"{listed(paths)} {be} stored in another {word}: one {kind} can't reach both."
    by_place: dict[str, list[str]] = {}
    for path, place in there.items():
        if not any(path.startswith(f"{other}.") and there[other] == place for other in there):
            by_place.setdefault(place, []).append(path)
    stored = listed(
        f"{listed(paths)} {'is' if len(paths) == 1 else 'are'} stored in {place}"
        for place, paths in by_place.items()
    )
    return f"{stored}, but {operation.entity} is in {home}: one {kind} can't reach both."


def refuse_beyond(operation: Operation, path: str, ends: Found) -> None:
    """Raise Unsupported where a projection goes on from another document to one of the same entity, which nothing reads,
    or comes back, along a relationship of one with one, to where it set out."""
    for there, back in pairwise(ends):
        if there.relationship is back.relationship and there.side != back.side:
            way = f"{there.name}.{back.name}"
            raise Unsupported(
                f"It returns {path}, but {way} leads back to the same {there.entity}.",
                f"return {path.replace(f'{way}.', '', 1)} instead",
            )
    included = {item.partition(".")[0] for item in given(operation.includes, [])}
    links = (step.relationship for step in ends)
    behind = [link.name for link in links if link is not None and link.from_.entity == link.to.entity]
    if behind and not included.issuperset(behind):
        raise Unsupported(
            f"It returns {path}, which is two references away, through {behind[0]}, which isn't included.",
            f"read {path} in a separate operation, or include {behind[0]}",
        )


def _held_here(conditions: Conditions | None, operation: Operation, away: list[str]) -> list[tuple[str, str]]:
    """Return the references, each with what is asked of the document behind it, where the entity itself holds them and
    nothing but filters goes further; none otherwise."""
    asked = {match.field for match in given(operation.filter, [])} - {*operation.written}
    held = [tuple(path.split(".", 1)) for path in away if "." in path and path in asked]
    if conditions is None or len(held) < len(away):
        return []
    return (
        [] if any(_is_away(conditions, name) for name, _ in held) else [(name, path) for name, path in held]
    )


def _by_reference(world: OperationContext, operation: Operation, away: list[str]) -> str:
    """Return how what is asked for is found by the reference that the other end of one relationship stores; "" where
    something else is out of reach, or an operation writes the links."""
    route = world.paths.resolve(operation.entity, away[0], given(operation.includes, []))
    step = route.steps[0] if route is not None and len(route.steps) == 1 else None
    matches = [each for each in given(operation.filter, []) if each.how == "eq"]
    asked = {each.field for each in matches if not stated(each.value) or each.value is not None} - {
        *operation.written
    }
    if step is None or step.kind != "end" or step.relationship is None or away[1:] or away[0] not in asked:
        return ""
    link, side = step.relationship, opposite(step.side)
    is_of_one = side in world.placement.traits(link).ids_at and link.kind in ("one-to-many", "one-to-one")
    spots = world.placement.references(link, side)
    if not is_of_one or side != "to" or not spots:
        return ""
    return (
        f"look up the {world.word(link.end(side).entity)} first: its {spots[0].path} is the _id to "
        f"{operation.kind} by"
    )


def _parent(world: OperationContext, operation: Operation, name: str) -> str:
    route = world.paths.resolve(operation.entity, name, given(operation.includes, []))
    return world.word(route.target) if route is not None and route.steps else name


def swappable(placement: Placement, operation: Operation) -> Relationship | None:
    """Return the one-to-one relationship whose reference stands at the other end than an operation needs it, if it may
    stand at either and nothing but that keeps the operation from being written; None where no swap helps, or another
    operation needs it where it stands."""
    includes, links = given(operation.includes, []), dict[str, Relationship]()
    home = {spot.collection for spot in placement.spots(operation.entity)}
    for path in _paths(operation):
        places = {spot.collection for spot in placement.of_path(operation.entity, path, includes)}
        route = placement.paths.resolve(operation.entity, path, includes)
        steps = route.steps if route is not None else ()
        if not home.isdisjoint(places) and not _leads_to_its_own(steps):
            continue
        link = steps[0].relationship if len(steps) == 1 and steps[0].kind == "end" else None
        if link is None or not _stands_at_other_end(placement, operation.entity, link):
            return None
        if _is_needed_there(placement, link):
            return None
        links[link.name] = link
    return next(iter(links.values())) if len(links) == 1 else None


def _leads_to_its_own(steps: Sequence[Step]) -> bool:
    """Whether a path leads to another document of the same entity, which stores the reference."""
    link = steps[0].relationship if len(steps) == 1 and steps[0].kind == "end" else None
    return link is not None and link.from_.entity == link.to.entity and steps[0].side == "from"


def _stands_at_other_end(placement: Placement, entity: str, link: Relationship) -> bool:
    """Whether the child of a one-to-one relationship stores the reference, and either end might."""
    may_be_alone = all(given(end.count.min, 0) < 1 for end in (link.from_, link.to))
    needs_this_side = (link.exclusive_owner, link.navigation, link.independent_access)
    return (
        link.kind == "one-to-one"
        and link.from_.entity == entity
        and placement.traits(link).ids_at == ("to",)
        and may_be_alone
        and given(link.link_owner, "from") == "from"
        and not any(stated(each) for each in needs_this_side)
        and all(copy.of == "to" for copy in given(link.copies, []))
    )


def _is_needed_there(placement: Placement, link: Relationship) -> bool:
    """Whether an operation at the ``to`` end of a relationship looks for its reference, shows or writes it."""
    for operation in placement.survey.model.workload:
        for path in _paths(operation) if operation.entity == link.to.entity else ():
            route = placement.paths.resolve(operation.entity, path, given(operation.includes, []))
            steps = route.steps if route is not None else ()
            if (
                len(steps) == 1
                and steps[0].relationship is link
                and (steps[0].kind, steps[0].side) == ("end", "to")
            ):
                return True
    return False


def _paths(operation: Operation) -> Iterator[str]:
    """Yield what an operation looks for, orders by, shows and writes, each once."""
    asked = [match.field for match in given(operation.filter, [])]
    ordered = [key.field for key in given(operation.sort, [])]
    yield from dict.fromkeys((*asked, *ordered, *given(operation.projection, []), *operation.written))


def _is_away(conditions: Conditions, path: str) -> bool:
    try:
        conditions.place(path)
    except Elsewhere:
        return True
    return False


def _stored(world: OperationContext, operation: Operation, path: str) -> str:
    """Return the collections in which a path is stored, in words."""
    spots = world.placement.of_path(operation.entity, path, given(operation.includes, []))
    return listed(dict.fromkeys(spot.collection for spot in spots)) or "no collection"
