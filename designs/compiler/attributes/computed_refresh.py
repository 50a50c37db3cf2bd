"""How stored results are kept fresh: as the design says, else by what reading and writing cost (O2, O3)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ..model.conceptual import Computed, Field, Operation, given, stated
from ..model.constants import weights_of
from ..model.formulas import Call, Expression, parse, paths_of
from ..names.path_steps import Route, Step
from ..names.paths import Paths
from ..plan_model.decisions import opposite
from ..workload.inputs import DEFAULT, Quantity, Survey
from ..workload.traffic import per_day, reach

ON_WRITE, PERIODIC, APPROXIMATE, NEVER = "on-write", "periodic", "approximate", "never"
_DAY = 24 * 60 * 60
_MOVED = ("count", "sum", "avg")
_GROWN = ("max", "min")
"""What one more moves without a look at the others, though not one less."""
_IN_STEP = 1.25
"""How many times the children that come with their parents more may come before some of them come alone."""


class RefreshLoad(NamedTuple):
    """What a result costs. reads: a day that need it, None if unknown. writes: a day of what it
    follows from, beyond its own document, None if unknown. scanned: documents that one reading would
    look at. ratio: reads for each write. busy: writes a second for each document that holds it. is_guess: whether
    some number of documents behind an end is only assumed. moves: whether a change moves it by the difference, and so
    looks at no other document. recounts: those of the writes a day that look at the others, None if unknown."""

    reads: float | None
    writes: float | None
    scanned: float
    busy: float
    is_guess: bool = False
    moves: bool = False
    recounts: float | None = None

    @property
    def ratio(self) -> float | None:
        """Reads for each write, None where one of them is unknown."""
        if self.reads is None or self.writes is None:
            return None
        return self.reads / self.writes if self.writes else math.inf


_CLEARLY = 2
"""How many times as dear a result is to keep as to read before it is said."""
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def how_often(computed: Computed) -> str:
    """Return how often a job works a result out, in words."""
    seconds = given(computed.every_seconds, None)
    if not seconds:
        return "periodically"
    size, unit = next(each for each in _UNITS if seconds % each[0] == 0 or each[0] == 1)
    return f"every {unit}" if seconds == size else f"every {seconds / size:,.15g} {unit}s"


class Upkeep:
    """The upkeep of every computed field of a design."""

    def __init__(self, survey: Survey, paths: Paths) -> None:
        self.survey, self.paths = survey, paths
        self._loads: dict[tuple[str, str], RefreshLoad | None] = {}

    def refresh(self, entity: str, computed: Computed) -> str:
        """When a result is brought up to date: as declared, else as chosen. What documents tell is approximate between
        two times at which it is worked out; what none of them tells is counted by its hits."""
        if is_worked_out_roughly(self.paths, entity, computed):
            return PERIODIC
        if stated(computed.refresh):
            return given(computed.refresh, ON_WRITE)
        chosen = self.chosen(entity, computed)
        return chosen if chosen in (PERIODIC, ON_WRITE) else ON_WRITE

    def chosen(self, entity: str, computed: Computed) -> str:
        """What the numbers speak for; "" where they say nothing: an unknown workload, a result of the same document
        alone, which every write of it can keep, or one that is as dear to read as to keep."""
        load, limits = self.load(entity, computed), self.survey.constants
        if load is None or load.ratio is None:
            return ""
        if load.busy > limits.approx_per_sec:
            return APPROXIMATE
        if load.ratio >= limits.compute_ratio:
            return ON_WRITE
        if load.scanned > limits.compute_scan:
            return PERIODIC
        return NEVER if self._is_cheaper_read(load) else ""

    def _is_cheaper_read(self, load: RefreshLoad) -> bool:
        """Whether looking at the documents at each reading costs clearly less than a write of the result at each change,
        by the weights in force: where both are alike, a stored result is read with its document, and can be sorted by."""
        weights = weights_of(given(self.survey.model.weights, {}), self.survey.profile)
        reading = weights["I"] + load.scanned * weights["D"]
        writing = (load.writes or 0.0) * (weights["R"] + weights["W"])
        return _CLEARLY * (load.reads or 0.0) * reading < writing

    def load(self, entity: str, computed: Computed) -> RefreshLoad | None:
        """What keeping a result costs, None for one that follows from its own document."""
        key = (entity, computed.formula)
        if key not in self._loads:
            self._loads[key] = None  # for a result that follows from itself
            self._loads[key] = self._load(entity, computed)
        return self._loads[key]

    def _load(self, entity: str, computed: Computed) -> RefreshLoad | None:
        expression = parse(computed.formula)
        routes = [self.paths.resolve(entity, path) for path in paths_of(expression)] if expression else []
        steps = [step for route in routes if route is not None for step in route.steps]
        ends = {step.target: step for step in steps if step.kind == "end"}
        if not ends:
            return None
        if all(_is_stored_here(step, steps) for step in ends.values()):
            return None
        writes_by_end = [self._writes(step, steps) for step in ends.values()]
        writes = (
            None
            if any(count is None for count in writes_by_end)
            else sum(count or 0 for count in writes_by_end)
        )
        scanned = sum(math.prod(float(self._behind(step).value) for step in way) for way in _ways(routes))
        busy = (writes or 0.0) / _DAY / max(1.0, self.survey.count(entity))
        is_guess = any(self._behind(step).origin == DEFAULT for step in ends.values())
        changes = sum(self._changes(step, steps) for step in ends.values())
        moves = _is_moved(expression) or (_is_grown(expression) and not changes)
        is_compared = _is_grown(expression) and not any(map(_is_joined, ends.values()))
        recounts = 0.0 if moves else changes if is_compared else writes
        return RefreshLoad(self._reads(entity, computed), writes, scanned, busy, is_guess, moves, recounts)

    def _behind(self, step: Step) -> Quantity:
        """Documents behind one end, on average."""
        if step.relationship is None or not step.array:
            return Quantity(1.0)
        case = self.survey.case(step.relationship.name)
        return case.quantity("average" if step.side == "from" else "to.average")

    def _reads(self, entity: str, computed: Computed) -> float | None:
        """Documents a day that are read with the field: of a list each of them."""
        reading = [operation for operation in self.survey.model.workload if operation.kind == "read"]
        names = {
            field.name for field in self.survey.names.entities[entity].own_fields if _holds(field, computed)
        }
        wanted = [operation for operation in reading if self._needs(operation, entity, names)]
        return sum(per_day(each) * self._listed(each, entity) for each in wanted) if reading else None

    def _listed(self, operation: Operation, entity: str) -> float:
        """Documents of an entity that one read brings: as many as its list has at most, one where nothing says it or
        where it looks for a single one."""
        if not self._is_of(operation, entity) or not stated(operation.limit):
            return 1.0
        unique = {
            field.name
            for field in self.survey.names.entities[entity].own_fields
            if given(field.unique, False)
        }
        looked_for = {match.field for match in given(operation.filter, []) if match.how == "eq"}
        if looked_for & {"_id", *unique}:
            return 1.0
        return max(1.0, min(float(given(operation.limit, 1)), self.survey.count(entity)))

    def _is_of(self, operation: Operation, entity: str) -> bool:
        """Whether an operation brings documents of an entity: by its name, or by that of what it is a kind of."""
        return operation.entity == entity or operation.entity in self.survey.families.above(entity)

    def _needs(self, operation: Operation, entity: str, names: set[str]) -> bool:
        if not self._is_of(operation, entity):
            return entity in reach(operation, self.survey.names)[0]
        shown = [path.partition(".")[0] for path in given(operation.projection, [])]
        return not shown or bool(names & set(shown))

    def _writes(self, step: Step, steps: list[Step]) -> float | None:
        """Writes a day of the documents behind an end that move the result."""
        inserts = self._links(step) if _is_joined(step) else self._arrivals(step)
        if inserts is None:
            return None
        return inserts + self._changes(step, steps)

    def _changes(self, step: Step, steps: list[Step]) -> float:
        """Writes a day of the documents behind an end that take something out of the result, or change it in it; of a
        result that they hold, those of what it follows from."""
        traffic, child = self.survey.traffic, step.target
        read = {source.name for source in steps if source.entity == child and source.kind == "field"}
        changed = sum(
            per_day(operation)
            for operation in traffic.by_entity[child]
            if operation.kind == "update" and read & _written(operation)
        )
        results = [
            given(field.computed, None)
            for field in self.survey.names.entities[child].own_fields
            if field.name in read
        ]
        loads = [self.load(child, each) for each in results if each is not None]
        return (
            traffic.deletes[child] + changed + sum(load.writes or 0.0 for load in loads if load is not None)
        )

    def _arrivals(self, step: Step) -> float | None:
        """Writes a day by which children of a parent come: those of the parents that bring them, where no operation
        adds one and no more come than the new parents have."""
        traffic, holder = self.survey.traffic, step.entity
        inserts, parents = self._inserts(step.target), self._inserts(holder)
        alone = traffic.inserts.get(step.target) or any(
            f"{path}.".startswith(f"{step.name}.") for each in traffic.by_entity[holder] for path in each.written
            if each.kind == "update"
        )  # fmt: skip
        if not inserts or not parents or alone or not step.array:
            return inserts
        return parents if inserts <= _IN_STEP * parents * self._behind(step).value else inserts

    def _inserts(self, entity: str) -> float | None:
        """Inserts a day of an entity, None if nothing is said of it."""
        inserted = self.survey.inserted(entity)
        if inserted is not None:
            return float(inserted.value)
        return 0.0 if self.survey.traffic.by_entity[entity] else None

    def _links(self, step: Step) -> float | None:
        """Writes a day of the links behind an end: of a new document with its links, of links added later, of
        updates through it or through the other end; None if nothing is said of any."""
        holder = step.entity
        ends = [] if step.relationship is None else [step.relationship.end(step.side)]
        adds = [given(end.count.adds_per_day, 0) for end in ends if stated(end.count.adds_per_day)]
        added = adds[0] * self.survey.count(holder) if adds else None
        through = {(holder, step.name)}
        if step.relationship is not None:
            far = opposite(step.side)
            through.add((step.relationship.end(far).entity, self.survey.names.end(step.relationship, far)))
        changed = sum(
            per_day(each)
            for entity in dict.fromkeys(entity for entity, _ in sorted(through))
            for each in self.survey.traffic.by_entity[entity]
            if each.kind == "update"
            and any((entity, path.partition(".")[0]) in through for path in each.written)
        )
        came = self._inserts(holder)
        rates = [each for each in (came, added) if each is not None]
        return max(rates) + changed if rates else None


def _is_moved(expression: Expression | None) -> bool:
    """Whether one more of what a result is of moves it, an average with its sum and its count, rounded or not."""
    if isinstance(expression, Call) and expression.name == "round":
        inner = expression.arguments[0]
        return isinstance(inner, Call) and inner.name == "avg"
    return isinstance(expression, Call) and expression.name in _MOVED


def _is_grown(expression: Expression | None) -> bool:
    return isinstance(expression, Call) and expression.name in _GROWN and len(expression.arguments) == 1


def _is_joined(step: Step) -> bool:
    """Whether links stand between an end and what is behind it."""
    return step.relationship is not None and step.relationship.kind in ("many-to-many", "graph")


def _is_stored_here(step: Step, steps: list[Step]) -> bool:
    """Whether all that a result reads behind an end are fields of links which that end is said to store."""
    link = step.relationship
    if (
        link is None
        or link.kind not in ("many-to-many", "graph")
        or given(link.link_owner, None) != step.side
    ):
        return False
    others = [each for each in steps if each.entity == step.target or each.target == step.target]
    return all(each.kind in ("end", "link") and each.relationship is link for each in others)


def is_worked_out_roughly(paths: Paths, entity: str, computed: Computed) -> bool:
    """Return whether an approximate result follows from what is stored, so that it can be worked out: a hit for each
    write would only go up, and a wrong number would stay wrong. What follows from itself, as ``views + 1`` does, is
    counted by its hits: a job would add one to every document at each run."""
    if given(computed.refresh, "") != APPROXIMATE:
        return False
    expression = parse(computed.formula)
    sources = paths_of(expression) if expression is not None else ()
    routes = [paths.resolve(entity, path) for path in sources]
    return bool(routes) and all(
        route is not None and (route.field is None or given(route.field.computed, None) is not computed)
        for route in routes
    )


def _written(operation: Operation) -> set[str]:
    return {path.partition(".")[0] for path in operation.written}


def _holds(field: Field, computed: Computed) -> bool:
    """Whether a field is the computed one, or an object around it."""
    if stated(field.computed):
        return given(field.computed, None) == computed
    return any(_holds(inner, computed) for inner in given(field.fields, []))


def _ways(routes: Iterable[Route | None]) -> list[tuple[Step, ...]]:
    """Return by which ends the routes of a formula go, each way once, and none that another goes further on: what two
    lists of one thing hold is added up, and what stands behind each element of a list is multiplied."""
    ways = {
        tuple(step.name for step in ends): ends
        for route in routes
        if route is not None and (ends := tuple(step for step in route.steps if step.kind == "end"))
    }
    return [
        ends
        for names, ends in ways.items()
        if not any(other[: len(names)] == names for other in ways if other != names)
    ]
