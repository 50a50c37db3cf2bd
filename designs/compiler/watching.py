"""Inputs that remember what they were asked for, so that an answer is known to last while nothing of
that changes; gates that are asked one by one; and the rules of a relationship that are asked so."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from .cases import GROWTH_OF, Case, Quantity
from .gates import Bar, Bars, bars
from .guidelines import BY_KIND
from .guidelines.base import Guideline
from .outward import Answer
from .traffic import Traffic

TRAFFIC = "traffic"
"""The workload as a whole, among the names of inputs."""


class WatchedTraffic(Traffic):
    """A workload that notes TRAFFIC whenever anything is asked of it."""

    def __init__(self, traffic: Traffic, case: WatchedCase) -> None:  # with the sums of another
        object.__getattribute__(self, "__dict__").update(traffic.__dict__, _case=case)

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "_case").asked.add(TRAFFIC)
        return object.__getattribute__(self, name)


class WatchedCase(Case):
    """A case that notes in ``asked`` each input that anything asks for, and what that derives from;
    the workload as TRAFFIC. An answer for which nothing was asked that changes stays as it is."""

    def __init__(self, case: Case) -> None:
        super().__init__(copy.copy(case.survey), case.relationship, case.place, case.table)
        self.asked: set[str] = set()
        self.survey.traffic = WatchedTraffic(case.survey.traffic, self)
        self._plain = case
        self._rests_on: dict[str, set[str]] = {}
        self._lasting: dict[tuple[str, ...], dict[str, Quantity]] = {}

    def quantity(self, name: str) -> Quantity:
        """The input with its origin, computed once and noted each time."""
        if name not in self._known:
            outer, self.asked = self.asked, {name}
            self._known[name] = self.table[name](self)
            self._rests_on[name], self.asked = self.asked, outer
        self.asked |= self._rests_on[name]
        return self._known[name]

    def varied(self, values: dict[str, Any]) -> Case:
        """As of any case; what does not derive from the values that change is not derived again."""
        return self._with_lasting(self._plain.varied(values), tuple(values))

    def counted(self, traffic: Traffic) -> Case:
        """The same relationship in another workload; what does not derive from that lasts."""
        survey = copy.copy(self._plain.survey)
        survey.traffic = traffic
        return self._with_lasting(Case(survey, self.relationship, self.place, self.table), (TRAFFIC,))

    def _with_lasting(self, other: Case, changed: tuple[str, ...]) -> Case:
        if changed not in self._lasting:
            rests = self._rests_on.items()
            self._lasting[changed] = {one: self._known[one] for one, on in rests if on.isdisjoint(changed)}
        other._known.update(self._lasting[changed])
        return other


class AskedBars(Bars):
    """The bars of a case, each looked for when somebody asks for it: a gate that no rule asks about
    compares nothing."""

    def __init__(self, case: Case, barred: Bars) -> None:
        super().__init__(barred)
        self.case = case

    def __contains__(self, strategy: object) -> bool:
        return self.get(str(strategy)) is not None

    def __getitem__(self, strategy: str) -> Bar:
        found: Bar | None = self.get(strategy)
        if found is None:
            raise KeyError(strategy)
        return found

    def get(self, strategy: str, default: Any = None) -> Any:
        """As a dict's. What composing has barred stands before the gates."""
        found = super().get(strategy)
        return found if found is not None else bars(self.case, strategy).get(strategy, default)

    def __iter__(self) -> Iterator[str]:
        raise TypeError("ask for one strategy")


class Said(NamedTuple):
    """What a rule asked for, itself or through its gates, and its answer; None where it refused."""

    asked: set[str]
    answer: Answer | None


class Rules:
    """The gates and rules of one relationship, asked again and again where something has changed.
    seen: the inputs that rules have read, in all answers so far."""

    def __init__(self, case: Case, barred: Bars) -> None:
        self.case, self.barred, self.rules = WatchedCase(case), barred, BY_KIND[case.relationship.kind]
        self.seen: set[str] = set()
        self.said: list[Said] = []
        self._again: dict[tuple[str, ...], tuple[Guideline, ...]] = {}
        while not self.said or self.said[-1].answer is None:
            self.case.asked = set()
            rule = self.rules[len(self.said)]
            answer = self._of_rule(rule, self.case, AskedBars(self.case, barred))
            self.said.append(Said(self.case.asked, answer))

    @property
    def asked(self) -> set[str]:
        """All inputs that the answer rests on."""
        return set().union(*(one.asked for one in self.said))

    def answer(self, values: dict[str, Any]) -> Answer:
        """The answer with other values of some inputs."""
        return self._answer(self.case.varied(values), tuple(values))

    def in_traffic(self, traffic: Traffic) -> Answer:
        """The answer in another workload."""
        return self._answer(self.case.counted(traffic), (TRAFFIC,))

    def _answer(self, case: Case, changed: tuple[str, ...]) -> Answer:
        ruled_out = AskedBars(case, self.barred)
        for rule in self._asking(changed):
            answer = self._of_rule(rule, case, ruled_out)
            if answer is not None:
                return answer
        applied = self.said[-1]
        if applied.answer is not None and applied.asked.isdisjoint(changed):
            return applied.answer
        raise AssertionError(f"no rule of {case.relationship.kind} applies to {case.relationship.name}")

    def _asking(self, changed: tuple[str, ...]) -> tuple[Guideline, ...]:
        """The rules that may say something else; those behind the one that applied only where it may too."""
        if changed not in self._again:
            heard = zip(self.rules, self.said, strict=False)
            again = [rule for rule, said in heard if not said.asked.isdisjoint(changed)]
            last = self.said[-1].asked.isdisjoint(changed)
            self._again[changed] = (*again, *(() if last else self.rules[len(self.said) :]))
        return self._again[changed]

    def _of_rule(self, rule: Guideline, case: Case, ruled_out: Bars) -> Answer | None:
        if rule.refuse(case, ruled_out):
            return None
        self.seen.update(case.used)
        self.seen.update(GROWTH_OF[name] for name in case.used if name in GROWTH_OF)
        chosen = rule.pick(case)
        return Answer(rule.code, chosen.strategy, chosen.side)
