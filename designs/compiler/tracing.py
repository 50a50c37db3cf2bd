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


class Log:
    """What was heard of each input, by its name, while something was asked.

    gaps: how far from it each threshold is. at: what it is. Beside these, how far it may move, the others
    held, before any question may have another answer: ``edges`` are values that it was compared with
    itself, each with the question; ``turns`` are gaps at which something else turns, as close as
    rounding lets them be known; the ``loose`` are those on which something depends that is not traced.
    """

    __slots__ = ("_spans", "at", "edges", "gaps", "loose", "turns")

    def __init__(self) -> None:
        self.at: dict[str, float] = {}
        self._spans: dict[str, tuple[float, float]] = {}
        self._clear()

    def _clear(self) -> None:
        self.gaps: Gaps = {}
        self.edges: dict[str, set[tuple[float, Question]]] = {}
        self.turns: Gaps = {}
        self.loose: set[str] = set()

    def cut(self) -> Log:
        """What was noted since the last cut, in a log of its own; this one starts anew."""
        part = Log.__new__(Log)
        part.at, part._spans = self.at, {}
        part.gaps, part.edges, part.turns, part.loose = self.gaps, self.edges, self.turns, self.loose
        self._clear()
        return part

    def met(self, name: str, gap: float) -> None:
        """A threshold is so far from the input."""
        self.gaps.setdefault(name, set()).add(gap)
        self.turns.setdefault(name, set()).add(gap)

    def covers(self, name: str, value: float) -> bool:
        """Whether everything goes the same way at another value of an input, for sure. Once it is asked
        nothing more is noted."""
        span = self._spans.get(name)
        if span is None:
            span = self._spans[name] = self._span(name)
        return span[0] < value < span[1]

    def _span(self, name: str) -> tuple[float, float]:
        """Between which values, without them."""
        if name in self.loose:
            return math.inf, -math.inf
        at, low, high = self.at[name], -math.inf, math.inf
        for edge, question in self.edges.get(name, ()):
            now = question(at, edge)
            same = question(edge, edge) == now
            if at < edge or (at == edge and question(math.inf, edge) != now):
                high = min(high, math.nextafter(edge, math.inf) if same else edge)
            if at > edge or (at == edge and question(-math.inf, edge) != now):
                low = max(low, math.nextafter(edge, -math.inf) if same else edge)
        for gap in self.turns.get(name, ()):
            dust = _DUST * max(1.0, abs(at), abs(at + gap))
            if gap >= -dust:
                high = min(high, at + gap - dust)
            if gap <= dust:
                low = max(low, at + gap + dust)
        return low, high


def _plain(name: str) -> Any:
    """What else a number can do: a plain one comes of it, and that is noted."""
    work = getattr(float, name)

    def done(*numbers: Any) -> Any:
        for one in numbers:
            if type(one) is Traced:
                one.lose()
        return work(numbers[0].real, *numbers[1:])

    return done


class Traced(float):
    """A number that depends on inputs. slopes: how much it grows for each, the others held.
    below: its denominator where it is a quotient. log: input to thresholds, shared by all."""

    __slots__ = ("below", "log", "slopes")
    slopes: Slopes
    below: Traced | float
    log: Log

    def __new__(cls, value: float, slopes: Slopes, log: Log, below: Traced | float = _WHOLE) -> Traced:
        made = super().__new__(cls, value)
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
                self.log.turns.setdefault(name, set()).add(-self.real / slope)
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
        """Where ``mine`` and ``theirs`` meet, for each input: of quotients, where the products do."""
        log, own = self.log, self.below
        far = other.below if type(other) is Traced else _WHOLE
        if own is _WHOLE and far is _WHOLE:
            slopes = self.slopes
            for name, slope in (
                _less(slopes, other.slopes).items() if type(other) is Traced else slopes.items()
            ):
                if not slope:
                    continue
                if slope == 1.0 and log.at[name] == mine and type(other) is not Traced:  # the input itself
                    log.gaps.setdefault(name, set()).add(theirs - mine)
                    log.edges.setdefault(name, set()).add((theirs, question))
                else:
                    log.met(name, (theirs - mine) / slope)
            return
        _divided(log, own, other, far)
        _divided(log, far, self, own)
        gap = (theirs - mine) * own.real * far.real
        slopes = _less(
            _scaled(self.slopes, own.real * far.real), _scaled(_slopes(other), own.real * far.real)
        )
        slopes = _less(slopes, _scaled(_slopes(own), theirs * far.real))
        slopes = _less(slopes, _scaled(_slopes(far), -mine * own.real))
        for name, slope in slopes.items():
            if slope:
                log.met(name, gap / slope)

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


def _divided(log: Log, below: Traced | float, other: Any, far: Traced | float) -> None:
    """A denominator turns comparisons at its zero; with what it is multiplied by it makes no straight line."""
    if type(below) is not Traced:
        return
    for name, slope in below.slopes.items():
        if slope:
            log.turns.setdefault(name, set()).add(-below.real / slope)
        if name in _slopes(other) or name in _slopes(far):
            log.loose.add(name)
