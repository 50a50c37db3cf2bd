"""What of the life of one thing contradicts what belongs to it: payments and what they are for, states and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler.model.conceptual import Field, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world.things import Thing

_CENTS = 0.02
_STATES = ("status", "state", "stage")
_SETTLED = frozenset({"paid", "settled"})
_CALLED_OFF = frozenset({"cancelled", "canceled", "withdrawn", "void"})
_AHEAD = frozenset({"planned", "draft", "proposed", "enquiry", "queued"})
_FOLLOWS = ("invoice", "bill", "payment", "reading", "delivery", "certificate", "visit")


def life_contradictions(records: Records, thing: Thing) -> Iterator[tuple[str, str]]:
    """The contradictions between a thing and what belongs to it."""
    name = f"{thing.entity} {thing.number}"
    fields = {field.name: field for field in records.world.fields(thing.entity)}
    record = records.of(thing)
    state = next((key for key in _STATES if isinstance(record.get(key), str)), None)
    words = frozenset(snake(str(record[state])).split("_")) if state else frozenset()
    yield from (("paid", f"{name}: {about}") for about in _paid(records, thing, fields, words))
    if state is None or (thing.number == 0 and stated(fields[state].example)):
        return
    if words & (_CALLED_OFF | _AHEAD):
        yield from (("what follows", f"{name}: {words} with {about}") for about in _following(records, thing))


def _following(records: Records, thing: Thing) -> Iterator[str]:
    for link in records.world.names.relationships.values():
        if link.kind == "one-to-many" and snake(link.to.entity).endswith(_FOLLOWS):
            yield from (
                f"{pair.target.entity} {pair.target.number}"
                for pair in records.world.links(link.name, "from", thing)
            )


def _paid(records: Records, thing: Thing, fields: dict[str, Field], words: frozenset[str]) -> Iterator[str]:
    """More is paid than a total, or less although its state says that it is paid."""
    for link in records.world.names.relationships.values():
        payments = [pair.target for pair in records.world.links(link.name, "from", thing)]
        if link.kind != "one-to-many" or not snake(link.to.entity).endswith("payment") or not payments:
            continue
        amounts = {field.name: field for field in records.world.fields(link.to.entity)}
        total = plain(records.of(thing).get("total")) if "total" in fields else None
        paid = [plain(records.of(payment).get("amount")) for payment in payments]
        if total is None or any(amount is None for amount in paid) or _is_told(amounts, fields):
            continue
        whole = sum(amount or 0 for amount in paid)
        if whole > total + _CENTS:
            yield f"{paid} for {total}"
        elif words & _SETTLED and whole < total - _CENTS:
            yield f"{paid} for {total}, which is paid"


def _is_told(amounts: dict[str, Field], fields: dict[str, Field]) -> bool:
    """Whether the designer says what is paid, or the total is what is paid."""
    amount: Any = amounts.get("amount")
    is_sum = stated(fields["total"].computed) and "payment" in str(fields["total"].computed)
    return amount is None or stated(amount.example) or stated(amount.computed) or is_sum
