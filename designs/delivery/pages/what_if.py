"""Two variants of a design under one workload: what each operation takes, which indexes it goes by, how
large the collections are, which indexes are needed in all, which findings come and go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict

from designs.compiler import Compilation, Load, clashing, grouped, growth, loads

from ..compiled.compiled_design import Compiled
from ..compiled.recipe_facts import Facts, Spot

METRICS = ("R", "B", "W", "WB")
"""Round trips, bytes read, documents written, bytes written: of one operation, by the cost model's letters."""
WIDE = 240
_EMPTY = "–"
_PURPOSES = {"insert": ("add",), "update": ("edit",), "move": ("reassign",), "delete": ("remove", "delete")}
Key = tuple[str, str, str, str, bool]


@dataclass(frozen=True)
class Beside:
    """A number of both sides as people read it. change: whether the second is less, more or the same.
    by: how much, with its sign; "" where a side has none."""

    now: str
    then: str
    change: str
    by: str = ""


@dataclass(frozen=True)
class Operation:
    """An operation on both sides. of: operation, or relationship where that one's numbers state it. counts:
    under METRICS, of one. indexes: (collection, index, whether only side a or b goes by it, else "").
    scans: (a or b, collection) of which it looks at every document. missing: (a or b, why) where it is
    impossible."""

    name: str
    of: str
    kind: str
    entity: str
    per_day: Beside
    counts: tuple[Beside, ...]
    score: Beside
    indexes: tuple[tuple[str, str, str], ...]
    scans: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Shelf:
    """A collection on either side: documents, one of them, all of them today and in three years, indexes
    and their bytes; dashes where one side has no such collection."""

    name: str
    numbers: tuple[Beside, ...]


@dataclass(frozen=True)
class Comparison:
    """Both sides. turned: (relationship, strategy of each side) where they differ. operations: what differs
    first. totals: of a day, under METRICS. score: of a day. bars: of the scores, in SVG units. shelves: of
    collections that differ, alike: how many do not. indexes: of (a, b, both), as (collection, name,
    why). added, gone: findings that the second has more, or no longer. clashes: of each side, what
    does not stand together."""

    turned: tuple[tuple[str, str, str], ...]
    operations: tuple[Operation, ...]
    totals: tuple[Beside, ...]
    score: Beside
    bars: tuple[float, float]
    shelves: tuple[Shelf, ...]
    alike: int
    indexes: tuple[tuple[tuple[str, str, str], ...], ...]
    added: tuple[dict[str, Any], ...]
    gone: tuple[dict[str, Any], ...]
    clashes: tuple[tuple[Any, ...], ...]


_FEW = 10
"""A score below it is told with its tenths."""


class _Seen:
    """One side, asked. without: operations that it cannot have, with the fault."""

    def __init__(self, made: Compiled, without: Mapping[str, str]) -> None:
        self.compilation: Compilation = made.compilation
        self.without, self.facts = without, Facts(made)
        self.unwritten = {
            one.subject: one.message.partition(": ")[2]
            for one in made.compilation.findings
            if one.code == "OPERATION_UNWRITTEN"
        }
        ids = {one.name: one.id or one.name for one in self.compilation.model.links}
        self.loads: dict[Key, Load] = {}
        for one in loads(self.compilation):
            place = str(ids.get(one.name, one.name)) if one.of == "relationship" else one.name
            self.loads[one.of, place, one.kind, one.entity, one.forward or one.of == "operation"] = one

    def rows(self, load: Load) -> tuple[dict[str, Any], ...]:
        """The statements of an operation; of what a relationship states, those for the same purpose."""
        rows = self.facts.rows(f"{load.of}:{load.name}")
        if load.of == "operation":
            return rows
        purposes = _PURPOSES.get(load.kind)
        return tuple(row for row in rows if (row["purpose"] in purposes if purposes else not row["writes"]))

    def missing(self, load: Load | None, name: str) -> str | None:
        """Why an operation is impossible here, "" where no script can do it, None where it is possible."""
        if load is None:
            return self.without.get(name)
        return self.unwritten.get(name, "") if load.of == "operation" and not self.rows(load) else None


def compared(
    now: Compiled,
    then: Compiled,
    without: tuple[Iterable[tuple[str, str]], Iterable[tuple[str, str]]] = ((), ()),
) -> Comparison:
    """The two beside one another. without: of each, the operations that it cannot have, with the fault."""
    sides = _Seen(now, dict(without[0])), _Seen(then, dict(without[1]))
    operations = [_operation(sides, key) for key in dict.fromkeys([*sides[0].loads, *sides[1].loads])]
    scores = [sum(one.score for one in side.loads.values()) for side in sides]
    most = max(scores)
    shelves = _shelves(now, then)
    changed = tuple(one for one in shelves if any(number.change != "same" for number in one.numbers))
    return Comparison(
        turned=_turned(now, then),
        operations=tuple(sorted(operations, key=_is_alike)),
        totals=tuple(_total(sides, letter) for letter in METRICS),
        score=_beside(scores, _roundly),
        bars=(_wide(scores[0], most), _wide(scores[1], most)),
        shelves=changed,
        alike=len(shelves) - len(changed),
        indexes=_indexes(now, then),
        added=_findings(now, then),
        gone=_findings(then, now),
        clashes=tuple(clashing(side.compilation) for side in sides),
    )


def _wide(score: float, most: float) -> float:
    return round(WIDE * score / most, 2) if 0 < most < math.inf else 0.0


def _is_alike(one: Operation) -> bool:
    numbers = (*one.counts, one.score, one.per_day)
    differs = any(number.change != "same" for number in numbers) or any(which for *_, which in one.indexes)
    return not differs and not one.missing and len(one.scans) in (0, 2)


def _turned(now: Compiled, then: Compiled) -> tuple[tuple[str, str, str], ...]:
    ways = [{one.id or one.name: one.name for one in made.compilation.model.links} for made in (now, then)]
    strategies = [
        {one.relationship: one.strategy for one in made.compilation.decisions} for made in (now, then)
    ]
    found = []
    for key in dict.fromkeys([*ways[0], *ways[1]]):
        name = ways[0].get(key) or ways[1][key]
        pair = [side.get(way.get(key, ""), _EMPTY) for way, side in zip(ways, strategies, strict=True)]
        if pair[0] != pair[1]:
            found.append((name, pair[0], pair[1]))
    return tuple(found)


def _operation(sides: tuple[_Seen, _Seen], key: Key) -> Operation:
    pair = [side.loads.get(key) for side in sides]
    one = next(load for load in pair if load is not None)
    rows = [side.rows(load) if load else () for side, load in zip(sides, pair, strict=True)]
    gone = [side.missing(load, one.name) for side, load in zip(sides, pair, strict=True)]
    efforts = [asdict(load.effort) if load else {} for load in pair]
    return Operation(
        name=one.name,
        of=one.of,
        kind=one.kind,
        entity=one.entity,
        per_day=_beside([load.per_day if load else None for load in pair], _plainly),
        counts=tuple(_letter(letter, [effort.get(letter) for effort in efforts]) for letter in METRICS),
        score=_beside([load.score if load else None for load in pair], _roundly),
        indexes=_gone_by(*(side.facts.indexes(some) for side, some in zip(sides, rows, strict=True))),
        scans=tuple(
            (letter, name)
            for letter, side, some in zip("ab", sides, rows, strict=True)
            for name in dict.fromkeys(name for row in some for name in side.facts.unserved(row))
        ),
        missing=tuple((letter, why) for letter, why in zip("ab", gone, strict=True) if why is not None),
    )


def _gone_by(one: Iterable[Spot], other: Iterable[Spot]) -> tuple[tuple[str, str, str], ...]:
    first, second = list(one), list(other)
    found = []
    for collection, name in dict.fromkeys([*first, *second]):
        both = (collection, name) in first and (collection, name) in second
        found.append((collection, name, "" if both else "a" if (collection, name) in first else "b"))
    return tuple(found)


def _total(sides: tuple[_Seen, _Seen], letter: str) -> Beside:
    sums = [sum(one.per_day * getattr(one.effort, letter) for one in side.loads.values()) for side in sides]
    return _letter(letter, sums)


def _letter(letter: str, pair: Sequence[float | None]) -> Beside:
    return _beside(pair, growth.spelled if letter in ("B", "WB") else _plainly)


def _indexes(now: Compiled, then: Compiled) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    sides = [
        {
            (one.name, index.name): (one.name, index.name, index.reason)
            for one in made.compilation.plan.collections
            for index in one.indexes
        }
        for made in (now, then)
    ]
    only = [
        tuple(told for spot, told in mine.items() if spot not in theirs)
        for mine, theirs in (sides, sides[::-1])
    ]
    return (*only, tuple(told for spot, told in sides[0].items() if spot in sides[1]))


def _shelves(now: Compiled, then: Compiled) -> list[Shelf]:
    sides = [_numbers(made) for made in (now, then)]
    nothing: tuple[None, ...] = (None,) * 6
    words = (_plainly, growth.spelled, growth.spelled, growth.spelled, _plainly, growth.spelled)
    made = []
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        pairs = zip(sides[0].get(name, nothing), sides[1].get(name, nothing), words, strict=True)
        made.append(Shelf(name, tuple(_beside((one, other), spelled) for one, other, spelled in pairs)))
    return made


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


def _plainly(value: float) -> str:
    return grouped(value, ",.1f").removesuffix(".0")


def _roundly(value: float) -> str:
    return grouped(value, ",.0f") if abs(value) >= _FEW else _plainly(value)


def _beside(pair: Sequence[float | None], spelled: Callable[[float], str]) -> Beside:
    now, then = pair
    words = [_EMPTY if value is None else spelled(value) for value in pair]
    if words[0] == words[1]:
        return Beside(words[0], words[1], "same")
    change = "less" if (then or 0) < (now or 0) else "more"
    if now is None or then is None or not math.isfinite(then - now):
        return Beside(words[0], words[1], change)
    return Beside(words[0], words[1], change, ("−" if then < now else "+") + spelled(abs(then - now)))
