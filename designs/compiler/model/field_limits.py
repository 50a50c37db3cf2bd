"""What a field can hold and what may be done to it: values against its limits, effects against its types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any

from .conceptual import Effect, Field, Item, given, stated
from .field_types import NUMERIC
from .values import bson_of_types, comparable, exact, limit, typed

_WHOLE = frozenset({"int", "long"})
_DATES = frozenset({"date", "timestamp"})
_ADDS = frozenset({"push", "add-to-set"})
_CALCULATES = frozenset({"increment", "multiply"})
_STORES = frozenset({"set", "minimum", "maximum"})
_TYPES_OF_EFFECTS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (frozenset({"push", "add-to-set", "pull"}), frozenset({"array"}), "an array"),
    (_CALCULATES, NUMERIC, "a number"),
    (frozenset({"current-date"}), _DATES, "a date"),
)
_BROKEN = ("missing )", "unbalanced", "unterminated character", "nothing to repeat", "bad escape (end")
_NUMBER = frozenset({"$numberDecimal", "$numberLong", "$numberInt", "$numberDouble"})
_MOST_LISTED = 8
_SHOWN = 60  # characters of a value


def types_of(part: Field | Item) -> tuple[str, ...]:
    """Every type that a value may have."""
    return part.all_types if isinstance(part, Field) else (part.type,)


def outside(raw: Any, part: Field | Item, *, with_enum: bool = True) -> str:
    """Return why a field or an item cannot hold a value, as the end of a sentence about the value; "" where it can.

    raw: JSON, or Extended JSON. with_enum: whether its enum is looked at too. A value of another type is not judged, nor are patterns.
    """
    allowed = given(part.enum, []) if with_enum else []
    types = types_of(part)
    value = typed(raw, types)
    if value is None:
        needs_one = isinstance(part, Field) and part.required is True and "null" not in types
        return "has no value, but the field is required" if needs_one else ""
    if allowed and comparable(value) not in {comparable(typed(each, types)) for each in allowed}:
        return f"isn't one of its values: {_listed(allowed)}"
    number = exact(value)
    if isinstance(number, int | float | Decimal) and not isinstance(number, bool):
        return _out_of_range(number, part)
    if isinstance(value, str) and len(value) > given(part.max_length, len(value)):
        return f"has {len(value)} characters, over its max_length of {part.max_length}"
    return _of_list(value, part) if isinstance(value, list) else ""


def _out_of_range(value: float | Decimal, part: Field | Item) -> str:
    types = types_of(part)
    if stated(part.minimum) and value < exact(limit(given(part.minimum, 0), types, is_least=True)):
        return f"is below its minimum of {part.minimum}"
    is_over = stated(part.maximum) and value > exact(limit(given(part.maximum, 0), types, is_least=False))
    return f"is over its maximum of {part.maximum}" if is_over else ""


def _of_list(values: list[Any], part: Field | Item) -> str:
    items = given(part.items, None)
    reasons = (reason for each in values if items is not None and (reason := outside(each, items)))
    return next((f"has an item that {reason}" for reason in reasons), "")


def misfit(effect: Effect, field: Field) -> str:
    """Return why an effect cannot be done to a field of its type, as a sentence without its end; "" where it can."""
    types = frozenset(types_of(field))
    for effects, fitting, what in _TYPES_OF_EFFECTS:
        if effect.do in effects and not types & fitting:
            return f"{effect.do} needs {what}, but {effect.field} is {field.type}"
    return ""


def unfit_value(effect: Effect, field: Field) -> str:
    """Return why the fixed value of an effect, or its amount, cannot be stored; "" where it can."""
    by = given(effect.by, 1)
    if effect.do in _CALCULATES and by != int(by) and not frozenset(types_of(field)) & (NUMERIC - _WHOLE):
        return f"{effect.do} by {by} gives a fraction, but {effect.field} is {field.type}"
    if not stated(effect.value):
        return ""
    items = given(field.items, None)
    if effect.do in _STORES and (reason := outside(effect.value, field)):
        return f"sets {effect.field} to {shown(effect.value)}, which {reason}"
    if effect.do not in _ADDS or items is None:
        return ""
    try:
        bson_of_types(effect.value, types_of(items))
    except ValueError as error:
        return f"adds an invalid item to {effect.field}: {error}"
    reason = outside(effect.value, items)
    return f"adds {shown(effect.value)} to {effect.field}, which {reason}" if reason else ""


def broken_pattern(pattern: str) -> str:
    """Return what is wrong with a regular expression, "" where it can be read. Words that Python alone does not know
    are no mistake."""
    try:
        re.compile(pattern)
    except re.error as error:
        return error.msg if error.msg.startswith(_BROKEN) else ""
    except (OverflowError, RecursionError):
        return ""
    return ""


def _listed(values: list[Any]) -> str:
    more = ["…"] if len(values) > _MOST_LISTED else []
    return ", ".join([*map(shown, values[:_MOST_LISTED]), *more])


def shown(raw: Any) -> str:
    """A value of a design file for people."""
    number = next(iter(raw.values())) if isinstance(raw, dict) and _NUMBER.issuperset(raw) and raw else None
    text = number if isinstance(number, str) else json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def unusable_keywords(part: Field | Item) -> Iterator[tuple[str, str]]:
    """The limits that a part states and its types have no use for, each with the type that has."""
    for keyword, word in _without_use(types_of(part)):
        if stated(getattr(part, keyword, None)):
            yield keyword, word


@lru_cache(maxsize=256)
def _without_use(types: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((keyword, word) for keyword, wanted, word in _KEYWORDS if wanted.isdisjoint(types))


_KEYWORDS: tuple[tuple[str, frozenset[str], str], ...] = (
    ("minimum", NUMERIC, "a number"),
    ("maximum", NUMERIC, "a number"),
    ("max_length", frozenset({"string"}), "a string"),
    ("pattern", frozenset({"string"}), "a string"),
    ("fields", frozenset({"object"}), "an object"),
    ("items", frozenset({"array"}), "an array"),
    ("min_items", frozenset({"array"}), "an array"),
    ("max_items", frozenset({"array"}), "an array"),
    ("grid", frozenset({"array"}), "an array"),
)
