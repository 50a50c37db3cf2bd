"""What of the values of one thing contradict one another in pairs: least and most, start and end, parts and their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from designs.compiler.model.conceptual import Field, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world.things import Thing

_LEVELS = {
    "min": 0,
    "low": 0,
    "minimum": 0,
    "avg": 1,
    "average": 1,
    "mean": 1,
    "max": 2,
    "high": 2,
    "maximum": 2,
}
_STARTS = ("check_in", "start", "start_at", "started_at", "starts_at", "start_date", "begins_at")
_ENDS = ("check_out", "end", "end_at", "ended_at", "ends_at", "end_date", "finished_at")
_SECONDS = {"nights": 86_400, "days": 86_400, "minutes": 60, "duration_minutes": 60}
_ACCOUNTS = ("iban", "bic")
_CENTS = 0.02


def pair_contradictions(records: Records, thing: Thing) -> Iterator[tuple[str, str]]:
    """The contradictions in pairs within a thing, and between it and what it belongs to."""
    name = f"{thing.entity} {thing.number}"
    record, fields = records.of(thing), records.world.fields(thing.entity)
    yield from (("least and most", f"{name}: {about}") for about in unordered(record, fields))
    free = {field.name for field in fields if not (stated(field.computed) or stated(field.example))}
    yield from (("length", f"{name}: {about}") for about in _lengths(record, free))
    yield from (("sum", f"{name}: {about}") for about in _sums(record, free))
    yield from (("part of a whole", f"{name}: {about}") for about in _parts(records, thing, free))


def unordered(record: Mapping[str, Any], fields: list[Field]) -> Iterator[str]:
    """Numbers of which the one that is named the least is more than the one that is named the most, at any depth."""
    groups: dict[str, list[tuple[int, float, str]]] = {}
    for field in fields:
        value, words = record.get(field.name), snake(field.name).split("_")
        levels = [_LEVELS[word] for word in words if word in _LEVELS]
        number = plain(value)
        bound = (
            stated(field.computed) or given(field.enum, []) or stated(field.example) or field.unique is True
        )
        if len(levels) == 1 and number is not None and not bound:
            stem = "_".join(word for word in words if word not in _LEVELS)
            groups.setdefault(stem, []).append((levels[0], number, field.name))
        item = given(field.items, None)
        inner = given(item.fields, []) if item is not None else given(field.fields, [])
        for element in value if isinstance(value, list) else [value]:
            if isinstance(element, dict) and inner:
                yield from unordered(element, inner)
    for group in groups.values():
        for level, one, first in group:
            for higher, other, second in group:
                if level < higher and one > other:
                    yield f"{first} {one} over {second} {other}"


def _lengths(record: Mapping[str, Any], free: set[str]) -> Iterator[str]:
    start = next((record[name] for name in _STARTS if isinstance(record.get(name), datetime)), None)
    end = next((record[name] for name in _ENDS if isinstance(record.get(name), datetime)), None)
    if start is None or end is None:
        return
    for name, unit in _SECONDS.items():
        length = plain(record.get(name))
        if length is not None and name in free and abs((end - start).total_seconds() / unit - length) >= 1:
            yield f"{length} {name} from {start} to {end}"


def _sums(record: Mapping[str, Any], free: set[str]) -> Iterator[str]:
    amounts = {name: number for name, value in record.items() if (number := plain(value)) is not None}
    if {"gross", "commission", "net"} <= amounts.keys() and "net" in free:
        kept = amounts["commission"] + amounts.get("fees", 0) + amounts.get("fee", 0)
        if abs(amounts["gross"] - kept - amounts["net"]) > _CENTS:
            yield f"net {amounts['net']} of gross {amounts['gross']} without {kept}"
    if {"amount", "tax", "total"} <= amounts.keys() and "total" in free:
        parts = [amounts[name] for name in ("amount", "tax")]
        others = {"subtotal", "shipping", "discount"}
        if not others & amounts.keys() and abs(sum(parts) - amounts["total"]) > _CENTS:
            yield f"total {amounts['total']} of {parts}"


def _parts(records: Records, thing: Thing, free: set[str]) -> Iterator[str]:
    record = records.of(thing)
    for link in records.world.names.relationships.values():
        if link.kind not in ("one-to-many", "one-to-one"):
            continue
        if link.to.entity != thing.entity or link.from_.entity == thing.entity:
            continue
        for pair in records.world.links(link.name, "to", thing)[:1]:
            above = records.of(pair.source)
            for name in _ACCOUNTS:
                if name in free and name in record and name in above and record[name] != above[name]:
                    yield f"another {name} than that of {pair.source.entity}"
            amount, total = plain(record.get("amount")), plain(above.get("total"))
            is_part = not {"payment", "refund"}.isdisjoint(snake(thing.entity).split("_"))
            if is_part and "amount" in free and amount is not None and total is not None and amount > total:
                yield f"amount {amount} of a total {total}"
