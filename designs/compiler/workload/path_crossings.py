"""The relationships that an operation crosses by its paths, without including them.

`student.matriculation_no` of a result needs the reference that a result holds: a filter by it is as much a read of
that relationship as one by `student`. Of a path that is looked for by equality the first step through a reference finds
the children by their parent, as a filter by the reference does; every other step is used in the direction in which the
path goes. The id that a reference holds, fields of a link and copies kept at this end need no step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..model.conceptual import Operation, given
from ..names.path_steps import Route, Step
from ..names.paths import Paths
from ..plan_model.decisions import opposite


class Crossing(NamedTuple):
    """One use of a relationship by a path. forward: from its ``from`` end. keyed: its children are found by their
    parent. target: the entity that it goes on to, "" where the id in the reference is all that is needed."""

    relationship: str
    forward: bool
    keyed: bool
    target: str


def crossings(operation: Operation, paths: Paths) -> tuple[Crossing, ...]:
    """The relationships that an operation's paths cross, in the order of filter, sort and projection, each once."""
    own = {field.name for field in paths.names.entities[operation.entity].own_fields}
    includes = given(operation.includes, [])
    seen: dict[Crossing, None] = {}
    for path, is_equal in _asked(operation):
        head, _, rest = path.partition(".")
        if rest and head not in own:  # most paths name a field, and cross nothing
            route = paths.resolve(operation.entity, path, includes)
            seen |= dict.fromkeys(_crossed(route, operation.entity, is_equal) if route is not None else ())
    return tuple(seen)


def _asked(operation: Operation) -> Iterator[tuple[str, bool]]:
    """Each path that an operation reads, and whether it looks for what equals one value or one of several."""
    yield from ((match.field, match.how in ("eq", "in")) for match in given(operation.filter, []))
    yield from _always(given(operation.always_filter, {}))
    yield from ((order.field, False) for order in given(operation.sort, []))
    yield from ((path, False) for path in given(operation.projection, []))


def _always(conditions: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    for key, said in conditions.items():
        if key in ("$and", "$or", "$nor") and isinstance(said, list):
            for inner in said:
                yield from ((path, is_equal and key == "$and") for path, is_equal in _always(inner))
        elif not key.startswith("$"):
            operators = [each for each in said if each.startswith("$")] if isinstance(said, dict) else []
            yield key, not operators or operators in (["$eq"], ["$in"])


def _crossed(route: Route, entity: str, is_equal: bool) -> Iterator[Crossing]:
    for place, step in enumerate(route.steps):
        link = step.relationship
        if step.kind != "end" or link is None or link.kind == "is-a":
            continue
        behind = route.steps[place + 1 :]
        if not _is_kept(step, behind):
            keyed = is_equal and place == 0 and step.side == "to" and link.to.entity == entity
            yield Crossing(link.name, step.side == "from", keyed, step.target)
        elif place and not _is_of_link(step, behind):
            yield Crossing(link.name, step.side == "from", False, "")


def _is_kept(end: Step, behind: tuple[Step, ...]) -> bool:
    """Whether what a path names behind an end stands on this side of it: an id, a field of the link, a copy."""
    if not behind or behind[0].kind == "id" or _is_of_link(end, behind):
        return True
    link, side = end.relationship, opposite(end.side)
    copied = [copy.field for copy in given(link.copies, []) if copy.of == side] if link is not None else []
    return len(behind) == 1 and behind[0].name in copied


def _is_of_link(end: Step, behind: tuple[Step, ...]) -> bool:
    return bool(behind) and behind[0].kind in ("link", "copy") and behind[0].relationship is end.relationship
