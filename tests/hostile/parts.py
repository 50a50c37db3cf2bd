"""The parts that hostile designs are made of."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]
FIELD: Json = {"name": "f", "type": "string"}


def field(name: str, kind: str = "string", **more: Any) -> Json:
    return {"name": name, "type": kind, **more}


def fields(count: int, kind: str = "string", **more: Any) -> list[Json]:
    """So many fields: f0, f1, ..."""
    return [field(f"f{number}", kind, **more) for number in range(count)]


def entity(name: str, *own: Json, **more: Any) -> Json:
    return {"name": name, "fields": [field("_id", "objectId"), *(own or (FIELD,))], **more}


def entities(count: int, *own: Json) -> list[Json]:
    """So many entities: E0, E1, ..."""
    return [entity(f"E{number}", *own) for number in range(count)]


def link(one: str, other: str, kind: str = "one-to-many", **more: Any) -> Json:
    """A relationship; the list that it goes into names it."""
    ends = {"from": {"entity": one, "has": more.pop("has", {})}, "to": {"entity": other}}
    return {"name": "?", "kind": kind, **ends, **more}


def read(of: str, *filters: str, **more: Any) -> Json:
    """A read; the list that it goes into names it."""
    return {"name": "?", "kind": "read", "entity": of, "filter": [{"field": one} for one in filters], "per_day": 1000} | more  # fmt: skip


def named(prefix: str, ones: Iterable[Json]) -> list[Json]:
    return [{**one, "name": f"{prefix}{number}"} for number, one in enumerate(ones)]


def design(
    things: Iterable[Json], links: Iterable[Json] = (), work: Iterable[Json] = (), **more: Any
) -> bytes:
    """The design file of these parts."""
    whole = {
        "format": "nestlink/1", "name": "Hostile", "database": "hostile", "entities": list(things),
        "relationships": named("r", links), "operations": named("o", work), **more,
    }  # fmt: skip
    return json.dumps(whole).encode()


def nested(depth: int, inner: Any = 1) -> Any:
    """Lists in lists."""
    for _ in range(depth):
        inner = [inner]
    return inner
