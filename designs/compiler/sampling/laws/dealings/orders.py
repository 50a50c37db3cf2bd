"""Orders and payments: an order goes to whom it is of, what is ahead has no date yet, only a card has a card's number, its positions
count on, and what is paid back is a part of what came in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from ....content_cache import of_a_short_text
from ....model.conceptual import Field, given, stated
from ...languages import snake
from ...nesting import PENDING, person_in
from ...values.pools import is_person, words_in
from ...values.states import in_turn, is_exit, is_past, is_state, stems
from ...world import Thing
from ...world.sample_data import SampleData
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, parents_of, words_of

_MONEY = frozenset({"double", "decimal", "number"})
Place = tuple[str, dict[str, Any], Sequence[Field]]


def places_in(record: dict[str, Any], fields: Sequence[Field], path: str = "") -> Iterator[Place]:
    """A record and the objects inside of it: the path, the values there and their fields."""
    yield path, record, fields
    for field in fields:
        inner = record.get(field.name)
        if field.type == "object" and isinstance(inner, dict):
            yield from places_in(inner, given(field.fields, []), f"{path}_{field.name}".strip("_"))


def fields_in(fields: Iterable[Field]) -> Iterator[Field]:
    """Fields and those of the objects among them."""
    for field in fields:
        yield field
        if field.type == "object":
            yield from fields_in(given(field.fields, []))


def is_kept(field: Field, thing: Thing) -> bool:
    """Whether a value is the designer's: an example on the first thing, a key or a formula's."""
    is_shown = stated(field.example) and thing.number == 0
    return is_shown or stated(field.computed) or field.unique is True or field.name == "_id"


def pop_optional(record: dict[str, Any], field: Field, thing: Thing) -> None:
    """Leave out a value that need not be there."""
    if field.required is not True and not is_kept(field, thing):
        record.pop(field.name, None)


# --- how it is paid ------------------------------------------------------------------------------------

_METHODS = frozenset("method type kind payment_method payment_type method_type instrument".split())
_OF_CARDS = frozenset(
    "last_four last4 last_4 last_four_digits card_last4 card_last_four card_last_four_digits card_number card_no masked_number exp_month exp_year "
    "expiry_month expiry_year expiration_month expiration_year card_brand card_network cardholder card_holder".split()
)
_BRANDS = frozenset("visa mastercard amex american_express maestro discover".split())
_PROVIDERS = frozenset("provider brand card_brand network issuer".split())


def has_card(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say how something is paid, and may have the number of a card."""
    names = {snake(field.name) for field in fields_in(world.fields(entity))}
    return not (names.isdisjoint(_METHODS) or names.isdisjoint(_OF_CARDS))


def paid_as_it_says(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let only a card have a card's number and month; where each is to have one, each is a card."""
    for _, inner, own in places_in(record, fields):
        method = next((each for each in own if snake(each.name) in _METHODS and each.name in inner), None)
        cards = [each for each in own if snake(each.name) in _OF_CARDS and each.name in inner]
        if method is None or not cards or not isinstance(inner[method.name], str):
            continue
        if not _is_card(inner[method.name]):
            _without_card(thing, inner, method, cards)
        if "debit" in words_of(inner[method.name]):
            _of_a_bank(thing, inner, own)


def _without_card(thing: Thing, inner: dict[str, Any], method: Field, cards: Sequence[Field]) -> None:
    options = [str(option) for option in given(method.enum, [])]
    plastic = [option for option in options or ["debit_card", "credit_card"] if _is_card(option)]
    if options and all(each.required is not True for each in cards):
        for each in cards:
            pop_optional(inner, each, thing)
    elif plastic and not is_kept(method, thing):
        inner[method.name] = plastic[thing.number % len(plastic)]


def _of_a_bank(thing: Thing, inner: dict[str, Any], own: Sequence[Field]) -> None:
    """Let a debit card be of a network that has some."""
    for each in own:
        is_free = each.name in inner and not stated(each.enum) and not is_kept(each, thing)
        if is_free and snake(each.name) in _PROVIDERS and inner[each.name] == "amex":
            inner[each.name] = "visa"


@of_a_short_text(1024)
def _is_card(method: str) -> bool:
    return bool(words_of(method) & (_BRANDS | {"card", "credit", "creditcard", "debitcard"})) and (
        "direct" not in words_of(method)
    )


# --- to whom it goes -----------------------------------------------------------------------------------

_BUYERS = words_in("customer client buyer user member patient shopper account guest subscriber donor")
_SAME = (
    frozenset("line1 line_1 address_line1 address_line_1 street street_address address1".split()),
    frozenset("line2 line_2 address_line2 address_line_2 address2 unit apartment".split()),
    frozenset("city town".split()), frozenset("state region province".split()), frozenset("postal_code zip zip_code postcode".split()),
    frozenset("country country_code".split()),
)  # fmt: skip
_ADDRESSEE = frozenset("name recipient full_name addressee recipient_name".split())
_SENT_TO = frozenset("address shipping_address delivery_address ship_to billing_address bill_to".split())


def is_sent(world: SampleData, entity: str) -> bool:
    """Whether things of an entity repeat an address of whose they are."""
    if is_person(entity) or not any(_buys(link.from_.entity) for link in world.leading_to(entity)):
        return False
    return any(
        snake(field.name) in _SENT_TO for field in fields_in(world.fields(entity)) if field.name != "_id"
    )


def _buys(entity: str) -> bool:
    return bool(words_of(entity) & _BUYERS) or is_person(entity)


def sent_to_its_buyer(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let an order go to the buyer, to an address that is known of them."""
    parent = next((above for _, above in parents_of(world, thing) if _buys(above.entity)), None)
    if parent is None:
        return
    buyer = of(parent)
    person = person_in(buyer)
    known_ones = list(_addresses_of(world, parent, buyer, of))
    for path, inner, own in places_in(record, fields):
        words = words_of(path)
        source = next(
            (each for each in known_ones if words & words_of(str(each.get("type", "")))),
            known_ones[0] if known_ones else {},
        )
        if words & {"address", "recipient", "addressee", "to"}:
            _addressed(thing, inner, own, source, " ".join(person) if person else "")
        else:
            _in_one_line(thing, inner, own, source)


def _addresses_of(
    world: SampleData, buyer: Thing, record: dict[str, Any], of: RecordOf
) -> Iterator[dict[str, Any]]:
    """The addresses of a buyer, those that the buyer's documents hold as objects first."""
    for _, inner, _fields in places_in(record, world.fields(buyer.entity)):
        if _city_of(inner):
            yield inner
    for link in world.relationships_from(buyer.entity):
        if link.kind in ("one-to-many", "one-to-one") and "address" in words_of(link.to.entity):
            yield from (of(pair.target) for pair in world.links(link.name, "from", buyer))


def _city_of(record: Mapping[str, Any]) -> bool:
    names = {snake(name) for name in record}
    return all(not names.isdisjoint(same) for same in (_SAME[0], _SAME[2]))


def _addressed(
    thing: Thing, inner: dict[str, Any], own: Sequence[Field], source: Mapping[str, Any], person: str
) -> None:
    kept = any(is_kept(each, thing) for each in own)
    for field in own if not kept else ():
        if field.type != "string" or stated(field.enum) or stated(field.pattern):
            continue
        name = snake(field.name)
        if name in _ADDRESSEE and person and field.name in inner:
            inner[field.name] = person
        same = next((same for same in _SAME if name in same), frozenset())
        value = next((source[each] for each in source if snake(each) in same), None)
        if _fits(field, value) and _city_of(inner):
            inner[field.name] = value
        elif same is _SAME[1] and source and field.required is not True:
            inner.pop(field.name, None)


def _fits(field: Field, value: Any) -> bool:
    return isinstance(value, str) and len(value) <= given(field.max_length, 999)


def _in_one_line(
    thing: Thing, inner: dict[str, Any], own: Sequence[Field], source: Mapping[str, Any]
) -> None:
    """Let an address in one line be that of the buyer: 12 Orchard Lane, Madison, WI 53703."""
    parts = [next((source[each] for each in source if snake(each) in same), None) for same in _SAME]
    street, _, city, state, code, _ = parts
    for field in own if isinstance(street, str) and isinstance(city, str) else ():
        value = inner.get(field.name)
        if field.type == "string" and snake(field.name) in _SENT_TO and isinstance(value, str):
            rest = " ".join(str(part) for part in (state, code) if part is not None)
            line = ", ".join(part for part in (street, city, rest) if isinstance(part, str) and part)
            if not is_kept(field, thing) and value.count(",") > 1 and _fits(field, line):
                inner[field.name] = line


# --- how far it is -------------------------------------------------------------------------------------

_CARRIED = words_in("carrier tracking waybill consignment")


def has_dates_inside(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are in a state, and an object inside of them says when they came to each."""
    return _state_of(world, entity) is not None and any(
        field.type == "object" for field in world.fields(entity)
    )


def _state_of(world: SampleData, entity: str) -> Field | None:
    return next((field for field in world.fields(entity) if is_state(field)), None)


def without_what_is_ahead(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let an order that is not sent yet have no date on which it was, nor a number to track it by."""
    state = _state_of(world, thing.entity)
    options = in_turn([str(option) for option in given(state.enum, [])]) if state is not None else []
    now = str(record.get(state.name)) if state is not None else ""
    if now not in options:
        return
    at = 0 if is_exit(now) else options.index(now)
    for path, inner, own in places_in(record, fields):
        for field in own if path else ():
            value = inner.get(field.name)
            if isinstance(value, datetime) and is_past(field.name):
                step = next((each for each in options if stems(each) == stems(field.name)), None)
                is_ahead = step is not None and step != now and (options.index(step) > at or is_exit(step))
                if is_ahead:
                    pop_optional(inner, field, thing)
            elif isinstance(value, str) and words_of(field.name) & _CARRIED and _is_not_sent(options, at):
                pop_optional(inner, field, thing)


_SENT = words_in("shipped sent dispatched")


def _is_not_sent(options: Sequence[str], at: int) -> bool:
    sent = next((place for place, each in enumerate(options) if words_of(each) & _SENT), None)
    return sent is not None and at < sent


# --- what is charged for it ----------------------------------------------------------------------------

_COST = frozenset("cost fee price amount charge".split())


def is_charged_twice(world: SampleData, entity: str) -> bool:
    """Whether an object inside of things of an entity costs something that another one repeats: shipping.cost, totals.shipping."""
    return bool(_charged(world.fields(entity)))


def _charged(fields: Sequence[Field]) -> list[tuple[str, str, str]]:
    inner = [(field.name, given(field.fields, [])) for field in fields if field.type == "object"]
    return [
        (head, each.name, other)
        for head, own in inner
        for each in own
        if each.type in _MONEY and snake(each.name) in _COST and not stated(each.computed)
        for other, theirs in inner
        if other != head
        and any(
            field.name == head and field.type in _MONEY and not stated(field.computed) for field in theirs
        )
    ]


def charged_once(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what an order costs to send be what its total says of it."""
    for head, name, other in _charged(fields):
        cost, total = record.get(head), record.get(other)
        if not isinstance(cost, dict) or not isinstance(total, dict) or total.get(head) in (None, PENDING):
            continue
        theirs = next(field for field in fields if field.name == other)
        repeated = next(field for field in given(theirs.fields, []) if field.name == head)
        number = number_in(cost, name)
        if number is not None and not is_kept(repeated, thing):
            put(total, repeated, number)


# --- places in a row -----------------------------------------------------------------------------------

_IN_A_ROW = frozenset(
    "position seq sequence sort_order line_no line_number step_no version version_no".split()
)


def is_in_a_row(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are parts of one another thing, with a number that counts them."""
    has_number = any(
        snake(field.name) in _IN_A_ROW and field.type in ("int", "long") and stated(field.example)
        for field in world.fields(entity)
    )
    return has_number and len(world.leading_to(entity)) == 1


def counted_in_a_row(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the parts of a thing be counted from one on, or on from the first one's example."""
    link = world.leading_to(thing.entity)[0]
    for pair in world.links(link.name, "to", thing)[:1]:
        row = [each.target for each in world.links(link.name, "from", pair.source)]
        for field in fields if thing in row else ():
            number = number_in(record, field.name) if snake(field.name) in _IN_A_ROW else None
            if number is not None and field.type in ("int", "long") and is_loose(field, thing.number):
                shown = field.example if row[0].number == 0 and isinstance(field.example, int) else 1
                put(record, field, shown + row.index(thing))


# --- what is paid ----------------------------------------------------------------------------------------

_PAID = frozenset("paid paid_amount amount_paid".split())
_WHOLE = frozenset("amount total price fee".split())


def may_be_paid(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say how much of them is paid."""
    return any(snake(field.name) in _PAID and field.type != "bool" for field in world.fields(entity))


def paid_on_a_day(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what begins unpaid be paid in full or not yet, and what is not paid have no day on which it was."""
    whole = next(
        (number for name in record if snake(name) in _WHOLE and (number := number_in(record, name))), None
    )
    for field in fields:
        if snake(field.name) not in _PAID or number_in(record, field.name) is None:
            continue
        begins_unpaid = stated(field.example) and _shown(field) == 0
        if begins_unpaid and whole and is_loose(field, thing.number):
            put(record, field, whole if thing.number % 2 else 0)
        if number_in(record, field.name) == 0:
            for date in fields:
                is_day = date.type == "date" and "paid" in words_of(date.name) and date.required is not True
                if is_day and not (stated(date.example) and thing.number == 0):
                    record.pop(date.name, None)


# --- what is given back ------------------------------------------------------------------------------------

_GIVEN = frozenset("released refunded withdrawn redeemed credited paid_out written_off".split())


def gives_back(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say what came in and what went out again, which begins with nothing."""
    return _given_back(world.fields(entity)) is not None


def _given_back(fields: Sequence[Field]) -> tuple[Field, str] | None:
    money = [field for field in fields if field.type in _MONEY and stated(field.example)]
    out = next((each for each in money if snake(each.name) in _GIVEN and _shown(each) == 0), None)
    came = next((each.name for each in money if snake(each.name) not in _GIVEN and _shown(each)), None)
    return (out, came) if out is not None and came is not None else None


def _shown(field: Field) -> float | None:
    """The number that an example says, which a design may write as a text."""
    example = field.example
    if isinstance(example, str):
        return float(example) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", example) else None
    return number_in({"": example}, "")


def half_of_what_came(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what goes out be nothing, or half of what came in."""
    out, came = _given_back(fields) or (None, "")
    whole = number_in(record, came)
    if out is not None and whole and is_loose(out, thing.number) and number_in(record, out.name) is not None:
        put(record, out, round(whole / 2, 2) if thing.number % 2 else 0)
