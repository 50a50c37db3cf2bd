"""How the operations of a design lead its things from one state to another, and what they write on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...model.conceptual import Field, Operation, given
from ...model.values import plain, typed
from .states import (
    CALLED_OFF,
    NUMBERS,
    RUN_OUT,
    SETTLED,
    exits_in,
    in_turn,
    is_over,
    is_past,
    never_came,
    stems,
    words_in_name,
)

TOLD, MOMENT = (
    object(),
    object(),
)  # what an operation sets that is no constant: what its caller says, and when it runs
_CLOSES = frozenset("closed ended finished completed complete done concluded resolved".split())
_DONE = frozenset("done finished completed complete".split())


def _says_done(state: str, written: Iterable[str]) -> bool:
    """Whether what is written with a state is called like it in another word: finished_on of what is done."""
    return bool(words_in_name(state) & _DONE) and any(words_in_name(name) & _DONE for name in written)


class Move(NamedTuple):
    """An operation that sets a state. sources: the states that it asks for, empty where its caller says which, None where it asks
    for none. written: what it sets with the state, None for what it takes away."""

    kind: str
    state: str
    sources: frozenset[str] | None
    written: Mapping[str, Any]


class Lifecycle:
    """The states of a thing, and how its operations lead from one to another; what they leave open is read off the order in which
    the states are listed.

    One path leads to each state. What operations set on it is there, unless they take it away again; what they set only with
    other states isn't.
    """

    def __init__(self, state: Field, operations: Iterable[Operation]) -> None:
        self.name = state.name
        self.options = in_turn([str(option) for option in given(state.enum, [])])
        self.exits = exits_in(self.options) | {each for each in self.options if stems(each) & RUN_OUT}
        self.course = [option for option in self.options if option not in self.exits]
        moves = map(self._move, operations)
        self.moves = [move for move in moves if move is not None and move.state in self.options]
        begun = (move.state for move in self.moves if move.kind == "insert")
        self.first = next(begun, self.options[0])
        self.touched = {name for move in self.moves for name in move.written}
        self.set_with = {
            name for move in self.moves for name, value in move.written.items() if value is not None
        }
        self._add_exits()
        self._written: dict[str, dict[str, Any]] = {}

    def _add_exits(self) -> None:
        """What is listed after a state that ends a life early does so, too, unless an operation leads there or it says that something
        has happened."""
        ended = next((at for at, each in enumerate(self.options) if each in self.exits), len(self.options))
        others = {
            each for each in self.options[ended:] if not (self.into(each) or is_past(each) or is_over(each))
        }
        self.exits |= others
        self.course = [option for option in self.options if option not in self.exits]

    def asked(self, operation: Operation) -> frozenset[str] | None:
        """The states of which an operation asks for one; None where it asks for none."""
        asked: list[Any] = [
            given(each.value, [])
            for each in given(operation.filter, [])
            if each.field == self.name and each.how in ("eq", "in")
        ]
        asked += [value for name, value in given(operation.always_filter, {}).items() if name == self.name]
        rows = (each if isinstance(each, list) else [each] for each in asked)
        return frozenset(each for row in rows for each in row if isinstance(each, str)) if asked else None

    def _move(self, operation: Operation) -> Move | None:
        written: dict[str, Any] = dict.fromkeys(given(operation.changes, []), TOLD)
        for effect in given(operation.effects, []):
            if effect.do == "set":
                written[effect.field] = given(effect.value, TOLD)
            elif effect.do in ("current-date", "unset"):
                written[effect.field] = MOMENT if effect.do == "current-date" else None
        state = written.pop(self.name, None)
        return Move(operation.kind, state, self.asked(operation), written) if isinstance(state, str) else None

    def into(self, state: Any) -> list[Move]:
        """The operations that set a state."""
        return [move for move in self.moves if move.state == state]

    def before(self, state: str) -> str | None:
        """From which state the path leads to one; None of the first."""
        if state == self.first:
            return None
        sources = [move.sources for move in self.into(state)]
        asked = [
            each for each in self.options if each != state and any(each in row for row in sources if row)
        ]
        if asked:
            at = self.options.index(state)
            sooner = [each for each in asked if self.options.index(each) < at] or asked
            return sooner[0] if state in self.exits else sooner[-1]
        if state in self.exits or frozenset() in sources:
            is_late = not words_in_name(state) & CALLED_OFF and not never_came(state)
            late = self.course[1] if is_late and len(self.course) > 2 else self.first
            return self.first if stems(state) & RUN_OUT and words_in_name(late) & SETTLED else late
        back = next(
            (move for move in self.moves if state in (move.sources or ()) and self._is_back(move, state)),
            None,
        )
        if back is not None:  # what leads back to an earlier state begins beside that
            return self.before(back.state)
        last = self._listed_before(state)
        return last if self.end_beside(state) is None else self.before(last)

    def _is_back(self, move: Move, state: str) -> bool:
        return self.options.index(move.state) < self.options.index(state)

    def _listed_before(self, state: str) -> str:
        at = self.course.index(state)
        return self.course[at - 1] if at else self.first

    def end_beside(self, state: str) -> str | None:
        """The end, as operations tell it, to which a state that they don't lead to is another way."""
        if state in self.exits or state == self.first or self.into(state):
            return None
        last = self._listed_before(state)
        if not self._is_end(last):
            return self.end_beside(last)
        return None if any(stems(name) & stems(state) for name in self.closing(last)) else last

    def _is_end(self, state: str) -> bool:
        """Whether operations lead to a state and none leads on, and they close what is in it, or pass over others on the way."""
        into = self.into(state)
        if state in self.exits or not into or any(state in (move.sources or ()) for move in self.moves):
            return False
        last = self._listed_before(state)
        return bool(self.closing(state)) or all(move.sources and last not in move.sources for move in into)

    def closing(self, state: str) -> dict[str, Any]:
        """What any end would set that is set with this one, as its names tell: closed_at, not decided_at."""
        written = {name: value for move in self.into(state) for name, value in move.written.items()}
        closing = {name: value for name, value in written.items() if not stems(name) & stems(state)}
        return closing if any(words_in_name(name) & _CLOSES for name in closing) else {}

    def path(self, state: str) -> list[str]:
        """The states through which a thing comes to one, this one last."""
        path, before = [state], self.before(state)
        while before is not None and before not in path:
            path.insert(0, before)
            before = self.before(before)
        return path

    def written(self, state: Any) -> dict[str, Any]:
        """What operations have written to a thing in a state: a constant, TOLD or MOMENT, None for what they took away."""
        if state not in self._written:
            written: dict[str, Any] = {}
            for move in self.moves_to(state):
                written |= move.written
            self._written[state] = self._closed(state) | written
        return self._written[state]

    def _closed(self, state: str) -> dict[str, Any]:
        """What ends set that a state says, too, to which no operation leads: it says how it went otherwise."""
        is_end = state in self.exits or (is_past(state) and self.end_beside(state) is not None)
        ends = [each for each in self.course if self._is_end(each)] if is_end and not self.into(state) else []
        closing = next(
            (closing for each in ends if (closing := self.closing(each)) and not _says_done(each, closing)),
            {},
        )
        return {name: value for name, value in closing.items() if value is not TOLD}

    def moves_to(self, state: Any) -> list[Move]:
        """The operations that lead to a state, one after another."""
        path = self.path(state) if state in self.options else []
        return [move for each in path for move in self.into(each)[::-1]]

    def passes(self, option: str, state: str) -> bool:
        """Whether a thing in a state may have come through another: that is on the path or, where no operation tells of which states it
        leads there, listed before, and no other end."""
        if any(move.sources for move in self.into(state)):
            return option in self.path(state)
        is_before = self.options.index(option) <= self.options.index(state)
        return option in self.path(state) or (is_before and option != self.end_beside(state))


_NO_CONSTANTS = (TOLD, MOMENT, None)


class Lifecycles:
    """What operations tell of all the states of a thing."""

    def __init__(
        self, states: Sequence[Field], fields: Sequence[Field], operations: Sequence[Operation]
    ) -> None:
        lives = (Lifecycle(state, operations) for state in states if given(state.enum, []))
        self.of = {life.name: life for life in lives if life.moves}
        self.fields = {field.name: field for field in fields}

    def is_told_there(self, record: Mapping[str, Any], name: str) -> bool | None:
        """Whether a field or a link is there in the state of a thing; None where no operation tells."""
        for life in self.of.values():
            now = record.get(life.name)
            if now in life.options and name in life.touched:
                written = life.written(now)
                if name in written:
                    return written[name] is not None
                return False if name in life.set_with else None
        return None

    def links_denied(self, record: Mapping[str, Any]) -> list[str]:
        """The links that a thing with these values does not have yet, or no more."""
        touched = (name for life in self.of.values() for name in sorted(life.touched))
        return [
            name for name in touched if name not in self.fields and self.is_told_there(record, name) is False
        ]

    def write(self, record: dict[str, Any], shown: Iterable[str]) -> None:
        """Let a thing have the constants that operations set with its state, and none that they set with others. shown: examples."""
        for life in self.of.values():
            written = life.written(record.get(life.name))
            for name in sorted(life.touched & self.fields.keys() - {*shown}):
                field = self.fields[name]
                others = [move.written[name] for move in life.moves if name in move.written]
                if written.get(name) not in _NO_CONSTANTS:
                    record[name] = typed(written[name], (field.type,))
                elif name in record and name not in written and plain(record[name]) in others:
                    record[name] = _other_value(field, record[name])

    def agrees(self, state: str, option: str, shown: Iterable[str]) -> bool:
        """Whether what operations set with a choice of a state is what the examples of fields say."""
        written = self.of[state].written(option) if state in self.of else {}
        return all(
            written[name] in (*_NO_CONSTANTS, self.fields[name].example) for name in shown if name in written
        )

    def passes(self, state: str, option: str, now: str) -> bool:
        """Whether a thing that is in one state may have come through another."""
        return state not in self.of or self.of[state].passes(option, now)

    def together(self, record: Mapping[str, Any]) -> list[list[str]]:
        """The dates of a thing that one operation set to the moment at which it ran, by operations."""
        rows: dict[int, list[str]] = {}
        for life in self.of.values():
            moves = life.moves_to(record.get(life.name))
            last = {
                name: at
                for at, move in enumerate(moves)
                for name, value in move.written.items()
                if value is MOMENT
            }
            for name, at in last.items():
                rows.setdefault(at, []).append(name)
        return [names for names in rows.values() if len(names) > 1]

    def set_last(self, record: Mapping[str, Any]) -> set[str]:
        """The dates that operations set which led to the state of a thing, and led on from another one."""
        return {
            name
            for life in self.of.values()
            for move in (life.into(record.get(life.name)) if record.get(life.name) != life.first else ())
            for name, value in move.written.items()
            if value is MOMENT
        }

    def told_with(self, record: Mapping[str, Any]) -> set[str]:
        """What the callers of operations said that led to the state of a thing: when it is to be."""
        return {
            name
            for life in self.of.values()
            for move in life.into(record.get(life.name))
            for name, value in move.written.items()
            if value is TOLD
        }

    def before(self, state: str, now: str) -> str | None:
        """From which state operations led to one; None where they don't tell."""
        life = self.of.get(state)
        return life.before(now) if life is not None and life.into(now) else None


def _other_value(field: Field, value: Any) -> Any:
    """What a field says whose value belongs to another state."""
    if isinstance(value, bool):
        return not value
    others = [given(each, None) for each in (field.example, field.maximum, field.minimum)]
    other = next((each for each in others if each is not None and each != plain(value)), value)
    return typed(other, (field.type,)) if field.type in NUMBERS else value
