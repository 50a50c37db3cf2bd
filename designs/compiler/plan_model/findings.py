"""Expected trouble as values: findings about a design, and a result that carries them.

A fault (the design file is refused) is a Finding with code ``FAULT``; everything else is an
observation about a design that compiled. Exceptions are for bugs only.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

import msgspec

Severity = Literal["error", "warning", "info"]
About = Literal["", "collection", "entity", "relationship", "operation"]
Value = TypeVar("Value")

FAULT = "FAULT"


class Finding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One thing worth saying about a design.

    subject: the place (a path into the design file for faults, ``Student.messages`` or a
    collection name for lints). message: what is wrong. hint: the remedy. params: the numbers
    that the message holds. fix: an edit in its JSON form, where one is unambiguous. about: what a
    subject that is a bare name names, since a collection and a relationship may share one. is_risk: whether what was made of
    the design may go wrong for it; else it is a second opinion, or tells what was left out on purpose. place: the subject
    of a fault with the names of what it leads through: ``relationships[0] "order_lines", to.entity``.
    """

    code: str
    severity: Severity
    subject: str
    message: str
    hint: str = ""
    params: dict[str, Any] = {}
    fix: dict[str, Any] | None = None
    about: About = ""
    is_risk: bool = True
    place: str = ""

    def __str__(self) -> str:
        place = self.place or self.subject
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} {self.hint}" if self.hint else text


def sentence(text: str) -> str:
    """Return a message or hint with its full stop; "" stays."""
    return text if text.endswith((".", "?", "!", ":", "…")) or not text else f"{text}."


def fault(place: str, problem: str, remedy: str = "") -> Finding:
    """A reason to refuse a design file: where, what, and what to do about it."""
    return Finding(
        code=FAULT, severity="error", subject=place, message=sentence(problem), hint=sentence(remedy)
    )


class Report(msgspec.Struct, Generic[Value], frozen=True):
    """A value, or None where the input was refused, with everything found on the way."""

    value: Value | None
    findings: tuple[Finding, ...] = ()
