"""How often a day the values at a path are written, and what is said of each index once all statements are there: whom it
serves, and how many writes a day it costs. By the frequencies that the design states, never by assumed ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Entity, Operation, given, stated
from ...model.field_walk import parts
from ...placement.path_locator import Placement
from ...plan_model.number_format import grouped, listed
from ...plan_model.physical import (
    Collection,
    PlannedIndex,
    Statement,
    is_of_documents,
    keys_changed,
    overlap,
)
from ...workload.document_history import holds_current_only, options_beside_versions
from ...workload.expiry import lifetime
from ...workload.inputs import BY_DATE, DEFAULT, field_changes
from ..forecast import measurements_in_bucket
from .candidates import Shelf

Place = tuple[str, str]
_OWN_WORDS = {"declared for": "the design, which declares it for", "queries of": "queries of"}
_DEMANDED_BY = {"2dsphere": "$near", "text": "$text"}
"""Operators that the server refuses without an index of this kind, where others would read the whole collection."""
_EXACT = 1_000
_NAMED = 4  # those that an index is said to serve by name


class WrittenKeys:
    """Writes a day by collection and path. Of what nobody states nothing is known, so it is 0. Where a field states
    how often it changes, the other writes leave it as it is: ``most`` has these."""

    def __init__(self, operations: Iterable[Operation], placement: Placement) -> None:
        self.writes: defaultdict[Place, float] = defaultdict(float)
        self.by_operation: defaultdict[Place, dict[str, float]] = defaultdict(dict)
        self.most: dict[Place, float] = {}
        for operation in operations:
            if operation.kind == "update" and stated(operation.per_day):
                for path in operation.written:
                    for place in _places(placement, operation.entity, path):
                        self.writes[place] += often(operation)
                        self.by_operation[place][operation.name] = often(operation)
        for entity in placement.names.entities.values():
            for part in parts(entity.own_fields) if stated(entity.count) else ():
                if given(part.field.updates_per_day, 0):
                    changes = field_changes(part.field, part.path, entity, placement.survey).per_day
                    for place in _places(placement, entity.name, part.path):
                        self.writes[place] = min(self.writes.get(place, changes), changes)
                        self.most[place] = changes

    def exceed(self, place: Place, reads: float, beside: Iterable[Place] = ()) -> bool:
        """Whether the path is written more than it is read. beside: keys of the same index: what writes one of them,
        too, changes its entry anyway."""
        writes = self.writes.get(place, 0.0)
        paid = {name for other in beside for name in self.by_operation.get(other, ())}
        by_it = self.by_operation.get(place, {})
        return writes - sum(often for name, often in by_it.items() if name in paid) > reads

    def explained(self, collection: str, paths: Iterable[str]) -> str:
        """Why these paths stand in no index, "" for none."""
        left_out = [f"{path} ({times(self.writes[collection, path])} per day)" for path in paths]
        return f"; leaves out {listed(left_out)}: written more often than read" if left_out else ""


def _needed(index: PlannedIndex, shelf: Shelf) -> str:
    """Say which queries fail without an index; "" where they would only be slow, or another index of its kind is there."""
    others = [other for other in shelf.collection.indexes if other.name != index.name]
    elsewhere = {kind for other in others for _, kind in other.keys}
    demanded = [
        _DEMANDED_BY[kind] for _, kind in index.keys if kind in _DEMANDED_BY and kind not in elsewhere
    ]
    return f"; {demanded[0]} fails without it" if demanded else ""


def often(operation: Operation) -> float:
    """How often a day an operation runs, infinite where nobody says so: then nothing speaks against its index."""
    return float(given(operation.per_day, 0)) if stated(operation.per_day) else math.inf


def times(number: float) -> str:
    """A number of writes for people."""
    return f"{grouped(number, ',.0f' if number >= 1 else ',.2g')} write{'' if number == 1 else 's'}"


def _rounded(number: float) -> float:
    """A number of many digits with its first three: what it is made of is not known any better."""
    return number if number < _EXACT else float(f"{number:.3g}")


def _places(placement: Placement, entity: str, path: str) -> set[Place]:
    return {(spot.collection, spot.path) for spot in placement.of_path(entity, path)}


# --- what an index costs -----------------------------------------------------------------------


class _Run(NamedTuple):
    """A statement of an operation with its runs a day, None where nobody says how often."""

    statement: Statement
    often: float | None


class _Writes(NamedTuple):
    """Writes of an index a day. is_least: whether there are more, of which nobody says how often; has_new: whether it is
    known how many documents come."""

    often: float
    is_least: bool
    has_new: bool


def with_costs(
    placement: Placement, collections: Iterable[Collection], statements: Sequence[Statement]
) -> tuple[Collection, ...]:
    """Return the collections whose indexes say what all operations, and what else comes and goes, write of them."""
    upkeep = IndexUpkeep(placement, statements)
    return tuple(upkeep.described(collection) for collection in collections)


class IndexUpkeep:
    """What is said of the indexes of a design."""

    def __init__(self, placement: Placement, statements: Iterable[Statement]) -> None:
        self.placement = placement
        self.most = WrittenKeys(placement.model.workload, placement).most
        self.often = {each.name: each.per_day for each in placement.model.workload}
        self.runs: defaultdict[str, list[_Run]] = defaultdict(list)
        for run in self._runs(statements):
            self.runs[run.statement.collection].append(run)
        self.arrivals = tuple(self._arrivals())

    def described(self, collection: Collection) -> Collection:
        """Return a collection whose indexes say whom they serve and what they cost; those that are not made what they
        would cost."""
        shelf = Shelf(collection)
        existing = tuple(replace(each, upkeep=self._in_words(each, shelf)) for each in collection.indexes)
        suggested = tuple(
            replace(each, upkeep=self._cost(each, shelf).replace("costs", "It would cost", 1))
            for each in collection.suggested
        )
        return replace(collection, indexes=existing, suggested=suggested)

    # --- whom it serves -------------------------------------------------------------------------

    def _in_words(self, index: PlannedIndex, shelf: Shelf) -> str:
        served = [self._served(index, subject) for subject in index.serves]
        more = len(served) - _NAMED
        named = [*served[:_NAMED], *([f"{more} more"] if more > 0 else [])]
        worth = _needed(index, shelf) or self._saved(index, shelf)
        return f"Serves {listed(named)}{worth}; {self._cost(index, shelf)}"

    def _saved(self, index: PlannedIndex, shelf: Shelf) -> str:
        """What reads would cost without an index that is written more often than they run: what it is worth; "" where it
        serves others too, another index helps them, or the design doesn't say how many documents there are."""
        runs = [self.often.get(subject.removeprefix("operation:")) for subject in index.serves]
        entity = shelf.collection.entity
        if not runs or not all(map(stated, runs)) or entity not in self.placement.names.entities:
            return ""
        leading = {other.keys[0][0] for other in shelf.collection.indexes if other.name != index.name}
        if not leading.isdisjoint(path for path, _ in index.keys):
            return ""  # another index would be walked instead
        counted = self.placement.survey.counted(entity or "")
        reads = sum(float(given(run, 0)) for run in runs)
        if counted.origin == DEFAULT or reads >= self._writes(index, shelf.collection).often:
            return ""
        documents = grouped(counted.value, ",.0f")
        return f", {'which' if len(runs) == 1 else 'each of which'} would scan {documents} documents each time without it"

    def _served(self, index: PlannedIndex, subject: str) -> str:
        does, name = index.served(subject)
        if not name:
            return f"the {does} of {listed(path for path, _ in index.keys)}"
        if does in _OWN_WORDS:
            return f"{_OWN_WORDS[does]} {name}"
        if does:
            return f"the {does} {name}"
        often = given(self.often[name], -1)
        return f'"{name}" ({grouped(float(often), ",g")} per day)' if often >= 0 else f'"{name}"'

    # --- what it costs --------------------------------------------------------------------------

    def _cost(self, index: PlannedIndex, shelf: Shelf) -> str:
        """Entries of what comes and goes, and of changed keys; of a list each element is an entry."""
        each = ""
        if any(kind == "text" for _, kind in index.keys):
            each = ", one entry per word"
        elif any(shelf.arrays(path) for path, _ in index.keys):
            each = ", one entry per array item"
        elif shelf.collection.kind == "timeseries":
            each = ", one entry per bucket"
        writes = self._writes(index, shelf.collection)
        if shelf.collection.kind == "bucket" or not (writes.often or writes.has_new):
            return f"costs one write per new document{each}"
        is_partial = "partialFilterExpression" in options_beside_versions(index, shelf.collection)
        about = "about" if writes.is_least == is_partial else "at least" if writes.is_least else "at most"
        beside = "" if writes.has_new else " plus those of new documents"
        return f"costs {about} {times(_rounded(writes.often))} per day{beside}{each}"

    def _writes(self, index: PlannedIndex, collection: Collection) -> _Writes:
        comes = goes = changes = 0.0
        is_least, has_new = False, self._knows_arrivals(collection)
        limited: defaultdict[str, float] = defaultdict(float)
        held = {
            path: self.most[collection.name, path]
            for path, _ in index.keys
            if (collection.name, path) in self.most
        }
        of_current = holds_current_only(index, collection)
        for statement, often in self.runs[collection.name]:
            keys = keys_changed(statement, index)
            if of_current and statement.each and statement.op.startswith("insert"):
                continue  # it stores a past version
            if often is None:
                is_least |= bool(keys) and not (is_of_documents(statement) and has_new)
            elif statement.op.startswith("insert"):
                comes, has_new = comes + often, True
            elif is_of_documents(statement):
                goes += often
            elif keys and all(key in held for key in keys):
                limited[keys[0]] += often
            elif keys:
                changes += often
        for name, path, often in self.arrivals:
            if name == collection.name and not path:
                comes += often
            elif name == collection.name and any(overlap(key, path) for key, _ in index.keys):
                changes += often
        changes += sum(min(limited.get(path, most), most) for path, most in held.items())
        entity = self.placement.names.entities.get(collection.entity or "")
        if entity is not None and lifetime(entity).policy in BY_DATE and not collection.revises:
            goes = max(goes, comes)
        shared = measurements_in_bucket(collection, self.placement.survey)
        return _Writes((comes + goes + changes) / shared, is_least, has_new)

    def _runs(self, statements: Iterable[Statement]) -> Iterator[_Run]:
        """What operations do, of two writes of which one or the other is run the first alone."""
        steps: set[tuple[str, str, str]] = set()
        for each in statements:
            kind, _, name = each.subject.partition(":")
            if kind != "operation" or (each.recipe, each.collection, each.unless) in steps:
                continue
            if each.step and each.writes:
                steps.add((each.recipe, each.collection, each.step))
            often = self.often.get(name)
            share = 1.0 if each.chance is None else each.chance
            yield _Run(each, float(given(often, 0)) * share if stated(often) else None)

    def _arrivals(self) -> Iterator[tuple[str, str, float]]:
        """Where things come a day of which the design says how many, beside those that operations are said to insert:
        collections, and the places in their documents."""
        for entity in self.placement.names.entities.values():
            often = self._declared(entity)
            for spot in dict.fromkeys(self.placement.spots(entity.name)) if often else ():
                yield spot.collection, spot.path, often

    def _declared(self, entity: Entity) -> float:
        if not stated(entity.inserts_per_day):
            return 0.0
        inserts = [o.per_day for o in self._inserts(entity.name)]
        if inserts and all(map(stated, inserts)):
            return 0.0
        kinds = self.placement.survey.families.below(entity.name)
        apart = (o.per_day for name in kinds for o in self._inserts(name))
        return max(0.0, float(given(entity.inserts_per_day, 0)) - sum(float(given(o, 0)) for o in apart))

    def _inserts(self, entity: str) -> Iterator[Operation]:
        traffic = self.placement.survey.traffic.by_entity.get(entity, ())
        return (each for each in traffic if each.kind == "insert")

    def _knows_arrivals(self, collection: Collection) -> bool:
        """Whether the design says how many documents come to a collection."""
        entity = self.placement.names.entities.get(collection.entity or "")
        return entity is not None and stated(entity.inserts_per_day) and collection.revises is None
