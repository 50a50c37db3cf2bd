"""Numbers that are made of other values, as the designer's examples show: a mark of its batch's number, a ring of the year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from ....model.conceptual import Field, given, stated
from ....model.values import plain, typed
from ...languages import snake
from ...world import SINGLE, Thing
from ...world.sample_data import SampleData
from .. import choice_in, is_numbered
from ..bounds import beside
from ..windows import RecordOf, words_of

_BORN = frozenset("born birth birthday birthdate dob".split())


class NumberPart(NamedTuple):
    """A part of a field's values. way: the relationship to what says it, "" of the thing itself; source: the field there; digits: of
    a year, 0 of other values."""

    field: Field
    start: int
    end: int
    way: str
    source: str
    digits: int


def _parts(world: SampleData, entity: str) -> list[NumberPart]:
    return [
        part
        for field in world.fields(entity)
        if is_numbered(field)
        for part in _parts_of(world, entity, field)
    ][::-1]


def _parts_of(world: SampleData, entity: str, field: Field) -> Iterator[NumberPart]:
    """The parts of an example, in their order, none of which overlap."""
    example, last = str(field.example), 0
    said = [*_said_above(world, entity)]
    years = [*_years(world, entity)]
    for word in re.finditer(r"[^\W_]+", example):
        if word.start() < last:
            continue
        for way, source, said_here in said:
            end = word.start() + len(said_here)
            if (
                example.startswith(said_here, word.start())
                and end < len(example)
                and not example[end].isalnum()
            ):
                yield NumberPart(field, word.start(), end, way, source, 0)
                last = end
                break
        else:
            for source, year in years:
                if word[0] in (str(year or ""), f"{year % 100:02d}" if year else "") or (
                    not year and _is_year(field, word[0])
                ):
                    yield NumberPart(field, word.start(), word.end(), "", source, len(word[0]))
                    break


def _is_year(field: Field, word: str) -> bool:
    return re.fullmatch("20[1-3][0-9]", word) is not None


def _said_above(world: SampleData, entity: str) -> Iterator[tuple[str, str, str]]:
    """What the first of the things that a thing belongs to is called by example: the relationship, the field and the text."""
    for link in world.relationships_to(entity):
        if link.kind in SINGLE and link.from_.entity != entity and link.from_.entity in world.names.entities:
            for field in world.fields(link.from_.entity):
                said_here = field.example if stated(field.example) else None
                if (
                    field.type == "string"
                    and isinstance(said_here, str)
                    and len(said_here) > 2
                    and (said_here.isupper() or re.search("[0-9]", said_here))
                ):
                    yield link.name, field.name, said_here


def _years(world: SampleData, entity: str) -> Iterator[tuple[str, int]]:
    """The fields that say a year, with that of the example; of dates the first, of whose year no example tells."""
    fields = world.fields(entity)
    for field in fields:
        if (
            field.type in ("int", "long")
            and "year" in words_of(field.name)
            and isinstance(field.example, int)
        ):
            yield field.name, field.example
    dates = [field for field in fields if field.type == "date" and not words_of(field.name) & _BORN]
    for field in dates:
        day = typed(field.example, ("date",)) if stated(field.example) else None
        if isinstance(day, datetime):
            yield field.name, day.year
    yield from (
        (field.name, 0) for field in dates[:1] if not stated(field.example) and field.required is True
    )


def made_of_others(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let them be so. The first thing keeps the designer's examples."""
    for part in (
        world.answered("numbering", thing.entity, lambda: _parts(world, thing.entity)) if thing.number else ()
    ):
        own = record.get(part.field.name)
        example = str(part.field.example)
        if (
            not isinstance(own, str)
            or own[: part.start] != example[: part.start]
            or (
                own[part.start : part.end] != example[part.start : part.end] and not _is_counted_on(part, own)
            )
        ):
            continue
        said_here = _said(world, thing, record, part, of)
        value = own[: part.start] + said_here + own[part.end :]
        is_allowed = len(value) <= given(part.field.max_length, len(value)) and (
            not stated(part.field.pattern) or re.search(given(part.field.pattern, ""), value)
        )
        if said_here and is_allowed:
            record[part.field.name] = value


def _is_counted_on(part: NumberPart, own: str) -> bool:
    """Whether a year was raised from thing to thing, though no two need differ: checklist 2026-B of an order of 2025."""
    return part.digits == 4 and part.field.unique is not True and own[part.start : part.end].isdigit()


def called_by_its_choice(
    world: SampleData, thing: Thing, record: dict[str, Any], name: Field, choice: Field, of: RecordOf
) -> None:
    """Let a name say the choice that its example does: Transformer 2 beside Yaw drive 2; and else be of the choice and of what
    the thing is, where it was made of the example: Plastic fraction, no Copper granulate, small."""
    own, example = record.get(choice.name), str(name.example)
    if not thing.number or not isinstance(own, str) or not isinstance(record.get(name.name), str):
        return
    said_here = choice_in(example, str(choice.example))
    if said_here is None and (own == choice.example or not record[name.name].startswith(example)):
        return
    earlier = [each for each in world.things[thing.entity] if each.number < thing.number]
    rank = sum(of(each).get(choice.name) == own for each in earlier)
    words = own.replace("_", " ")
    if said_here is None:
        kind = snake(thing.entity).replace("_", " ")
        value = words.capitalize() if kind in words else f"{words.capitalize()} {kind}"
    else:
        shown = said_here[0]
        words = words.title() if shown.istitle() else words.capitalize() if shown[:1].isupper() else words
        value = example[: said_here.start()] + words + example[said_here.end() :]
    if rank and (number := re.search(r"[0-9]+\Z", value)):
        value = f"{value[: number.start()]}{int(number[0]) + rank}"
    elif rank:
        value = f"{value} {rank + 1}"
    if len(value) <= given(name.max_length, len(value)):
        record[name.name] = value


def _said(world: SampleData, thing: Thing, record: dict[str, Any], part: NumberPart, of: RecordOf) -> str:
    if part.way:
        above = world.links(part.way, "to", thing)
        return str(of(above[0].source).get(part.source) or "") if above else ""
    value = record.get(part.source)
    year = value.year if isinstance(value, datetime) else plain(value)
    return str(year)[-part.digits :] if isinstance(year, int) else ""


def keys_repeated(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    repeated: Sequence[tuple[Field, str, str, str]],
    of: RecordOf,
) -> None:
    """Let a field that is called like the key of another entity say those of its things, of those beside it first: the
    plate of a vehicle, the ticket of a delivery. Each with the name inside its elements, "" for itself."""
    for field, inner, entity, key in repeated:
        values = [of(each).get(key) for each in beside(world, thing, entity)]
        values = [*dict.fromkeys(value for value in values if isinstance(value, str))]
        value = record.get(field.name)
        if not values or value is None:
            continue
        if not inner:
            record[field.name] = values[thing.number % len(values)]
            continue
        for at, element in enumerate(value):
            if inner in element:
                element[inner] = values[(thing.number * len(value) + at) % len(values)]
