"""The rules of one relationship, asked again and again with something changed: each of them only where it
may answer otherwise, by what it asked for and by what it compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from .cases import GROWTH_OF, Case
from .gates import Bars
from .guidelines import BY_KIND
from .guidelines.base import Guideline
from .outward import Answer
from .tracing import Gaps, Log
from .traffic import Traffic
from .watching import TRAFFIC, AskedBars, WatchedCase


class Said(NamedTuple):
    """What a rule asked for, itself or through its gates, and its answer; None where it refused."""

    asked: set[str]
    answer: Answer | None


class Heard(NamedTuple):
    """What a rule answers, what it reads for that, and of which inputs it is known how far they may
    move before it may answer otherwise."""

    names: Collection[str]
    log: Log
    answer: Answer | None
    read: tuple[str, ...]


class Rules:
    """The gates and rules of one relationship, asked again and again where something has changed.
    asked: the inputs that the answer rests on."""

    def __init__(self, case: Case, barred: Bars) -> None:
        self.plain, self.case = case, WatchedCase(case)
        self.barred, self.rules = barred, BY_KIND[case.relationship.kind]
        self._read: set[str] = set()
        self.said: list[Said] = []
        self._again: dict[tuple[str, ...], tuple[Guideline, ...]] = {}
        self._heard: defaultdict[str, list[Heard]] = defaultdict(list)
        self._told: dict[tuple[str, float], Answer] = {}
        while not self.said or self.said[-1].answer is None:
            self.case.asked = set()
            rule = self.rules[len(self.said)]
            answer = self._of_rule(rule, self.case, AskedBars(self.case, barred))
            self.said.append(Said(self.case.asked, answer))
        self.asked: set[str] = set().union(*(one.asked for one in self.said))
        self.case.asked = set()
        self._read.update(self.case.used)

    @property
    def now(self) -> Answer | None:
        """The answer with everything as it is."""
        return self.said[-1].answer

    def answer(self, values: dict[str, Any]) -> Answer:
        """The answer with other values of some inputs."""
        return self._asked_at(tuple(values), lambda: self.case.varied(values))

    def in_traffic(self, traffic: Traffic) -> Answer:
        """The answer in another workload."""
        return self._asked_at((TRAFFIC,), lambda: self.case.counted(traffic))

    def at(self, name: str, value: float, changed: tuple[str, ...], made: Callable[[], Case]) -> Answer:
        """The answer with another value of one input or operation. changed: the inputs that follow.
        made: the case, where a rule has to be asked."""
        known = self._told.get((name, value))
        if known is None:
            known = self._told[name, value] = self._asked_at(changed, made, name, value)
        return known

    def _asked_at(
        self, changed: tuple[str, ...], made: Callable[[], Case], name: str = "", value: float = 0.0
    ) -> Answer:
        case: Case | None = None
        read: list[str] = []
        for rule in self._asking(changed):
            heard = self._heard_at(rule, name, value)
            if heard is None:
                case = case or made()
                answer = self._of_rule(rule, case, AskedBars(case, self.barred))
                read += case.used
            else:
                answer = heard.answer
                read += heard.read
            if answer is not None:
                self._read.update(read)
                return answer
        return self._lasting(changed)

    def hear(
        self, changed: tuple[str, ...], made: Callable[[Log], Case], names: Collection[str]
    ) -> tuple[Answer, Gaps]:
        """The answer of a case with traced numbers, and their thresholds. names: those numbers of which
        other values may be asked for later, one at a time."""
        return self._overheard(changed, made, lambda rule: None, names)

    def hear_at(
        self, name: str, value: float, changed: tuple[str, ...], made: Callable[[Log], Case]
    ) -> tuple[Answer, Gaps]:
        """Likewise, of one number; a rule that is known to answer as it did is not asked."""
        found = self._overheard(changed, made, lambda rule: self._heard_at(rule, name, value), (name,), value)
        self._told[name, value] = found[0]
        return found

    def _overheard(
        self,
        changed: tuple[str, ...],
        made: Callable[[Log], Case],
        known: Callable[[Guideline], Heard | None],
        names: Collection[str],
        value: float = 0.0,
    ) -> tuple[Answer, Gaps]:
        gaps, read = dict[str, set[float]](), list[str]()
        log, case = Log(), None
        for rule in self._asking(changed):
            heard = known(rule)
            if heard is None:
                case = case or made(log)
                heard = self._listened(rule, case, log, names)
                for name, found in heard.log.gaps.items():
                    gaps.setdefault(name, set()).update(found)
            else:
                for name in names:
                    moved = heard.log.at[name] - value
                    found = heard.log.gaps.get(name, set())
                    gaps.setdefault(name, set()).update([gap + moved for gap in found])
            read += heard.read
            if heard.answer is not None:
                self._read.update(read)
                return heard.answer, gaps
        return self._lasting(changed), gaps

    def _listened(self, rule: Guideline, case: Case, log: Log, names: Collection[str]) -> Heard:
        """Each rule is asked with a case of its own: what it rests on is derived, and compared, then."""
        own = case.again()
        answer = self._of_rule(rule, own, AskedBars(own, self.barred))
        heard = Heard(names, log.cut(), answer, tuple(own.used))
        self._heard[rule.code].append(heard)
        return heard

    @property
    def seen(self) -> set[str]:
        """The inputs that rules have read, in all answers so far; a bound is read with its growth."""
        return self._read | {GROWTH_OF[name] for name in self._read & GROWTH_OF.keys()}

    def _heard_at(self, rule: Guideline, name: str, value: float) -> Heard | None:
        for heard in self._heard.get(rule.code, ()) if name else ():
            if name in heard.names and heard.log.covers(name, value):
                return heard
        return None

    def _lasting(self, changed: tuple[str, ...]) -> Answer:
        """The answer of the rule that applied, where nothing that it asked for has changed."""
        applied, link = self.said[-1], self.case.relationship
        if applied.answer is not None and applied.asked.isdisjoint(changed):
            return applied.answer
        raise AssertionError(f"no rule of {link.kind} applies to {link.name}")

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
        chosen = rule.pick(case)
        return Answer(rule.code, chosen.strategy, chosen.side)
