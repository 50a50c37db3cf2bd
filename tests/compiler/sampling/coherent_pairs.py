"""What of the values of one thing contradict one another in pairs: least and most, start and end, parts and their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from designs.compiler.model.conceptual import Field, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Thing

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
_ASKED = (
    ("amount_billed", "amount_allowed", "amount_paid"), ("amount", "paid_amount"), ("total", "deposit"),
    ("price", "deposit"), ("asking_price", "purchase_price"), ("initial_amount", "balance"),
)  # fmt: skip
"""Amounts, each no more than the one before."""
_OUTWARD = frozenset(
    "sale redemption expiry shrinkage withdrawal debit fee issue transfer payment consumption usage spend".split()
)


def pair_contradictions(records: Records, thing: Thing) -> Iterator[tuple[str, str]]:
    """The contradictions in pairs within a thing, and between it and what it belongs to."""
    name = f"{thing.entity} {thing.number}"
    record, fields = records.of(thing), records.world.fields(thing.entity)
    yield from (("least and most", f"{name}: {about}") for about in unordered(record, fields))
    free = {field.name for field in fields if not (stated(field.computed) or stated(field.example))}
    yield from (("length", f"{name}: {about}") for about in _lengths(record, free))
    yield from (("sum", f"{name}: {about}") for about in _sums(record, free))
    yield from (("part of a whole", f"{name}: {about}") for about in _parts(records, thing, free))
    yield from (("part of a whole", f"{name}: {about}") for about in _more_than_asked(record, free))
    yield from (("balance", f"{name}: {about}") for about in _balances(records, thing, free))


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


def _more_than_asked(record: Mapping[str, Any], free: set[str]) -> Iterator[str]:
    """More is granted than was asked for, or more paid than was granted."""
    for names in _ASKED:
        there = [(name, number) for name in names if (number := plain(record.get(name))) is not None]
        for (whole, most), (part, number) in pairwise(there):
            if part in free and number > most + _CENTS:
                yield f"{part} {number} over {whole} {most}"


def _balances(records: Records, thing: Thing, free: set[str]) -> Iterator[str]:
    """What an entry of an account leaves is not what there was, with what it adds or takes away; or the account has
    another balance than its last entry leaves."""
    record = records.of(thing)
    after, moved = plain(record.get("balance_after")), _moved(record)
    if after is None or moved is None or "balance_after" not in free:
        return
    before = plain(record.get("balance_before"))
    if before is not None and abs(before + moved - after) > _CENTS:
        yield f"balance {after} after {before} and {moved}"
    for link in records.world.leading_to(thing.entity)[:1]:
        for pair in records.world.links(link.name, "to", thing):
            row = [other.target for other in records.world.links(link.name, "from", pair.source)]
            later = [other for other in row if other.start > thing.start]
            following = min(later, key=lambda other: other.start, default=None)
            if following is not None:
                next_one = records.of(following)
                begun = (plain(next_one["balance_after"]) or 0) - (_moved(next_one) or 0)
                if abs(begun - after) > _CENTS:
                    yield f"balance {after}, and {begun} before the next entry"


def _moved(record: Mapping[str, Any]) -> float | None:
    """What an entry adds, negative where its type says that it takes away."""
    number = next((plain(record[name]) for name in ("amount", "quantity", "points") if name in record), None)
    types = [
        record[name] for name in ("type", "kind", "reason", "direction") if isinstance(record.get(name), str)
    ]
    out = bool(types) and not _OUTWARD.isdisjoint(snake(types[0]).split("_"))
    return None if number is None else -number if out else number
