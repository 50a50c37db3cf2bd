"""How many documents a partial index holds: by how often a day things come into its state and leave it, else by how many
values a field may have."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..model.conceptual import Operation, given
from ..plan_model.forecast_types import SHARE_OF, TIME_OF
from ..plan_model.number_format import grouped
from ..plan_model.physical import Collection, Located, PlannedIndex
from ..workload.document_history import options_beside_versions
from ..workload.inputs import Survey
from ..workload.states import State, entering, leaving, moves_of


class IndexedPart(NamedTuple):
    """Documents that pass a condition: a share of all, and some that are there for a while. assumed: in words."""

    share: float = 1.0
    passing: float = 0.0
    assumed: str = ""

    def of(self, documents: float) -> float:
        """Return how many of so many documents pass."""
        return min(documents, self.share * documents + self.passing)


def part_of(
    index: PlannedIndex,
    collection: Collection,
    spots: dict[str, Located],
    survey: Survey,
    operations: list[Operation],
) -> IndexedPart:
    """Return the part of a collection's documents that an index holds: by the condition that leaves out most."""
    conditions = options_beside_versions(index, collection).get("partialFilterExpression", {})
    parts = [
        _part(path, condition, collection, spots[path], survey, operations)
        for path, condition in conditions.items()
        if path in spots and condition != {"$exists": True}
    ]
    return min(parts, key=lambda part: (part.share, part.passing), default=IndexedPart())


def _part(
    path: str,
    condition: Any,
    collection: Collection,
    spot: Located,
    survey: Survey,
    operations: list[Operation],
) -> IndexedPart:
    states = _states(condition)
    entity = collection.entity or ""
    if not states or entity not in survey.names.entities or spot.field.tells_kinds:
        return IndexedPart()
    said = f"{collection.name} with {path} {_said(states)}"
    kin = {entity, *survey.families.line(entity)}
    moves = moves_of(operations, kin, _conceptual(path, spot, entity, survey))
    gone, came = leaving(moves, states), entering(moves, states)
    out = [move.per_day for move in gone]
    into: list[float | None] = [move.per_day for move in came]
    if not came and (inserted := survey.inserted(entity)) is not None:
        into = [inserted.value]
    if out and None not in out:
        days = survey.constants.state_days
        leaves, comes = sum(each or 0 for each in out), sum(each or 0 for each in into)
        stays = max(0.0, 1 - leaves / comes) if comes and None not in into else 0.0
        for_a_while = f"{grouped(days, ',g')} day{'' if days == 1 else 's'} each"
        return IndexedPart(stays, leaves * days, f"{TIME_OF} {said}: {for_a_while}")
    values = _values(spot)
    if None in states or values < len(states) or not values:
        return IndexedPart()
    share = len(states) / values
    return IndexedPart(share, 0.0, f"{SHARE_OF} {said}: {grouped(100 * share, ',.0f')}%")


def _states(condition: Any) -> tuple[State, ...]:
    if isinstance(condition, dict):
        return tuple(condition["$in"]) if condition.keys() == {"$in"} else ()
    return (condition,) if condition is None or isinstance(condition, str | int | float | bool) else ()


def _said(states: tuple[State, ...]) -> str:
    return " or ".join("absent" if state is None else f'"{state}"' for state in states)


def _conceptual(path: str, spot: Located, entity: str, survey: Survey) -> str:
    """The path by which operations name what stands at a document path."""
    case = survey.cases.get(spot.field.relationship or "")
    if case is None or spot.field.target is None:
        return path
    link = case.relationship
    end = link.to if link.to.entity == entity else link.from_
    return given(end.field, path)


def _values(spot: Located) -> int:
    field = spot.field
    listed = field.enum or tuple(given(field.source.enum, []) if field.source is not None else [])
    return len(listed) or (2 if field.types[:1] == ("bool",) else 0)
