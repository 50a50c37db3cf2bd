"""What is expected of an answer: who may, in which state of the design, and what others are told.

This is said anew here and shares nothing with `designs.access`, so that a mistake there is not repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .world import (
    ANONYMOUS,
    BURIED,
    CURATOR,
    DELETED,
    LINKED,
    OWNER,
    PRIVATE,
    PUBLISHED,
    STRANGER,
    SUPERUSER,
    VIEWER,
    Facts,
)

Audience = Mapping[str, frozenset[str]]
"""By state of the design, who may. Of routes about no design, the state is ""."""
Rule = Callable[[str, str], int]
"""The status for an actor about a design in a state."""


def _audience(**states: str) -> Audience:
    return {state: frozenset(names.split()) for state, names in states.items()}


_EVERY = f"{ANONYMOUS} {LINKED} {STRANGER} {OWNER} {CURATOR} {VIEWER} {SUPERUSER}"
EVERYBODY = dict.fromkeys(("", PRIVATE, PUBLISHED, DELETED, BURIED), frozenset(_EVERY.split()))
NOBODY: Audience = {}
SIGNED_IN = {state: names - {ANONYMOUS, LINKED} for state, names in EVERYBODY.items()}
STAFF = dict.fromkeys(EVERYBODY, frozenset({CURATOR, VIEWER, SUPERUSER}))
EDITORS = dict.fromkeys(EVERYBODY, frozenset({CURATOR, SUPERUSER}))
SUPERUSERS = dict.fromkeys(EVERYBODY, frozenset({SUPERUSER}))

SEES = _audience(private=f"{LINKED} {OWNER} {SUPERUSER}", published=_EVERY)
LISTED = _audience(private=f"{OWNER} {SUPERUSER}", published=_EVERY)
"""In whose lists a design is: not in those of one who has its link."""
CHANGES = _audience(private=f"{OWNER} {SUPERUSER}", published=f"{OWNER} {CURATOR} {SUPERUSER}")
LOOKS_BACK = _audience(private=f"{OWNER} {SUPERUSER}", published=f"{OWNER} {CURATOR} {VIEWER} {SUPERUSER}")
LOOKS_BEFORE = _audience(private=f"{OWNER} {SUPERUSER}", published=f"{OWNER} {SUPERUSER}")
"""Who sees versions from before the publication."""
RESTORES = _audience(deleted=f"{OWNER} {CURATOR} {SUPERUSER}", buried=f"{OWNER} {SUPERUSER}")
OPENS = {**SEES, **RESTORES}
"""Whom the admin shows a row, if it lets them in: designs in use, and deleted ones to those who may restore them."""
SEES_PEOPLE = frozenset({OWNER, CURATOR, VIEWER, SUPERUSER})


def may(audience: Audience, who: str, state: str) -> bool:
    """Return whether somebody belongs to an audience."""
    return who in audience.get(state, frozenset())


def both(one: Audience, other: Audience) -> Audience:
    """Return who belongs to two audiences."""
    return {state: one[state] & other[state] for state in one.keys() & other.keys()}


def either(one: Audience, other: Audience) -> Audience:
    """Return who belongs to one of two audiences."""
    nobody: frozenset[str] = frozenset()
    return {state: one.get(state, nobody) | other.get(state, nobody) for state in one.keys() | other.keys()}


def sent(**values: str) -> Callable[[Facts], dict[str, Any]]:
    """Return a form with {facts} in its values filled in."""
    return lambda facts: {name: value.format_map(facts) for name, value in values.items()}


def answered(
    audience: Audience, status: int = 200, *, sees: Audience = SEES, hidden: int = 404, barred: int = 403
) -> Rule:
    """Return the rule of a page for an audience: hidden from those who don't see the design, barred to the
    others."""

    def rule(who: str, state: str) -> int:
        if may(audience, who, state):
            return status
        return barred if may(sees, who, state) else hidden

    return rule


def visitors(status: int, rule: Rule) -> Rule:
    """Return a rule that answers visitors so, whatever the address names."""
    return lambda who, state: status if who in (ANONYMOUS, LINKED) else rule(who, state)


def staff(rule: Rule) -> Rule:
    """Return a rule of the admin, which sends everybody else away before it looks at anything."""
    return lambda who, state: rule(who, state) if may(STAFF, who, "") else 302


def always(status: int) -> Rule:
    """Return a rule that answers everybody alike."""
    return lambda who, state: status


@dataclass(frozen=True)
class Get:
    """Reading an address. parts, query: what stands in the address, with {facts} of the design. tells: what
    is wrong with the answer's content, "" for nothing; "" too where it does not look. lists: the states in
    which it names a design."""

    status: Rule
    query: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    path: str = ""
    tells: Callable[[str, str, Any], str] = lambda who, state, answer: ""
    lists: Audience | None = None


@dataclass(frozen=True)
class Post:
    """Sending a form, with a good token. form: from the facts. writes: who changes something by it. sets: by
    column of the design that only some routes may set, who may."""

    status: Rule
    form: Callable[[Facts], Any] = lambda facts: {}
    writes: Audience | None = field(default_factory=dict)
    query: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, frozenset[str]] = field(default_factory=dict)
    json: bool = False


@dataclass(frozen=True)
class Row:
    """What is expected of a route. Without a Post it is for reading alone."""

    route: str
    cases: tuple[Get | Post, ...]

    def __init__(self, route: str, *cases: Get | Post) -> None:
        object.__setattr__(self, "route", route)
        object.__setattr__(self, "cases", cases)
