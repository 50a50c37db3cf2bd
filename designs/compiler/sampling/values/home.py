"""Where a design is: its one currency, set wherever a record names one, the country of its towns, and where on the map it lies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...model.conceptual import Field, Model, given, stated
from ...model.field_walk import parts
from ..languages import snake
from .kinds.places import COUNTRIES, FAR_AWAY, HOME_OF, position_in, position_of

_OTHER = frozenset("from to base quote source target local foreign original".split())
_USUAL = "USD"  # where the sample addresses are


def is_currency(field: Field) -> bool:
    """Whether a field says in which currency its thing's amounts are."""
    words = snake(field.name).split("_")
    named = "currency" in words and words[-1] in ("currency", "code")
    return field.type == "string" and named and field.unique is not True and _OTHER.isdisjoint(words)


def currency_of(model: Model) -> str | None:
    """The one currency of a design: an example's that every list of currencies has, else that of the addresses, else the
    first that all have; None where no field lists any or has an example, or the lists have none in common."""
    fields = [
        field for entity in model.entities if not _trades(entity.name) for field in _all(entity.own_fields)
    ]
    fields = [field for field in fields if is_currency(field)]
    examples = [field.example for field in fields if stated(field.example) and isinstance(field.example, str)]
    listed = [[*map(str, given(field.enum, []))] for field in fields if given(field.enum, [])]
    candidates = [*examples, *([_USUAL, *listed[0]] if listed else [])]
    return next((name for name in candidates if all(name in options for options in listed)), None)


def _trades(entity: str) -> bool:
    """Whether things of an entity are about several currencies: their rates, or they themselves."""
    words = snake(entity).split("_")
    return "currency" in words or "rate" in words or "exchange" in words


def in_currency(value: Any, fields: Iterable[Field], currency: str, entity: str) -> None:
    """Set the currency wherever a record names one, at any depth."""
    if _trades(entity) or not isinstance(value, dict):
        return
    for field in fields:
        inner = value.get(field.name)
        if inner is None:
            continue
        if is_currency(field):
            value[field.name] = currency
        elif isinstance(inner, dict):
            in_currency(inner, given(field.fields, []), currency, entity)
        elif isinstance(inner, list):
            for element in inner:
                in_currency(element, elements_of(field), currency, entity)


def elements_of(field: Field) -> list[Field]:
    item = given(field.items, None)
    return given(item.fields, []) if item is not None else []


def _all(fields: Iterable[Field]) -> Iterable[Field]:
    for field in fields:
        yield field
        yield from _all(given(field.fields, []))
        yield from _all(elements_of(field))


_TOWNS = ("city", "town", "hometown", "home_town")


def at_home(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Who is of one of the towns of the samples is of their country."""
    if record.keys().isdisjoint(_TOWNS):
        return
    homes = [
        HOME_OF[town] for name in _TOWNS if isinstance(town := record.get(name), str) and town in HOME_OF
    ]
    whole, two, three = COUNTRIES[homes[0] if homes else ""]
    for name in ("country", "country_code") if homes else ():
        value = record.get(name)
        if name in free and isinstance(value, str) and not stated(free[name].pattern):
            record[name] = (
                three if len(value) == 3 else whole if len(value) > 3 and name == "country" else two
            )


_SIDES = ("longitude", "lng", "lon"), ("latitude", "lat")
_COUNTRY, _CURRENCY, _PHONE = (
    ("country", "country_code", "country_name"),
    ("currency", "currency_code"),
    ("phone", "mobile", "telephone"),
)


def centre_of(model: Model, home: str) -> tuple[float, float] | None:
    """Longitude and latitude of where the things of a design lie: where an example does, else in the country that examples
    tell, else in one that its name or description names. None where nothing tells, or samples have towns of the country. home: as ``home_of`` says."""
    if home:
        return position_in(f"{model.name}. {given(model.description, '')}")
    fields = [part.field for entity in model.entities for part in parts(entity.own_fields)]
    shown = [(snake(field.name), field.example) for field in fields if stated(field.example)]
    pairs = [_pair(example) for _, example in shown]
    sides = [
        next((example for name, example in shown if name in names and isinstance(example, int | float)), None)
        for names in _SIDES
    ]
    if sides[0] is not None and sides[1] is not None:
        pairs.append((float(sides[0]), float(sides[1])))
    found_pair = next((pair for pair in pairs if pair is not None), None)
    return found_pair or position_of(_country_told(shown, f"{model.name} {given(model.description, '')}"))


def _pair(example: Any) -> tuple[float, float] | None:
    """The place that an example says, as a pair or in GeoJSON; None of another one."""
    pair = example.get("coordinates") if isinstance(example, dict) else example
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(side, float) for side in pair):
        return None
    return (pair[0], pair[1]) if abs(pair[0]) <= 180 and abs(pair[1]) <= 90 else None


def _country_told(shown: Iterable[tuple[str, Any]], words_of_it: str) -> str:
    """The code of the country that examples tell, or that words name; "" for none."""
    texts = [(name, example) for name, example in shown if isinstance(example, str)]
    countries = {text.casefold() for name, text in texts if name in _COUNTRY}
    phones = [text for name, text in texts if name in _PHONE]
    currencies = {text for name, text in texts if name in _CURRENCY}
    towns = {town for _, text in texts for town in text.split(", ")}
    for code, country, dialled, currency, town, *_ in FAR_AWAY:
        is_called = dialled != "+1" and any(text.startswith(dialled) for text in phones)
        is_named = code.casefold() in countries or country.casefold() in countries
        if is_named or is_called or currency in currencies or town in towns:
            return code
    said = (row[0] for row in FAR_AWAY for word in (row[1], row[4])
            if word in words_of_it and re.search(rf"\b{word}\b", words_of_it))  # fmt: skip
    return next(said, "")
