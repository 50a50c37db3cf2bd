"""How often a day the values of a field change, as the operations come to and as the field itself states.

The operations say how often it is written, the field how often its value is another one. A value can't change more
often than it is written, and a write that leaves it as it was costs no index and no copy: the smaller of both counts.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model.conceptual import Entity, Field, Operation, given, stated
from .inputs import Survey


class FieldChanges(NamedTuple):
    """Changes a day in all documents. by_operations: None where no operation that states how often it runs writes the
    field; by_field: None where the field states nothing."""

    by_operations: float | None
    by_field: float | None

    @property
    def per_day(self) -> float:
        """The number that counts, 0 where nobody says one."""
        return min((each for each in self if each is not None), default=0.0)


def field_changes(field: Field, path: str, entity: Entity, survey: Survey) -> FieldChanges:
    """Return how often a day a field of an entity changes. path: where it stands in it."""
    rates = [
        float(given(operation.per_day, 0))
        for operation in survey.traffic.by_entity.get(entity.name, ())
        if operation.kind == "update" and stated(operation.per_day) and writes(operation, path)
    ]
    states = stated(field.updates_per_day)
    each = float(given(field.updates_per_day, 0)) * survey.count(entity.name) if states else None
    return FieldChanges(sum(rates) if rates else None, each)


def writes(operation: Operation, path: str) -> bool:
    """Whether an update changes a path, all of what it is part of, or part of it."""
    return any(
        path == written or path.startswith(f"{written}.") or written.startswith(f"{path}.")
        for written in operation.written
    )
