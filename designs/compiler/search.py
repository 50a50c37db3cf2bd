"""What would flip a decision: for each input the nearest value at which the rules answer otherwise.

Nothing here knows a threshold. The rules are asked once with traced numbers, which remember what
they were compared with; then again at and beyond the nearest of those values, outward until the
answer changes or the steps are spent. An input with few values is asked with each of them.
A gate or a rule that asked for nothing that has changed is not asked again: it says the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .cases import Case, Quantity
from .decisions import Decision, Flip
from .gates import Bars
from .outward import Answer, Outward
from .scales import digits, room, said
from .tracing import Log, traced
from .watching import Rules

_NUMBERS = (
    "max", "from.max", "to.max", "average", "to.average", "p95", "adds_per_day", "inserts_per_day", "share_over",
    "independent_access", "accessed_together", "from_to_per_day", "to_from_per_day", "reassigned_per_day",
    "deletes_per_day", "child_bytes", "tree.depth", "count",
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


def flips(case: Case, decision: Decision, barred: Bars) -> tuple[Flip, ...]:
    """What would change a decision of the rulebook, by input; () for a designer's own choice and
    for what only composing decides. barred: what composing has ruled out for it."""
    if decision.chosen_by != "rulebook":
        return ()
    finder = _Finder(case, barred)
    if finder.now != Answer(decision.rule, decision.strategy, decision.side):
        return ()
    return tuple(finder.found())


class _Finder(Outward):
    """Looks outward from what the inputs are for what would change the answer."""

    def __init__(self, case: Case, barred: Bars) -> None:
        self.case, self.rules = case, Rules(case, barred)
        known = [name for name in _NUMBERS if name in case.table]
        self.values = {name: value for name in known if (value := _number(case.look(name))) is not None}
        self.room = room(case)
        self.log: Log = {}
        self.now = self.ask({}, self.log)

    def found(self) -> Iterator[Flip]:
        """The flips of numbers, the nearer side first, then those of words."""
        seen, asked = self.rules.seen, self.rules.asked
        twice = "max" if self.case.relationship.kind in ("many-to-many", "graph") else "from.max"
        for name in _NUMBERS:
            if name in self.values and name != twice and (name in self.log or name in asked):
                yield from self._of_number(name)
        for name, words in _WORDS.items():
            if name in seen and not (name == "growth" and "from.growth" in seen):
                yield from self._of_word(name, words)

    def ask(self, changed: dict[str, Any], log: Log | None = None) -> Answer:
        """The answer with other values of inputs; nothing changed and a log: every number is traced."""
        values = dict(changed)
        if log is not None and changed:
            values = {name: traced(name, value, log) for name, value in changed.items()}
        elif log is not None:  # every number at first
            values = {
                name: self._as_known(name, log) for name in self.values if math.isfinite(self.values[name])
            }
        return self.rules.answer(_both(values))

    def _as_known(self, name: str, log: Log) -> Quantity:
        """An input as it is, traced; what is only assumed stays so."""
        return Quantity(traced(name, self.values[name], log), self.case.quantity(name).origin)

    def _of_number(self, name: str) -> Iterator[Flip]:
        now = self.values[name]
        stated = self.ask({name: now}, None if math.isinf(now) else self.log)
        if stated.differs(self.now):  # what was assumed, once it is stated
            yield Flip(when=f"{name}: {digits(now)}", rule=stated.rule, strategy=stated.strategy)
            return
        sides = (
            (self.outward(name, -1),) if math.isinf(now) else (self.outward(name, 1), self.outward(name, -1))
        )
        for side in sides:
            if side is not None:
                yield side

    def _of_word(self, name: str, words: tuple[Any, ...]) -> Iterator[Flip]:
        """Each other word that leads elsewhere; one flip for each place that it leads to."""
        now, reached = self.case.look(name), set[Answer]()
        for word in words:
            if word == now or word is None:
                continue
            answer = self.ask(dict.fromkeys(_ENDS_OF.get(name, (name,)), word))
            if answer.differs(self.now) and answer not in reached:
                reached.add(answer)
                yield Flip(when=f"{name}: {said(word)}", rule=answer.rule, strategy=answer.strategy)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _both(values: dict[str, Any]) -> dict[str, Any]:
    """``max`` is also ``from.max``: both names follow."""
    return values | {
        _SAME[name]: value for name, value in values.items() if name in _SAME and _SAME[name] not in values
    }
