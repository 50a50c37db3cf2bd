"""A design's JSON values as rows and back. A column holds what lists filter by; a number that a
column can't hold exactly stands in ``more`` too, which wins."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from designs.compiler.edits import same
from designs.models import Design, Entity, Operation, Part, Relationship

from .words import tags_of, words_of

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
_LISTED = ("entities", "relationships", "operations")
_WIDTHS = {"strategy": 40}
_EXACT = 2**53
_FEW = 3
"""Rows that are written sooner one by one than by one statement that tells them apart."""


def to_rows(design: Design, raw: Raw, made: frozenset[str], before: Raw | None = None) -> None:
    """Make a design's rows say what its JSON values say. The caller holds the transaction.

    before: what the rows say already; parts that stand there alike are left alone.
    """
    design.name, design.database = raw["name"], raw["database"]
    design.description = raw.get("description", "")
    design.tags, design.words = tags_of(raw), words_of(raw)
    design.more = _text({key: [] if key in _LISTED else value for key, value in raw.items()})
    _upsert(design, Entity, [_entity(design, *one, made) for one in _changed("entities", raw, before)])
    _without(design, Relationship, "relationships", raw, before)
    _without(design, Operation, "operations", raw, before)
    links, work = _changed("relationships", raw, before), _changed("operations", raw, before)
    entities = _Entities(design, raw)
    _upsert(design, Relationship, [_link(design, *one, made, entities) for one in links])
    _upsert(design, Operation, [_operation(design, *one, made, entities) for one in work])
    _without(design, Entity, "entities", raw, before)


def _changed(kind: str, raw: Raw, before: Raw | None) -> list[tuple[int, Raw]]:
    """The parts of a kind that are new, or that stand elsewhere or otherwise than before, with their place."""
    there = {one["id"]: (number, one) for number, one in enumerate((before or {}).get(kind) or [])}
    return [
        (number, one)
        for number, one in enumerate(raw.get(kind) or [])
        if one["id"] not in there or there[one["id"]][0] != number or not same(there[one["id"]][1], one)
    ]


def _without(design: Design, part: Any, kind: str, raw: Raw, before: Raw | None) -> None:
    """Remove the rows of parts that are no longer there."""
    rows, keys = part.objects.filter(design=design), _keys(raw.get(kind))
    if before is None:
        rows.exclude(key__in=keys).delete()
        return
    gone = set(_keys(before.get(kind))) - set(keys)
    if gone:
        rows.filter(key__in=gone).delete()


class _Entities:
    """A design's entity rows by name, read when one is first asked for."""

    def __init__(self, design: Design, raw: Raw) -> None:
        self._design = design
        self._keys = {one["name"]: one["id"] for one in raw["entities"]}

    @cached_property
    def _rows(self) -> dict[str, Entity]:
        found = Entity.objects.filter(design=self._design, key__in=self._keys.values())
        return {row.key: row for row in found.defer("fields", "more")}

    def __getitem__(self, name: str) -> Entity:
        return self._rows[self._keys[name]]


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


def _keys(members: list[Raw] | None) -> list[str]:
    return [member["id"] for member in members or []]


def _upsert(design: Design, kind: Any, wanted: list[Any]) -> None:
    """Write only the rows that differ."""
    if not wanted:
        return
    there = {row.key: row for row in kind.objects.filter(design=design, key__in=[row.key for row in wanted])}
    names = [field.attname for field in kind._meta.concrete_fields if not field.primary_key]
    fresh, changed = [], []
    for row in wanted:
        old = there.get(row.key)
        if old is None:
            fresh.append(row)
        elif any(getattr(old, name) != getattr(row, name) for name in names):
            row.pk = old.pk
            changed.append(row)
    kind.objects.bulk_create(fresh)
    written = [name for name in names if name not in ("design_id", "key")]
    if len(changed) > _FEW:
        kind.objects.bulk_update(changed, written)
        return
    for row in changed:
        row.save(force_update=True, update_fields=written)


def _taken(raw: Raw, columns: dict[str, tuple[str, ...]]) -> tuple[dict[str, Any], Raw]:
    """The columns' values, and what is left for ``more``."""
    rest: Raw = json.loads(json.dumps(raw))
    found: dict[str, Any] = {}
    for column, path in columns.items():
        holder: Any = rest
        for key in path[:-1]:
            holder = holder.get(key, {}) if isinstance(holder, dict) else {}
        value = holder.get(path[-1])
        if value is None:
            continue  # absent, or a stated null, which stays in more
        found[column] = _column(column, value)
        if found[column] == value and (isinstance(value, str) or abs(value) < _EXACT):
            del holder[path[-1]]
    return found, rest


def _column(column: str, value: Any) -> Any:
    if isinstance(value, str):
        return value[: _WIDTHS.get(column, len(value))]
    if column == "priority":
        return value
    return float(value) if abs(value) < 1e300 else None


def _part(raw: Raw, design: Design, position: int, made: frozenset[str], rest: Raw) -> dict[str, Any]:
    ids = [key for key in _ids(raw) if key in made]
    for key in ("id", "name"):
        rest.pop(key)
    return {
        "design": design,
        "key": raw["id"],
        "position": position,
        "name": raw["name"],
        "more": _text(rest),
        "made_ids": json.dumps(ids),
    }


def _ids(value: Any) -> list[str]:
    """The ids of a part and of its fields; examples and the like may hold keys of that name too,
    which does no harm: only ids that the store made are asked for."""
    if isinstance(value, list):
        return [key for one in value for key in _ids(one)]
    if not isinstance(value, dict):
        return []
    own = [value["id"]] if isinstance(value.get("id"), str) else []
    return [*own, *(key for one in value.values() for key in _ids(one))]


def _entity(design: Design, position: int, raw: Raw, made: frozenset[str]) -> Entity:
    columns, rest = _taken(raw, _ENTITY)
    fields = rest.pop("fields", None)
    shared = _part(raw, design, position, made, rest)
    return Entity(**shared, **columns, fields=None if fields is None else _text(fields))


def _link(design: Design, position: int, raw: Raw, made: frozenset[str], by_name: _Entities) -> Relationship:
    columns, rest = _taken(raw, _RELATIONSHIP)
    ends = {f"{side}_entity": by_name[rest[side].pop("entity")] for side in ("from", "to")}
    return Relationship(**_part(raw, design, position, made, rest), **columns, **ends)


def _operation(
    design: Design, position: int, raw: Raw, made: frozenset[str], by_name: _Entities
) -> Operation:
    columns, rest = _taken(raw, _OPERATION)
    entity = by_name[rest.pop("entity")]
    return Operation(**_part(raw, design, position, made, rest), **columns, entity=entity)


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


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
