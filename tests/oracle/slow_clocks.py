"""Calls by a clock that is behind: a change, or an end, of a version is made all the same, 1 ms after that began."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.workload.document_history import VALID_FROM, holds_versions, known_by
from tests.oracle.calls import Function
from tests.oracle.projecting import Documented
from tests.oracle.scenario import Scenario, Stage

LATE = datetime(1970, 1, 2)
"""What such a clock shows: versions of all facts began after it."""
_MOVING = frozenset({"update", "change", "edit", "reassign", "delete", "remove", "cascade"})
_STEPS = 3
"""How many milliseconds a moment may be moved by, as one call may change what another one has changed before."""


def sometimes_late(stage: Stage, scenario: Scenario) -> Scenario:
    """Return a call whose clock is behind, for half of those that change versions in one piece."""
    is_late = scenario.values.get("now") == scenario.before.now and stage.function.purpose in _MOVING
    is_moved = _moves(stage.compilation) and _is_whole(stage.function)
    if scenario.refused or not is_late or not is_moved or stage.dice.random() < 0.5:
        return scenario
    return scenario._replace(values=scenario.values | {"now": LATE})


def _moves(compilation: Compilation) -> bool:
    """Return whether no change waits for its time: that of versions that a unique field tells does, and on a standalone
    server the same call completes what was cut short."""
    model = compilation.model
    told = (known_by(model, entity) for entity in model.entities)
    return given(model.topology, "replica-set") != "standalone" and not any(told)


def _is_whole(function: Function) -> bool:
    """Return whether a call is never cut short between its writes: the same call completes one that was, at its moment."""
    writes = [each for each in function.statements if each.writes]
    return len(writes) < 2 or all(each.transaction for each in writes)


def in_time(compilation: Compilation, scenario: Scenario, before: Documented, left: Documented) -> Documented:
    """Return what a call by such a clock has left with the time of the facts at each moment that was moved."""
    if scenario.values.get("now") != LATE:
        return left
    begun = {
        _plain(document[VALID_FROM])
        for collection in compilation.plan.collections
        if holds_versions(collection)
        for document in before.get(collection.name, ())
    }
    moved = {moment + timedelta(milliseconds=step) for moment in begun for step in range(1, _STEPS + 1)}
    return {name: [_moved(each, moved, scenario.before.now) for each in some] for name, some in left.items()}


def _moved(value: Any, moved: set[datetime], now: datetime, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _moved(inner, moved, now, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_moved(inner, moved, now) for inner in value]
    if not isinstance(value, datetime):
        return value
    is_begin = name == VALID_FROM and _plain(value) == LATE  # of what is new, before which there is nothing
    return now if _plain(value) in moved or is_begin else value


def _plain(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)
