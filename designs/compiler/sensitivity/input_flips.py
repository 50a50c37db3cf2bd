"""What would flip a decision: for each input the nearest value at which the rules answer otherwise.

Nothing here knows a threshold. The rules are asked once with traced numbers, which remember what
they were compared with; then again at and beyond the nearest of those values, outward until the
answer changes or the steps are spent. An input with few values is asked with each of them.
A gate or a rule that asked for nothing that has changed is not asked again: it says the same.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Any

from ..plan_model.decisions import Decision, Flip, Turn
from ..workload.inputs import GIVEN, DecisionInputs, Quantity
from .breakpoints import Log
from .input_domains import digits, room, said, shown
from .rule_evaluator import Lines, RuleLine, Rules
from .threshold_search import ThresholdAnswer, answer_of, flip
from .traced import traced

_NUMBERS = (
    "max", "from.max", "to.max", "average", "to.average", "p95", "adds_per_day", "inserts_per_day", "share_over",
    "independent_access", "accessed_together", "from_to_per_day", "to_from_per_day", "reassigned_per_day",
    "deletes_per_day", "child_bytes", "tree.depth", "count", "from.count", "to.min",
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
    "tree.reads": ("whole", "children", "descendants", "ancestors", "path", "subtree"),
    "tree.static": (True, False),
    "tree.ordered": (True, False),
}
_ENDS_OF = {
    "growth": ("growth", "from.growth"),
    "from.growth": ("growth", "from.growth"),
    "to.growth": ("to.growth",),
}


def flips(rules: Rules, decision: Decision) -> tuple[Flip, ...]:
    """What would change a decision of the rulebook, by input; () for a designer's own choice and
    for what only composing decides. rules: those of its relationship, with what composing has ruled out."""
    if decision.chosen_by != "rulebook" or rules.now != answer_of(
        decision.rule, decision.strategy, decision.side, rules.plain
    ):
        return ()
    return tuple(_Finder(rules).flips())


class _Finder(Lines):
    """Looks outward from what the inputs are for what would change the answer."""

    def __init__(self, rules: Rules) -> None:
        self.case, self.rules = rules.plain, rules
        self.lines: dict[str, RuleLine] = {}
        asked = [name for name in _NUMBERS if name in rules.asked]
        look = rules.case.look
        self.values = {name: value for name in asked if (value := _number(look(name))) is not None}
        self.room = room(self.case)
        finite = {name: value for name, value in self.values.items() if math.isfinite(value)}
        self.alone = self._by_themselves(finite)
        heard = self.alone - {self._twice}  # whose comparisons are noted under its other name alone
        self.now, self.gaps = rules.hear(tuple(_both(finite)), lambda log: self._as_known(finite, log), heard)

    @property
    def _twice(self) -> str:
        """The second name of the number that has two."""
        return "max" if self.case.relationship.kind in ("many-to-many", "graph") else "from.max"

    def _by_themselves(self, names: Collection[str]) -> frozenset[str]:
        """The inputs that may be stated as they are without any change, and that no other one follows."""
        watched = self.rules.case
        followed = set().union(*(watched.beneath(name) - {_SAME.get(name)} for name in names))
        alone = {
            name
            for name in names
            if name not in followed
            and (name not in watched.origins or watched.quantity(name).origin == GIVEN)
        }
        # Of two names of one number both are, or none: what is heard of the one is not heard of the other.
        return frozenset(name for name in alone if _SAME.get(name, name) in alone or _SAME[name] not in names)

    def flips(self) -> Iterator[Flip]:
        """The flips of numbers, the nearer side first, then those of words."""
        seen = self.rules.seen
        for name in _NUMBERS:
            if name in self.values and name != self._twice:
                yield from self._of_number(name)
        for name, words in _WORDS.items():
            if name in seen and not (name == "growth" and "from.growth" in seen):
                yield from self._of_word(name, words)

    def begun(self, name: str) -> RuleLine:
        """The rules along the values of an input."""
        changed, case = tuple(_both({name: None})), self.rules.case
        return RuleLine(self.rules, name, changed, lambda value: case.varied(dict.fromkeys(changed, value)))

    def _as_known(self, values: dict[str, float], log: Log) -> DecisionInputs:
        """All numbers as they are, traced; what is only assumed stays so."""
        numbers = {name: traced(name, value, log) for name, value in values.items()}
        twice, once = self._twice, _SAME[self._twice]
        if twice in numbers and once in numbers:
            numbers[twice] = numbers[once]
        quantity = self.case.quantity
        return self.rules.case.varied(
            {name: Quantity(value, quantity(name).origin) for name, value in numbers.items()}
        )

    def _of_number(self, name: str) -> Iterator[Flip]:
        now = self.values[name]
        if math.isinf(now):
            stated = self.ask(name, now)
        elif name in self.alone:
            stated = self.now
        else:
            stated, gaps = self.hear(name, now)
            self.gaps.setdefault(name, set()).update(gaps)
        if stated.differs(self.now):  # what was assumed, once it is stated
            read = shown(name, now)
            value = read if self.ask(name, read) == stated else now
            yield flip(Turn(name, ":", digits(value)), stated, self.now, self.case)
            return
        sides = (
            (self.outward(name, -1),) if math.isinf(now) else (self.outward(name, 1), self.outward(name, -1))
        )
        for side in sides:
            if side is not None:
                yield side

    def _of_word(self, name: str, words: tuple[Any, ...]) -> Iterator[Flip]:
        """Each other word that leads elsewhere; one flip for each place that it leads to."""
        now, reached = self.case.look(name), set[ThresholdAnswer]()
        for word in words:
            if word == now or word is None:
                continue
            answer = self.rules.answer(dict.fromkeys(_ENDS_OF.get(name, (name,)), word))
            if answer.differs(self.now) and answer not in reached:
                reached.add(answer)
                yield flip(Turn(name, ":", said(word)), answer, self.now, self.case)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _both(values: dict[str, Any]) -> dict[str, Any]:
    """``max`` is also ``from.max``: both names follow."""
    return values | {
        _SAME[name]: value for name, value in values.items() if name in _SAME and _SAME[name] not in values
    }
