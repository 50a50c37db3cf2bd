"""A variant of a design as an address names it, and what the design is in it.

`a` and `b` name the two sides: `now`, `cheapest` or `version-7`; `b.ID=STRATEGY` stores a relationship of that
side otherwise, `auto` leaves it to the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from msgspec.structs import replace

from designs.compiler import Finding, Model, Ways, edits, read, ways_of, write
from designs.kept import keeping

from ..compiled.compiled_design import Compiled, Refused, measured
from .change_words import Change, changes, things
from .cheapest import MOST_SEARCHED, searched

LETTERS = ("a", "b")
NOW, CHEAPEST, AUTO = "now", "cheapest", "auto"
MOST_WAYS = 100
"""Relationships that an address may store otherwise on one side."""
_VERSION = re.compile(r"version-([1-9][0-9]{0,8})\Z", re.ASCII)
_OPERATION = re.compile(r"operations\[(\d+)\]")
_WORKLOAD = ("operations", "workload_profile", "weights")


class NoSuchVariant(Exception):
    """The address names no variant of this design."""


@dataclass(frozen=True)
class Side:
    """What an address says of one side. ways: the key of a relationship, and its strategy or AUTO."""

    base: str = NOW
    ways: tuple[tuple[str, str], ...] = ()

    @property
    def version(self) -> int | None:
        """The number of the earlier version, None where it is none."""
        match = _VERSION.match(self.base)
        return int(match[1]) if match else None


@dataclass(frozen=True)
class Variant:
    """A side worked out. base: the valid text that it starts from. ways: what each relationship may be
    there. stored: those stored otherwise, as (relationship, strategy). refused: (relationship, strategy,
    gate or rule, why) of wishes that the gates bar. without: operations of today that this version cannot
    have, with the fault. result: with its plan, without other files."""

    side: Side
    base: bytes
    ways: tuple[Ways, ...]
    stored: tuple[tuple[str, str], ...]
    refused: tuple[tuple[str, str, str, str], ...]
    without: tuple[tuple[str, str], ...]
    result: Compiled | Refused


def side_of(query: Mapping[str, str], letter: str) -> Side:
    """What a query says of a side. Raises NoSuchVariant."""
    base, start = query.get(letter, NOW) or NOW, f"{letter}."
    ways = tuple((key[len(start) :], query[key]) for key in query if key.startswith(start) and query[key])
    if (base not in (NOW, CHEAPEST) and not _VERSION.match(base)) or len(ways) > MOST_WAYS:
        raise NoSuchVariant(base)
    return Side(base, ways)


def parameters(sides: Iterable[Side]) -> list[tuple[str, str]]:
    """The sides as an address names them, nothing that is usual."""
    pairs = []
    for letter, side in zip(LETTERS, sides, strict=True):
        pairs += [(letter, side.base)] if side.base != NOW else []
        pairs += [(f"{letter}.{key}", strategy) for key, strategy in side.ways]
    return pairs


def query_of(sides: Iterable[Side]) -> str:
    """The query of the address, without its question mark."""
    return urlencode(parameters(sides))


def query_of_way(ways: Ways, strategy: str) -> str:
    """The query that shows the design beside itself with one relationship stored so, "" where that is barred."""
    possible = any(way.strategy == strategy for way in ways.open)
    return query_of((Side(), Side(ways=((ways.key, strategy),)))) if possible else ""


def variant(side: Side, now: bytes, version: bytes | None = None) -> Variant:
    """A side worked out. now: the design's text; version: of the earlier version that the side starts
    from. Raises NoSuchVariant."""
    base = now
    without: tuple[tuple[str, str], ...] = ()
    if version is not None:
        base, without = with_workload(version, now)
    model = _model(base)
    if side.base == CHEAPEST:
        model = _stored(model, _cheapest_ways(base))
        base = write(model).encode()
    ways = offered(base)
    by_key = {offer.key: offer for offer in ways}
    if any(key not in by_key for key, _ in side.ways):
        raise NoSuchVariant("a relationship that is not there")
    refused = tuple(_refused(by_key[key], strategy) for key, strategy in side.ways)
    taken = [way for way, against in zip(side.ways, refused, strict=True) if against is None]
    return Variant(
        side=side,
        base=base,
        ways=ways,
        stored=tuple((by_key[key].relationship, strategy) for key, strategy in taken),
        refused=tuple(reason for reason in refused if reason is not None),
        without=without,
        result=_compiled(model, dict(taken)),
    )


def _compiled(model: Model, ways: Mapping[str, str]) -> Compiled | Refused:
    try:
        return measured(write(_stored(model, ways)).encode())
    except edits.EditRefused as error:
        return Refused(tuple(error.faults))


def _refused(ways: Ways, strategy: str) -> tuple[str, str, str, str] | None:
    """Why a relationship can't be stored so, None where it can. Raises NoSuchVariant."""
    if strategy in (AUTO, ways.strategy) or any(way.strategy == strategy for way in ways.open):
        return None
    for barred in ways.barred:
        if barred.strategy == strategy:
            return ways.relationship, strategy, barred.by, barred.because
    raise NoSuchVariant(strategy)


_OF_WAY = 300
"""Bytes of a strategy that a relationship may have, beside its words."""


def size_of_ways(ways: tuple[Ways, ...], text: bytes) -> int:
    """Return about how many bytes the ways of a text take."""
    return len(text) + sum(_OF_WAY * (2 + len(offer.open) + len(offer.barred)) for offer in ways)


@keeping(size_of_ways)
def offered(text: bytes) -> tuple[Ways, ...]:
    """By what each relationship of a valid text may be stored."""
    return ways_of(_model(text))


def with_workload(version: bytes, now: bytes) -> tuple[bytes, tuple[tuple[str, str], ...]]:
    """An earlier version under the names and the workload of today, and the operations that it cannot have, each with
    the fault."""
    today, earlier = json.loads(now), _without_workload(version)
    if earlier is None:
        raise NoSuchVariant("no version that can be read")
    raw = json.loads(write(edits.under_names_of(earlier, _model(now))))
    raw |= {key: today[key] for key in _WORKLOAD if key in today}
    without: list[tuple[str, str]] = []
    while True:
        report = read(json.dumps(raw))
        if report.value is not None:
            return write(report.value).encode(), tuple(without)
        wrong = _wrong_operations(report.findings)
        if not wrong:
            raise NoSuchVariant("no version that can be read")
        without += [(raw["operations"][place]["name"], why) for place, why in wrong.items()]
        kept = [operation for place, operation in enumerate(raw["operations"]) if place not in wrong]
        raw["operations"] = kept


def other_changes(first: Variant, second: Variant) -> tuple[Change, ...]:
    """What differs between the designs that two sides start from, beside strategies and where cards stand. Their
    operations are today's in both."""
    before, after = (_without_workload(each.base) for each in (first, second))
    if before is None or after is None:
        return ()
    done, undo = edits.difference(before, after), edits.difference(after, before)
    kept = [edit for edit in done.edits if getattr(edit, "path", ()) != ("strategy",)]
    return changes(replace(done, edits=tuple(kept)), undo, things(edits.raw_of(after), edits.raw_of(before)))


def _without_workload(text: bytes) -> Model | None:
    """Return a design without its workload and where cards stand; None where it can't be read."""
    raw = json.loads(text)
    return read(json.dumps({key: raw[key] for key in raw if key not in (*_WORKLOAD, "layout")})).value


def _wrong_operations(faults: Iterable[Finding]) -> dict[int, str]:
    by_place: dict[int, str] = {}
    for fault in faults:
        place = _OPERATION.match(fault.subject)
        if place:
            by_place.setdefault(int(place[1]), fault.message.removesuffix("."))
    return by_place


def kept_ways(shown: Variant, now: bytes) -> dict[str, str]:
    """By relationship's key, the strategies that make the design of today the variant: those that it
    stores otherwise; of an earlier version, those that are decided otherwise there."""
    strategies: dict[str, str] = {}
    if shown.side.base == CHEAPEST:
        strategies |= _cheapest_ways(now)
    if shown.side.version is not None and isinstance(shown.result, Compiled):
        was = {offer.key: offer for offer in ways_of(shown.result.compilation.model)}
        for offer in offered(now):
            other = was.get(offer.key)
            if other and other.kind == offer.kind and other.strategy != offer.strategy:
                strategies[offer.key] = other.strategy
    names = {name for name, _ in shown.stored}
    taken = {offer.key for offer in shown.ways if offer.relationship in names}
    return strategies | {key: strategy for key, strategy in shown.side.ways if key in taken}


def wish(now: bytes, ways: Mapping[str, str]) -> edits.Several:
    """The edit that stores relationships so; without edits where they are."""
    changes: list[edits.Edit] = []
    for link in json.loads(now).get("relationships", []):
        strategy = ways.get(link["id"])
        if strategy and strategy != link.get("strategy", AUTO):
            value = edits.ABSENT if strategy == AUTO else strategy
            changes.append(edits.Set(id=link["id"], path=("strategy",), value=value))
    return edits.Several(edits=tuple(changes))


def _stored(model: Model, ways: Mapping[str, str]) -> Model:
    change = wish(write(model).encode(), ways)
    return edits.apply(model, change) if change.edits else model


def _cheapest_ways(text: bytes) -> dict[str, str]:
    """By relationship's key, what the lowest-cost design stores otherwise. Raises NoSuchVariant for a
    design that is too large to be searched while somebody waits."""
    keys = {offer.relationship: offer.key for offer in offered(text)}
    cheapest = searched(text) if len(keys) <= MOST_SEARCHED else None
    if cheapest is None:
        raise NoSuchVariant("the cheapest of a design that is not searched")
    return {keys[name]: strategy for name, (_, strategy) in cheapest.changed.items()}


def _model(text: bytes) -> Model:
    model = read(text).value
    if model is None:
        raise NoSuchVariant("a text that is no design")
    return model
