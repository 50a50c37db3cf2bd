"""What would flip a decision in the workload: how often a day each operation near it runs.

The operations near a relationship are counted again with other numbers, and the rules asked what
they make of it; every input that is measured from operations follows.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import msgspec

from .cases import Case, Survey
from .conceptual import Operation
from .decisions import Decision, Flip
from .gates import Bars
from .outward import Answer, Outward
from .tracing import Log, traced
from .traffic import Traffic, per_day, reach
from .watching import Rules

_SPREAD = frozenset({"is-a"})
"""Kinds that are decided from the operations of more than their two ends."""

_RARELY = 1e-6
"""Less than once in a thousand years is never, which is no frequency."""


class Rates:
    """The workload of a design by the entities that it reaches."""

    def __init__(self, survey: Survey) -> None:
        self.near: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
        for operation in survey.model.workload:
            for entity in reach(operation, survey.names)[0]:
                self.near[entity][operation.name] = operation

    def flips(self, case: Case, decision: Decision, barred: Bars) -> tuple[Flip, ...]:
        """What would change a decision of the rulebook, by operation; () where composing made it."""
        near = self.near[case.parent.name] | self.near[case.child.name]
        if decision.chosen_by != "rulebook" or decision.kind in _SPREAD or not near:
            return ()
        asked = _Asked(case, barred, near)
        if asked.now != Answer(decision.rule, decision.strategy, decision.side):
            return ()
        found = (asked.outward(name, way) for name in asked.values if name in asked.log for way in (1, -1))
        return tuple(flip for flip in found if flip is not None)


class _Asked(Outward):
    """One relationship asked with other frequencies of the operations near it."""

    def __init__(self, case: Case, barred: Bars, near: dict[str, Operation]) -> None:
        self.case, self.rules = case, Rules(case, barred)
        self.near = {f'per_day of "{name}"': operation for name, operation in near.items()}
        self.values = {name: per_day(operation) for name, operation in self.near.items()}
        self.room = dict.fromkeys(self.near, (_RARELY, math.inf))
        self.log: Log = {}
        self.now = self.ask(self.values, self.log)

    def ask(self, changed: dict[str, Any], log: Log | None = None) -> Answer:
        """The answer with other frequencies; with a log also their thresholds."""
        operations = [
            operation
            if name not in changed
            else msgspec.structs.replace(
                operation, per_day=changed[name] if log is None else traced(name, changed[name], log)
            )
            for name, operation in self.near.items()
        ]
        survey = self.case.survey
        return self.rules.in_traffic(Traffic(operations, survey.names, like=survey.traffic))
