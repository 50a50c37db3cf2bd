"""How often a day the values at a path are written, and what an index of them costs: by the frequencies that the design
states, never by assumed ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from ...model.conceptual import Entity, Operation, given, stated
from ...model.field_walk import parts
from ...placement.path_locator import Placement
from ...plan_model.number_format import grouped
from ...plan_model.physical import PlannedIndex
from ...workload.expiry import lifetime
from ...workload.inputs import BY_DATE, field_changes
from .candidates import Shelf, words

Place = tuple[str, str]
_OWN_WORDS = {"declared for": "the design, which declares it for", "queries of": "queries of"}
_NAMED = 4  # those that an index is said to serve by name
_WHOLE = frozenset({"standard", "timeseries", "capped"})  # one document for each thing of its entity


class WrittenKeys:
    """Writes a day by collection and path. Of what nobody states nothing is known, so it is 0. Where a field states
    how often it changes, the other writes leave it as it is."""

    def __init__(self, operations: Iterable[Operation], placement: Placement) -> None:
        self.writes: defaultdict[Place, float] = defaultdict(float)
        for operation in operations:
            if operation.kind == "update" and stated(operation.per_day):
                for path in operation.written:
                    for place in _places(placement, operation.entity, path):
                        self.writes[place] += often(operation)
        for entity in placement.names.entities.values():
            for part in parts(entity.own_fields) if stated(entity.count) else ():
                if given(part.field.updates_per_day, 0):
                    changes = field_changes(part.field, part.path, entity, placement.survey).per_day
                    for place in _places(placement, entity.name, part.path):
                        self.writes[place] = min(self.writes.get(place, changes), changes)

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


class IndexUpkeep:
    """What is said of the indexes of a design."""

    def __init__(self, placement: Placement, written: WrittenKeys) -> None:
        self.placement, self.written = placement, written
        self.often = {operation.name: operation.per_day for operation in placement.model.workload}

    def in_words(self, index: PlannedIndex, shelf: Shelf, *, is_made: bool = True) -> str:
        """Return whom an index serves, and its writes a day; of one that is not made what it would cost."""
        if not is_made:
            return self._cost(index, shelf).replace("costs", "It would cost", 1)
        served = [self._served(index, subject) for subject in index.serves]
        more = len(served) - _NAMED
        listed = [*served[:_NAMED], *([f"{more} more"] if more > 0 else [])]
        return f"Serves {words(listed)}; {self._cost(index, shelf)}"

    def _served(self, index: PlannedIndex, subject: str) -> str:
        does, name = index.served(subject)
        if not name:
            return f"the {does} of {words(path for path, _ in index.keys)}"
        if does in _OWN_WORDS:
            return f"{_OWN_WORDS[does]} {name}"
        if does:
            return f"the {does} {name}"
        often = given(self.often[name], -1)
        return f'"{name}" ({grouped(float(often), ",g")} a day)' if often >= 0 else f'"{name}"'

    def _cost(self, index: PlannedIndex, shelf: Shelf) -> str:
        """Inserts, deletes, and updates of its keys; of a list each element is an entry."""
        each = ""
        if any(kind == "text" for _, kind in index.keys):
            each = ", an entry for each word"
        elif any(shelf.arrays(path) for path, _ in index.keys):
            each = ", an entry for each element"
        entity = self.placement.names.entities.get(shelf.collection.entity or "")
        comes = self._comes_and_goes(entity) if entity and shelf.collection.kind in _WHOLE else None
        if comes is None:
            return f"costs a write for each new document{each}"
        changes = sum(self.written.writes.get((shelf.name, path), 0.0) for path, _ in index.keys)
        about = "at most" if "partialFilterExpression" in index.options else "about"
        return f"costs {about} {times(comes + changes)} a day{each}"

    def _comes_and_goes(self, entity: Entity) -> float | None:
        """Documents that come and go a day, None where the design does not say how many come."""
        traffic = self.placement.survey.traffic.by_entity.get(entity.name, ())
        said = {kind: [o.per_day for o in traffic if o.kind == kind] for kind in ("insert", "delete")}
        inserts: float | None = None
        if said["insert"] and all(map(stated, said["insert"])):
            inserts = sum(float(given(often, 0)) for often in said["insert"])
        elif stated(entity.inserts_per_day):
            inserts = float(given(entity.inserts_per_day, 0))
        if inserts is None:
            return None
        goes = sum(float(given(often, 0)) for often in said["delete"])
        return inserts + (inserts if lifetime(entity).policy in BY_DATE else goes)
