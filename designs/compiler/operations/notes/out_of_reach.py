"""What keeps an operation from being one statement: the paths that stand in other collections than its entity."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Operation, given
from ..context import OperationContext, Unsupported
from ..functions.links.listing import listing_in_nodes
from ..read.conditions import Conditions, Elsewhere


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
    stored = " and ".join(f"{path} is stored in {_stored(world, operation, path)}" for path in away)
    home, last = spots[0].collection, away[0].rpartition(".")[2]
    reason = f"{stored}, and {operation.entity} in {home}: one {operation.kind} cannot reach both."
    if operation.kind == "read" and away[0].count(".") > 1:
        first = away[0].partition(".")[0]
        remedy = (
            f"read in two steps: first the ids of what {away[0].partition('.')[2]} names, then by {first}"
        )
    elif operation.kind == "read" and "." in away[0]:
        remedy = f"declare a copy of {last} in {operation.entity}, and look for that; or read in two steps"
    else:
        remedy = (
            "use the functions of that relationship, or declare the operation on the entity that holds it"
        )
    return Unsupported(reason, remedy)


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
    return " and ".join(dict.fromkeys(spot.collection for spot in spots)) or "no collection"
