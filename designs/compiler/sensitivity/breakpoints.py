"""What was heard of inputs while something was asked: where it would turn, and between which values of
an input everything goes the same way for sure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

Gaps = dict[str, set[float]]
Question = Callable[[float, float], bool]
_DUST = 1e-8
"""What rounding may move a threshold by, of its size."""


def turn(left: float, other: float) -> bool:
    """The question of what turns without being a threshold."""
    return left < other


def lost(left: float, other: float) -> bool:
    """The question of what may turn anywhere."""
    return left != other


Note = tuple[str, float, Question | None]


class Log:
    """What was heard of each input, by its name, while something was asked.

    at: what each input is. Of each note the input, a gap or an edge, and a question. An edge is a value
    that the input was compared with itself, by that question. Without a question it is a gap: how far from
    the input another threshold is, as close as rounding lets it be known. ``turn`` is asked at a gap where
    no threshold is, yet something may turn; ``lost`` of an input on which something depends that is not
    traced.
    """

    __slots__ = ("at", "notes")

    def __init__(self, at: dict[str, float] | None = None) -> None:
        self.at: dict[str, float] = {} if at is None else at
        self.notes: set[Note] = set()

    def cut(self) -> Log:
        """What was noted since the last cut, in a log of its own; this one starts anew."""
        part = Log(self.at)
        part.notes, self.notes = self.notes, part.notes
        return part

    def lose(self, names: Iterable[str]) -> None:
        """Note that something depends on these inputs that is not traced."""
        self.notes.update([(name, 0.0, lost) for name in names])

    @property
    def gaps(self) -> Gaps:
        """How far from each input its thresholds are."""
        gaps: Gaps = {}
        for name, value, question in self.notes:
            if question is not turn and question is not lost:
                gap = value if question is None else value - self.at[name]
                gaps.setdefault(name, set()).add(gap)
        return gaps

    def span(self, name: str) -> tuple[float, float, set[float]]:
        """Between which values of an input everything goes the same way for sure, without them; and how
        far from it its thresholds are."""
        at, low, high, gaps = self.at[name], -math.inf, math.inf, set[float]()
        for noted, value, question in self.notes:
            if noted != name:
                continue
            if question is None or question is turn:
                if question is None:
                    gaps.add(value)
                dust = _DUST * (1.0 + abs(at) + abs(value))
                if value <= dust and at + value + dust > low:
                    low = at + value + dust
                if value >= -dust and at + value - dust < high:
                    high = at + value - dust
            elif question is lost:
                low, high = math.inf, -math.inf
            else:
                gaps.add(value - at)
                before, after = _limits(at, value, question)
                low, high = max(low, before), min(high, after)
        return low, high, gaps


def _limits(at: float, edge: float, question: Question) -> tuple[float, float]:
    """Between which values a question that compares a number with an edge is answered as it is now."""
    now = question(at, edge)
    if at != edge:
        same = question(edge, edge) == now
        if at < edge:
            return -math.inf, math.nextafter(edge, math.inf) if same else edge
        return math.nextafter(edge, -math.inf) if same else edge, math.inf
    low = -math.inf if question(-math.inf, edge) == now else math.nextafter(edge, -math.inf)
    high = math.inf if question(math.inf, edge) == now else math.nextafter(edge, math.inf)
    return low, high
