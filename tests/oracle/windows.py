"""What stands in a window of time keeps to it: an update of its time moves nothing, as its function's note says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from designs.compiler.sampling.document_context import window_start
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.workload.list_order import first_date
from tests.oracle.arithmetic import value_at
from tests.oracle.scenario import NotJudged, Stage

_LATER = timedelta(minutes=7)


def in_its_window(stage: Stage, owner: Thing | Link, path: tuple[str, ...], value: Any) -> Any:
    """Return a new value of a field; where it is the time by which its owner stands in a window, one in that."""
    old = value_at(stage.before.values[owner], path)
    windows = [window for time, window in _times(stage, owner) if time == path]
    if not windows or not isinstance(old, datetime):
        return value
    begin = window_start(old, windows[0])
    return begin + _LATER if begin + _LATER != old else begin


def must_stay(stage: Stage, things: Iterable[Thing]) -> None:
    """Raise NotJudged where a thing would have to move to another window."""
    for thing in things:
        for path, window in _times(stage, thing):
            old, new = (
                value_at(values, path)
                for values in (stage.before.values[thing], stage.after.values[stage.twin(thing)])
            )
            if old != new and (
                not isinstance(old, datetime)
                or not isinstance(new, datetime)
                or window_start(old, window) != window_start(new, window)
            ):
                raise NotJudged("a time in another window")


def _times(stage: Stage, owner: Thing | Link) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the field that says in which window a thing stands, and how long that is."""
    for relationship in stage.before.model.links:
        decision = stage.compilation.composition.decisions[relationship.name]
        if not decision.traits.is_windowed or isinstance(owner, Link) or decision.window is None:
            continue
        if stage.before.links(relationship.name, "to", owner):
            entity = next(one for one in stage.before.model.entities if one.name == relationship.to.entity)
            yield tuple(first_date(entity.own_fields).split(".")), decision.window
