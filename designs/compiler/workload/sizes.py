"""BSON arithmetic: how many bytes a declared field, an element and a document take.

A document is 5 bytes and, for each field, 2 bytes, its name and its value (BSON specification);
an array is a document whose names are the element numbers. Declared sizes win over guesses.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..model.conceptual import Count, Field, Item, Relationship, given, stated
from ..model.field_types import BY_NAME

OBJECT_ID = 12
ID_BYTES = 2 + len("_id") + OBJECT_ID
_LARGEST = 1e300  # a float still holds a few times as much
_MOST_DIGITS = 308  # of the largest float
_GUESSED_TEXT = 20
_GUESSED_BINARY = 1024
_GUESSED_ELEMENTS = 5
_GUESSED_OBJECT = 100


class Estimate(NamedTuple):
    """About how many there are of an entity: so many for each of its parents, an entity with so many documents."""

    parent: str
    parents: float
    each: float

    @property
    def total(self) -> float:
        """How many that comes to, a whole number of at least one."""
        return max(1.0, float(whole(self.parents * self.each)))


def usual(count: Count) -> float | None:
    """How many an end has: its stated average, else the middle of its stated least and most; None where it says neither."""
    if stated(count.average):
        return float(given(count.average, 0))
    return (given(count.min, 0) + given(count.max, 0)) / 2 if given(count.max, None) is not None else None


def from_the_top(links: Iterable[Relationship]) -> dict[str, list[Relationship]]:
    """The relationships that say how many their parents have of an entity, by entity, each after all that have it; without
    what owns itself in a ring, and what is below one."""
    above: dict[str, list[Relationship]] = defaultdict(list)
    below: dict[str, list[str]] = defaultdict(list)
    for link in links:
        parent, child = link.from_.entity, link.to.entity
        if link.kind == "one-to-many" and parent != child and usual(link.from_.count) is not None:
            above[child].append(link)
            below[parent].append(child)
    order: dict[str, list[Relationship]] = {}
    waiting, ready = (
        {child: len(links) for child, links in above.items()},
        [name for name in below if name not in above],
    )
    while ready:
        for child in below.get(ready.pop(), ()):
            waiting[child] -= 1
            if not waiting[child]:
                order[child] = above[child]
                ready.append(child)
    return order


def whole(value: float) -> int:
    """A size or a count without its fraction; what is beyond all numbers is the largest there is."""
    return round(min(value, _LARGEST))


def named(name: str, value: float) -> float:
    """Bytes of a field: type byte, name with its NUL, and a value of ``value`` bytes."""
    letters = len(name) if name.isascii() else len(name.encode("utf-8", "surrogatepass"))
    return 2 + letters + value


def digit_sum(count: float) -> float:
    """Digits of all element numbers 0 .. count-1; a broken count takes a part of the last."""
    total, low, digits = 0.0, 0.0, 1
    while low < count:
        high = 10.0**digits if digits <= _MOST_DIGITS else math.inf
        total += (min(count, high) - low) * digits
        low, digits = high, digits + 1
    return total


def array_bytes(count: float, value: float) -> float:
    """Bytes of an array value of ``count`` elements of ``value`` bytes each."""
    return 5 + count * (2 + value) + digit_sum(count)


def element_bytes(document: float, count: float) -> float:
    """Cost of one more embedded element of ``document`` bytes in an array of about ``count``."""
    return document + 2 + len(str(max(0, int(count) - 1)))


def document_bytes(fields: Iterable[Field], *, identity: bool) -> float:
    """Bytes of a document of these fields; ``identity``: an objectId ``_id`` unless declared."""
    total, declared = 5.0, False
    for field in fields:
        total += named(field.name, field_bytes(field))
        declared = declared or field.name == "_id"
    return total + (ID_BYTES if identity and not declared else 0)


def field_bytes(field: Field) -> float:
    """Bytes of a field's average value, without its name."""
    if field.type == "object":
        return _object(field)
    if field.type == "array":
        return _array_field(field)
    return _scalar(field)


def _object(source: Field | Item) -> float:
    if stated(source.average_bytes):
        return float(given(source.average_bytes, 0))
    fields = given(source.fields, [])
    return document_bytes(fields, identity=False) if fields else _GUESSED_OBJECT


def _array_field(field: Field) -> float:
    if stated(field.average_bytes):
        return float(given(field.average_bytes, 0))
    if stated(field.grid):
        rows, columns = given(field.grid, [1, 1])
        return array_bytes(rows, array_bytes(columns, 4))
    return array_bytes(elements_of(field), item_bytes(given(field.items, None)))


def elements_of(field: Field) -> float:
    """How many elements an average list has: the geometric mean of the fewest and the most, since a limit is mostly set
    with room to spare."""
    low, high = given(field.min_items, 0), given(field.max_items, 0)
    guess = round(math.sqrt(max(1, low) * high)) if stated(field.max_items) else _GUESSED_ELEMENTS
    return float(max(low, guess))


def is_guessed(field: Field) -> bool:
    """Whether a list has a limit, and nobody states how many elements or bytes it has on average."""
    is_weighed = stated(field.average_bytes) or stated(field.grid)
    return stated(field.max_items) and not is_weighed and elements_of(field) < given(field.max_items, 0)


def largest_bytes(field: Field) -> float:
    """Bytes of a list that is as long as it may be."""
    return array_bytes(given(field.max_items, 0), item_bytes(given(field.items, None)))


def item_bytes(item: Item | None) -> float:
    """Bytes of one element's value of a declared array."""
    if item is None:
        return _GUESSED_TEXT + 5
    if item.type == "object":
        return _object(item)
    if item.type == "array":
        return array_bytes(_GUESSED_ELEMENTS, item_bytes(given(item.items, None)))
    return _scalar(item)


def _scalar(source: Field | Item) -> float:
    fixed = BY_NAME[source.type].size
    if fixed is not None:
        return fixed
    if source.type == "binData":
        return float(given(source.average_bytes, _GUESSED_BINARY)) + 5
    return _text_bytes(source) + 5


def _text_bytes(source: Field | Item) -> float:
    if stated(source.average_bytes):
        return float(given(source.average_bytes, 0))
    if isinstance(source.example, str):
        return _utf8(source.example)
    if stated(source.enum):
        return max((_utf8(value) for value in given(source.enum, [])), default=_GUESSED_TEXT)
    if stated(source.max_length):
        return given(source.max_length, 0) / 2
    return _GUESSED_TEXT


def _utf8(value: Any) -> float:
    return float(len(str(value).encode("utf-8", "surrogatepass")))


def depth_of(fields: list[Field]) -> int:
    """Levels that declared fields add: each object and each array is one, arrays in arrays too."""
    return max((_depth(field) for field in fields), default=0)


def _depth(source: Field | Item) -> int:
    if source.type == "array":
        item = given(source.items, None)
        return 1 + (_depth(item) if item is not None else 0)
    return 1 + depth_of(given(source.fields, [])) if source.type == "object" else 0
