"""What would flip a decision: for each input the nearest value at which the rules answer otherwise.

Nothing here knows a threshold. The rules are asked once with traced numbers, which remember what
they were compared with; then again at and beyond the nearest of those values, outward until the
answer changes or the steps are spent. An input with few values is asked with each of them.
A gate or a rule that asked for nothing that has changed is not asked again: it says the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from .cases import GROWTH_OF, Case
from .conceptual import given
from .decisions import Decision, Flip
from .gates import Bars, bars
from .guidelines import BY_KIND
from .guidelines.base import Guideline
from .tracing import Log, traced
from .watching import WatchedBars, WatchedCase

STEPS = 6
"""Thresholds that are tried in a direction before an input is taken to flip nothing."""
_FAR = 1e9
_DUST = 1e-9
"""What a fraction may be off a whole number by its binary form."""
_COUNTS = frozenset({"max", "from.max", "to.max"})
_SHARES = frozenset({"independent_access", "accessed_together", "share_over"})
_NUMBERS = (
    "max", "from.max", "to.max", "average", "to.average", "p95", "adds_per_day", "inserts_per_day", "share_over",
    "independent_access", "accessed_together", "from_to_per_day", "to_from_per_day", "reassigned_per_day",
    "deletes_per_day",
)  # fmt: skip
_SAME = {"max": "from.max", "from.max": "max"}
_WORDS: dict[str, tuple[Any, ...]] = {
    "growth": ("bounded", "unbounded"),
    "from.growth": ("bounded", "unbounded"),
    "to.growth": ("bounded", "unbounded"),
    "exclusive_owner": (True, False),
    "same_lifecycle": (True, False),
    "link_accessed_alone": (True, False),
    "together_needs": ("all", "page", "recent", "summary", "ids", "nothing"),
    "pagination": ("none", "sequential", "arbitrary"),
    "time_window": (None, "day"),
    "link_owner": (None, "from", "to"),
}
_ENDS_OF = {
    "growth": ("growth", "from.growth"),
    "from.growth": ("growth", "from.growth"),
    "to.growth": ("to.growth",),
}


class Answer(NamedTuple):
    """What is chosen, and by which rule; two rules may choose the same."""

    rule: str
    strategy: str
    side: str

    def differs(self, other: Answer) -> bool:
        """Whether documents change: another strategy, or another end that holds it."""
        return (self.strategy, self.side) != (other.strategy, other.side)


def flips(case: Case, decision: Decision, barred: Bars) -> tuple[Flip, ...]:
    """What would change a decision of the rulebook, by input; () for a designer's own choice and
    for what only composing decides. barred: what composing has ruled out for it."""
    if decision.chosen_by != "rulebook":
        return ()
    finder = _Finder(case, barred)
    if finder.now != Answer(decision.rule, decision.strategy, decision.side):
        return ()
    return tuple(finder.found())


class _Said(NamedTuple):
    """What a rule asked for, inputs and gates, and its answer; None where it refused."""

    asked: set[str]
    answer: Answer | None


class _Rules:
    """The gates and rules of one relationship, asked again and again with other values of its inputs."""

    def __init__(self, case: Case, barred: Bars) -> None:
        self.case, self.barred, self.rules = WatchedCase(case), barred, BY_KIND[case.relationship.kind]
        self.seen: set[str] = set()
        self.bars = {**bars(self.case), **barred}
        self.of_bars = self.case.asked
        self.said: list[_Said] = []
        while not self.said or self.said[-1].answer is None:
            self.case.asked = set()
            ruled_out = WatchedBars(self.bars, self.case.asked)
            answer = self._of_rule(self.rules[len(self.said)], self.case, ruled_out)
            self.said.append(_Said(self.case.asked, answer))

    def answer(self, values: dict[str, Any]) -> Answer:
        """The answer with other values of some inputs."""
        case, ruled_out, moved = self.case.varied(values), self.bars, set(values)
        if not self.of_bars.isdisjoint(values):
            ruled_out = {**bars(case), **self.barred}
            moved |= _moved(self.bars, ruled_out)
        for place, rule in enumerate(self.rules):
            known = self.said[place] if place < len(self.said) else None
            lasts = known is not None and known.asked.isdisjoint(moved)
            answer = known.answer if known and lasts else self._of_rule(rule, case, ruled_out)
            if answer is not None:
                return answer
        raise AssertionError(f"no rule of {case.relationship.kind} applies to {case.relationship.name}")

    def _of_rule(self, rule: Guideline, case: Case, ruled_out: Bars) -> Answer | None:
        if rule.refuse(case, ruled_out):
            return None
        self.seen.update(case.used)
        self.seen.update(GROWTH_OF[name] for name in case.used if name in GROWTH_OF)
        chosen = rule.pick(case)
        return Answer(rule.code, chosen.strategy, chosen.side)


class _Finder:
    """Looks outward from what the inputs are for what would change the answer."""

    def __init__(self, case: Case, barred: Bars) -> None:
        self.case, self.rules = case, _Rules(case, barred)
        self.values = {name: value for name in _NUMBERS if (value := _number(case.look(name))) is not None}
        self.room = room(case)
        self.log: Log = {}
        self.now = self._ask({}, self.log)

    def found(self) -> Iterator[Flip]:
        """The flips of numbers, the nearer side first, then those of words."""
        seen = self.rules.seen
        for name in _NUMBERS:
            if name in self.values and (name in self.log or name in seen):
                yield from self._of_number(name)
        for name, words in _WORDS.items():
            if name in seen and not (name == "growth" and "from.growth" in seen):
                yield from self._of_word(name, words)

    def _ask(self, changed: dict[str, Any], log: Log | None = None) -> Answer:
        """The answer with other values; with a log also the thresholds of the numbers that are asked about."""
        values = dict(changed)
        if log is not None:  # every number at first, later the one that moves
            moving = changed or {name: value for name, value in self.values.items() if math.isfinite(value)}
            values |= {name: traced(name, value, log) for name, value in moving.items()}
        return self.rules.answer(_both(values))

    def _of_number(self, name: str) -> Iterator[Flip]:
        now = self.values[name]
        stated = self._ask({name: now})
        if stated.differs(self.now):  # what was assumed, once it is stated
            yield Flip(when=f"{name}: {_digits(now)}", rule=stated.rule, strategy=stated.strategy)
            return
        sides = (
            (self._outward(name, -1),)
            if math.isinf(now)
            else (self._outward(name, 1), self._outward(name, -1))
        )
        for side in sides:
            if side is not None:
                yield side

    def _outward(self, name: str, way: int) -> Flip | None:
        """The nearest flip in one direction (1 up, -1 down)."""
        at, log = self.values[name], self.log
        if math.isinf(at):
            at, log = _FAR, {}
            if self._ask({name: at}, log).differs(self.now):
                return None
        for _ in range(STEPS):
            nearest = min((gap * way for gap in log.get(name, ()) if gap * way >= -_least(at)), default=None)
            if nearest is None:
                return None
            edge = _edge(name, at + way * nearest, way)
            for value in (edge, _beyond(name, edge, way)):
                log = {}
                if not self._possible(name, value):
                    return None
                if self._ask({name: value}, log).differs(self.now):
                    return self._stated(name, way, at, value)
                at = value
        return None

    def _stated(self, name: str, way: int, same: float, other: float) -> Flip:
        """The flip between two values, of which the second answers otherwise, in words that are true
        of the value shown, to whichever side it was rounded."""
        other = self._closest(name, way, same, other)
        last = other - way * _step(name, other)
        shown = _shown(name, same if abs(last - same) < _least(same) else other)
        sign = ("<", ">")[way > 0] + ("=" if self._differs(name, shown) else "")
        answer = self._ask({name: other})
        return Flip(when=f"{name} {sign} {_digits(shown)}", rule=answer.rule, strategy=answer.strategy)

    def _closest(self, name: str, way: int, same: float, other: float) -> float:
        """The first value after ``same`` that answers otherwise: a threshold may have moved with the
        input, as the digits of a count do."""
        nearer = other - way * _step(name, other)
        if (nearer - same) * way <= 0 or not self._differs(name, nearer):
            return other
        other = nearer
        while (other - same) * way > _step(name, other):
            middle = _edge(name, (same + other) / 2, -way)
            same, other = (same, middle) if self._differs(name, middle) else (middle, other)
        return other

    def _differs(self, name: str, value: float) -> bool:
        return self._ask({name: value}).differs(self.now)

    def _possible(self, name: str, value: float) -> bool:
        least, most = self.room.get(name, (0.0, math.inf))
        return least <= value <= most

    def _of_word(self, name: str, words: tuple[Any, ...]) -> Iterator[Flip]:
        """Each other word that leads elsewhere; one flip for each place that it leads to."""
        now, reached = self.case.look(name), set[Answer]()
        for word in words:
            if word == now or word is None:
                continue
            answer = self._ask(dict.fromkeys(_ENDS_OF.get(name, (name,)), word))
            if answer.differs(self.now) and answer not in reached:
                reached.add(answer)
                yield Flip(when=f"{name}: {_said(word)}", rule=answer.rule, strategy=answer.strategy)


def _moved(one: Bars, other: Bars) -> set[str]:
    """The strategies that another gate rules out, or none; why in words decides nothing."""
    return {
        strategy
        for strategy in one.keys() | other.keys()
        if strategy not in one or strategy not in other or one[strategy].gate != other[strategy].gate
    }


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _both(values: dict[str, Any]) -> dict[str, Any]:
    """``max`` is also ``from.max``: both names follow."""
    return values | {
        _SAME[name]: value for name, value in values.items() if name in _SAME and _SAME[name] not in values
    }


def _least(at: float) -> float:
    """A gap that is no more than rounding."""
    return 1e-9 * max(1.0, abs(at))


def _tidy(value: float) -> float:
    """Without the dust of binary fractions."""
    return float(f"{value:.9g}")


def _step(name: str, at: float) -> float:
    """How far the next value of an input is: of a count one, of anything else a hair."""
    return 1.0 if name in _COUNTS else max(1e-6, abs(at) * 1e-6)


def _edge(name: str, value: float, way: int) -> float:
    """The first value of an input at a threshold or past it."""
    if name not in _COUNTS:
        return _tidy(value)
    return float(math.ceil(value - _DUST) if way > 0 else math.floor(value + _DUST))


def _beyond(name: str, edge: float, way: int) -> float:
    """The next value of an input after a threshold."""
    return edge + way * _step(name, edge)


def _shown(name: str, value: float) -> float:
    """A threshold in as many digits as people read."""
    return value if name in _COUNTS else float(f"{value:.6g}")


def _digits(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def room(case: Case) -> dict[str, tuple[float, float]]:
    """The least and the most that a design may state for an input beside what it states already:
    min <= average <= max and min <= p95 <= max, a share within 0 and 1, one parent of a 1:N."""
    found = dict.fromkeys(_SHARES, (0.0, 1.0))
    for side, most, average, others in (
        ("from", "from.max", "average", ("p95",)),
        ("to", "to.max", "to.average", ()),
    ):
        count, single = case.count(side), side == "to" and case.relationship.kind == "one-to-many"
        low = float(given(count.min, 0))
        high = float(given(count.max, None) or math.inf)
        stated = [float(given(one, 0)) for one in (count.average, count.p95)]
        found[most] = (max(1.0, low, *stated), 1.0 if single else math.inf)
        found |= dict.fromkeys((average, *others), (low, high))
    return found | {"max": found["from.max"]}


def _said(word: Any) -> str:
    return str(word).lower() if isinstance(word, bool) else str(word)
