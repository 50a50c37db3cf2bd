"""What everybody in a trade expects of values beside one another: a history of prices ends with the price of now, what is sold again
keeps its price, an occasion lasts as long as such do, and the head of a tree of people has the highest post. Each law is read for
the entities alone that have what it is about."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import moved
from ..values.pools import is_person, words_in
from ..values.states import is_past, is_state
from ..world import Link, Thing
from ..world.sample_data import SampleData
from . import is_free, is_level, seats_of
from .bounds import is_loose, number_in, put
from .occasions import (
    called_like_the_couple,
    changes_in_time,
    driven_for_years,
    has_run,
    in_its_unit,
    is_history,
    is_of_a_couple,
    is_tested,
)
from .stories import About, Law
from .windows import RecordOf, day_of, is_midnight, parents_of, words_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = frozenset({"double", "decimal", "number"})


def _numbers_of(world: SampleData, entity: str) -> list[Field]:
    return [field for field in world.fields(entity) if field.type in _NUMBERS]


# --- changes of a price ----------------------------------------------------------------------------

_OLD, _NEW = words_in("from old previous before"), words_in("to new next after")


def price_changes(world: SampleData, entity: str) -> tuple[Relationship, str, Field, Field] | None:
    """By which relationship a change is of what it changes, the number there, and those before and after it."""
    return world.answered("price changes", entity, lambda: next(_row_of_prices(world, entity), None))


def _row_of_prices(world: SampleData, entity: str) -> Iterator[tuple[Relationship, str, Field, Field]]:
    numbers = [field for field in _numbers_of(world, entity) if not stated(field.computed)]
    pairs = [(old, new) for old in numbers for new in numbers
             if words_of(old.name) & _OLD and words_of(new.name) & _NEW and words_of(old.name) - _OLD == words_of(new.name) - _NEW]  # fmt: skip
    for link in world.leading_to(entity) if pairs else ():
        for old, new in pairs:
            rest = words_of(new.name) - _NEW
            now = (
                each.name
                for each in _numbers_of(world, link.from_.entity)
                if rest and rest <= words_of(each.name)
            )
            for name in now:
                yield link, name, old, new


def _lead_to_its_price(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let changes of a number lead in small steps to what it is now."""
    changes = price_changes(world, thing.entity)
    parents = [pair.source for pair in world.links(changes[0].name, "to", thing)[:1]] if changes else []
    if changes is None or not parents:
        return
    link, name, old, new = changes
    row = [pair.target for pair in world.links(link.name, "from", parents[0])]
    now = number_in(of(parents[0]), name)
    if thing not in row or not now:
        return
    behind = len(row) - 1 - row.index(thing)
    for field, steps in ((new, behind), (old, behind + 1)):
        if number_in(record, field.name) is not None and is_loose(field, thing.number):
            put(record, field, now if not steps else _round_price(now * 1.04**steps))


def _round_price(price: float) -> float:
    step = 0.5 if price < 100 else 5 if price < 5000 else 50
    return round(price / step) * step


_BOUGHT = ("bought_for", "purchase_price", "buying_price", "cost_price", "wholesale_price", "trade_in_value")
_ASKED = ("asking_price", "list_price", "retail_price", "sale_price", "selling_price", "price")


def _is_resold(world: SampleData, entity: str) -> bool:
    names = {field.name for field in _numbers_of(world, entity)}
    return not (names.isdisjoint(_BOUGHT) or names.isdisjoint(_ASKED))


def _bought_for_less(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a thing be bought for somewhat less than is asked for it."""
    asked = next((number for name in _ASKED if (number := number_in(record, name))), None)
    for field in fields if asked else ():
        own = number_in(record, field.name) if field.name in _BOUGHT and is_free(field) else None
        if own is not None and asked and not asked * 0.4 <= own <= asked:
            put(record, field, _round_price(asked * (0.76 + thing.number % 4 * 0.03)))


# --- what is sold, from the list to the receipt ----------------------------------------------------

_PRICES = words_in("price rate fee fare charge cost wage tariff")
_NO_PRICES = words_in("total old new previous extra discount tax vat late percent count commission")
_COUNTS = words_in("lessons sessions credits visits classes nights")
_LISTED = words_in(
    "package plan product bundle pass tariff menu ticket course offer voucher pack subscription"
)
_PAID = ("paid", "paid_amount", "amount_paid", "price_paid")
_VALID = {
    "valid_days": 1,
    "validity_days": 1,
    "days_valid": 1,
    "valid_weeks": 7,
    "valid_months": 30,
    "validity_months": 30,
}


def _says_price(field: Field) -> bool:
    return field.type in _MONEY and is_free(field) and _names_price(field.name)


@of_a_short_text(4096)
def _names_price(name: str) -> bool:
    return bool(words_of(name) & _PRICES) and words_of(name).isdisjoint(_NO_PRICES)


def _is_listed(entity: str) -> bool:
    return singular(snake(entity)).rpartition("_")[2] in _LISTED


def _sold_as_listed(world: SampleData, entity: str) -> list[tuple[str, str, Field]]:
    """What a thing repeats of what it is a sale of: by which relationship, the number there, and its own."""
    return world.answered("sold as listed", entity, lambda: [*_sold_as_listed_of(world, entity)])


def _sold_as_listed_of(world: SampleData, entity: str) -> Iterator[tuple[str, str, Field]]:
    for link in world.leading_to(entity):
        theirs = {field.name: field for field in _numbers_of(world, link.from_.entity)}
        for field in _numbers_of(world, entity) if _is_listed(link.from_.entity) else ():
            counted = field.type in ("int", "long") and words_of(field.name) & _COUNTS and is_free(field)
            if field.name in theirs and (counted or _says_price(field)):
                yield link.name, field.name, field
            elif field.name in _PAID and is_free(field) and "price" in theirs:
                yield link.name, "price", field


def _as_listed(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is bought cost and hold what the list says."""
    for name, theirs, field in _sold_as_listed(world, thing.entity):
        for pair in world.links(name, "to", thing)[:1]:
            number = number_in(of(pair.source), theirs)
            if number is not None and number_in(record, field.name) is not None:
                put(record, field, number)


def _is_valid_for(world: SampleData, entity: str) -> bool:
    expires = any(field.type == "date" and words_of(field.name) & _EXPIRES for field in world.fields(entity))
    above = (link.from_.entity for link in world.leading_to(entity)) if expires else ()
    return any(field.name in _VALID for each in above for field in world.fields(each))


_EXPIRES = words_in("expires expiry expire valid")


def _valid_as_listed(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is bought be valid for as many days as the list says."""
    days = [number * _VALID[name] for name, number in _said_above(world, thing, _VALID, of)]
    ends = [
        field
        for field in fields
        if isinstance(record.get(field.name), datetime) and words_of(field.name) & _EXPIRES
    ]
    begun = [record[field.name] for field in fields
             if isinstance(record.get(field.name), datetime) and field not in ends and is_past(field.name)]  # fmt: skip
    for field in ends if days and begun else ():
        if not (stated(field.example) and thing.number == 0):
            date = moved(min(begun), timedelta(days=days[0]))
            record[field.name] = day_of(date) if is_midnight(record[field.name]) else date


_BY_THE_HOUR, _MINUTES = (
    ("hourly_rate", "hourly_price", "rate_per_hour", "price_per_hour"),
    ("minutes", "duration_minutes"),
)


def _is_paid_by_the_hour(world: SampleData, entity: str) -> bool:
    names = {field.name for field in world.fields(entity)}
    above = (
        (link.from_.entity for link in world.leading_to(entity))
        if names & {*_MINUTES} and "price" in names
        else ()
    )
    return any(
        field.name in _BY_THE_HOUR
        for each in above
        for field in (*world.fields(each), *_kinds_fields(world, each))
    )


def _kinds_fields(world: SampleData, entity: str) -> Iterator[Field]:
    for kind in world.kinds.narrower(entity):
        yield from world.fields(kind)


def _at_an_hourly_rate(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let so many minutes cost what an hour does."""
    price = next((field for field in fields if field.name == "price"), None)
    minutes = next((number for name in _MINUTES if (number := number_in(record, name)) is not None), None)
    rate = next((number for _, number in _said_above(world, thing, _BY_THE_HOUR, of)), None)
    if price is not None and minutes and rate and is_free(price) and number_in(record, "price") is not None:
        put(record, price, round(rate * minutes / 60, 2))


def _said_above(
    world: SampleData, thing: Thing, names: Container[str], of: RecordOf
) -> Iterator[tuple[str, float]]:
    """The numbers of such names that what a thing belongs to says; what says none is not looked at."""
    for _, parent in parents_of(world, thing):
        for field in world.fields(parent.entity):
            number = number_in(of(parent), field.name) if field.name in names else None
            if number is not None:
                yield field.name, number


# --- places and what fits into them ----------------------------------------------------------------

_STANDING, _SEATED = words_in("standing"), words_in("seated seating seats")


def _holds_people(world: SampleData, entity: str) -> bool:
    words = [words_of(field.name) for field in _numbers_of(world, entity)]
    return any(each & _STANDING for each in words) and any(each & _SEATED for each in words)


def _more_stand_than_sit(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let more people stand in a room than sit in it."""
    seated = next((number for field in fields if words_of(field.name) & _SEATED
                   and (number := number_in(record, field.name)) is not None), None)  # fmt: skip
    for field in fields if seated else ():
        if field.type in _NUMBERS and words_of(field.name) & _STANDING and is_free(field):
            standing = number_in(record, field.name)
            if standing is not None and seated and not seated < standing < 3 * seated:
                put(record, field, round(seated * 0.3) * 5)


_FREE, _TAKEN = words_in("free open available vacant"), words_in("taken booked occupied reserved used")


def _is_taken(world: SampleData, entity: str) -> tuple[Field, str, str, list[str]] | None:
    """What says whether a thing is free, its two choices, and the relationships by which one other thing takes it."""
    return world.answered("taken", entity, lambda: _is_taken_of(world, entity))


def _is_taken_of(world: SampleData, entity: str) -> tuple[Field, str, str, list[str]] | None:
    takers = [
        link.name
        for link in world.relationships_from(entity)
        if link.kind == "one-to-one" and link.to.entity != entity
    ]
    for field in world.fields(entity) if takers else ():
        options = (
            [option for option in given(field.enum, []) if isinstance(option, str)]
            if is_state(field) or field.enum
            else []
        )
        free = next((option for option in options if words_of(option) <= _FREE), None)
        taken = next((option for option in options if words_of(option) <= _TAKEN), None)
        if free is not None and taken is not None:
            return field, free, taken, takers
    return None


def _taken_by_what_is_there(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is linked to what takes it not be free, and the other way round."""
    field, free, taken, takers = _is_taken(world, thing.entity) or (None, "", "", [])
    if field is None or (stated(field.example) and thing.number == 0):
        return
    has_taker = any(world.links(name, "from", thing) for name in takers)
    if has_taker and record.get(field.name) == free:
        record[field.name] = taken
    elif not has_taker and record.get(field.name) == taken:
        record[field.name] = free


def _seated(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let as many seats be taken as there are people."""
    seats = seats_of(world, thing.entity)
    if seats is not None and is_loose(seats[0], thing.number) and seats[0].name in record:
        put(record, seats[0], len(world.links(seats[1], seats[2], thing)))


# --- posts -------------------------------------------------------------------------------------------

_RANKS: dict[str, float] = {
    **dict.fromkeys("chief president ceo owner principal director dean rector commander head general".split(), 1),
    **dict.fromkeys("manager captain superintendent chair partner".split(), 2),
    **dict.fromkeys("deputy supervisor foreman lead leader coordinator sergeant master matron".split(), 3),
    **dict.fromkeys("senior specialist consultant expert physician doctor".split(), 3.5),
    **dict.fromkeys("registered qualified engineer officer".split(), 4),
    **dict.fromkeys("assistant junior helper auxiliary cleaner porter".split(), 6),
    **dict.fromkeys("trainee apprentice intern student probationer volunteer".split(), 7),
}  # fmt: skip
_OTHERS_RANK = 5.0


@of_a_short_text(4096)
def rank_of(post: str) -> float:
    """How high a post is by its words, 1 for the highest: of an assistant manager what an assistant is, but for one."""
    ranks = [_RANKS[word] for word in snake(post).split("_") if word in _RANKS]
    if ranks and max(ranks) >= 6 and len(ranks) > 1:
        return min(ranks) + 1.5
    return min(ranks, default=_OTHERS_RANK)


def _posts(world: SampleData, entity: str) -> Field | None:
    """The field that says which post somebody has, of people with others below them."""
    return world.answered("posts", entity, lambda: _posts_of(world, entity))


def _posts_of(world: SampleData, entity: str) -> Field | None:
    line = world.line(entity)
    if not any(tree.to.entity in line for trees in world.trees.values() for tree in trees) or not any(
        map(is_person, line)
    ):
        return None
    for field in world.fields(entity):
        ranks = [rank_of(option) for option in given(field.enum, []) if isinstance(option, str)]
        if is_level(field) and ranks == sorted(ranks):
            continue  # listed from the top, a level each
        if len({*ranks}) > 1 and not is_state(field) and field.type == "string" and field.unique is not True:
            return field
    return None


def _as_high_as_its_place(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let who stands above others have the higher post, and at the top the highest one."""
    field = _posts(world, thing.entity)
    if field is None or (stated(field.example) and thing.number == 0) or field.name not in record:
        return
    options = sorted(given(field.enum, []), key=lambda option: rank_of(str(option)))
    row = world.answered("in order", thing.entity, lambda: _in_order(world, thing.entity))
    if thing in row:
        at = row.index(thing)
        lower = options[len(options) // 2 :]
        record[field.name] = options[at] if at < len(options) else lower[(at - len(options)) % len(lower)]


def _in_order(world: SampleData, entity: str) -> list[Thing]:
    """The things of an entity, those above before those below."""
    line = world.line(entity)
    trees = [tree.name for trees in world.trees.values() for tree in trees if tree.to.entity in line]

    def depth(thing: Thing, steps: int = 20) -> int:
        above = next((pair.source for name in trees for pair in world.links(name, "to", thing)[:1]), None)
        return 1 + depth(above, steps - 1) if above is not None and steps else 0

    return sorted(world.things[entity], key=lambda thing: (depth(thing), thing.number))


# --- payments -----------------------------------------------------------------------------------------

_FIRST, _LAST = (
    words_in("deposit prepayment advance downpayment"),
    words_in("balance final settlement remainder"),
)


def _are_payments(world: SampleData, entity: str) -> Field | None:
    """What says which of several payments one is."""
    if singular(snake(entity)).rpartition("_")[2] not in ("payment", "instalment", "installment"):
        return None
    for field in world.fields(entity):
        words: frozenset[str] = frozenset().union(*(words_of(str(each)) for each in given(field.enum, [])))
        if words & _FIRST and words & _LAST and not stated(field.example):
            return field
    return None


def _deposit_first(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the first payment be the deposit, and the last one the balance."""
    field = world.answered("payments", thing.entity, lambda: _are_payments(world, thing.entity))
    row = world.siblings(thing)
    if field is None or thing not in row:
        return
    wanted = (
        _FIRST if thing is row[0] else _LAST if thing is row[-1] else words_in("instalment installment part")
    )
    option = next((each for each in given(field.enum, []) if words_of(str(each)) & wanted), None)
    if option is not None:
        record[field.name] = option


LAWS: tuple[tuple[About, Law], ...] = (
    (_sold_as_listed, _as_listed), (_is_valid_for, _valid_as_listed), (_is_paid_by_the_hour, _at_an_hourly_rate),
    (price_changes, _lead_to_its_price), (_is_resold, _bought_for_less), (_holds_people, _more_stand_than_sit), (_is_taken, _taken_by_what_is_there),
    (seats_of, _seated),
    (_posts, _as_high_as_its_place), (is_history, changes_in_time), (_are_payments, _deposit_first),
    (is_tested, in_its_unit), (is_of_a_couple, called_like_the_couple), (has_run, driven_for_years),
)  # fmt: skip
# --- links ----------------------------------------------------------------------------------------------

_EATEN = words_in("covers portions servings meals")
_GUESTS = words_in("guests attendees participants people persons pax")
_WARNED = words_in("below under above alert threshold")


def link_in_its_trade(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a link say the price that what it leads to has, and count those who come."""
    laws = world.answered(
        "trade's link", link.relationship.name, lambda: _link_laws(world, link.relationship, fields)
    )
    for field, side, name, share in laws:
        number = number_in(of(link.end(side)), name)
        own = number_in(record, field.name)
        if not number or own is None or (link.number == 0 and stated(field.example) and own <= number):
            continue
        if field.type in ("int", "long"):
            row = world.links(link.relationship.name, side, link.end(side))
            put(record, field, max(1, int(number) // max(1, len(row))))
        else:
            put(record, field, number if share == 1 else _round_price(number * share))


_GIVEN = words_in("paid charged billed")
_MASS = words_in("kg kilo kilos kilogram kilograms")


def _as_its_end(world: SampleData, link: Relationship, field: Field) -> list[tuple[Field, str, str, float]]:
    """What a link has as one of its ends does: stake_paid of a stake; kilos of what weighs so much and is in one of them."""
    words = words_of(field.name)
    for side, end in (("to", link.to), ("from", link.from_)) if field.type in _NUMBERS else ():
        theirs = _numbers_of(world, end.entity)
        same = [each for each in theirs if words & _GIVEN and words_of(each.name) == words - _GIVEN]
        if words & _MASS and "per" not in words and given(end.count.average, 2) <= 1:
            same += [each for each in theirs if words_of(each.name) & _MASS]
        if len(same) == 1:
            return [(field, side, same[0].name, 1.0)]
    return []


def _link_laws(
    world: SampleData, link: Relationship, fields: Sequence[Field]
) -> list[tuple[Field, str, str, float]]:
    """What the numbers of a link follow from: the end, the number there, and which share of it."""
    laws: list[tuple[Field, str, str, float]] = []
    for field in fields:
        laws += _as_its_end(world, link, field)
        for side, end in (("to", link.to.entity), ("from", link.from_.entity)):
            theirs = _numbers_of(world, end)
            prices = [each.name for each in theirs if each.type in _MONEY and _names_price(each.name)]
            words = words_of(field.name)
            if field.type in ("int", "long") and words & _EATEN and is_free(field):
                laws += [(field, side, each.name, 1.0) for each in theirs if words_of(each.name) & _GUESTS][
                    :1
                ]
            elif (
                _says_price(field)
                and prices
                and (field.name in prices or (words <= _PRICES and len(prices) == 1))
            ):
                laws.append((field, side, field.name if field.name in prices else prices[0], 1.0))
            elif field.type in _MONEY and is_free(field) and words <= _WARNED and prices:
                laws.append((field, side, prices[0], 0.9))
    return list({law[0].name: law for law in reversed(laws)}.values())
