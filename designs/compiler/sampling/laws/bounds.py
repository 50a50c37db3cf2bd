"""Numbers that bound one another: a part is no more than its whole, as formulas and the names of fields beside one another
say; a thing's share no more than what it belongs to has; what counts up never goes back; and a level of a tree is one
step further than the level above it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Computed, Field, Model, Relationship, given, stated
from ...model.field_walk import parts
from ...model.formulas import Binary, Call, Expression, PathRef, multiplied, parse, shares, written_out
from ...model.values import plain
from ...names.inflection import singular
from ...names.paths import Paths
from ..languages import snake
from ..nesting import PENDING
from ..values.numbers import is_tax_rate, is_within
from ..values.states import PARTLY, is_past, is_state
from ..world import Link, Thing
from ..world.sample_data import SampleData
from . import is_free, like
from .windows import RecordOf, is_part, is_resource, parents_of, window_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
# What of a whole is kept, gone or left, beside the whole or what came in.
_OF_IT = frozenset(
    "alive withheld deducted retained refunded forfeited used spent redeemed left remaining unused".split()
)
_CAME = frozenset("born received purchased initial original total ordered delivered issued bought".split())
_MEANT = frozenset("planned expected announced ordered requested needed invited max maximum total".split())
_AMOUNTS = ("amount", "total", "total_amount", "price", "value")
_COUNTED = {"day": timedelta(days=1), "day_no": timedelta(days=1), "day_number": timedelta(days=1),
            "week": timedelta(days=7), "week_no": timedelta(days=7), "hour": timedelta(hours=1),
            "minute": timedelta(minutes=1)}  # fmt: skip
_APART = 3  # days, weeks or hours between what is counted within something that has no end yet


def number_in(record: Mapping[str, Any], name: str) -> float | None:
    """The number that a record has under a name; None of none, and while a formula has yet to give it."""
    value = record.get(name)
    return None if value is PENDING else plain(value)


def wholes_of(fields: Sequence[Field]) -> dict[str, str]:
    """Of which number beside it a field's is a part, by its name: as a difference or a percentage says, else their names."""
    numbers = {field.name: field for field in fields if field.type in _NUMBERS}
    wholes = dict(pair for field in fields for pair in _told_by(field) if set(pair) <= numbers.keys())
    for name, field in numbers.items():
        if name not in wholes and is_free(field):
            whole = _named_whole(name, numbers)
            if whole is not None:
                wholes[name] = whole
    return wholes


def _told_by(field: Field) -> Iterator[tuple[str, str]]:
    """The part and the whole of a formula that takes one off the other, or says how many percent it is."""
    formula = given(field.computed, Computed(formula="")).formula
    if "-" not in formula and "/" not in formula:
        return
    for binary in _binaries(parse(formula)):
        left, right = _path_in(binary.left), binary.right
        if left is not None and isinstance(right, PathRef):
            if binary.operator == "-" and isinstance(binary.left, PathRef):
                yield right.path, left
            elif binary.operator == "/" and not {"percent", "percentage", "share", "rate"}.isdisjoint(
                snake(field.name).split("_")
            ):
                yield left, right.path


def shares_of(model: Model, paths: Paths) -> dict[int, int]:
    """The numbers that formulas take as shares, by the identity of their fields, each with the whole that it counts in: 1 for
    0.21, 100 for 21. What only multiplies is a share where its name says so."""
    wholes: dict[int, int] = {}
    holders = [(entity.name, entity.own_fields) for entity in model.entities]
    holders += [(link.to.entity, given(link.link_fields, [])) for link in model.links]
    for entity, fields in holders:
        own = {part.path: part.field for part in parts(fields)}
        formulas = {
            path: formula for path, field in own.items() if (formula := _formula_of(field)) is not None
        }
        for at, formula in formulas.items():
            taken = [(*pair, True) for pair in shares(written_out(formula, formulas))]
            for path, whole, is_told in (*taken, *((*pair, False) for pair in multiplied(formula))):
                field = own.get(path) or _field_at(paths, entity, path)
                if field is None or field.type not in (_NUMBERS if whole > 1 else _NUMBERS - {"int", "long"}):
                    continue
                if is_told or _is_called_share(field.name, own[at]):
                    wholes.setdefault(id(field), whole)
    return wholes


def _formula_of(field: Field) -> Expression | None:
    return parse(given(field.computed, Computed(formula="")).formula)


def _field_at(paths: Paths, entity: str, path: str) -> Field | None:
    """The field that a path leads to; of a copy, the one that it is of."""
    route = paths.resolve(entity, path)
    last = route.last if route is not None else None
    if last is not None and last.copy is not None:
        return _field_at(paths, last.target, last.copy.field)
    return last.field if last is not None else None


def _is_called_share(name: str, result: Field) -> bool:
    """Whether a factor is a share by its name: a rate of tax, or a percentage where the product is money."""
    return is_tax_rate(name) or (result.money is True and not _PERCENT.isdisjoint(_words(name)))


_PERCENT = frozenset("percent percentage pct".split())


def _path_in(expression: Expression) -> str | None:
    """The path that is all of an expression, but for a factor: of 100 * oil, oil."""
    if isinstance(expression, Binary) and expression.operator == "*":
        sides = [side for side in (expression.left, expression.right) if isinstance(side, PathRef)]
        return sides[0].path if len(sides) == 1 and not isinstance(expression.left, Binary) else None
    return expression.path if isinstance(expression, PathRef) else None


def _binaries(expression: Expression | None) -> Iterator[Binary]:
    if isinstance(expression, Binary):
        yield expression
        yield from _binaries(expression.left)
        yield from _binaries(expression.right)
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            yield from _binaries(argument)


def _named_whole(name: str, numbers: Mapping[str, Field]) -> str | None:
    """The number that another one is a part of by their names: what is left of what was received, what was scanned of what
    is expected, what is withheld of an amount."""
    words = _words(name)
    done = {word for word in words if is_past(word)}
    if words & _OF_IT and words - _OF_IT <= {"amount"}:
        if numbers[name].type not in ("decimal", "double", "number"):
            return None
        return next((each for each in _AMOUNTS if each in numbers and each != name), None)
    for other in numbers:
        theirs = _words(other)
        if other == name or not words - _OF_IT - done:
            continue
        is_of_it = words & _OF_IT or (done and not done & _MEANT)
        if (
            _is_in(words, theirs)
            or (theirs & _MOST and theirs - _MOST == words)
            or (is_of_it and theirs == words - _OF_IT - done)
        ):
            return other
        came = theirs & _CAME or frozenset(filter(is_past, theirs - _OF_IT))
        if words & _OF_IT and came and theirs - came == words - _OF_IT:
            return other
        if done and not done & _MEANT and theirs & _MEANT and theirs - _MEANT == words - done:
            return other
    is_count = numbers[name].type in ("int", "long") and words & _THERE
    return next(
        (other for other in numbers if is_count and other != name and _words(other) == {"capacity"}), None
    )


def _is_in(words: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether a number is of what has room in another: filled_litres of capacity_litres, remaining_ml of volume_ml."""
    unit = words - _IN_IT
    return bool(words & _IN_IT and theirs & _ROOM and unit) and theirs - _ROOM == unit


_IN_IT = frozenset("filled remaining left level stored loaded occupied contained".split())
_THERE = _IN_IT | frozenset("available free taken used sold booked reserved present parked docked".split())
_ROOM = frozenset("capacity volume size max quantity".split())


@of_a_short_text(4096)
def _words(name: str) -> frozenset[str]:
    return frozenset(snake(name).split("_"))


def within_wholes(world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let no part be more than its whole. The first thing keeps the designer's examples."""
    for name, whole in _wholes_in(world, thing.entity).items():
        most = number_in(record, whole)
        field = next((field for field in fields if field.name == name), None)
        if most is not None and field is not None and is_loose(field, thing.number):
            cap(record, field, most, 1 if thing.number % 2 == 0 else 0.8)


def _wholes_in(world: SampleData, entity: str) -> dict[str, str]:
    return world.answered("wholes", entity, lambda: wholes_of(world.fields(entity)))


def is_loose(field: Field, number: int) -> bool:
    """Whether a law may change a number. number: of its thing; the first one keeps the designer's examples."""
    is_key = field.name == "_id" or field.unique is True
    return not (stated(field.computed) or is_key or (stated(field.example) and number == 0))


def cap(record: dict[str, Any], field: Field, most: float, share: float = 1) -> None:
    """A share of the most where a number is more than that."""
    own = number_in(record, field.name)
    if own is None or own <= most:
        return
    number = most * share
    number = math.floor(number) if field.type in ("int", "long") else math.floor(number * 100 + 1e-9) / 100
    if is_within(number, given(field.minimum, None), given(field.maximum, None)):
        record[field.name] = like(record[field.name], number)


def taken_off(
    record: dict[str, Any], fields: Sequence[Field], expression: Expression, whole: Any, number: int
) -> None:
    """Let what a formula takes off a result be no more than that, and all of it where a state says that all is paid."""
    if not (
        isinstance(expression, Binary)
        and expression.operator == "-"
        and isinstance(expression.right, PathRef)
    ):
        return
    part = next((field for field in fields if field.name == expression.right.path), None)
    most = plain(whole)
    if part is None or most is None or not is_loose(part, number) or number_in(record, part.name) is None:
        return
    words = {
        word for field in fields if is_state(field) for word in snake(str(record.get(field.name))).split("_")
    }
    if words & {"paid", "settled"} and _words(part.name) & _HANDED_OVER:
        share = 0.4 if words & PARTLY else 1
        record[part.name] = like(record[part.name], most * share)
    else:
        cap(record, part, max(most, 0), 0 if words & {"draft", "sent", "open"} else 0.5)


_HANDED_OVER = frozenset("paid settled received collected".split())


# --- what a thing belongs to ----------------------------------------------------------------------


def within_its_parents(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a thing have no more than what it belongs to says at most; and what a part says under the name that what it belongs to
    has, too, be near that where it is measured, else no more; and let it be counted within the time of that."""
    numbers = [
        field
        for field in fields
        if field.type in _NUMBERS
        and not given(field.enum, [])
        and is_loose(field, thing.number)
        and number_in(record, field.name) is not None
    ]
    if not numbers:
        return
    for link, parent in parents_of(world, thing):
        theirs = [field.name for field in world.fields(parent.entity) if field.type in _NUMBERS]
        for field in numbers:
            own = _words(field.name)
            for name in theirs:
                whole = _words(name)
                is_part_of_it = field.type == "int" and whole < own and all(map(is_past, own - whole))
                is_held = bool(whole & _MOST) and _alike(whole - _MOST, own)
                if is_held or is_part_of_it or _is_in(own, whole):
                    most = number_in(of(parent), name)
                    cap(record, field, math.inf if most is None else most)
            if not is_free(field):
                continue
            meant = next(
                (name for name in theirs if _words(name) & _AIMED and _words(name) - _AIMED == own), None
            )
            if meant is not None and is_part_of_measured(world, thing):
                _near(record, field, number_in(of(parent), meant), thing.number)
            if is_part(world, link) and field.name in theirs:
                _as_its_parent(world, link, thing, record, field, of(parent))
            if is_part(world, link) and snake(field.name) in _COUNTED:
                _counted_within(world, link, thing, record, field, of(parent))
            if snake(field.name) in _TRIED and not is_resource(world, link):
                put(record, field, _turn(world, link, thing)[0])


def _alike(most: frozenset[str], own: frozenset[str]) -> bool:
    """Whether there may be so many of what a number counts at most: washes, wash_count."""
    return most in (own, own - _PUT_IN) or {*map(singular, most)} == {*map(singular, own)} - _COUNTS


_TRIED = frozenset("version version_no version_number attempt attempt_no attempt_number".split())
_MOST = frozenset("max maximum most capacity".split())
_COUNTS = frozenset("count number times".split())
_PUT_IN = frozenset("in input load loaded total gross net booked reserved taken used".split())


def _turn(world: SampleData, link: Relationship, thing: Thing) -> tuple[int, int]:
    """Which of the things of its parent a thing is, from 1, and how many there are."""
    row = [pair.target for parent in world.links(link.name, "to", thing)[:1]
           for pair in world.links(link.name, "from", parent.source)]  # fmt: skip
    return row.index(thing) + 1, len(row)


_AIMED = frozenset("target setpoint nominal set".split())


def is_part_of_measured(world: SampleData, thing: Thing) -> bool:
    """Whether a thing is a measurement of what it belongs to."""
    return world.names.entities[thing.entity].kind_or_default == "measurement"


def _near(record: dict[str, Any], field: Field, aim: float | None, number: int) -> None:
    """A number near what is aimed at."""
    if aim is not None and abs((number_in(record, field.name) or 0) - aim) > max(1.0, abs(aim) / 10):
        near = aim + (number * 7 % 9 - 4) / 10
        put(record, field, round(near) if field.type in ("int", "long") else round(near, 1))


def _as_its_parent(
    world: SampleData,
    link: Relationship,
    thing: Thing,
    record: dict[str, Any],
    field: Field,
    above: Mapping[str, Any],
) -> None:
    value = number_in(above, field.name)
    if is_part_of_measured(world, thing):
        _near(record, field, value, thing.number)
        return
    if field.type not in ("int", "long"):
        return
    wholes = _wholes_in(world, link.from_.entity)
    most = value if value is not None else number_in(above, wholes.get(field.name, ""))
    if most is not None:
        at, count = _turn(world, link, thing)
        cap(record, field, math.floor(most * at / count))


def _counted_within(
    world: SampleData,
    link: Relationship,
    thing: Thing,
    record: dict[str, Any],
    field: Field,
    above: Mapping[str, Any],
) -> None:
    """On which day of its test a count was made: one after another, and none after its end."""
    window, unit = window_of(world.fields(link.from_.entity), above), _COUNTED[snake(field.name)]
    at, count = _turn(world, link, thing)
    length = (
        (window.end - (window.opens or window.begin)) // unit
        if window is not None and window.end is not None
        else 0
    )
    put(record, field, max(1, length * at // count) if length >= count else at * _APART)


def put(record: dict[str, Any], field: Field, number: float) -> None:
    """The number, as its field's values are, where the field takes it."""
    if is_within(number, given(field.minimum, None), given(field.maximum, None)):
        record[field.name] = like(record[field.name], number)


def links_within(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what all links take of a thing be no more than came in: grams used of a lot with grams_received and grams_left."""
    for field in fields:
        own = number_in(record, field.name)
        if field.type not in _NUMBERS or not is_free(field) or own is None:
            continue
        for side in ("from", "to"):
            end = link.end(side)
            most = _to_be_taken(world.fields(end.entity), of(end), _words(field.name))
            if (
                most is None and field.type == "int"
            ):  # what the thing has of the same, it has in all its links
                most = number_in(of(end), field.name)
            if most is not None:
                count = max(1, len(world.links(link.relationship.name, side, end)))
                cap(record, field, max(most / count, 1 if field.type == "int" else 0))


def _to_be_taken(fields: Sequence[Field], record: Mapping[str, Any], words: frozenset[str]) -> float | None:
    """How much of a thing has been taken, by what came in and what is left of it."""
    came = left = None
    for field in fields:
        theirs = _words(field.name) if field.type in _NUMBERS else frozenset[str]()
        if theirs & _CAME and theirs - _CAME == words:
            came = number_in(record, field.name)
        elif theirs & _OF_IT and theirs - _OF_IT == words:
            left = number_in(record, field.name)
    return max(0.0, came - (left or 0)) if came is not None else None


def goes_up(
    world: SampleData, thing: Thing, record: dict[str, Any], last: Mapping[str, Any], fields: Sequence[Field]
) -> None:
    """Let a reading of a meter, or one that a parent keeps the highest of, be no less than the one before it."""
    for link, parent in parents_of(world, thing):
        formulas = {
            given(field.computed, Computed(formula="")).formula for field in world.fields(parent.entity)
        }
        for field in fields:
            own, former = number_in(record, field.name), number_in(last, field.name)
            is_highest = f"max({world.names.end(link, 'from')}.{field.name})" in formulas
            if own is None or former is None or not (is_highest or _is_read(parent.entity, field.name)):
                continue
            if own < former and is_free(field):
                put(record, field, round(former + max(former - own, 0.1), 2))


_READINGS = frozenset("reading value stand count total index kwh m3 counter register".split())
_METERS = frozenset({"meter", "odometer"})


def _is_read(entity: str, name: str) -> bool:
    """Whether a number is what a meter stands at."""
    is_meter = snake(entity).rpartition("_")[2] in _METERS
    return is_meter and not _READINGS.isdisjoint(snake(name).split("_"))


# --- what names the number or code of another thing ------------------------------------------------


def codes_of_things(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a field that is called like another entity's number or code say those of its things: of those beside it first."""
    for field, entity, name in world.answered("codes", thing.entity, lambda: _codes_in(world, thing, fields)):
        if field.name not in record:
            continue
        values = [
            value for other in beside(world, thing, entity) if (value := of(other).get(name)) is not None
        ]
        values = [*dict.fromkeys(value for value in values if isinstance(value, str | int))]
        if not values:
            continue
        if field.type == "array":
            count = max(1, min(len(record[field.name] or ()), len(values)))
            record[field.name] = [values[(thing.number + at) % len(values)] for at in range(count)]
        else:
            record[field.name] = values[thing.number % len(values)]


def _codes_in(world: SampleData, thing: Thing, fields: Sequence[Field]) -> list[tuple[Field, str, str]]:
    """The fields that say numbers or codes of things, each with the entity and the field of those."""
    coded: list[tuple[Field, str, str]] = []
    for field in fields:
        item = given(field.items, None)
        own_type = item.type if item is not None and field.type == "array" else field.type
        if own_type not in ("string", "int", "long") or not is_free(field) or stated(field.pattern):
            continue
        source = _named_thing(world, thing, field, own_type)
        coded += [(field, *source)] if source is not None else []
    return coded


def _named_thing(world: SampleData, thing: Thing, field: Field, own_type: str) -> tuple[str, str] | None:
    """The entity and the field of it whose values a field of this name has: favourite_locker_codes are codes of lockers."""
    name = snake(field.name)
    name = singular(name) if field.type == "array" else name
    last = name.rpartition("_")[2]
    if last not in _CODES:
        return None
    head = name.rpartition("_")[0]
    called = world.answered("entities by word", "", lambda: _entities_by_word(world))
    words, own_line = head.split("_"), world.line(thing.entity)
    named = [each for start in range(len(words)) for each in called.get("_".join(words[start:]), ())]
    for _, _, entity in sorted(each for each in named if each[-1] not in own_line):
        for own in world.names.entities[entity].own_fields:
            if (
                snake(own.name) in (last, f"{snake(entity)}_{last}")
                and own.type == own_type
                and not stated(own.computed)
            ):
                return entity, own.name
    return None


def _entities_by_word(world: SampleData) -> dict[str, list[tuple[int, int, str]]]:
    """The entities by their names in words, each behind its rank: longer names first, then in the design's order."""
    by_word: dict[str, list[tuple[int, int, str]]] = {}
    for place, entity in enumerate(world.names.entities):
        by_word.setdefault(snake(entity), []).append((-len(entity), place, entity))
    return by_word


def beside(world: SampleData, thing: Thing, entity: str) -> list[Thing]:
    """The things of an entity that belong to what a thing belongs to; all of them where none do."""
    parents = {parent for _, parent in parents_of(world, thing)}
    things = world.everywhere(entity)
    return [
        each for each in things if any(parent in parents for _, parent in parents_of(world, each))
    ] or things


_CODES = frozenset("code number no nr sku serial reference ref".split())
