"""Inputs that remember what they were asked for, so that an answer is known to last while nothing of
that changes; and gates that are asked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cases import Case, Quantity
from .gates import Bar, Bars, bars


class WatchedCase(Case):
    """A case that notes in ``asked`` each input that anything asks for, and what that derives from.
    An answer for which nothing was asked that changes stays as it is."""

    def __init__(self, case: Case) -> None:
        super().__init__(case.survey, case.relationship, case.place, case.table)
        self.asked: set[str] = set()
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
        other, names = super().varied(values), tuple(values)
        if names not in self._lasting:
            rests = self._rests_on.items()
            self._lasting[names] = {one: self._known[one] for one, on in rests if on.isdisjoint(names)}
        other._known.update(self._lasting[names])
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
