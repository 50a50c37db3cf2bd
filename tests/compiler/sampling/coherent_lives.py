"""What of the life of one thing contradicts what belongs to it: payments and what they are for, states and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler.model.conceptual import Field, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.pools import is_person
from designs.compiler.sampling.world import Thing

_CENTS = 0.02
_STATES = ("status", "state", "stage")
_SETTLED = frozenset({"paid", "settled"})
_CALLED_OFF = frozenset({"cancelled", "canceled", "withdrawn", "void"})
_AHEAD = frozenset({"planned", "draft", "proposed", "enquiry", "queued"})
_ENDED = frozenset({"done", "completed", "finished", "closed", "resolved", "ended", "delivered", "archived"})
_WAITS = frozenset(
    {"pending", "open", "planned", "scheduled", "todo", "queued", "waiting", "running", "active", "on_sale"}
)
_APART = (
    "review",
    "complaint",
    "claim",
    "invoice",
    "bill",
    "refund",
    "appeal",
    "message",
    "comment",
    "document",
    "payout",
)
_GONE = frozenset({"handover", "auction", "disposal", "donation", "adoption", "destruction"})
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
    options = [str(option) for option in given(fields[state].enum, [])]
    yield from (("above", f"{name}: {words} {about}") for about in _above(records, thing, words, options))
    yield from (("ways to go", f"{name}: {about}") for about in _ways_to_go(records, thing))


def _above(records: Records, thing: Thing, words: frozenset[str], options: list[str]) -> Iterator[str]:
    """What waits or runs in what is over, and what is done in what is only planned."""
    if snake(thing.entity).endswith(_APART) or is_person(thing.entity):
        return
    told = dict[frozenset[str], str]()
    for link in records.world.relationships_to(thing.entity):
        if (
            link.kind not in ("one-to-many", "one-to-one")
            or link.from_.entity == link.to.entity
            or is_person(link.from_.entity)
        ):
            continue
        for pair in records.world.links(link.name, "to", thing):
            above = records.of(pair.source)
            state = next((key for key in _STATES if isinstance(above.get(key), str)), None)
            if state is not None:
                told[frozenset(snake(str(above[state])).split("_"))] = pair.source.entity
    ends = any(frozenset(snake(option).split("_")) & _ENDED for option in options)
    if words & _WAITS and ends:
        yield from (
            f"in a {entity} that is {sorted(now)}"
            for now, entity in told.items()
            if len(told) == 1 and now & _ENDED
        )
    if words & _ENDED:
        yield from (
            f"in a {entity} that is {sorted(now)}"
            for now, entity in told.items()
            if len(told) == 1 and now & _AHEAD
        )


def _ways_to_go(records: Records, thing: Thing) -> Iterator[str]:
    """A thing that has gone in two ways: handed over and sold."""
    gone = sorted(
        link.to.entity
        for link in records.world.relationships_from(thing.entity)
        if link.kind in ("one-to-many", "one-to-one")
        and not (link.from_.count.min if isinstance(link.from_.count.min, int) else 0)
        and _GONE.intersection(snake(link.to.entity).split("_"))
        and records.world.links(link.name, "from", thing)
    )
    if len(gone) > 1:
        yield f"{' and '.join(gone)}"


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
