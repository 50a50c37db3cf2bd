"""Numbers that remember what they are compared with.

A rule that is asked with traced inputs answers as with plain ones, and leaves behind the value of
each input at which one of its comparisons would turn: the thresholds, found by the rules
themselves. Sums, differences, products and quotients of inputs stay exact, each input by itself;
anything else is a plain number again, whose comparisons leave nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

Slopes = dict[str, float]
Log = dict[str, set[float]]


class Traced(float):
    """A number that depends on inputs. slopes: how much it grows for each, the others held.
    below: its denominator where it is a quotient. log: input to thresholds, shared by all."""

    __slots__ = ("below", "log", "slopes")
    slopes: Slopes
    below: Traced | float
    log: Log

    def __new__(cls, value: float, slopes: Slopes, log: Log, below: Traced | float = 1.0) -> Traced:
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
        value = float(self) * float(other)
        slopes = {name: slope * float(other) for name, slope in self.slopes.items()}
        for name, slope in _slopes(other).items():
            slopes[name] = slopes.get(name, 0.0) + slope * float(self)
        return Traced(value, slopes, self.log)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return Traced(float(self) / float(other), _scaled(self.slopes, 1 / float(other)), self.log, other)

    def __rtruediv__(self, other: Any) -> Any:
        return Traced(float(other) / float(self), {}, self.log, self)

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

    def _linear(self, other: Any, sign: float, work: Callable[[float, float], float]) -> Traced:
        slopes = dict(self.slopes)
        for name, slope in _slopes(other).items():
            slopes[name] = slopes.get(name, 0.0) + sign * slope
        return Traced(work(float(self), float(other)), slopes, self.log)

    def _compared(self, other: Any, work: Callable[[float, float], bool]) -> bool:
        mine, theirs = float(self), float(other)
        if math.isfinite(mine) and math.isfinite(theirs):
            self._note(mine, other, theirs)
        return work(mine, theirs)

    def _note(self, mine: float, other: Any, theirs: float) -> None:
        """Where ``mine`` and ``theirs`` meet, for each input: of quotients, where the products do."""
        if type(other) is not Traced and type(self.below) is float and self.below == 1:
            for name, slope in self.slopes.items():
                if slope:
                    self.log.setdefault(name, set()).add((theirs - mine) / slope)
            return
        own, far = self.below, other.below if isinstance(other, Traced) else 1.0
        gap = (theirs - mine) * float(own) * float(far)
        slopes = _scaled(self.slopes, float(own) * float(far))
        for name, slope in _scaled(_slopes(other), float(own) * float(far)).items():
            slopes[name] = slopes.get(name, 0.0) - slope
        for name, slope in _scaled(_slopes(own), -theirs * float(far)).items():
            slopes[name] = slopes.get(name, 0.0) + slope
        for name, slope in _scaled(_slopes(far), mine * float(own)).items():
            slopes[name] = slopes.get(name, 0.0) + slope
        for name, slope in slopes.items():
            if slope:
                self.log.setdefault(name, set()).add(gap / slope)


def traced(name: str, value: float, log: Log) -> Traced:
    """An input of this name. The log tells how far each threshold is from its value."""
    return Traced(value, {name: 1.0}, log)


def _slopes(value: Any) -> Slopes:
    return value.slopes if isinstance(value, Traced) else {}


def _scaled(slopes: Slopes, factor: float) -> Slopes:
    return {name: slope * factor for name, slope in slopes.items()}
