"""A design beside a variant of it in which one relationship is stored in another way: what each operation
takes, how large the collections are, which findings come and go."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from designs.compiler import STRATEGIES, advise, edits, growth, read, write

from .compiled import Compiled, Refused, compiled

LETTERS = ("R", "D", "B", "W", "WB", "X")
_BYTES = ("B", "WB")
_EMPTY = "–"


class NoSuchVariant(Exception):
    """The relationship is not there, or cannot be stored so."""


@dataclass(frozen=True)
class Beside:
    """A number of both: as people read it, and whether the variant's is less, more or the same."""

    now: str
    then: str
    change: str


@dataclass(frozen=True)
class Operation:
    """What one of an operation takes on either side, under LETTERS."""

    name: str
    per_day: float
    counts: tuple[Beside, ...]


@dataclass(frozen=True)
class Turned:
    """A relationship that is stored otherwise in the variant, with its operations and the day's score."""

    name: str
    now: str
    then: str
    operations: tuple[Operation, ...]
    score: Beside


@dataclass(frozen=True)
class Shelf:
    """A collection on either side: documents, one of them, all of them today and in three years, indexes
    and their bytes; dashes where one side has no such collection."""

    name: str
    numbers: tuple[Beside, ...]


@dataclass(frozen=True)
class Comparison:
    """All that differs. added, gone: findings that the variant has more, or no longer."""

    turned: tuple[Turned, ...]
    shelves: tuple[Shelf, ...]
    added: tuple[dict[str, Any], ...]
    gone: tuple[dict[str, Any], ...]


def choices(made: Compiled) -> list[tuple[str, str, tuple[str, ...]]]:
    """Each relationship's name, how it is stored, and the strategies that its kind may have."""
    return [(one.relationship, one.strategy, possible(one.kind)) for one in made.compilation.decisions]


def possible(kind: str) -> tuple[str, ...]:
    """The strategies that a relationship of this kind may be stored by."""
    return tuple(row.name for row in STRATEGIES.values() if kind in row.kinds)


def wish(text: bytes | str, relationship: str, strategy: str) -> edits.Several:
    """The edit that stores a relationship so. Raises NoSuchVariant."""
    links = json.loads(text).get("relationships", [])
    link = next((one for one in links if one["name"] == relationship), None)
    if link is None or strategy not in possible(link["kind"]):
        raise NoSuchVariant(relationship)
    return edits.Several(edits=(edits.Set(id=link["id"], path=("strategy",), value=strategy),))


def variant(text: bytes, relationship: str, strategy: str) -> Compiled | Refused:
    """The design with the relationship stored so, compiled. Raises NoSuchVariant."""
    model = read(text).value
    if model is None:
        raise NoSuchVariant(relationship)
    return compiled(write(edits.apply(model, wish(text, relationship, strategy))).encode())


def compared(now: Compiled, then: Compiled) -> Comparison:
    """The two beside one another."""
    added, gone = _findings(now, then), _findings(then, now)
    return Comparison(_turned(now, then), _shelves(now, then), added, gone)


def _turned(now: Compiled, then: Compiled) -> tuple[Turned, ...]:
    ways = [{one.relationship: one.strategy for one in made.compilation.decisions} for made in (now, then)]
    names = [name for name, strategy in ways[0].items() if ways[1].get(name, strategy) != strategy]
    told = [advise(made.compilation.model, names) for made in (now, then)]
    return tuple(
        _relationship(name, ways[0][name], ways[1][name], told[0][name], told[1][name]) for name in names
    )


def _relationship(name: str, now: str, then: str, one: Any, other: Any) -> Turned:
    prices = [
        next((price for price in side.prices if price.strategy == way), None)
        for side, way in ((one, now), (other, then))
    ]
    parts = [{part.operation: part for part in price.parts} if price else {} for price in prices]
    operations = []
    for operation in dict.fromkeys([*parts[0], *parts[1]]):
        sides = [side.get(operation) for side in parts]
        often = max(side.per_day for side in sides if side)
        efforts = [side.effort._asdict() if side else {} for side in sides]
        operations.append(Operation(operation, often, tuple(_letter(letter, *efforts) for letter in LETTERS)))
    totals = [price.total if price else None for price in prices]
    return Turned(name, now, then, tuple(operations), _beside(totals[0], totals[1], _plainly))


def _letter(letter: str, now: dict[str, float], then: dict[str, float]) -> Beside:
    return _beside(now.get(letter), then.get(letter), _in_kib if letter in _BYTES else _plainly)


def _shelves(now: Compiled, then: Compiled) -> tuple[Shelf, ...]:
    sides = [_numbers(made) for made in (now, then)]
    nothing: tuple[None, ...] = (None,) * 6
    words = (_plainly, growth.spelled, growth.spelled, growth.spelled, _plainly, growth.spelled)
    made = []
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        pairs = zip(sides[0].get(name, nothing), sides[1].get(name, nothing), words, strict=True)
        numbers = tuple(_beside(one, other, spelled) for one, other, spelled in pairs)
        if any(one.change != "same" for one in numbers):
            made.append(Shelf(name, numbers))
    return tuple(made)


def _numbers(made: Compiled) -> dict[str, tuple[float | None, ...]]:
    """Of each collection: documents, one, all today and in three years, indexes with ``_id``, their bytes."""
    indexes = {
        one.name: len(one.indexes) + (one.kind != "timeseries") for one in made.compilation.plan.collections
    }
    found: dict[str, tuple[float | None, ...]] = {
        name: (None, None, None, None, count, None) for name, count in indexes.items()
    }
    for one in made.compilation.forecasts:
        first, last = one.moments[0], one.moments[-1]
        sizes = (first.documents, first.document, first.data, last.data)
        found[one.collection] = (*sizes, indexes[one.collection], first.indexes)
    return found


def _findings(less: Compiled, more: Compiled) -> tuple[dict[str, Any], ...]:
    """Those of the second that the first has not."""
    known = Counter((one.code, one.subject, one.message) for one in less.compilation.findings)
    found = []
    for one in more.compilation.findings:
        key = (one.code, one.subject, one.message)
        if known[key]:
            known[key] -= 1
        else:
            found.append(
                {"severity": one.severity, "code": one.code, "subject": one.subject, "message": one.message}
            )
    return tuple(found)


def _in_kib(value: float) -> str:
    return _plainly(value / 1024)


def _plainly(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def _beside(now: float | None, then: float | None, spelled: Any) -> Beside:
    words = [_EMPTY if value is None else spelled(value) for value in (now, then)]
    if words[0] == words[1]:
        return Beside(words[0], words[1], "same")
    return Beside(words[0], words[1], "less" if (then or 0) < (now or 0) else "more")
