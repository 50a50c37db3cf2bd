"""What a design says of its things, held over their values that words propose (docs/adr/0051): how far dates lie apart, before they
are solved (times.py), then numbers and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from ...model.conceptual import Field, given, stated
from ..languages import snake
from ..values.course import Course
from ..values.pools import words_in
from ..values.states import WrittenFields, is_state
from ..world import Link, Thing, elders_at
from ..world.sample_data import SampleData
from . import (
    LEFT,
    has_kin,
    is_level,
    is_place,
    may_be_dealt_with,
    may_be_made_of_others,
    may_be_staged,
    may_be_traded,
    may_say_twice,
    may_say_years,
    named_by_choice,
)
from .amounts import (
    amounts_agree,
    begun_before_ended,
    done_as_meant,
    is_meant,
    lasts_as_chosen,
    lasts_as_told_above,
    may_lie_on_ways,
    tell_of_others,
    years_before_dates,
)
from .bounds import (
    cap,
    codes_of_things,
    goes_up,
    is_loose,
    links_within,
    number_in,
    within_its_parents,
    within_wholes,
)
from .progress import ANY, Progress, inner_fields, seldom_in_lists
from .series import agree, follow, lengths_told
from .stories import About, Law, dates_told, laws_for, moves_of, values_told
from .windows import (
    RecordOf,
    comes_by_its_state,
    from_to,
    is_list_of_a_day,
    words_of,
)


def before(world: SampleData, thing: Thing) -> Thing | None:
    """The point before a measurement in the series of what it is measured of; None of others and of the first."""
    if world.names.entities[thing.entity].kind_or_default != "measurement":
        return None
    alike = [point for point in _measured_beside(world, thing) if point.entity == thing.entity]
    at = alike.index(thing) if alike else 0
    return alike[at - 1] if at else None


def _measured_beside(world: SampleData, thing: Thing) -> list[Thing]:
    """The measurements of what a point is measured of; of a point that is measured of another point, those of that one."""
    beside = world.siblings(thing)
    for link in world.loops if not beside else ():
        for pair in world.links(link.name, "to", thing)[:1] if link.kind == "one-to-many" else ():
            return [other.target for other in world.links(link.name, "from", pair.source)]
    return beside


def keeping_laws(
    world: SampleData,
    thing: Thing,
    proposed: dict[str, Any],
    fields: Sequence[Field],
    last: Mapping[str, Any] | None,
    of: RecordOf,
) -> dict[str, Any]:
    """The values of a thing as laws let them be. last: those of the point of a series before it; of: the record of another
    thing. What was proposed stays as it is."""
    record = dict(proposed)
    if last is not None:
        follow(record, dict(last), fields)
        agree(record, fields, thing.number)
        goes_up(world, thing, record, last, fields)
    within_wholes(world, thing, record, fields)
    within_its_parents(world, thing, record, fields, of)
    within_wholes(world, thing, record, fields)  # what is part of that is less
    if world.answered("amounts", thing.entity, lambda: tell_of_others(fields)):
        amounts_agree(record, fields, thing.number)
        years_before_dates(record, fields, thing.number)
    if world.answered("years", thing.entity, lambda: may_say_years(fields)):
        from .between.years import years_agree

        years_agree(world, thing, record, fields)
    by_level(world, thing, record, fields, of)
    codes_of_things(world, thing, record, fields, of)
    if world.answered("ways", thing.entity, lambda: may_lie_on_ways(thing.entity, fields)):
        from .between.ways import along_ways  # few designs have ways, or bids

        along_ways(world, thing, record, fields, of)
    _by_whom_and_for_whom(world, thing, record, fields)
    values_told(world, thing, record, fields, of)
    _as_in_trades(world, thing, record, fields, of)
    _as_others_say(world, thing, record, fields, of)
    return seldom_in_lists(world, thing, record, fields)


def _by_whom_and_for_whom(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]
) -> None:
    """Let those who work there have done what is signed, and what is used say so."""
    if world.answered("may be signed", thing.entity, lambda: any(map(_may_be_signed, fields))):
        from .between.signing import signed_by_staff  # few designs name who did something

        signed_by_staff(world, thing, record, fields)
    if any(field.type == "bool" or is_state(field) for field in fields):
        from .between.use import says_so

        says_so(world, thing, record, fields)


def _may_be_signed(field: Field) -> bool:
    return any("by" in words_of(each.name) for each in (field, *inner_fields(field)))


def _keys_repeated(
    world: SampleData, entity: str, fields: Sequence[Field]
) -> list[tuple[Field, str, str, str]]:
    """The texts, and those in elements, that are called like the unique one of a single other entity, which they name."""
    keys = world.answered("keys", "", lambda: _unique_texts(world))
    own = world.line(entity)
    return [
        (field, inner.name if inner is not field else "", *keys[inner.name])
        for field in fields
        for inner in (field, *inner_fields(field))
        if inner.name in keys and keys[inner.name][0] not in ("", *own) and _may_repeat(inner)
    ]


def _may_repeat(field: Field) -> bool:
    is_limited = stated(field.pattern) or stated(field.enum) or stated(field.computed)
    return (
        field.type == "string" and field.unique is not True and not stated(field.example) and not is_limited
    )


def _unique_texts(world: SampleData) -> dict[str, tuple[str, str]]:
    """By name, the entity of which a text is unique, and that: plate and van_plate. "" where several have one of this
    name; those that each has of its own only with the entity before them."""
    keys: dict[str, tuple[str, str]] = {}
    for entity in world.model.entities:
        unique = {
            index.keys[-1][0] for index in given(entity.indexes, []) if index.unique is True and index.keys
        }
        for field in entity.own_fields:
            if field.type != "string" or not (field.unique is True or field.name in unique):
                continue
            if not words_of(field.name) & _OF_PERSONS:
                keys[f"{snake(entity.name)}_{field.name}"] = (entity.name, field.name)
            if words_of(field.name).isdisjoint(_OWN_KEYS):
                keys[field.name] = ("" if field.name in keys else entity.name, field.name)
    return keys


_OF_PERSONS = words_in("name title label slug email mail phone login username token")
_OWN_KEYS = words_in(
    "name title code number no label slug email mail phone login username sku reference ref id key token handle"
)

# --- trees ----------------------------------------------------------------------------------------


def by_level(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the rank or kind of a node be the next of its choices after that of the node above it; where there are fewer
    choices than levels, the last is that of nodes with nothing below them."""
    if world.kinds.narrower(world.kinds.base(thing.entity)):
        return  # its kinds are no levels
    for tree in world.trees.get(world.kinds.base(thing.entity), ()):
        ranked = [field for field in fields if is_level(field) and field.name in record]
        above = [pair.source for pair in world.links(tree.name, "to", thing)[:1]]
        for field in ranked:
            options = given(field.enum, [])
            if not above:
                if not stated(field.example):
                    _call_like(record, str(record[field.name]), str(options[0]))
                    record[field.name] = options[0]
                elif thing.number:
                    record[field.name] = field.example
                continue
            upper = of(above[0]).get(field.name)
            if upper not in options:
                continue
            is_leaf = not world.links(tree.name, "from", thing)
            last = len(options) - 1 if is_leaf or len(options) < 3 else len(options) - 2
            next_one = options.index(upper) + 1
            level = options[max(min(next_one, last), options.index(upper))]
            _call_like(record, str(record[field.name]), str(level))
            record[field.name] = level
        if above and ranked:
            _no_more_than_above(record, fields, of(above[0]), len(world.links(tree.name, "from", above[0])))


_ROOM = words_in("capacity seats places spaces area beds desks")


def _no_more_than_above(
    record: dict[str, Any], fields: Sequence[Field], above: Mapping[str, Any], beside: int
) -> None:
    """Let places on one level have no more room than the place that they are in."""
    for field in fields:
        most = number_in(above, field.name) if words_of(field.name) & _ROOM else None
        if most is not None and is_loose(field, 1):
            cap(record, field, most // beside)


def _call_like(record: dict[str, Any], former: str, level: str) -> None:
    """Call a node by its level where it was called by another one: Hall 3, Bay 3."""
    called, calling = (f"{word.replace('_', ' ').capitalize()} " for word in (former, level))
    renamed = {
        name: calling + value.removeprefix(called)
        for name, value in record.items()
        if isinstance(value, str) and value.startswith(called)
    }
    record.update(renamed)


def _as_in_trades(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    for law in world.answered("in its trade", thing.entity, lambda: _laws_of(world, thing.entity)):
        law(world, thing, record, fields, of)


def _as_others_say(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a thing agree with its young, with what it is packed in, and with the things that its number is made of."""
    if world.answered("kin", thing.entity, lambda: has_kin(world, thing.entity)):
        from .between.kin import like_kin

        like_kin(world, thing, record, fields, of)
    if world.answered("is taken from", thing.entity, lambda: _says_what_is_left(world, thing.entity)):
        from .between.parts import as_much_as_is_gone

        as_much_as_is_gone(world, thing, record, fields, of)
    if may_be_staged(world):
        from .between.stages import as_it_is_linked

        as_it_is_linked(world, thing, record, fields, of)
    both = world.answered("by choice", thing.entity, lambda: named_by_choice(world, thing.entity))
    if both is not None:
        from .between.numbering import called_by_its_choice

        called_by_its_choice(world, thing, record, *both, of)
    repeated = world.answered(
        "keys repeated", thing.entity, lambda: _keys_repeated(world, thing.entity, fields)
    )
    if repeated:
        from .between.numbering import keys_repeated

        keys_repeated(world, thing, record, repeated, of)
    if world.answered("numbered", thing.entity, lambda: may_be_made_of_others(world, thing.entity)):
        from .between.numbering import made_of_others

        made_of_others(world, thing, record, fields, of)


def _says_what_is_left(world: SampleData, entity: str) -> bool:
    """Whether a number says how many are left of a thing, or of what it belongs to."""
    above = (
        link.from_.entity for link in world.leading_to(entity) if link.from_.entity in world.names.entities
    )
    return any(
        words_of(field.name) & LEFT
        for name in (entity, *above)
        for field in world.fields(name)
        if field.type in ("int", "long")
    )


def _laws_of(world: SampleData, entity: str) -> list[Law]:
    """The laws of trades and of dealings that are about an entity; few designs have what these are about."""
    rows: list[tuple[About, Law]] = []
    if may_be_traded(world, entity):
        from .trades import LAWS as OF_TRADES

        rows += OF_TRADES
    if may_be_dealt_with(world, entity):
        from .dealings import LAWS as OF_DEALINGS

        rows += OF_DEALINGS
    if may_say_twice(world, entity):
        from .agreement import LAWS as OF_AGREEMENT

        rows += OF_AGREEMENT
    return laws_for(world, entity, rows)


def dates_proposed(
    world: SampleData, thing: Thing, proposed: Mapping[str, Any], fields: Sequence[Field], of: RecordOf
) -> dict[str, Any]:
    """The values of a thing, its dates as far from one another as its names say. of: what is proposed for another thing."""
    record = dict(proposed)
    dated = [
        field for field in fields if field.type == "date" and isinstance(record.get(field.name), datetime)
    ]
    if not dated:
        return record
    begun_before_ended(record, dated, thing.number)
    if world.answered("meant", thing.entity, lambda: is_meant(fields)):
        done_as_meant(record, dated, thing.number)
    if world.answered("planned for", thing.entity, lambda: any(map(_is_planned_for, fields))):
        _done_when_planned(world, thing, record, dated)
    lasts_as_chosen(record, fields, dated, thing.number)
    if _terms(world, thing.entity):
        _lasts_so_long(world, thing, record, fields)
    length = length_of(record, dated)
    if world.answered("begins and ends", thing.entity, lambda: _begins_and_ends(fields)):
        from .occasions import dates_in_its_trade

        dates_in_its_trade(world, thing, record, fields, of)
    lasts_as_told_above(world, thing, record, dated, of)
    dates_told(world, thing, record, fields, of)
    if world.answered("on a list", thing.entity, lambda: _may_be_listed(world, thing.entity)):
        from .occasions import on_the_day_of_its_list

        on_the_day_of_its_list(world, thing, record, fields, of)
    if length_of(record, dated) != length:
        lengths_told(record, fields, thing.number)
    return record


def _is_planned_for(field: Field) -> bool:
    words = words_of(field.name) - _SMALL
    return field.type == "date" and words in ({"planned"}, {"scheduled"}) and not stated(field.example)


_SMALL = frozenset("for on at date day".split())


def _done_when_planned(
    world: SampleData, thing: Thing, record: dict[str, Any], dated: Sequence[Field]
) -> None:
    """Let what operations do on the way to a state begin on the day for which it is planned."""
    moves = moves_of(world, thing.entity)
    names = (
        {name for life in moves.of.values() for name in life.set_with} if moves is not None else set[str]()
    )
    done = [field.name for field in dated if field.name in names and not stated(field.example)]
    day = next((record[field.name] for field in dated if _is_planned_for(field)), None)
    if not done or day is None:
        return
    away = (day.date() - min(record[name] for name in done).date()).days
    for name in done if abs(away) > 2 else ():
        record[name] += timedelta(days=away)


def _terms(world: SampleData, entity: str) -> dict[str, int]:
    """The whole numbers that say how long a thing lasts, and of how many months each counts."""
    return world.answered(
        "terms",
        entity,
        lambda: {
            field.name: _MONTHS[word]
            for field in world.fields(entity)
            if field.type in ("int", "long") and not stated(field.computed)
            for word in words_of(field.name) & _MONTHS.keys()
            if words_of(field.name) <= {word} | _TERM
        },
    )


_MONTHS, _TERM = {"years": 12, "months": 1}, words_in("term duration length lasts for")


def _lasts_so_long(world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what is given for so many years end after these."""
    from .between.today import time_told

    terms = _terms(world, thing.entity)
    span = time_told(
        {each.name: record[each.name] for each in fields if isinstance(record.get(each.name), datetime)}
    )
    shown = any(stated(each.example) for each in fields if each.name in (span or ()))
    name, many = next(((name, many) for name in terms if (many := number_in(record, name))), ("", 0))
    if span is None or not many or (shown and not thing.number):
        return
    start = record[span[0]]
    month = start.month - 1 + round(many) * terms[name]
    record[span[1]] = start.replace(
        year=start.year + month // 12, month=month % 12 + 1, day=min(start.day, 28)
    )


_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = _NUMBERS - {"int", "long"}


_UNTIL = words_in("until till to end")


def _may_be_listed(world: SampleData, entity: str) -> bool:
    if not any(is_list_of_a_day(link.from_.entity) for link in world.leading_to(entity)):
        return False
    from .occasions import is_on_a_list

    return is_on_a_list(world, entity)


def _begins_and_ends(fields: Sequence[Field]) -> bool:
    return from_to(*(field.name for field in fields if field.type == "date")) is not None


def length_of(record: Mapping[str, Any], fields: Sequence[Field]) -> timedelta:
    """How long after the first date of a record the last one is."""
    dates = [
        date
        for field in fields
        if field.type == "date" and isinstance(date := record.get(field.name), datetime)
    ]
    return max(dates) - min(dates) if dates else timedelta(0)


def settle_link(
    world: SampleData,
    link: Link,
    record: dict[str, Any],
    fields: Sequence[Field],
    of: RecordOf,
    at: Callable[[Thing, Sequence[str]], Any],
) -> None:
    """Let the values of a link be as laws let them. at: a value of a thing, worked out where a formula gives it."""
    if any(field.type in _NUMBERS for field in fields):
        from .trades import link_in_its_trade

        link_in_its_trade(world, link, record, fields, of)
    if any(field.name == "sku" or words_of(field.name) & _UNTIL for field in fields):
        from .dealings import link_in_its_dealings

        link_in_its_dealings(world, link, record, fields, of)
    links_within(world, link, record, fields, of)
    if any(field.type in _NUMBERS for field in fields):
        from .between.parts import come_to_the_whole

        come_to_the_whole(world, link, record, fields, of, at)
    if may_be_staged(world):
        from .between.stages import as_far_as_it_is, as_its_ends_are

        as_its_ends_are(world, link, record, fields, of)
        as_far_as_it_is(world, link, record, fields, of)
    if link.relationship in world.loops and elders_at(world.names, link.relationship):
        from .between.kin import known_by_sex

        known_by_sex(world, link, record, fields, of)


def progress_of_link(world: SampleData, link: Link, fields: Sequence[Field], of: RecordOf) -> Progress:
    """How far a link has come, as the states of its ends say."""
    if not any(map(is_state, fields)) or not may_be_staged(world):
        return ANY
    from .between.stages import progress_of

    return progress_of(world, link, of)


def part_by_state(
    world: SampleData,
    written: Mapping[str, WrittenFields],
    course_of: Callable[[Thing], Course],
    of: RecordOf,
) -> None:
    """Unlink things from what operations say that they have in another state than theirs."""
    links = world.names.relationships.values()
    is_placed = any(is_place(link.from_.entity) for link in links)
    may_come = any(
        comes_by_its_state(world, link) for link in links if link.to.entity in world.names.entities
    )
    if is_placed or may_come or may_be_staged(world) or any(each.operations for each in written.values()):
        from .between.places import unlink_by_state

        unlink_by_state(world, written, course_of, of)
