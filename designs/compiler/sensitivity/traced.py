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

from .breakpoints import Log, Question, turn

Slopes = dict[str, float]
_WHOLE = 1.0
"""The denominator of what is no quotient."""


def _plain(name: str) -> Any:
    """What else a number can do: a plain one comes of it, and that is noted."""
    work = getattr(float, name)

    def done(*numbers: Any) -> Any:
        for number in numbers:
            if type(number) is Traced:
                number.lose()
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
        traced_number = _number(cls, value)
        traced_number.slopes, traced_number.log, traced_number.below = slopes, log, below
        return traced_number

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
                self.log.lose((name,))
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
                self.log.notes.add((name, -self.real / slope, turn))
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
        """The answer. Where the two meet is noted, for each input."""
        mine, theirs = self.real, 0.0 + other.real
        gap = theirs - mine
        if not math.isfinite(gap):
            pass
        elif type(other) is Traced:
            self._note_other(other, gap)
        elif self.below is not _WHOLE:
            self._note_quotient(theirs, gap * self.below.real)
        else:
            log = self.log
            for name, slope in self.slopes.items():
                if slope == 1.0 and log.at[name] == mine:  # the input itself
                    log.notes.add((name, theirs, question))
                elif slope:
                    log.notes.add((name, gap / slope, None))
        return question(mine, theirs)

    def _note_other(self, other: Traced, gap: float) -> None:
        """Where two numbers that are traced meet."""
        if self.below is not _WHOLE or other.below is not _WHOLE:
            self._note_quotients(self.real, other, 0.0 + other.real)
            return
        for name, slope in _less(self.slopes, other.slopes).items():
            if slope:
                self.log.notes.add((name, gap / slope, None))

    def _note_quotient(self, theirs: float, gap: float) -> None:
        """Where a quotient meets a plain number: where the number is that part of its denominator."""
        log, below = self.log, self.below
        whole, lower = below.real, _slopes(below)
        if lower:
            _divided(log, below)
        for name in self.slopes.keys() | lower.keys():
            slope = self.slopes.get(name, 0.0) * whole - lower.get(name, 0.0) * theirs
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
                    log.notes.add((name, (theirs - mine) / slope, turn))
        else:
            log.lose(_slopes(own).keys() & (other.slopes | _slopes(far)).keys())
            log.lose(_slopes(far).keys() & (self.slopes | _slopes(own)).keys())
        gap = (theirs - mine) * own.real * far.real
        slopes = _less(_scaled(self.slopes, own.real * far.real), _scaled(other.slopes, own.real * far.real))
        slopes = _less(slopes, _scaled(_slopes(own), theirs * far.real))
        slopes = _less(slopes, _scaled(_slopes(far), -mine * own.real))
        for name, slope in slopes.items():
            if slope:
                log.notes.add((name, gap / slope, None))

    def lose(self) -> None:
        """Note that a plain number is made of this one."""
        self.log.lose(self.slopes)
        if isinstance(self.below, Traced):
            self.below.lose()


def traced(name: str, value: float, log: Log) -> Traced:
    """An input of this name. The log tells how far each threshold is from its value."""
    log.at[name] = 0.0 + value
    return Traced(value, {name: 1.0}, log)


def _slopes(value: Any) -> Slopes:
    return value.slopes if type(value) is Traced else _NONE


_NONE: Slopes = {}


def _less(slopes: Slopes, other: Slopes) -> Slopes:
    if not other:
        return slopes
    difference = dict(slopes)
    for name, slope in other.items():
        difference[name] = difference.get(name, 0.0) - slope
    return difference


def _scaled(slopes: Slopes, factor: float) -> Slopes:
    return slopes and {name: slope * factor for name, slope in slopes.items()}


def _forget(*numbers: Any) -> None:
    """Denominators that a sum or a product of quotients no longer knows."""
    for number in numbers:
        if type(number) is Traced and type(number.below) is Traced:
            number.below.lose()


def _divided(log: Log, below: Traced | float) -> None:
    """A denominator turns comparisons at its zero."""
    for name, slope in _slopes(below).items():
        if slope:
            log.notes.add((name, -below.real / slope, turn))
