"""Numbers that remember what they are compared with.

A rule that is asked with traced inputs answers as with plain ones, and leaves behind the value of
each input at which one of its comparisons would turn: the thresholds, found by the rules
themselves. Sums, differences, products and quotients of inputs stay exact, each input by itself;
anything else is a plain number again, whose comparisons leave nothing. What was lost so is remembered
too, so that it is known between which values a rule takes the same way for sure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

Slopes = dict[str, float]
Gaps = dict[str, set[float]]
Question = Callable[[float, float], bool]
_WHOLE = 1.0
"""The denominator of what is no quotient."""
_DUST = 1e-8
"""What rounding may move a threshold by, of its size."""


def _turn(one: float, other: float) -> bool:
    """The question of what turns without being a threshold."""
    return one < other


class Log:
    """What was heard of each input, by its name, while something was asked.

    at: what each input is. Of each note the input, a gap or an edge, and a question. An edge is a value
    that the input was compared with itself, by that question. Without a question it is a gap: how far from
    the input another threshold is, as close as rounding lets it be known. ``_turn`` is asked at a gap where
    no threshold is, yet something may turn. ``loose``: the inputs on which something depends that is not
    traced.
    """

    __slots__ = ("at", "loose", "notes")

    def __init__(self) -> None:
        self.at: dict[str, float] = {}
        self.notes: set[tuple[str, float, Question | None]] = set()
        self.loose: set[str] = set()

    def cut(self) -> Log:
        """What was noted since the last cut, in a log of its own; this one starts anew."""
        part = Log.__new__(Log)
        part.at, part.notes, part.loose = self.at, self.notes, self.loose
        self.notes, self.loose = set(), set()
        return part

    def add(self, part: Log) -> None:
        """What was noted in another log, here too."""
        self.notes |= part.notes
        self.loose |= part.loose

    @property
    def gaps(self) -> Gaps:
        """How far from each input its thresholds are."""
        found: Gaps = {}
        for name, value, question in self.notes:
            if question is not _turn:
                gap = value if question is None else value - self.at[name]
                found.setdefault(name, set()).add(gap)
        return found

    def span(self, name: str) -> tuple[float, float, set[float]]:
        """Between which values of an input everything goes the same way for sure, without them; and how
        far from it its thresholds are."""
        at, low, high, gaps = self.at[name], -math.inf, math.inf, set[float]()
        for one, value, question in self.notes:
            if one != name:
                continue
            if question is None or question is _turn:
                if question is None:
                    gaps.add(value)
                dust = _DUST * max(1.0, abs(at), abs(at + value))
                before, after = at + value + dust, at + value - dust
                below, above = value <= dust, value >= -dust
            else:
                gaps.add(value - at)
                now = question(at, value)
                same = question(value, value) == now
                before = math.nextafter(value, -math.inf) if same else value
                after = math.nextafter(value, math.inf) if same else value
                below = at > value or (at == value and question(-math.inf, value) != now)
                above = at < value or (at == value and question(math.inf, value) != now)
            if below and before > low:
                low = before
            if above and after < high:
                high = after
        return (math.inf, -math.inf, gaps) if name in self.loose else (low, high, gaps)


def _plain(name: str) -> Any:
    """What else a number can do: a plain one comes of it, and that is noted."""
    work = getattr(float, name)

    def done(*numbers: Any) -> Any:
        for one in numbers:
            if type(one) is Traced:
                one.lose()
        return work(numbers[0].real, *numbers[1:])

    return done


_number = float.__new__


class Traced(float):
    """A number that depends on inputs. slopes: how much it grows for each, the others held.
    below: its denominator where it is a quotient. log: input to thresholds, shared by all."""

    __slots__ = ("below", "log", "slopes")
    slopes: Slopes
    below: Traced | float
    log: Log

    def __new__(cls, value: float, slopes: Slopes, log: Log, below: Traced | float = _WHOLE) -> Traced:
        made = _number(cls, value)
        made.slopes, made.log, made.below = slopes, log, below
        return made

    def __add__(self, other: Any) -> Any:
        return self._linear(other, 1.0, float.__add__)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._linear(other, -1.0, float.__sub__)

    def __rsub__(self, other: Any) -> Any:
        return (self * -1.0) + other

    def __mul__(self, other: Any) -> Any:
        mine, theirs = self.real, other.real
        slopes = {name: slope * theirs for name, slope in self.slopes.items()}
        for name, slope in _slopes(other).items():
            if name in slopes:
                self.log.loose.add(name)
            slopes[name] = slopes.get(name, 0.0) + slope * mine
        if self.below is not _WHOLE or type(other) is Traced:
            _forget(self, other)
        return Traced(mine * theirs, slopes, self.log)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        _forget(self, other)
        return Traced(self.real / other.real, _scaled(self.slopes, 1 / other.real), self.log, other)

    def __rtruediv__(self, other: Any) -> Any:
        _forget(self)
        return Traced(other.real / self.real, {}, self.log, self)

    def __lt__(self, other: Any) -> bool:
        return self._compared(other, float.__lt__)

    def __le__(self, other: Any) -> bool:
        return self._compared(other, float.__le__)

    def __gt__(self, other: Any) -> bool:
        return self._compared(other, float.__gt__)

    def __ge__(self, other: Any) -> bool:
        return self._compared(other, float.__ge__)

    def __eq__(self, other: object) -> bool:
        return self._compared(other, float.__eq__) if isinstance(other, int | float) else False

    __hash__ = float.__hash__

    def __bool__(self) -> bool:
        for name, slope in self.slopes.items():
            if slope:
                self.log.notes.add((name, -self.real / slope, _turn))
        return self.real != 0

    __int__, __float__, __trunc__ = _plain("__int__"), _plain("__float__"), _plain("__trunc__")
    __floor__, __ceil__, __round__ = _plain("__floor__"), _plain("__ceil__"), _plain("__round__")
    __abs__, __neg__, __ne__ = _plain("__abs__"), _plain("__neg__"), _plain("__ne__")
    __floordiv__, __rfloordiv__ = _plain("__floordiv__"), _plain("__rfloordiv__")
    __mod__, __rmod__ = _plain("__mod__"), _plain("__rmod__")
    __divmod__, __rdivmod__ = _plain("__divmod__"), _plain("__rdivmod__")
    __pow__, __rpow__ = _plain("__pow__"), _plain("__rpow__")

    def _linear(self, other: Any, sign: float, work: Callable[[float, float], float]) -> Traced:
        slopes, more = self.slopes, _slopes(other)
        if more:
            slopes = dict(slopes)
            for name, slope in more.items():
                slopes[name] = slopes.get(name, 0.0) + sign * slope
        if self.below is not _WHOLE or more:
            _forget(self, other)
        return Traced(work(self.real, other.real), slopes, self.log)

    def _compared(self, other: Any, question: Question) -> bool:
        mine, theirs = self.real, 0.0 + other.real
        if math.isfinite(theirs - mine):
            self._note(mine, other, theirs, question)
        return question(mine, theirs)

    def _note(self, mine: float, other: Any, theirs: float, question: Question) -> None:
        """Where ``mine`` and ``theirs`` meet, for each input."""
        log, slopes = self.log, self.slopes
        if type(other) is Traced:
            if self.below is not _WHOLE or other.below is not _WHOLE:
                self._note_quotients(mine, other, theirs)
                return
            for name, slope in _less(slopes, other.slopes).items():
                if slope:
                    log.notes.add((name, (theirs - mine) / slope, None))
        elif self.below is not _WHOLE:
            self._note_quotient(theirs, (theirs - mine) * self.below.real)
        else:
            for name, slope in slopes.items():
                if slope == 1.0 and log.at[name] == mine:  # the input itself
                    log.notes.add((name, theirs, question))
                elif slope:
                    log.notes.add((name, (theirs - mine) / slope, None))

    def _note_quotient(self, theirs: float, gap: float) -> None:
        """Where a quotient meets a plain number: where the number is that part of its denominator."""
        log, below = self.log, self.below
        slopes = _scaled(self.slopes, below.real)
        if type(below) is Traced:
            _divided(log, below)
            slopes = _less(slopes, _scaled(below.slopes, theirs))
        for name, slope in slopes.items():
            if slope:
                log.notes.add((name, gap / slope, None))

    def _note_quotients(self, mine: float, other: Traced, theirs: float) -> None:
        """Where the products of numerators and denominators meet, taken as straight lines."""
        log, own, far = self.log, self.below, other.below
        _divided(log, own)
        _divided(log, far)
        if own is far:  # for sure where the numerators do
            for name, slope in _less(self.slopes, other.slopes).items():
                if slope:
                    log.notes.add((name, (theirs - mine) / slope, _turn))
        else:
            log.loose.update(_slopes(own).keys() & (other.slopes | _slopes(far)).keys())
            log.loose.update(_slopes(far).keys() & (self.slopes | _slopes(own)).keys())
        gap = (theirs - mine) * own.real * far.real
        slopes = _less(_scaled(self.slopes, own.real * far.real), _scaled(other.slopes, own.real * far.real))
        slopes = _less(slopes, _scaled(_slopes(own), theirs * far.real))
        slopes = _less(slopes, _scaled(_slopes(far), -mine * own.real))
        for name, slope in slopes.items():
            if slope:
                log.notes.add((name, gap / slope, None))

    def lose(self) -> None:
        """Note that a plain number is made of this one."""
        self.log.loose.update(self.slopes)
        if isinstance(self.below, Traced):
            self.below.lose()


def traced(name: str, value: float, log: Log) -> Traced:
    """An input of this name. The log tells how far each threshold is from its value."""
    log.at[name] = 0.0 + value
    return Traced(value, {name: 1.0}, log)


def _slopes(value: Any) -> Slopes:
    return value.slopes if type(value) is Traced else _NONE


_NONE: Slopes = {}


def _less(one: Slopes, other: Slopes) -> Slopes:
    if not other:
        return one
    found = dict(one)
    for name, slope in other.items():
        found[name] = found.get(name, 0.0) - slope
    return found


def _scaled(slopes: Slopes, factor: float) -> Slopes:
    return slopes and {name: slope * factor for name, slope in slopes.items()}


def _forget(*numbers: Any) -> None:
    """Denominators that a sum or a product of quotients no longer knows."""
    for one in numbers:
        if type(one) is Traced and type(one.below) is Traced:
            one.below.lose()


def _divided(log: Log, below: Traced | float) -> None:
    """A denominator turns comparisons at its zero."""
    for name, slope in _slopes(below).items():
        if slope:
            log.notes.add((name, -below.real / slope, _turn))
