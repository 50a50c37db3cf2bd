"""Values that are the same: in lists, when one of several things goes that have them, and texts that differ by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bson import Code

from designs.compiler.model.conceptual import Match, Operation, given, stated
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world import Link, Thing

if TYPE_CHECKING:
    from tests.oracle.projecting import StateRecords
    from tests.oracle.scenario import Stage


def keep_values(stage: Stage, thing: Thing, order: Sequence[Thing | Link]) -> None:
    """Keep in lists of values those of a thing that goes which another has too: they name it as well. order: what goes
    beside it."""
    for relationship in stage.before.model.links:
        name = stage.listed_value(relationship)
        if name is None:
            continue
        side = stage.compilation.composition.decisions[relationship.name].side
        value = stage.before.values[thing].get(name)
        alike = [
            other
            for other in stage.before.things(relationship.end(opposite(side)).entity)
            if other is not thing
            and other not in order
            and other.holder is None
            and stage.before.values[other].get(name) == value
        ]
        for link in list(stage.before.links(relationship.name, opposite(side), thing)) if alike else ():
            _listed_as(stage, link, side, alike)


def _listed_as(stage: Stage, link: Link, side: str, alike: Sequence[Thing]) -> None:
    """Let a list of values name another thing of the same value."""
    holder = stage.twins[link.end(side)]
    listed = [each.end(opposite(side)) for each in stage.after.links(link.relationship.name, side, holder)]
    other = next((stage.twins[each] for each in alike if stage.twins[each] not in listed), None)
    if other is not None and other in stage.after.values and holder in stage.after.values:
        ends = (holder, other) if side == "from" else (other, holder)
        joined = stage.after.join(link.relationship, *ends)
        stage.after.values[joined] = stage.making.link_values(joined)


def folds_case(records: StateRecords, operation: Operation, match: Match) -> bool:
    """Return whether texts that differ by case alone are one: as the operation says, or as a unique index has them."""
    if operation.case_insensitive is True or match.how not in ("eq", "in") or stated(operation.sort):
        return operation.case_insensitive is True
    route, (*_, name) = records.state.paths.resolve(operation.entity, match.field), match.field.split(".")
    owner = route.steps[0].target if route is not None and len(route.steps) > 1 else operation.entity
    indexes = given(records.state.paths.names.entities[owner].indexes, [])
    unique = [each for each in indexes if each.unique is True and name in dict(each.keys)]
    return any(given(each.collation, {}).get("strength") in (1, 2) for each in unique)


def in_other_case(records: StateRecords, operation: Operation, match: Match, value: Any) -> Any:
    """Return a text as somebody may write it who looks for it: in capitals, where no two differ by case alone."""
    folds = match.how == "eq" and not stated(match.value) and folds_case(records, operation, match)
    return value.upper() if folds and isinstance(value, str) and not isinstance(value, Code) else value
