"""Inputs that remember what they were asked for, so that an answer is known to last while nothing of
that changes; and gates that are asked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import proxy

from ..rules.gates import Bar, Bars, bars
from ..workload.inputs import DecisionInputs, Quantity, Survey
from ..workload.traffic import Traffic
from .breakpoints import Log, Note

TRAFFIC = "traffic"
"""The workload as a whole, among the names of inputs."""


class WatchedSurvey(Survey):
    """A survey that notes TRAFFIC whenever anything asks for the workload."""

    _case: WatchedCase

    def __init__(self, survey: Survey, case: WatchedCase) -> None:  # with the sums of another
        # Weakly: in a ring, all that the case knows would stay until the collector comes round.
        self.__dict__.update(survey.__dict__, _case=proxy(case))

    @property
    def traffic(self) -> Traffic:  # type: ignore[override] # nobody gives it another
        """The workload, noted."""
        self._case.asked.add(TRAFFIC)
        traffic: Traffic = self.__dict__["traffic"]
        return traffic


class WatchedCase(DecisionInputs):
    """A case that notes in ``asked`` each input that anything asks for, and what that derives from;
    the workload as TRAFFIC. An answer for which nothing was asked that changes stays as it is.
    origins: the inputs of which anything asked for more than the value."""

    def __init__(self, case: DecisionInputs) -> None:
        super().__init__(WatchedSurvey(case.survey, self), case.relationship, case.place, case.table)
        self.asked: set[str] = set()
        self.origins: set[str] = set()
        self._plain = case
        self._rests_on: dict[str, set[str]] = {}
        self._following: list[tuple[str, set[str]]] = []
        self._lasting: dict[tuple[str, ...], dict[str, Quantity]] = {}

    def quantity(self, name: str) -> Quantity:
        """The input with its origin, computed once and noted each time."""
        self.origins.add(name)
        return self._find(name)

    def read(self, name: str) -> Any:
        """As of any case, noted."""
        self._find(name)
        return super().read(name)

    def look(self, name: str) -> Any:
        """As of any case, noted."""
        return self._find(name).value

    def _find(self, name: str) -> Quantity:
        if name not in self._quantities:
            outer, self.asked = self.asked, {name}
            self._quantities[name] = self.table[name](self)
            self._rests_on[name], self.asked = self.asked, outer
            if len(self._rests_on[name]) > 1:
                self._following.append((name, self._rests_on[name]))
        self.asked |= self._rests_on[name]
        return self._quantities[name]

    def beneath(self, name: str) -> set[str]:
        """The inputs that one is derived from, as far as it has been."""
        return self._rests_on.get(name, {name}) - {name}

    def varied(self, values: dict[str, Any]) -> DecisionInputs:
        """As of any case; what does not derive from the values that change is not derived again."""
        quantities = self._unchanged(tuple(values)).copy()
        for name, value in values.items():
            quantities[name] = value if isinstance(value, Quantity) else Quantity(value)
        return AskedCase(self._plain, quantities)

    def counted(self, traffic: Traffic) -> DecisionInputs:
        """The same relationship in another workload; what does not derive from that lasts."""
        other = AskedCase(self._plain, self._unchanged((TRAFFIC,)).copy())
        other.survey = self._plain.survey.in_traffic(traffic)
        return other

    def _unchanged(self, changed: tuple[str, ...]) -> dict[str, Quantity]:
        if changed not in self._lasting:
            lasting = self._lasting[changed] = self._quantities.copy()
            for name, rests_on in self._following:
                if not rests_on.isdisjoint(changed):
                    del lasting[name]
        return self._lasting[changed]


class AskedCase(DecisionInputs):
    """A case for which rules answer; what they read for that is not noted."""

    def __init__(self, case: DecisionInputs, quantities: dict[str, Quantity]) -> None:
        self.__dict__.update(case.__dict__)
        self._quantities = quantities

    def read(self, name: str) -> Any:
        """The value of an input."""
        return (self._quantities.get(name) or self._find(name)).value


class HeardCase(AskedCase):
    """A case of traced numbers that one rule after another is asked with. What an input derives from is
    derived, and compared, once; each rule that asks for it hears that."""

    def __init__(self, case: DecisionInputs, log: Log) -> None:
        super().__init__(case, case._quantities)
        self._log, self._given = log, case._quantities
        self._derived: dict[str, tuple[Quantity, set[Note]]] = {}

    def anew(self) -> None:
        """Another rule is asked: it has heard of nothing yet."""
        self._quantities = self._given.copy()

    def _find(self, name: str) -> Quantity:
        log = self._log
        if name not in self._derived:
            before, log.notes = log.notes, set()
            self._derived[name] = self.table[name](self), log.notes
            log.notes = before
        quantity, heard = self._derived[name]
        log.notes |= heard
        self._quantities[name] = quantity
        return quantity


class AskedBars(Bars):
    """The bars of a case, each looked for when somebody asks for it: a gate that no rule asks about
    compares nothing."""

    def __init__(self, case: DecisionInputs, barred: Bars) -> None:
        if barred:
            self.update(barred)
        self.case = case

    def __contains__(self, strategy: object) -> bool:
        return self.get(str(strategy)) is not None

    def __getitem__(self, strategy: str) -> Bar:
        bar: Bar | None = self.get(strategy)
        if bar is None:
            raise KeyError(strategy)
        return bar

    def get(self, strategy: str, default: Any = None) -> Any:
        """As a dict's. What composing has barred stands before the gates."""
        bar = super().get(strategy)
        return bars(self.case, strategy).get(strategy, default) if bar is None else bar

    def __iter__(self) -> Iterator[str]:
        raise TypeError("ask for one strategy")
