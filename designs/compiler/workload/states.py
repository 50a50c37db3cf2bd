"""States that things pass through and leave, as the updates of a design say: what is in one is a small part of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from ..model.conceptual import Effect, Match, Operation, given, stated

State = str | int | float | bool | None
"""A value that a path is fixed to, None where it is absent."""
_OTHER = "\0other"
"""Any value that no operation names."""


class StateChange(NamedTuple):
    """What an update does to a path: from which states it takes a thing to which, None for any; how often a day, None where
    nobody says."""

    sources: frozenset[State] | None
    targets: frozenset[State] | None
    per_day: float | None


def fixed_states(match: Match) -> tuple[State, ...]:
    """Return the states that a condition fixes a path to; none where the caller gives a value."""
    value = match.value
    if match.how == "exists":
        return (None,) if value is False else ()
    if match.how == "eq" and value is not UNSET and _is_state(value):
        return (value,)
    listed = value if match.how == "in" and isinstance(value, list) else []
    return tuple(listed) if all(each is not None and _is_state(each) for each in listed) else ()


def moves_of(operations: Iterable[Operation], entities: Iterable[str], path: str) -> list[StateChange]:
    """Return what the updates of some entities do to a path of theirs."""
    of_these = frozenset(entities)
    updates = [each for each in operations if each.kind == "update" and each.entity in of_these]
    return [
        StateChange(
            _sources(each, path), targets, float(given(each.per_day, 0)) if stated(each.per_day) else None
        )
        for each in updates
        for targets in _targets(each, path)
    ]


def leaving(moves: Iterable[StateChange], states: Iterable[State]) -> list[StateChange]:
    """Return the moves that take a thing out of some states for good: no further ones lead back."""
    inside, listed = frozenset(states), list(moves)
    named = {each for move in listed for each in (*(move.sources or ()), *(move.targets or ()))}
    every = inside | named | {None, _OTHER}
    returning = _returning(listed, inside, every)
    return [
        move
        for move in listed
        if not inside.isdisjoint(inside if move.sources is None else move.sources)
        and any(target not in inside | returning for target in _reached(move, every))
    ]


def entering(moves: Iterable[StateChange], states: Iterable[State]) -> list[StateChange]:
    """Return the moves that bring a thing into some states from others."""
    inside = frozenset(states)
    return [
        move
        for move in moves
        if move.targets is not None
        and not inside.isdisjoint(move.targets)
        and (move.sources is None or not move.sources <= inside)
    ]


def _returning(moves: list[StateChange], inside: frozenset[State], every: frozenset[State]) -> set[State]:
    """The states outside from which moves lead back inside."""
    returning: set[State] = set()
    more = True
    while more:
        goals = inside | returning
        back = {
            source
            for move in moves
            if not goals.isdisjoint(_reached(move, every))
            for source in (every if move.sources is None else move.sources)
        }
        more = not back - inside <= returning
        returning |= back - inside
    return returning


def _reached(move: StateChange, every: frozenset[State]) -> frozenset[State]:
    """The states that a move may lead to: a value that the caller gives is there, whatever it is."""
    return every - {None} if move.targets is None else move.targets


def _sources(operation: Operation, path: str) -> frozenset[State] | None:
    always = given(operation.always_filter, None) or {}
    if path in always and _is_state(always[path]):
        return frozenset((always[path],))
    states = [fixed_states(match) for match in given(operation.filter, []) if match.field == path]
    return next((frozenset(each) for each in states if each), None)


def _targets(operation: Operation, path: str) -> Iterator[frozenset[State] | None]:
    if path in given(operation.changes, []):
        yield None
    for effect in given(operation.effects, []):
        if effect.field == path:
            yield _set_by(effect)


def _set_by(effect: Effect) -> frozenset[State] | None:
    if effect.do == "unset":
        return frozenset((None,))
    if effect.do == "set" and effect.value is not UNSET and _is_state(effect.value):
        return frozenset((effect.value,))
    return frozenset((_OTHER,)) if effect.do == "current-date" else None


def _is_state(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
