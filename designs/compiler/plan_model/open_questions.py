"""What a design leaves open and a decision hangs on: questions to its author, as values.

They are found by ``sensitivity/open_questions.py``; this room lets reports and pages name their parts.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Subject = Literal["relationship", "entity", "operation"]
Form = Literal["count", "number", "share", "choice", "yes or no"]
"""How an answer is written: a whole number, any number from 0, a number from 0 to 1, one of some words, a boolean."""


class Consequence(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What an answer changes.

    relationship: whose decision. when: the answer in words, `more than 200`. answer: the nearest value of
    that kind, as a design file states it. now, then: the strategies before and after; where they are the same,
    the end that holds it changes to ``holder``. also: what else must be answered so, by path at the same
    relationship; ``when`` says it too. rule: which decides then. at_stake: how far the costs of both
    are apart at that answer, a score a day; None where no frequency is stated, or one has no price.
    """

    relationship: str
    when: str
    answer: Any
    now: str
    then: str
    rule: str
    holder: str = ""
    also: tuple[tuple[str, Any], ...] = ()
    at_stake: float | None = None


class OpenQuestion(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An input that nobody has stated, and that would change a decision.

    about, name: of whom it is asked. key: its id in the design file, "" without one. path: of the property
    there, ("from", "has", "max"). place: both in the file, `relationships[2].from.has.max`. ask: in plain
    words. assumed: what is taken for it now, in words. form, choices: how an answer is written.
    consequences: in file order of their relationships, at least one.
    """

    about: Subject
    name: str
    key: str
    path: tuple[str, ...]
    place: str
    ask: str
    assumed: str
    form: Form
    choices: tuple[str, ...] = ()
    consequences: tuple[Consequence, ...]

    @property
    def decisions(self) -> tuple[str, ...]:
        """The relationships whose decisions it may change, in file order."""
        return tuple(dict.fromkeys(change.relationship for change in self.consequences))

    @property
    def at_stake(self) -> float | None:
        """The most that is at stake in each of its decisions, summed: a score a day. None where no cost is known."""
        most: dict[str, float] = {}
        for change in self.consequences:
            if change.at_stake is not None:
                most[change.relationship] = max(most.get(change.relationship, 0.0), change.at_stake)
        return sum(most.values()) if most else None
