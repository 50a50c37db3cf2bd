"""What would flip a decision in the workload: how often a day each operation near it runs.

The operations near a relationship are counted again with other numbers, and the rules asked what
they make of it; every input that is measured from operations follows.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

from ..cost.pricing import Pricing, frequencies, holder_of
from ..model.conceptual import Operation, stated
from ..plan_model.decisions import Decision, Flip, Turn
from ..strategies.table import STRATEGIES
from ..workload.inputs import DecisionInputs, Survey
from ..workload.traffic import Traffic, per_day
from .dependency_tracking import TRAFFIC
from .rule_evaluator import Lines, RuleLine, Rules
from .threshold_search import answer_of
from .traced import traced

_SPREAD = frozenset({"is-a"})
"""Kinds that are decided from the operations of more than their two ends."""

_RARELY = 1e-6
"""Less than once in a thousand years is never, which is no frequency."""


_WAYS = frozenset({"from_to_per_day", "to_from_per_day"})
_MORE, _FEWER = frozenset({">", ">="}), frozenset({"<", "<="})


def is_gain(case: DecisionInputs, flip: Flip, now: str, pricing: Pricing) -> bool:
    """Whether what a read's frequency leads to is a gain: it costs no more in all; or it serves the read at a lower price,
    where that is more often, and something else, where it is rarer. Where no read argues, or another end holds what is
    stored, prices say nothing. now: the strategy of today; pricing: of the case."""
    turn, then, side = flip.turn, flip.strategy, holder_of(case, now)
    if turn.sign not in _MORE | _FEWER or side != holder_of(case, then):
        return True
    answered = _answered(case, flip, float(turn.value))
    if answered is None:
        return True
    often, oftener = pricing.often(side), frequencies(answered, side)
    if _costs(pricing, then, oftener) <= _costs(pricing, now, oftener):
        return True
    if turn.sign in _FEWER:
        each_once = [dict.fromkeys(oftener, 0.0) | {name: 1.0} for name, times in oftener.items() if times]
        return any(_costs(pricing, then, once) < _costs(pricing, now, once) for once in each_once)
    if _goes_back(case, flip):  # prices leave out what such a read brings along
        return not (STRATEGIES[then].refers_to_parent and STRATEGIES[now].refers_to_parent)
    added = {name: times - often[name] for name, times in oftener.items()}
    return _costs(pricing, then, added) < _costs(pricing, now, added)


def _costs(pricing: Pricing, strategy: str, often: Mapping[str, float]) -> float:
    """What a strategy costs a day; nothing where it has no price. often: by operation."""
    price = pricing.price(strategy, often)
    return 0.0 if price is None else price.total


def _answered(case: DecisionInputs, flip: Flip, value: float) -> DecisionInputs | None:
    """The relationship where the read of a turn is as frequent as it says; None where the turn is of something else."""
    name, survey = flip.turn.input, case.survey
    if name == "accessed_together":
        reads = case.survey.traffic.read_touches[case.parent.name]
        return case.varied({"from_to_per_day": value * reads})
    if name in _WAYS:
        return case.varied({name: value})
    place = _place(case, flip)
    if place is None or survey.model.workload[place].kind != "read":
        return None
    traffic = survey.traffic.with_one(place, value)
    return DecisionInputs(survey.in_traffic(traffic), case.relationship, case.place, case.table)


def _goes_back(case: DecisionInputs, flip: Flip) -> bool:
    """Whether the read of a turn comes from a child to its parent."""
    place = _place(case, flip)
    if place is None:
        return flip.turn.input == "to_from_per_day"
    survey = case.survey
    return (case.relationship.name, False) in survey.traffic.used_by(survey.model.workload[place])


def _place(case: DecisionInputs, flip: Flip) -> int | None:
    """The place in the workload of the operation of a turn, None where it is of none."""
    operation = flip.turn.operation
    return case.survey.places_of_operations[operation] if operation else None


class Rates:
    """The workload of a design by the entities that it reaches."""

    def __init__(self, survey: Survey) -> None:
        self.near: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
        for operation in survey.model.workload:
            crossed = [each.relationship for each in survey.traffic.crossed_by(operation)]
            links = [survey.names.relationships[name] for name in crossed]
            ends = [link.end(side).entity for link in links for side in ("from", "to")]
            reached = [*survey.traffic.reached_by(operation), *ends]
            above = [
                kind for entity in reached for kind in survey.families.above(entity)
            ]  # whose inserts count there
            for entity in dict.fromkeys([*reached, *above]):
                self.near[entity][operation.name] = operation

    def guesses(self, case: DecisionInputs) -> tuple[str, ...]:
        """The operations near a relationship that count once a day because they don't say how often they run."""
        near = self.near[case.parent.name] | self.near[case.child.name]
        return tuple(name for name, operation in near.items() if not stated(operation.per_day))

    def flips(self, rules: Rules, decision: Decision) -> tuple[Flip, ...]:
        """What would change a decision of the rulebook, by operation; () where composing made it.
        rules: those of its relationship, with what composing has ruled out."""
        case = rules.plain
        near = self.near[case.parent.name] | self.near[case.child.name]
        if decision.chosen_by != "rulebook" or decision.kind in _SPREAD or not near:
            return ()
        if not rules.asking((TRAFFIC,)):  # nothing that decides follows from operations
            return ()
        if rules.now != answer_of(decision.rule, decision.strategy, decision.side, rules.plain):
            return ()
        asked = _Asked(rules, near)
        if asked.now != rules.now:
            return ()
        candidates = (
            asked.outward(name, way) for name in asked.values if name in asked.gaps for way in (1, -1)
        )
        return tuple(flip for flip in candidates if flip is not None)


class _Asked(Lines):
    """One relationship asked with other frequencies of the operations near it."""

    def __init__(self, rules: Rules, near: dict[str, Operation]) -> None:
        self.rules, self.case = rules, rules.plain
        whole = rules.plain.survey.traffic
        self.traffic = Traffic(list(near.values()), whole.paths, like=whole)
        self.lines: dict[str, RuleLine] = {}
        self.near = {f'per_day of "{name}"': operation for name, operation in near.items()}
        self.values = {name: per_day(operation) for name, operation in self.near.items()}
        self.room = dict.fromkeys(self.near, (_RARELY, math.inf))
        self._places = {name: place for place, name in enumerate(self.values)}
        self.now, self.gaps = rules.hear(
            (TRAFFIC,),
            lambda log: rules.case.counted(
                self.traffic.again([traced(name, rate, log) for name, rate in self.values.items()])
            ),
            self.values,
        )

    def turn(self, name: str, sign: str, value: str) -> Turn:
        """The operation by its own name."""
        return Turn("per_day", sign, value, self.near[name].name)

    def begun(self, name: str) -> RuleLine:
        """The rules along how often an operation runs."""
        case, traffic, place = self.rules.case, self.traffic, self._places[name]
        # Without self: no ring for the collector.
        return RuleLine(
            self.rules, name, (TRAFFIC,), lambda rate: case.counted(traffic.with_one(place, rate))
        )
