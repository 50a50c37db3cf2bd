"""What the links of one thing share out: shares come to all of it, and amounts to what there is of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from bson import Decimal128

from ....model.conceptual import Field, Relationship, given, stated
from ....model.values import plain, typed
from ...values.numbers import is_within
from ...values.pools import words_in
from ...world import Link, Thing
from ...world.lives import PAYMENTS, is_of
from ...world.sample_data import SampleData
from .. import LEFT
from ..accounts import says_paid, whole_of
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, words_of

ValueAt = Callable[[Thing, Sequence[str]], Any]
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_OWNERS = words_in("owner shareholder partner investor heir landlord")  # between whom something is shared out
_OWNED = frozenset({"owned", "by"})
_PERCENT = words_in("percent percentage pct")
_SHARES = _PERCENT | words_in("share split portion ownership")
_SPLITS = {1: (100,), 2: (60, 40), 3: (50, 30, 20), 4: (40, 30, 20, 10)}
_PRICES = words_in("price rate fee fare tariff")
_IN_ALL = words_in("in input total all sum overall")
_UNITS = words_in(
    "kg grams tonnes litres liters ml weight volume hours minutes metres meters quantity bottles bags units"
)
_EXTENTS = words_in(
    "hectares acres ha sqm kg tonnes grams litres liters l ml"
)  # of which a whole has no more than its parts
_AMOUNTS, _VALUES = words_in("amount allocated applied"), words_in("amount value total")
_RECEIVED = PAYMENTS | words_in("receipt transfer remittance")


def split(whole: float, shown: Sequence[float | None]) -> list[float]:
    """A whole in parts, the largest first, to the tenth where it is no whole number. shown: by part, what an example says,
    which stays. Empty where examples leave nothing."""
    rest, free = whole - sum(each for each in shown if each is not None), shown.count(None)
    if rest <= 0:
        return []
    weights = _SPLITS.get(free) or [100 / free] * free
    digits = 0 if rest >= 10 * free and rest == int(rest) else 2
    parts = [round(rest * weight / 100, digits) for weight in weights[1:]]
    parts = [round(rest - sum(parts), 2), *parts] if free else []
    following = iter(parts)
    return [next(following) if each is None else each for each in shown]


def shown_in(row: Sequence[Thing | Link], field: Field) -> list[float | None]:
    """By thing or link, what the designer's example of a field says of it."""
    example = plain(typed(field.example, (field.type,))) if stated(field.example) else None
    return [example if each.number == 0 else None for each in row]


def come_to_the_whole(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf, at: ValueAt
) -> None:
    """Let what the links of one thing say of it come to the whole. Examples stay."""
    for field in fields:
        if field.type not in _NUMBERS or not is_loose(field, link.number) or given(field.enum, []):
            continue
        if plain(record.get(field.name)) is None:
            continue
        words = words_of(field.name)
        number = (
            _priced(world, link, field, of)
            if words & _PRICES
            else _of_all(world, link, field)
            if words <= _SHARES
            else _of_payment(world, link, field, of, at)
            if words <= _AMOUNTS
            else _of_quantity(world, link, field, of)
        )
        if number is not None and is_within(number, given(field.minimum, None), given(field.maximum, None)):
            record[field.name] = _as(record[field.name], number)


def _as(value: Any, number: float) -> Any:
    if isinstance(value, Decimal128):
        digits = 2 if round(number, 2) != round(number) else 0
        return Decimal128(Decimal(f"{number:.{max(digits, -int(value.to_decimal().as_tuple().exponent))}f}"))
    return type(value)(number)


def _part(world: SampleData, link: Link, side: str, field: Field, whole: float | None) -> float | None:
    """The part of a link among those of one of its ends, which come to a whole."""
    row = world.links(link.relationship.name, side, link.end(side))
    parts = split(whole, shown_in(row, field)) if whole is not None and link in row else []
    return parts[row.index(link)] if parts else None


def _priced(world: SampleData, link: Link, field: Field, of: RecordOf) -> float | None:
    """The price that one of the ends has by the same name."""
    ends = [each for each in (link.target, link.source) if field.name in of(each)]
    return number_in(of(ends[0]), field.name) if ends and field.type not in ("int", "long") else None


def _of_all(world: SampleData, link: Link, field: Field) -> float | None:
    """The share of a link in what has owners, else in what it begins at."""
    called = words_of(world.names.end(link.relationship, "to"))
    side = "to" if is_of(link.relationship.from_.entity, _OWNERS) or called >= _OWNED else "from"
    is_fraction = given(field.maximum, 100) <= 1 or _PERCENT.isdisjoint(words_of(field.name))
    return _part(world, link, side, field, 1 if is_fraction and field.type not in ("int", "long") else 100)


def _of_quantity(world: SampleData, link: Link, field: Field, of: RecordOf) -> float | None:
    """How much of a thing a link takes: kg of a batch with kg_in."""
    words = words_of(field.name)
    if words <= _EXTENTS and any(each.name == field.name for each in world.fields(link.source.entity)):
        return _part(world, link, "from", field, number_in(of(link.source), field.name))
    for side in ("from", "to") if words & _UNITS else ():
        for each in world.fields(link.end(side).entity):
            theirs = words_of(each.name)
            is_whole = each.type in _NUMBERS and words < theirs and theirs - words <= _IN_ALL
            if is_whole and not stated(each.computed):
                return _part(world, link, side, field, number_in(of(link.end(side)), each.name))
    return None


# --- payments that are for several things ------------------------------------------------------------------


def _of_payment(world: SampleData, link: Link, field: Field, of: RecordOf, at: ValueAt) -> float | None:
    """How much of a payment is for what it is linked to: no more than that comes to."""
    side = _paying(link.relationship)
    due = _due(world, link, side, of, at) if side else None
    value = _value_of(world.fields(link.end(side).entity)) if due is not None else None
    if value is None or due is None:
        return None
    if link.end(side).number or not stated(value.example):
        return due
    part = _part(world, link, side, field, number_in(of(link.end(side)), value.name))
    return due if part is None else min(part, due)


def _paying(link: Relationship) -> str:
    """The end of links at which the payments are, "" of others."""
    if link.kind not in ("many-to-many", "graph"):
        return ""
    return next((side for side in ("from", "to") if is_of(link.end(side).entity, _RECEIVED)), "")


def _value_of(fields: Sequence[Field]) -> Field | None:
    values = (field for field in fields if words_of(field.name) <= _VALUES and field.type in _NUMBERS)
    return next((field for field in values if not stated(field.computed)), None)


def _due(world: SampleData, link: Link, side: str, of: RecordOf, at: ValueAt) -> float | None:
    """What a payment of what a link leads to comes to: all of it where its state says that it is paid, else a part."""
    far = "to" if side == "from" else "from"
    end, fields = link.end(far), world.fields(link.end(far).entity)
    name = whole_of(fields, world.names.end(link.relationship, far))
    whole = plain(at(end, (name,))) if name else None
    if not whole:
        return None
    count = max(
        1, len(world.links(link.relationship.name, far, end))
    )  # a link that is about to be made isn't there
    return round(whole / count if says_paid(of(end), fields)[0] else whole / 2 / count, 2)


def comes_to_its_links(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    of: RecordOf,
    at: ValueAt,
) -> None:
    """Let a payment be as much as what it is for. The first one keeps the designer's example."""
    value = _value_of(fields)
    if value is None or not is_loose(value, thing.number):
        return
    for link in world.names.relationships.values():
        side = _paying(link)
        if side and thing.entity in (link.end(side).entity, *world.families.below(link.end(side).entity)):
            dues = [_due(world, pair, side, of, at) for pair in world.links(link.name, side, thing)]
            if dues and None not in dues:
                put(record, value, sum(due for due in dues if due is not None))


# --- what is taken of a thing, and what is left of it -------------------------------------------------------


def takes(world: SampleData, link: Relationship) -> tuple[Field, Field, Field] | None:
    """How many there are of a thing, how many are left, and how many each of what belongs to it takes: stems and stems left of
    a lot, stems of a sale."""
    return world.answered("takes", link.name, lambda: _takes(world, link))


def _takes(world: SampleData, link: Relationship) -> tuple[Field, Field, Field] | None:
    ends = (link.from_.entity, link.to.entity)
    if link.kind != "one-to-many" or not world.names.entities.keys() >= {*ends} or ends[0] == ends[1]:
        return None
    above, below = (
        {
            field.name: field
            for field in world.fields(name)
            if field.type in ("int", "long") and is_loose(field, 1)
        }
        for name in ends
    )
    for name, left in above.items():
        words = words_of(name)
        of_it = words - LEFT
        whole = next((each for each in above if words_of(each) == of_it), None) if words & LEFT else None
        part = next((each for each in below if words_of(each) == of_it), None)
        if whole is not None and part is not None:
            return above[whole], left, below[part]
    return None


def as_much_as_is_gone(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is taken of a thing be as much as is not left of it; nothing is gone of what nobody took anything of."""
    for link in world.relationships_from(thing.entity):
        numbers = takes(world, link)
        row = world.links(link.name, "from", thing)
        whole, left = (number_in(record, each.name) for each in numbers[:2]) if numbers else (None, None)
        if (
            numbers is not None
            and whole is not None
            and left is not None
            and is_loose(numbers[1], thing.number)
        ):
            put(record, numbers[1], min(left, whole - len(row)) if row else whole)
    for link in world.relationships_to(thing.entity):
        numbers = takes(world, link)
        for pair in world.links(link.name, "to", thing)[:1] if numbers is not None else ():
            above, row = of(pair.source), world.links(link.name, "from", pair.source)
            whole, left = (number_in(above, each.name) for each in numbers[:2]) if numbers else (None, None)
            if numbers is None or whole is None or left is None or not is_loose(numbers[2], thing.number):
                continue
            parts = _whole_parts(round(whole - left), len(row))
            if parts:
                put(record, numbers[2], parts[row.index(pair)])


def _whole_parts(whole: int, count: int) -> list[int]:
    """A whole number in so many parts that are none of them nothing; empty where it is too small."""
    return [whole // count + (at < whole % count) for at in range(count)] if whole >= count else []
