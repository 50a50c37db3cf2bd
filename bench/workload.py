"""The benchmarks' design: N entities of 8 to 12 fields and 1.3 N relationships, deterministic.

The first N - 1 relationships make a tree (seven in ten to one of the 30 entities before), the
rest join pairs; four in five are one-to-many, the others many-to-many. Each entity is read by its
key with what it has, listed by a field and a date, and written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_FIELDS = (
    ("title", "string"), ("status", "string"), ("created_on", "date"), ("amount", "decimal"), ("quantity", "int"),
    ("active", "bool"), ("email", "string"), ("note", "string"), ("score", "double"), ("code", "string"),
    ("tags", "array"), ("updated_on", "date"), ("weight", "double"),
)  # fmt: skip
_MASK = (1 << 64) - 1


def _trunk(place: int) -> int:
    """The entity itself, or the one before a leaf: every third is a weak leaf with one owner."""
    return place - 1 if place % 3 == 2 else place


def _numbers(seed: int) -> Iterator[int]:
    """A stream of pseudo-random numbers (splitmix64): the same on every machine."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ (mixed >> 31)


def design(size: int, seed: int = 7) -> str:
    """The text of a design file with ``size`` entities."""
    draw = _numbers(seed + size)
    entities = [_entity(place, next(draw)) for place in range(size)]
    relationships = [_relationship(place, size, draw) for place in range(round(1.3 * size))]
    operations = [operation for place in range(size) for operation in _operations(place, relationships)]
    return json.dumps(
        {
            "format": "nestlink/1", "name": f"Bench {size}", "database": "bench",
            "entities": entities, "relationships": relationships, "operations": operations,
        }
    )  # fmt: skip


def _entity(place: int, number: int) -> dict[str, Any]:
    count = 8 + number % 5
    start = number // 7 % len(_FIELDS)
    fields = [_field(*_FIELDS[(start + step) % len(_FIELDS)]) for step in range(count)]
    return {
        "name": f"Thing{place}",
        "count": 1000 + number % 100_000,
        "inserts_per_day": number % 50,
        "fields": fields,
    } | ({"kind": "weak"} if place % 3 == 2 else {})


def _field(name: str, kind: str) -> dict[str, Any]:
    if kind == "array":
        return {"name": name, "type": kind, "items": {"type": "string"}, "max_items": 10}
    return {"name": name, "type": kind, "required": name in ("title", "created_on")}


def _relationship(place: int, size: int, draw: Iterator[int]) -> dict[str, Any]:
    child = place + 1 if place + 1 < size else _trunk(next(draw) % size)
    near = next(draw) % 10 < 7
    parent = (
        _trunk(max(0, child - 1 - next(draw) % 30) if near else next(draw) % size)
        if child
        else _trunk(size - 1)
    )
    leaf = child % 3 == 2
    shape = next(draw) % (4 if leaf else 10)
    if shape < 8 and parent != child:
        most: float | None = (5, 20, 80, 150, 400, 1500, None, None)[shape]
        has = {
            "average": 3 if most is None else most / 2,
            "max": most,
            "growth": "unbounded" if most is None else "bounded",
        }
        to = {"entity": f"Thing{child}", "has": {"min": 1, "max": 1}}
        return {
            "name": f"r{place}",
            "kind": "one-to-many",
            "from": {"entity": f"Thing{parent}", "field": f"r{place}_items", "has": has},
            "to": to | {"field": f"r{place}_id"},
        }
    ends = [
        {
            "entity": f"Thing{number}",
            "field": f"r{place}_{side}",
            "has": {"max": 20 + next(draw) % 400, "growth": "bounded"},
        }
        for number, side in ((parent, "a"), (child, "b"))
    ]
    return {"name": f"r{place}", "kind": "many-to-many", "from": ends[0], "to": ends[1]}


def _operations(place: int, relationships: list[dict[str, Any]]) -> list[dict[str, Any]]:
    name = f"Thing{place}"
    mine = [r["name"] for r in relationships[max(0, place - 3) : place + 40] if r["from"]["entity"] == name][
        :2
    ]
    added = {"name": f"add {name}", "kind": "insert", "entity": name, "per_day": 5 + place % 20}
    shown = {
        "name": f"show {name}",
        "kind": "read",
        "entity": name,
        "filter": [{"field": "_id"}],
        "includes": mine,
    }
    return [added] if place % 3 == 2 else [shown | {"per_day": 100 + place % 900}, added]
