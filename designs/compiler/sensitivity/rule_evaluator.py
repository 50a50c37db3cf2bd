"""The rules of one relationship, asked again and again with something changed: each of them only where it
may answer otherwise, by what it asked for and by what it compared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator
from itertools import chain, repeat
from typing import Any, NamedTuple

from ..composition.fixpoint import Composer
from ..rules.choices import holder
from ..rules.gates import Bars
from ..rules.guidelines import BY_KIND
from ..rules.guidelines.base import Guideline
from ..strategies.table import STRATEGIES
from ..workload.inputs import GROWTH_OF, DecisionInputs
from ..workload.traffic import Traffic
from .breakpoints import Gaps, Log
from .dependency_tracking import TRAFFIC, AskedBars, HeardCase, WatchedCase
from .threshold_search import Outward, ThresholdAnswer, answer_of
from .traced import Traced, traced

_APART = frozenset({"id", "ids", "link documents"})
"""What is stored where each document stays in its collection: no other decision speaks against that."""


def decided(case: DecisionInputs, barred: Bars) -> ThresholdAnswer:
    """What the rules decide, without the reasons for what they do not."""
    bars = AskedBars(case, barred)
    rule = next(rule for rule in BY_KIND[case.relationship.kind] if not rule.refuse(case, bars))
    strategy = rule.chosen(case)
    return answer_of(rule.code, strategy, holder(strategy, case), case)


def composed(composer: Composer, case: DecisionInputs, then: ThresholdAnswer) -> ThresholdAnswer:
    """What becomes of what the rules decide for a relationship, beside the other decisions."""
    if STRATEGIES[then.strategy].stores in _APART:
        return then
    decision = composer.answered(case)
    return answer_of(decision.rule, decision.strategy, decision.side, case)


class Said(NamedTuple):
    """What a rule asked for, itself or through its gates, and its answer; None where it refused."""

    asked: set[str]
    answer: ThresholdAnswer | None


class Rules:
    """The gates and rules of one relationship, asked again and again where something has changed.
    asked: the inputs that the answer rests on. overheard: by number, what each rule that was asked with all
    numbers traced noted and answered, by its code."""

    def __init__(self, case: DecisionInputs, barred: Bars) -> None:
        self.plain, self.case = case, WatchedCase(case)
        self.barred, self.rules = barred, BY_KIND[case.relationship.kind]
        self.said: list[Said] = []
        self.overheard: dict[str, dict[str, tuple[Log, ThresholdAnswer | None]]] = {}
        self._again: dict[tuple[str, ...], tuple[Guideline, ...]] = {}
        bars = AskedBars(self.case, barred)
        while not self.said or self.said[-1].answer is None:
            self.case.asked = set()
            answer = self.of_rule(self.rules[len(self.said)], self.case, bars)
            self.said.append(Said(self.case.asked, answer))
        self.asked: set[str] = set().union(*(said.asked for said in self.said))
        self.read = frozenset(self.case.used)
        self._rests = [*self._resting()]
        self.case.asked = set()  # what is asked from here on is no part of what a rule rests on

    @property
    def now(self) -> ThresholdAnswer | None:
        """The answer with everything as it is."""
        return self.said[-1].answer

    @property
    def seen(self) -> frozenset[str]:
        """The inputs that rules have read; a bound is read with its growth."""
        return self.read | {GROWTH_OF[name] for name in self.read & GROWTH_OF.keys()}

    def answer(self, values: dict[str, Any]) -> ThresholdAnswer:
        """The answer with other values of some inputs."""
        return self._answer(tuple(values), self.case.varied(values))

    def in_traffic(self, traffic: Traffic) -> ThresholdAnswer:
        """The answer in another workload."""
        return self._answer((TRAFFIC,), self.case.counted(traffic))

    def _answer(self, changed: tuple[str, ...], case: DecisionInputs) -> ThresholdAnswer:
        bars = AskedBars(case, self.barred)
        for rule in self.asking(changed):
            answer = self.of_rule(rule, case, bars)
            if answer is not None:
                return answer
        return self.lasting(changed)

    def hear(
        self, changed: tuple[str, ...], case_of: Callable[[Log], DecisionInputs], names: Collection[str]
    ) -> tuple[ThresholdAnswer, Gaps]:
        """The answer of a case with traced numbers, and their thresholds. names: those numbers of which
        other values may be asked for later, one at a time."""
        gaps, log, answer = dict[str, set[float]](), Log(), None
        parts = dict[str, tuple[Log, ThresholdAnswer | None]]()
        self.overheard.update(dict.fromkeys(names, parts))
        ear = Ear(self, case_of(log), log)
        for rule in self.asking(changed):
            answer, part = ear.listen(rule)
            parts[rule.code] = part, answer
            for name, gaps_of_part in part.gaps.items():
                gaps.setdefault(name, set()).update(gaps_of_part)
            if answer is not None:
                return answer, gaps
        return self.lasting(changed), gaps

    def lasting(self, changed: tuple[str, ...]) -> ThresholdAnswer:
        """The answer of the rule that applied, where nothing that it asked for has changed."""
        applied, link = self.said[-1], self.case.relationship
        if applied.answer is not None and applied.asked.isdisjoint(changed):
            return applied.answer
        raise AssertionError(f"no rule of {link.kind} applies to {link.name}")

    def _resting(self) -> Iterator[tuple[Guideline, tuple[set[str], ...], set[str]]]:
        """Of each rule the inputs on which its answer rests, and each reason for which it is unfit: while one of
        them stays, it answers the same. A rule behind the one that applied says nothing while that one does.
        With them, the inputs that are in each."""
        for rule, said in zip(self.rules, chain(self.said, repeat(self.said[-1])), strict=False):
            rests = (said.asked, *self._unfit(rule))
            yield rule, rests, set.intersection(*rests)

    def _unfit(self, rule: Guideline) -> Iterator[set[str]]:
        for reason in rule.unfit:
            asked = self.case.asked = set()
            if reason(self.case):
                yield asked

    def asking(self, changed: tuple[str, ...]) -> tuple[Guideline, ...]:
        """The rules that may say something else; those behind the one that applied only where it may too."""
        if changed not in self._again:
            if len(changed) == 1:
                self._again[changed] = tuple([rule for rule, _, sure in self._rests if changed[0] in sure])
            else:
                stays = frozenset(changed).isdisjoint
                rules = [rule for rule, rests, _ in self._rests if not any(map(stays, rests))]
                self._again[changed] = tuple(rules)
        return self._again[changed]

    def of_rule(self, rule: Guideline, case: DecisionInputs, ruled_out: Bars) -> ThresholdAnswer | None:
        """What a rule answers, None where it refuses."""
        if rule.refuse(case, ruled_out):
            return None
        strategy = rule.chosen(case)
        return answer_of(rule.code, strategy, holder(strategy, case), case)


class Ear:
    """Asks rules with a case of traced numbers, and hears what each of them compares. log: theirs."""

    def __init__(self, rules: Rules, case: DecisionInputs, log: Log) -> None:
        self.rules, self.log, self.case = rules, log, HeardCase(case, log)
        self.bars = AskedBars(self.case, rules.barred)

    def listen(self, rule: Guideline) -> tuple[ThresholdAnswer | None, Log]:
        """What a rule answers, and what was noted meanwhile."""
        self.case.anew()
        return self.rules.of_rule(rule, self.case, self.bars), self.log.cut()


class _Heard:
    """What a rule answers between two values of a number, without them, and the thresholds that it met, by
    how far each was from the value at which it was asked."""

    __slots__ = ("answer", "at", "gaps", "high", "low")

    def __init__(self, name: str, log: Log, answer: ThresholdAnswer | None) -> None:
        self.answer, self.at = answer, log.at[name]
        self.low, self.high, self.gaps = log.span(name)


class RuleLine:
    """One input of a relationship, or one operation near it, along which its rules are asked.
    changed: the inputs that follow it. case_at: the relationship with another value of it, plain or traced."""

    def __init__(
        self,
        rules: Rules,
        name: str,
        changed: tuple[str, ...],
        case_at: Callable[[float | Traced], DecisionInputs],
    ) -> None:
        self.rules, self.name, self.changed, self.case_at = rules, name, changed, case_at
        self._asking = rules.asking(changed)
        self._answers: dict[float, ThresholdAnswer] = {}
        self._heard: dict[str, list[_Heard]] = {}

    def ask(self, value: float) -> ThresholdAnswer:
        """The answer at a value; a rule that is known to answer as it did is not asked."""
        answer = self._answers.get(value)
        if answer is None:
            answer = self._answers[value] = self._asked(value)
        return answer

    def _asked(self, value: float) -> ThresholdAnswer:
        case = bars = None
        for rule in self._asking:
            heard = self._heard_already(rule, value)
            if heard is not None:
                answer = heard.answer
            else:
                if case is None or bars is None:
                    case = self.case_at(value)
                    bars = AskedBars(case, self.rules.barred)
                answer = self.rules.of_rule(rule, case, bars)
            if answer is not None:
                return answer
        return self.rules.lasting(self.changed)

    def hear(self, value: float) -> tuple[ThresholdAnswer, set[float]]:
        """Likewise, with the thresholds around that value, by how far they are from it."""
        gaps, ear = set[float](), None
        for rule in self._asking:
            heard = self._heard_already(rule, value)
            if heard is None:
                ear = ear or self._ear(value)
                answer, part = ear.listen(rule)
                heard = _Heard(self.name, part, answer)
                self._heard[rule.code].append(heard)
            moved = heard.at - value
            gaps.update([gap + moved for gap in heard.gaps] if moved else heard.gaps)
            if heard.answer is not None:
                self._answers[value] = heard.answer
                return heard.answer, gaps
        lasting = self._answers[value] = self.rules.lasting(self.changed)
        return lasting, gaps

    def _ear(self, value: float) -> Ear:
        log = Log()
        return Ear(self.rules, self.case_at(traced(self.name, value, log)), log)

    def _heard_already(self, rule: Guideline, value: float) -> _Heard | None:
        heard_before = self._heard.get(rule.code)
        if heard_before is None:
            before = self.rules.overheard.get(self.name, {}).get(rule.code)
            heard_before = self._heard[rule.code] = [] if before is None else [_Heard(self.name, *before)]
        for heard in heard_before:
            if heard.low < value < heard.high:
                return heard
        return None


class Lines(Outward):
    """What is asked along lines: one for each name, made when it is first asked for."""

    rules: Rules
    lines: dict[str, RuleLine]

    @abstractmethod
    def begun(self, name: str) -> RuleLine:
        """The line of a name, not asked yet."""

    def ask(self, name: str, value: float) -> ThresholdAnswer:
        """The answer with another value of one of them."""
        return self._line(name).ask(value)

    def hear(self, name: str, value: float) -> tuple[ThresholdAnswer, set[float]]:
        """Likewise, with how far from that value its thresholds are."""
        return self._line(name).hear(value)

    def _line(self, name: str) -> RuleLine:
        if name not in self.lines:
            self.lines[name] = self.begun(name)
        return self.lines[name]
