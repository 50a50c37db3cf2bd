"""Years that numbers and texts say agree with one another and with dates: a painting is not begun after it is finished or acquired, and
its painter lived when it was made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ....model.conceptual import Field, stated
from ...values.specs import draw
from ...world import Thing
from ...world.sample_data import SampleData
from .. import BIRTHS, DEATHS, YEAR, example_year, is_year_of, like
from ..bounds import is_loose
from ..windows import begins, happens, words_of

_BEGINS = frozenset("from since start begin began begun started".split()) | BIRTHS
_ENDS = frozenset("until till to end ended finished".split()) | DEATHS
_FAR = 60  # years from the example of a year to that of another thing
_LONG_AGO = 1900  # who was born before has died
_AGE, _AGED = 18, 55  # when somebody may have a licence, and at which somebody has died at least


def years_agree(world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let them be so. The first thing keeps the designer's examples."""
    _dated_as_numbered(thing, record, fields)
    _licensed_at_an_age(thing, record, fields)
    years = [field for field in fields if is_year_of(field) and isinstance(record.get(field.name), int)]
    for field in years:
        _near_its_example(thing, record, field)
    for begin in (field for field in years if words_of(field.name) & _BEGINS):
        for end in (field for field in years if words_of(field.name) & _ENDS):
            if words_of(begin.name) - _BEGINS == words_of(end.name) - _ENDS:
                lives = words_of(begin.name) & BIRTHS
                (_lived if lives else _lasted)(world, thing, record, begin, end)
    dates = [value.year for name, value in record.items() if isinstance(value, datetime) and happens(name)]
    for field in years:
        year, shown = record.get(field.name), example_year(field)
        is_over = shown is not None and shown < min(dates, default=0)
        if dates and is_over and isinstance(year, int) and year > min(dates):
            _put(thing, record, field, min(dates))


def _put(thing: Thing, record: dict[str, Any], field: Field, year: int) -> None:
    if is_loose(field, thing.number):
        record[field.name] = like(record[field.name], year)


def _near_its_example(thing: Thing, record: dict[str, Any], field: Field) -> None:
    shown = example_year(field)
    if shown is not None and abs(record[field.name] - shown) > (12 if shown < _LONG_AGO else _FAR):
        _put(thing, record, field, shown - 12 + draw("year", field.name, thing.number) % 21)


def _lasted(world: SampleData, thing: Thing, record: dict[str, Any], begin: Field, end: Field) -> None:
    """What is made from one year until another takes about as long as in the example."""
    shown = [example_year(begin), example_year(end)]
    if shown[0] is not None and shown[1] is not None and shown[0] <= shown[1]:
        length = draw("years", thing.entity, thing.number) % (2 * (shown[1] - shown[0]) + 1)
        _put(thing, record, end, record[begin.name] + length)
    elif record[begin.name] > record[end.name]:
        _put(thing, record, end, record[begin.name] + draw("years", thing.entity, thing.number) % 6)


def _lived(world: SampleData, thing: Thing, record: dict[str, Any], born: Field, died: Field) -> None:
    """Who made what is dated long ago lived then; who was born later is seldom dead, and old then."""
    era = world.answered("era", thing.entity, lambda: _era(world, thing.entity))
    if not stated(born.example) and era is not None:
        _put(thing, record, born, era - 48 + draw("born", thing.entity, thing.number) % 20)
    drawn = draw("died", thing.entity, thing.number) % 30
    if record[born.name] < _LONG_AGO or died.required is True or thing.number == 1:
        last = max(thing.start.year - 1, record[born.name])
        if last - record[born.name] < _AGED:
            _put(thing, record, born, last - _AGED - drawn)
        if not _AGED <= record[died.name] - record[born.name] <= 90:
            _put(thing, record, died, min(record[born.name] + _AGED + drawn, last))
    elif is_loose(died, thing.number):
        del record[died.name]


def _era(world: SampleData, entity: str) -> int | None:
    """The first year long ago that examples of what things of an entity are linked to tell; None of none."""
    links = [*world.relationships_to(entity), *world.relationships_from(entity)]
    ends = {end.entity for link in links for end in (link.from_, link.to)} & world.names.entities.keys()
    years = [
        example_year(field) for name in sorted(ends) for field in world.fields(name) if is_year_of(field)
    ]
    return min((year for year in years if year is not None and year < _LONG_AGO), default=None)


def _dated_as_numbered(thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let the year that the examples of a number and of other texts say stay, and be that of the first date."""
    texts = [
        (field, row[0])
        for field in fields
        if field.type == "string" and isinstance(field.example, str)
        if len(row := YEAR.findall(field.example)) == 1
    ]
    for field, year in texts:
        own, at = record.get(field.name), str(field.example).index(year)
        if isinstance(own, str) and own[:at] == str(field.example)[:at] and field.unique is not True:
            own = own[:at] + re.sub(r"\A[0-9]{4}(?![0-9])", year, own[at:])
            record[field.name] = own
    shown = {int(year) for field, year in texts if field.unique is True}
    dated = {
        field.name: record[field.name] for field in fields if isinstance(record.get(field.name), datetime)
    }
    if len(shown) != 1 or not dated:
        return
    first, year = min(dated, key=lambda name: dated[name]), min(shown)
    field = next(field for field in fields if field.name == first)
    if happens(first) and begins(first) and not stated(field.example) and 1900 <= year < dated[first].year:
        record[first] = dated[first].replace(year=year, day=min(dated[first].day, 28))


def _licensed_at_an_age(thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Who has had a licence since a day was of age then, and mostly young."""
    dates = {field.name: record.get(field.name) for field in fields if not stated(field.example)}
    births = [
        value for name, value in record.items() if isinstance(value, datetime) and words_of(name) & BIRTHS
    ]
    for name, value in dates.items():
        if births and isinstance(value, datetime) and words_of(name) & {"since"}:
            year = births[0].year + _AGE + draw("since", name, thing.number) % 9
            if year < value.year:
                record[name] = value.replace(year=year, day=min(value.day, 28))
