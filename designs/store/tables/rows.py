"""A design's JSON values as rows and back. A column holds what lists filter by; a number that a
column can't hold exactly stands in ``more`` too, which wins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from designs.models import Design, Entity, Operation, Part, Relationship

Raw = dict[str, Any]
_ENTITY: dict[str, tuple[str, ...]] = {"kind": ("kind",), "count": ("count",)}
_RELATIONSHIP: dict[str, tuple[str, ...]] = {
    "kind": ("kind",),
    "strategy": ("strategy",),
    "accessed_together": ("accessed_together",),
    "independent_access": ("independent_access",),
    **{
        f"{side}_{name}": (side, "has", name)
        for side in ("from", "to")
        for name in ("min", "average", "p95", "max", "growth")
    },
}
_OPERATION: dict[str, tuple[str, ...]] = {
    "kind": ("kind",),
    "per_day": ("per_day",),
    "priority": ("priority",),
}
_WIDTHS = {"strategy": 40}
_EXACT = 2**53


def from_rows(design: Design) -> Raw:
    """The design's JSON values as its rows say, in any key order."""
    raw: Raw = json.loads(design.more)
    raw |= {"entities": [_back(row, _ENTITY) for row in Entity.objects.filter(design=design)]}
    links = Relationship.objects.filter(design=design).select_related("from_entity", "to_entity")
    if "relationships" in raw:
        raw["relationships"] = [_link_back(row) for row in links]
    if "operations" in raw:
        rows = Operation.objects.filter(design=design).select_related("entity")
        raw["operations"] = [_back(row, _OPERATION) | {"entity": row.entity.name} for row in rows]
    return raw


def made_ids(design: Design) -> frozenset[str]:
    """The ids of a design that the store made."""
    parts = (Entity, Relationship, Operation)
    texts = [
        text
        for part in parts
        for text in part.objects.filter(design=design)
        .exclude(made_ids="[]")
        .values_list("made_ids", flat=True)
    ]
    return frozenset(key for text in texts for key in json.loads(text))


def _taken(raw: Raw, columns: dict[str, tuple[str, ...]]) -> tuple[dict[str, Any], Raw]:
    """The columns' values, and what is left for ``more``."""
    rest: Raw = json.loads(json.dumps(raw))
    values: dict[str, Any] = {}
    for column, path in columns.items():
        holder: Any = rest
        for key in path[:-1]:
            holder = holder.get(key, {}) if isinstance(holder, dict) else {}
        value = holder.get(path[-1])
        if value is None:
            continue  # absent, or a stated null, which stays in more
        values[column] = _column(column, value)
        if values[column] == value and (isinstance(value, str) or abs(value) < _EXACT):
            del holder[path[-1]]
    return values, rest


def _column(column: str, value: Any) -> Any:
    if isinstance(value, str):
        return value[: _WIDTHS.get(column, len(value))]
    if column == "priority":
        return value
    return float(value) if abs(value) < 1e300 else None


def _part(raw: Raw, design: Design, position: int, given_ids: frozenset[str], rest: Raw) -> dict[str, Any]:
    ids = [key for key in _ids(raw) if key in given_ids]
    for key in ("id", "name"):
        rest.pop(key)
    return {
        "design": design,
        "key": raw["id"],
        "position": position,
        "name": raw["name"],
        "more": json_text(rest),
        "made_ids": json.dumps(ids),
    }


def _ids(value: Any) -> list[str]:
    """The ids of a part and of its fields; examples and the like may hold keys of that name too,
    which does no harm: only ids that the store made are asked for."""
    if isinstance(value, list):
        return [key for element in value for key in _ids(element)]
    if not isinstance(value, dict):
        return []
    own = [value["id"]] if isinstance(value.get("id"), str) else []
    return [*own, *(key for inner in value.values() for key in _ids(inner))]


def entity_row(design: Design, position: int, raw: Raw, given_ids: frozenset[str]) -> Entity:
    """Return the row of an entity. position: its place in the file. given_ids: those that the store made."""
    columns, rest = _taken(raw, _ENTITY)
    fields = rest.pop("fields", None)
    shared = _part(raw, design, position, given_ids, rest)
    return Entity(**shared, **columns, fields=None if fields is None else json_text(fields))


def link_row(
    design: Design, position: int, raw: Raw, given_ids: frozenset[str], by_name: Mapping[str, Entity]
) -> Relationship:
    """Return the row of a relationship. by_name: the rows of the design's entities."""
    columns, rest = _taken(raw, _RELATIONSHIP)
    ends = {f"{side}_entity": by_name[rest[side].pop("entity")] for side in ("from", "to")}
    return Relationship(**_part(raw, design, position, given_ids, rest), **columns, **ends)


def operation_row(
    design: Design, position: int, raw: Raw, given_ids: frozenset[str], by_name: Mapping[str, Entity]
) -> Operation:
    """Return the row of an operation. by_name: the rows of the design's entities."""
    columns, rest = _taken(raw, _OPERATION)
    entity = by_name[rest.pop("entity")]
    return Operation(**_part(raw, design, position, given_ids, rest), **columns, entity=entity)


def _back(row: Part, columns: dict[str, tuple[str, ...]]) -> Raw:
    raw: Raw = json.loads(row.more)
    for column, path in columns.items():
        holder = raw
        for key in path[:-1]:
            holder = holder.get(key, {})
        value = getattr(row, column)
        if value is not None and path[-1] not in holder:
            holder[path[-1]] = _number(value)
    if isinstance(row, Entity) and row.fields is not None:
        raw["fields"] = json.loads(row.fields)
    return raw | {"id": row.key, "name": row.name}


def _link_back(row: Relationship) -> Raw:
    raw = _back(row, _RELATIONSHIP)
    raw["from"]["entity"], raw["to"]["entity"] = row.from_entity.name, row.to_entity.name
    return raw


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def json_text(value: Any) -> str:
    """Return a value as the text that columns hold."""
    return json.dumps(value, ensure_ascii=False)
