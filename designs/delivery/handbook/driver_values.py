"""What drivers send for the values that applications have, and which of it our validators take.

The first three columns are recorded from the drivers by a test; the others are as the drivers' manuals say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext_lazy as _

from designs.compiler import Model, compile_design, read

RECORDED = ("Node", "mongosh", "PyMongo")
_BY_VALUE = (*RECORDED, "Java", "C#", "Go")
DRIVERS = (*_BY_VALUE, "Django")
_DJANGO = {"int": "long", "long": "long", "double": "double", "decimal": "decimal"}
"""What Django's backend makes of any number in a field of a type, before it sends it."""
_NUMBERS = frozenset({"int", "long", "double", "decimal"})


class Value(NamedTuple):
    """A value of an application. name: what the recording calls it; title: what people read; sent: by driver, in the
    order of _BY_VALUE, the BSON type that arrives, "" where nothing does; is_whole: whether a number is a whole one."""

    name: str
    title: Any
    sent: tuple[str, ...]
    is_whole: bool = False


VALUES = (
    Value("whole", _("5"), ("int", "int", "int", "long", "long", "long"), is_whole=True),
    Value("large", _("3,000,000,000"), ("double", "double", "long", "long", "long", "long"), is_whole=True),
    Value("whole as a fraction", _("5.0, a float without a fraction"),
          ("int", "int", "double", "double", "double", "double"), is_whole=True),
    Value("fraction", _("19.99"), ("double",) * 6),
    Value("decimal", _("19.99 in the driver’s decimal type"), ("decimal",) * 6),
    Value("absent", _("no value: undefined, None, null, or nil"), ("null", "null", "null", "", "null", "null")),
)  # fmt: skip
BY_NAME = {value.name: value for value in VALUES}
_ASKED = (
    ("int", ("whole", "large", "fraction")),
    ("long", ("whole", "large", "whole as a fraction", "fraction")),
    ("double", ("whole", "whole as a fraction", "fraction", "decimal")),
    ("decimal", ("whole", "fraction", "decimal")),
    ("string", ("absent",)),
)


class Cell(NamedTuple):
    """What one driver sends, and whether it passes."""

    sent: str
    passes: bool


class TableRow(NamedTuple):
    """A value in a field of a type, with what each driver makes of it."""

    type: str
    title: Any
    cells: tuple[Cell, ...]


@lru_cache(maxsize=2)
def rows(*, absent: str = "missing") -> tuple[TableRow, ...]:
    """Return the table. absent: what the design says of optional fields without a value."""
    rules = validators(absent)
    return tuple(
        TableRow(kind, BY_NAME[name].title, tuple(_cells(rules[kind], kind, BY_NAME[name])))
        for kind, names in _ASKED
        for name in names
    )


def _cells(rule: dict[str, Any], kind: str, value: Value) -> Iterator[Cell]:
    for sent in value.sent:
        yield Cell(sent, passes(rule, value, sent))
    sent = _DJANGO.get(kind, "null")
    yield Cell(sent, passes(rule, value, sent) or sent == "long")


def validators(absent: str = "missing") -> dict[str, dict[str, Any]]:
    """Return, by type, what a validator says of an optional field of that type."""
    fields = [{"name": kind, "type": kind} for kind, _names in _ASKED]
    design = {
        "format": "nestlink/1", "name": "Values", "database": "values", "absent": absent,
        "entities": [{"name": "Value", "fields": fields}],
    }  # fmt: skip
    (collection,) = compile_design(
        cast("Model", read(json.dumps(design)).value), advised=False
    ).plan.collections
    properties: dict[str, dict[str, Any]] = (collection.validator or {})["$jsonSchema"]["properties"]
    return properties


def passes(rule: dict[str, Any], value: Value, sent: str) -> bool:
    """Return whether what a driver sends for a value passes a validator; what it leaves out always does."""
    types = [rule["bsonType"]] if isinstance(rule["bsonType"], str) else rule["bsonType"]
    is_of = sent in types or ("number" in types and sent in _NUMBERS)
    return not sent or (is_of and (value.is_whole or "multipleOf" not in rule))
