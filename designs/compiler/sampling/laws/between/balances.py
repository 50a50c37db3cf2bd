"""Balances that run from one entry of an account to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....model.conceptual import Field, stated
from ....model.values import plain
from ...languages import snake
from ...values.pools import words_in
from ...world import Thing
from ...world.sample_data import SampleData
from .. import is_free
from ..accounts import AFTER, is_type
from ..bounds import put

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_BEFORE = (
    "balance_before",
    "previous_balance",
    "old_balance",
    "opening_balance",
    "stock_before",
    "quantity_before",
)
_MOVED = ("amount", "quantity", "points", "change", "delta", "value", "qty", "minutes", "hours")
_OUTWARD = words_in(
    "sale sold redemption redeemed redeem expiry expired shrinkage withdrawal debit fee charge out outgoing issue issued "
    "transfer payment consumption consumed usage used spend spent scrap loss waste picked damaged lost discarded broken"
)
_BALANCES = ("balance", "current_balance", "account_balance", "points_balance", "on_hand", "in_stock", "stock")  # fmt: skip


def run_on(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    record_of: Callable[[Thing], dict[str, Any]],
) -> dict[str, Any]:
    """The record with its balance: the last entry's is what its account has, and each one's is what the next one begins
    with. The same record where nothing runs."""
    numbers = {field.name: field for field in fields if field.type in _NUMBERS and is_free(field)}
    after = next((name for name in AFTER if name in numbers and plain(record.get(name)) is not None), None)
    moved = next((name for name in _MOVED if name in numbers and plain(record.get(name)) is not None), None)
    if after is None or moved is None:
        return record
    changed = dict(record)
    account, following = _around(world, thing)
    balance = plain(record[after]) or 0
    if following is not None:
        balance = _before(record_of(following), world.fields(following.entity)) or 0
    elif account is not None:
        balance = next(
            (value for value in _balances(record_of(account), world.fields(account.entity))), balance
        )
    put(changed, numbers[after], balance)
    if (_before(changed, fields) or 0) < 0 and _sign(changed, fields) > 0:
        put(changed, numbers[moved], balance)  # nobody has less than nothing
    before = next((name for name in _BEFORE if name in numbers and name in changed), None)
    if before is not None:
        put(changed, numbers[before], _before(changed, fields) or 0)
    return changed


def _before(record: Mapping[str, Any], fields: Sequence[Field]) -> float | None:
    """What there was before an entry."""
    after = next((plain(record.get(name)) for name in AFTER if plain(record.get(name)) is not None), None)
    moved = next((plain(record.get(name)) for name in _MOVED if plain(record.get(name)) is not None), None)
    return None if after is None or moved is None else round(after - _sign(record, fields) * moved, 6)


def _sign(record: Mapping[str, Any], fields: Sequence[Field]) -> int:
    """Whether an entry adds or takes away, as its type says."""
    for field in fields:
        value = record.get(field.name)
        if not is_type(field.name) or not isinstance(value, str) or "method" in snake(field.name):
            continue  # by which method is paid says nothing of the direction
        words = frozenset(snake(value).split("_"))
        return -1 if words & _OUTWARD else 1
    return 1


def _balances(record: Mapping[str, Any], fields: Sequence[Field]) -> list[float]:
    """What an account says that it has."""
    names = {field.name for field in fields if field.type in _NUMBERS and not stated(field.computed)}
    values = (plain(record.get(name)) for name in _BALANCES if name in names)
    return [value for value in values if value is not None]


def _around(world: SampleData, thing: Thing) -> tuple[Thing | None, Thing | None]:
    """The account that an entry belongs to, the one that has a balance before others, and the entry after it."""
    links = world.leading_to(thing.entity)
    links = sorted(links, key=lambda link: not _has_balance(world, link.from_.entity))
    for link in links:
        for pair in world.links(link.name, "to", thing)[:1]:
            row = sorted(
                (other.target for other in world.links(link.name, "from", pair.source)),
                key=lambda other: (other.start, other.ordinal, -other.number),
            )
            at = row.index(thing)
            return pair.source, row[at + 1] if at + 1 < len(row) else None
    return None, None


def _has_balance(world: SampleData, entity: str) -> bool:
    return any(field.name in _BALANCES for field in world.fields(entity))
