"""What stands behind the links that the filter of an operation asks for."""

from __future__ import annotations

from collections.abc import Iterator

from designs.compiler.model.conceptual import Match, Operation, given
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world import Link, Thing
from tests.oracle.arithmetic import value_at
from tests.oracle.operations import reached
from tests.oracle.scenario import Stage


def asked_behind(stage: Stage, operation: Operation, focus: Thing) -> Iterator[Thing | Link]:
    """Yield the things behind a link that a filter asks for, by a value or by their id: the first that the focus has. Before
    the id of one of the focus's own kind the link, as another one may lead back."""
    for match in given(operation.filter, []):
        route = stage.before.paths.resolve(operation.entity, match.field)
        if links := _links(stage, operation, match, focus):
            link, end = links[0]
            is_by_id = route is not None and len(route.steps) > 1
            yield from (link, end) if is_by_id and end.entity == focus.entity else (end,)
        elif route is not None and route.steps and route.steps[-1].kind == "field":
            owners = reached(stage.before, focus, match.field)
            values = ((owner, value_at(stage.before.values[owner], path)) for owner, path in owners)
            owner = next((owner for owner, value in values if value is not None), focus)
            yield from [owner] if isinstance(owner, Thing) and owner is not focus else []


def ends_alike(stage: Stage, operation: Operation, focus: Thing) -> list[Thing]:
    """Return the thing whose id a filter asks for, where this is of the same hierarchy as what is found: the function may
    read it too, and takes its id; and what is found, in the filter's order, where that asks for its id as well."""
    named = [one for one in given(operation.filter, []) if one.how == "eq"]
    by_match = {
        one.field: [focus] if one.field == "_id" else _ends(stage, operation, one, focus) for one in named
    }
    ends = [field for field, things in by_match.items() if field != "_id" and things][:1]
    alike = [field for field in ends if stage.are_of_one_hierarchy(by_match[field][0].entity, focus.entity)]
    return [by_match[field][0] for field in by_match if field in alike or (alike and field == "_id")]


def _ends(stage: Stage, operation: Operation, match: Match, focus: Thing) -> list[Thing]:
    """Return what the focus is linked to where a filter asks for the id of such a thing."""
    return [end for _, end in _links(stage, operation, match, focus)]


def _links(stage: Stage, operation: Operation, match: Match, focus: Thing) -> list[tuple[Link, Thing]]:
    """Return the links by which the focus has what a filter asks for by its id, each with that."""
    route = stage.before.paths.resolve(operation.entity, match.field)
    steps = [each.kind for each in route.steps] if route is not None else []
    step = route.steps[0] if route is not None and steps in (["end"], ["end", "id"]) else None
    if step is None or step.relationship is None:
        return []
    if steps[1:] and step.relationship.from_.entity != step.relationship.to.entity:
        return []  # the id is of another kind of thing than all else that the function is given
    if stage.strategy(step.relationship) == "FOLD_ONE" and step.side == "to":
        return []  # what is folded in has no id
    links = stage.before.links(step.relationship.name, step.side, focus)
    return [(link, link.end(opposite(step.side))) for link in links]
