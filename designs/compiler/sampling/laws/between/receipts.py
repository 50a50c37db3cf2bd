"""Money that is paid for things: it comes to what they cost where they are paid, has come by then, and is no more than is owed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ....model.conceptual import Computed, Field, Relationship, given, stated
from ....model.formulas import Binary, Call, PathRef, evaluate, parse
from ....model.values import plain, typed
from ...languages import snake
from ...values.moments import LASTING
from ...values.pools import words_in
from ...values.states import AHEAD, PARTLY, PAUSED, WAITING, is_state, words_in_name
from ...world import Thing
from ...world.lives import PAYMENTS, is_of
from ...world.sample_data import SampleData
from ..accounts import GIVEN_BACK, PAID, amount_of, in_shares, is_type, says_paid, whole_of
from ..bounds import put
from ..windows import RecordOf, is_drawn_up

_BESIDE_RENT = ("service_charge", "service_charges", "utilities")
_HOW, _CAME = words_in("method channel means"), words_in("received collected")


def paid_for(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], record_of: Callable[[Thing], dict[str, Any]],
    value_at: Callable[[Thing, Sequence[str]], Any], look: Callable[[Thing, str], Any],
) -> dict[str, Any]:  # fmt: skip
    """The record of a payment with its part of what it is paid for: all payments come to the whole of what is paid, to no
    more of what is not. Each payment for what goes on is the whole. The same record where nothing is paid for."""
    links = world.answered("pays", thing.entity, lambda: _paying(world, thing.entity))
    if not links and not is_of(thing.entity, PAYMENTS):
        return record
    record = _paid_for_several(world, thing, record, fields, record_of, value_at)
    amount = amount_of(fields)
    if amount is None:
        return record
    whole = None if stated(amount.example) and thing.number == 0 else _for_all_of_them(world, thing, value_at)
    part = whole or _part_of_a_balance(world, thing, amount, look)
    if part is not None:
        record = record | _paid_in(record, fields)
        put(record, amount, part)
        return record
    if stated(amount.example) and thing.number == 0:
        return record
    first_part = plain(typed(amount.example, (amount.type,))) if stated(amount.example) else None
    for link in links:
        for pair in world.links(link.name, "to", thing)[:1]:
            payments = [other.target for other in world.links(link.name, "from", pair.source)]
            kept = first_part if any(payment.number == 0 for payment in payments) else None
            parts = _parts_of_a_whole(world, link, pair.source, len(payments), kept, record_of, value_at)
            if parts is None:
                continue
            changed = record | _paid_in(record, fields)
            if payments.index(thing) < len(parts):
                put(changed, amount, parts[payments.index(thing)])
            return changed
    return record


def _paying(world: SampleData, entity: str) -> list[Relationship]:
    """The relationships to what things of an entity pay for."""
    return [link for link in world.leading_to(entity) if is_of(entity, PAYMENTS) or _pays(world, link)]


def _pays(world: SampleData, link: Relationship) -> bool:
    """Whether what belongs to a thing pays for it: a formula adds its amounts up to what is paid, or it says how, and the states of
    its thing that it is."""
    above, own = world.fields(link.from_.entity), world.fields(link.to.entity)
    is_told_how = any(given(field.enum, []) and words_in_name(field.name) & _HOW for field in own)
    states = (str(option) for field in above if is_state(field) for option in given(field.enum, []))
    is_payment = (
        is_told_how and amount_of(own) is not None and any(words_in_name(each) & PAID for each in states)
    )
    return is_payment or _sums_up(world, link)


def _sums_up(world: SampleData, link: Relationship) -> bool:
    """Whether a formula adds up the amounts of what belongs to a thing to what is paid."""
    formula = f"sum({world.names.end(link, 'from')}.amount)"
    return any(
        given(field.computed, Computed(formula="")).formula == formula
        and words_in_name(field.name) & (PAID | _CAME)
        for field in world.fields(link.from_.entity)
    )


def pays_what_is_paid(world: SampleData, thing: Thing, of: RecordOf) -> bool:
    """Whether all that a thing pays for is paid, as its state or the sum of what was paid says."""
    for link in world.answered("pays", thing.entity, lambda: _paying(world, thing.entity)):
        for pair in world.links(link.name, "to", thing)[:1]:
            fields, record = world.fields(pair.source.entity), of(pair.source)
            is_summed = _sums_up(world, link) and whole_of(fields, world.names.end(link, "from")) is not None
            if says_paid(record, fields)[0] or (is_summed and not _owes(record, fields)):
                return True
    return any(
        says_paid(of(child), world.fields(child.entity))[0]
        for link in _paid_by(world, thing)
        for child in _paid_with(world, link, thing)
    )


def _paid_by(world: SampleData, thing: Thing) -> list[Relationship]:
    """The relationships to what each of several is paid by one payment."""
    if not is_of(thing.entity, PAYMENTS):
        return []
    links = (link for link in world.relationships_from(thing.entity) if link.kind == "one-to-many")
    return [link for link in links if is_drawn_up(world, link) and _whole_of(world, link) is not None]


def _whole_of(world: SampleData, link: Relationship) -> str | None:
    return whole_of(world.fields(link.to.entity), world.names.end(link, "to"))


def _for_all_of_them(
    world: SampleData, thing: Thing, value_at: Callable[[Thing, Sequence[str]], Any]
) -> float | None:
    """What all come to that are paid by one payment; None where there are none."""
    wholes = [
        plain(value_at(child, (_whole_of(world, link) or "",))) or 0
        for link in _paid_by(world, thing)
        for child in _paid_with(world, link, thing)
    ]
    return round(sum(wholes), 2) or None


def _paid_with(world: SampleData, link: Relationship, thing: Thing) -> list[Thing]:
    return [pair.target for pair in world.links(link.name, "from", thing)]


def _parts_of_a_whole(
    world: SampleData, link: Relationship, above: Thing, payments: int, first_part: float | None,
    record_of: Callable[[Thing], dict[str, Any]], value_at: Callable[[Thing, Sequence[str]], Any],
) -> list[float] | None:  # fmt: skip
    """What each payment for a thing comes to; None where nothing is paid for. first_part: of the first, where it is given."""
    own = world.fields(above.entity)
    name = whole_of(own, world.names.end(link, "from"))
    whole = plain(value_at(above, (name,))) if name else None
    if whole is None or whole <= 0:
        return None
    if name == "rent":
        whole += sum(plain(value_at(above, (beside,))) or 0 for beside in _BESIDE_RENT)
    if not LASTING.isdisjoint(snake(above.entity).split("_")):
        return [first_part or whole] * payments
    return in_shares(whole, payments, first_part, _owes(record_of(above), own))


def _owes(record: Mapping[str, Any], fields: Sequence[Field]) -> bool:
    """Whether a state says that something is not paid: itself, or since it comes before the one that says that all is."""
    for field in fields:
        options = [str(option) for option in given(field.enum, [])] if is_state(field) else []
        words = [frozenset(snake(option).split("_")) for option in options]
        paid = next((at for at, each in enumerate(words) if each & PAID and not each & PARTLY), 0)
        now = str(record.get(field.name))
        if now in options[:paid] or (now in options and words_in_name(now) & (AHEAD | PAUSED | WAITING)):
            return True
    return says_paid(record, fields)[1]


def _part_of_a_balance(
    world: SampleData, thing: Thing, amount: Field, look: Callable[[Thing, str], Any]
) -> float | None:
    """What a payment pays of what a balance takes payments from: sum(orders.total) - sum(payments.amount). Every second
    balance stays open. The designer's example stays where so much is owed. None where no formula says so."""
    shown = plain(typed(amount.example, (amount.type,))) if stated(amount.example) else None
    for link in world.leading_to(thing.entity):
        for pair in world.links(link.name, "to", thing)[:1]:
            owed = _owed(world, pair.source, f"{world.names.end(link, 'from')}.{amount.name}", look)
            row = [other.target for other in world.links(link.name, "from", pair.source)]
            if owed is not None and owed > 0:
                first = shown if row[0].number == 0 and shown is not None and shown < owed else None
                return in_shares(owed, len(row), first, pair.source.number % 2 == 0)[row.index(thing)]
    return None


def _owed(world: SampleData, thing: Thing, paid: str, look: Callable[[Thing, str], Any]) -> float | None:
    """What a formula of the thing takes the sum of its payments from."""
    for field in world.fields(thing.entity):
        formula = (
            parse(given(field.computed, Computed(formula="")).formula) if stated(field.computed) else None
        )
        taken = Call("sum", (PathRef(paid),))
        if isinstance(formula, Binary) and (formula.operator, formula.right) == ("-", taken):
            owed = evaluate(formula.left, lambda path: look(thing, path))
            return float(owed) if isinstance(owed, int | float | Decimal) else None
    return None


def _paid_for_several(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    record_of: Callable[[Thing], dict[str, Any]],
    value_at: Callable[[Thing, Sequence[str]], Any],
) -> dict[str, Any]:
    links = (*world.relationships_to(thing.entity), *world.relationships_from(thing.entity))
    if not any(link.kind == "many-to-many" for link in links):
        return record
    from .parts import comes_to_its_links  # few payments are for several things

    record = dict(record)
    comes_to_its_links(world, thing, record, fields, record_of, value_at)
    return record


def _paid_in(record: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
    """How somebody paid, where a list of ways says that something was given back."""
    paid: dict[str, Any] = {}
    for field in fields:
        options = given(field.enum, [])
        back = [option for option in options if GIVEN_BACK.intersection(snake(str(option)).split("_"))]
        if record.get(field.name) in back and len(back) < len(options) and is_type(field.name):
            paid[field.name] = next(option for option in options if option not in back)
    return paid
