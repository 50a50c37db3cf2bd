"""Walks a number outward, from one of its thresholds to the next, until the answer changes.

Whatever is asked: an input of a decision, or how often an operation runs. It knows no rule.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import NamedTuple

from ..plan_model.decisions import Flip, Turn
from ..plan_model.number_format import is_long
from ..rules.choices import form
from ..workload.inputs import DecisionInputs
from .breakpoints import Gaps
from .input_domains import beyond, digits, edge, least, shown, step

STEPS = 6
"""Thresholds that are tried in a direction before an input is taken to flip nothing."""
_FAR = 1e9


class ThresholdAnswer(NamedTuple):
    """What is chosen, and by which rule; two rules may choose the same, and two strategies store the same: then they
    have a form in common."""

    rule: str
    strategy: str
    side: str
    form: str = ""

    def differs(self, other: ThresholdAnswer) -> bool:
        """Whether documents change: another strategy, or another end that holds it."""
        is_alike = self.strategy == other.strategy or (bool(self.form) and self.form == other.form)
        return not is_alike or self.side != other.side


def answer_of(rule: str, strategy: str, side: str, case: DecisionInputs) -> ThresholdAnswer:
    """What a rule chooses for a relationship."""
    return ThresholdAnswer(rule, strategy, side, form(strategy, case))


def flip(turn: Turn, answer: ThresholdAnswer, now: ThresholdAnswer, case: DecisionInputs) -> Flip:
    """What would change a decision, and from where to where it moves a strategy that stays."""
    moved = answer.strategy == now.strategy and answer.differs(now)
    holders = (_end(case, answer.side), _end(case, now.side)) if moved else ("", "")
    return Flip(
        turn=turn, rule=answer.rule, strategy=answer.strategy, holder=holders[0], instead_of=holders[1]
    )


def _end(case: DecisionInputs, side: str) -> str:
    """An end as people tell it from the other one: its entity, of one entity by its field."""
    entity = case.relationship.end(side).entity
    alike = case.parent is case.child
    return f"{entity}.{case.survey.names.end(case.relationship, side)}" if alike else entity


class Outward(ABC):
    """What can be asked again with other numbers. case: the relationship that it is about. values: of
    each name what it is. gaps: how far from it its thresholds are.
    room: the least and the most that it may be, where that is not 0 and any. now: the answer as it is."""

    case: DecisionInputs
    values: dict[str, float]
    gaps: Gaps
    room: dict[str, tuple[float, float]]
    now: ThresholdAnswer

    @abstractmethod
    def ask(self, name: str, value: float) -> ThresholdAnswer:
        """The answer with another value of one of them."""

    @abstractmethod
    def hear(self, name: str, value: float) -> tuple[ThresholdAnswer, set[float]]:
        """Likewise, with how far from that value its thresholds are."""

    def outward(self, name: str, way: int) -> Flip | None:
        """The nearest flip in one direction (1 up, -1 down)."""
        at, gaps = self.values[name], self.gaps.get(name, set())
        if math.isinf(at):
            at = _FAR
            answer, gaps = self.hear(name, at)
            if answer.differs(self.now):
                return None
        for _ in range(STEPS):
            hair = -least(at)
            nearest = min((gap * way for gap in gaps if gap * way >= hair), default=None)
            if nearest is None:
                return None
            met = edge(name, at + way * nearest, way)
            if not self._possible(name, met):
                return None
            if self._differs(name, met):
                return self._stated(name, way, at, met)
            past = beyond(name, met, way)
            if not self._possible(name, past):
                return None
            answer, gaps = self.hear(name, past)
            if answer.differs(self.now):
                return self._stated(name, way, met, past)
            at = past
        return None

    def _stated(self, name: str, way: int, same: float, other: float) -> Flip | None:
        """The flip between two values, of which the second answers otherwise, in words that are true
        of the value shown, to whichever side it was rounded. None at a number that nobody counts to."""
        other = self._closest(name, way, same, other)
        last = other - way * step(name, other)
        value = shown(name, same if (last - same) * way < least(same) else other)
        if is_long(value):
            return None
        sign = ("<", ">")[way > 0] + ("=" if self._differs(name, value) else "")
        answer = self.ask(name, other)
        return flip(self.turn(name, sign, digits(value)), answer, self.now, self.case)

    def turn(self, name: str, sign: str, value: str) -> Turn:
        """How a flip names one of them."""
        return Turn(name, sign, value)

    def _closest(self, name: str, way: int, same: float, other: float) -> float:
        """The first value after ``same`` that answers otherwise: a threshold may have moved with the
        input, as the digits of a count do."""
        nearer = other - way * step(name, other)
        if (nearer - same) * way <= 0 or not self._differs(name, nearer):
            return other
        other = nearer
        while (other - same) * way > step(name, other):
            middle = edge(name, (same + other) / 2, -way)
            same, other = (same, middle) if self._differs(name, middle) else (middle, other)
        return other

    def _differs(self, name: str, value: float) -> bool:
        return self.ask(name, value).differs(self.now)

    def _possible(self, name: str, value: float) -> bool:
        low, high = self.room.get(name, (0.0, math.inf))
        return low <= value <= high
