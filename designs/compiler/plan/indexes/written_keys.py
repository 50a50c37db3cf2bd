"""How often a day the values at a path are written, and how often somebody finds or sorts by them: by the
frequencies that the design states, never by assumed ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from ...model.conceptual import Operation, given, stated
from ...model.field_walk import parts
from ...placement.path_locator import Placement
from ...plan_model.number_format import grouped
from .candidates import words

Place = tuple[str, str]


class WrittenKeys:
    """Writes a day by collection and path. Of what nobody states nothing is known, so it is 0."""

    def __init__(self, operations: Iterable[Operation], placement: Placement) -> None:
        self.writes: defaultdict[Place, float] = defaultdict(float)
        for operation in operations:
            if operation.kind == "update" and stated(operation.per_day):
                for path in operation.written:
                    for place in _places(placement, operation.entity, path):
                        self.writes[place] += often(operation)
        for entity in placement.names.entities.values():
            for part in parts(entity.own_fields) if stated(entity.count) else ():
                changes = given(part.field.updates_per_day, 0)
                for place in _places(placement, entity.name, part.path) if changes else ():
                    self.writes[place] = max(self.writes[place], float(changes * given(entity.count, 0)))

    def exceed(self, place: Place, reads: float) -> bool:
        """Whether the path is written more than it is read."""
        return self.writes.get(place, 0.0) > reads

    def explained(self, collection: str, paths: Iterable[str]) -> str:
        """Why these paths stand in no index, "" for none."""
        listed = [f"{path} ({times(self.writes[collection, path])} a day)" for path in paths]
        return f"; without {words(listed)}, written more often than read" if listed else ""


def often(operation: Operation) -> float:
    """How often a day an operation runs, infinite where nobody says so: then nothing speaks against its index."""
    return float(given(operation.per_day, 0)) if stated(operation.per_day) else math.inf


def times(number: float) -> str:
    """A number of writes for people."""
    return f"{grouped(number, ',.0f' if number >= 1 else ',.2g')} write{'' if number == 1 else 's'}"


def _places(placement: Placement, entity: str, path: str) -> set[Place]:
    return {(spot.collection, spot.path) for spot in placement.of_path(entity, path)}
