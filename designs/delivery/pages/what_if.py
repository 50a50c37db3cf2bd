"""Two variants of a design under one workload: what each operation takes, which indexes it goes by, how
large the collections are, which indexes are needed in all, which findings come and go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from msgspec import UNSET
from msgspec.structs import asdict

from designs.compiler import Compilation, Load, clashing, daily, grouped, growth, loads

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
    first. totals: of a day, under METRICS. score: of a day. has_costs: whether either side says how
    often anything happens; without, there are no totals. bars: of the scores, in SVG units. shelves: of
    collections that differ, alike: how many do not. indexes: of (a, b, both), as (collection, name,
    why). added, gone: findings that the second has more, or no longer. clashes: of each side, what
    does not stand together."""

    turned: tuple[tuple[str, str, str], ...]
    operations: tuple[Operation, ...]
    totals: tuple[Beside, ...]
    score: Beside
    has_costs: bool
    bars: tuple[float, float]
    shelves: tuple[Shelf, ...]
    alike: int
    indexes: tuple[tuple[tuple[str, str, str], ...], ...]
    added: tuple[dict[str, Any], ...]
    gone: tuple[dict[str, Any], ...]
    clashes: tuple[tuple[Any, ...], ...]

    @property
    def is_uneven(self) -> bool:
        """Whether an operation counts in the totals of one side alone."""
        return any(len(operation.missing) == 1 for operation in self.operations)


_FEW = 10
"""A score below it is told with its tenths."""


class _Seen:
    """One side, asked. without: operations that it cannot have, with the fault."""

    def __init__(self, compiled: Compiled, without: Mapping[str, str]) -> None:
        self.compilation: Compilation = compiled.compilation
        self.without, self.facts = without, Facts(compiled)
        self.unwritten = {
            finding.subject: finding.message.partition(": ")[2].removesuffix(".")
            for finding in compiled.compilation.findings
            if finding.code == "OPERATION_UNWRITTEN"
        }
        self.unsaid = {work.name for work in self.compilation.model.workload if work.per_day in (None, UNSET)}
        ids = {link.name: link.id or link.name for link in self.compilation.model.links}
        self.loads: dict[Key, Load] = {}
        for load in loads(self.compilation):
            place = str(ids.get(load.name, load.name)) if load.of == "relationship" else load.name
            self.loads[load.of, place, load.kind, load.entity, load.forward or load.of == "operation"] = load

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
    scores = [sum(load.score for load in side.loads.values()) for side in sides]
    has_costs = any(side.compilation.model.has_frequencies for side in sides)
    most = max(scores)
    shelves = _shelves(now, then)
    changed = tuple(shelf for shelf in shelves if any(number.change != "same" for number in shelf.numbers))
    return Comparison(
        turned=_turned(now, then),
        operations=tuple(sorted(operations, key=_is_alike)),
        totals=tuple(_total(sides, letter) for letter in METRICS) if has_costs else (),
        score=_beside(scores, _roundly) if has_costs else Beside(_EMPTY, _EMPTY, "same"),
        has_costs=has_costs,
        bars=(_wide(scores[0], most), _wide(scores[1], most)),
        shelves=changed,
        alike=len(shelves) - len(changed),
        indexes=_indexes(now, then),
        added=_findings(now, then),
        gone=_findings(then, now),
        clashes=tuple(clashing(side.compilation) for side in sides),
    )


def broken(now: Compiled, then: Compiled) -> tuple[tuple[str, str], ...]:
    """What applying a variant breaks that the design of today doesn't: (gate or finding, why)."""
    before = set(clashing(now.compilation))
    limits = [clash for clash in clashing(then.compilation) if clash not in before]
    errors = [finding for finding in _findings(now, then) if finding["severity"] == "error"]
    return (
        *((clash.gate, clash.because) for clash in limits),
        *(
            (finding["code"], f"{finding['subject']}: {finding['message'].removesuffix('.')}")
            for finding in errors
        ),
    )


def _wide(score: float, most: float) -> float:
    return round(WIDE * score / most, 2) if 0 < most < math.inf else 0.0


def _is_alike(operation: Operation) -> bool:
    numbers = (*operation.counts, operation.score, operation.per_day)
    differs = any(number.change != "same" for number in numbers) or any(
        which for *_, which in operation.indexes
    )
    return not differs and not operation.missing and len(operation.scans) in (0, 2)


def _turned(now: Compiled, then: Compiled) -> tuple[tuple[str, str, str], ...]:
    ways = [
        {link.id or link.name: link.name for link in compiled.compilation.model.links}
        for compiled in (now, then)
    ]
    strategies = [
        {decision.relationship: decision.strategy for decision in compiled.compilation.decisions}
        for compiled in (now, then)
    ]
    turned = []
    for key in dict.fromkeys([*ways[0], *ways[1]]):
        name = ways[0].get(key) or ways[1][key]
        pair = [side.get(way.get(key, ""), _EMPTY) for way, side in zip(ways, strategies, strict=True)]
        if pair[0] != pair[1]:
            turned.append((name, pair[0], pair[1]))
    return tuple(turned)


def _operation(sides: tuple[_Seen, _Seen], key: Key) -> Operation:
    pair = [side.loads.get(key) for side in sides]
    first_load = next(load for load in pair if load is not None)
    rows = [side.rows(load) if load else () for side, load in zip(sides, pair, strict=True)]
    gone = [side.missing(load, first_load.name) for side, load in zip(sides, pair, strict=True)]
    efforts = [asdict(load.effort) if load else {} for load in pair]
    return Operation(
        name=first_load.name,
        of=first_load.of,
        kind=first_load.kind,
        entity=first_load.entity,
        per_day=_often(sides, pair),
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


def _often(sides: tuple[_Seen, _Seen], pair: Sequence[Load | None]) -> Beside:
    """How often it happens; of an operation that doesn't say so, that it is assumed."""
    often = _beside([load.per_day if load else None for load in pair], _a_day)
    is_assumed = [
        load is not None and load.of == "operation" and load.name in side.unsaid
        for side, load in zip(sides, pair, strict=True)
    ]
    if not any(is_assumed):
        return often
    texts = (
        gettext("{often} (assumed)").format(often=text) if unsaid else text
        for text, unsaid in zip((often.now, often.then), is_assumed, strict=True)
    )
    return replace(often, **dict(zip(("now", "then"), texts, strict=True)))


def _gone_by(own: Iterable[Spot], other: Iterable[Spot]) -> tuple[tuple[str, str, str], ...]:
    first, second = list(own), list(other)
    rows = []
    for collection, name in dict.fromkeys([*first, *second]):
        both = (collection, name) in first and (collection, name) in second
        rows.append((collection, name, "" if both else "a" if (collection, name) in first else "b"))
    return tuple(rows)


def _total(sides: tuple[_Seen, _Seen], letter: str) -> Beside:
    sums = [
        sum(load.per_day * getattr(load.effort, letter) for load in side.loads.values()) for side in sides
    ]
    return _letter(letter, sums)


def _letter(letter: str, pair: Sequence[float | None]) -> Beside:
    return _beside(pair, growth.spelled if letter in ("B", "WB") else _plainly)


def _indexes(now: Compiled, then: Compiled) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    sides = [
        {
            (collection.name, index.name): (collection.name, index.name, index.reason)
            for collection in compiled.compilation.plan.collections
            for index in collection.indexes
        }
        for compiled in (now, then)
    ]
    only = [
        tuple(row for spot, row in mine.items() if spot not in theirs)
        for mine, theirs in (sides, sides[::-1])
    ]
    return (*only, tuple(row for spot, row in sides[0].items() if spot in sides[1]))


def _shelves(now: Compiled, then: Compiled) -> list[Shelf]:
    sides = [_numbers(compiled) for compiled in (now, then)]
    nothing: tuple[None, ...] = (None,) * 6
    words = (_plainly, growth.spelled, growth.spelled, growth.spelled, _plainly, growth.spelled)
    shelves = []
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        pairs = zip(sides[0].get(name, nothing), sides[1].get(name, nothing), words, strict=True)
        shelves.append(
            Shelf(name, tuple(_beside((before, other), spelled) for before, other, spelled in pairs))
        )
    return shelves


def _numbers(compiled: Compiled) -> dict[str, tuple[float | None, ...]]:
    """Of each collection: documents, one, all today and in three years, indexes with ``_id``, their bytes."""
    indexes = {
        collection.name: len(collection.indexes) + (collection.kind != "timeseries")
        for collection in compiled.compilation.plan.collections
    }
    numbers: dict[str, tuple[float | None, ...]] = {
        name: (None, None, None, None, count, None) for name, count in indexes.items()
    }
    for forecast in compiled.compilation.forecasts:
        first, last = forecast.moments[0], forecast.moments[-1]
        sizes = (first.documents, first.document, first.data, last.data)
        numbers[forecast.collection] = (*sizes, indexes[forecast.collection], first.indexes)
    return numbers


def _findings(less: Compiled, more: Compiled) -> tuple[dict[str, Any], ...]:
    """Those of the second that the first has not."""
    remaining = Counter(
        (finding.code, finding.subject, finding.message) for finding in less.compilation.findings
    )
    added = []
    for finding in more.compilation.findings:
        key = (finding.code, finding.subject, finding.message)
        if remaining[key]:
            remaining[key] -= 1
        else:
            added.append(
                {
                    "severity": finding.severity,
                    "code": finding.code,
                    "subject": finding.subject,
                    "message": finding.message,
                }
            )
    return tuple(added)


def _plainly(value: float) -> str:
    return grouped(value, ",.1f").removesuffix(".0")


def _a_day(value: float) -> str:
    return daily(value) if value < 1 else _plainly(value)


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
