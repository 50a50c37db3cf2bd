"""What to write so that a design's rows say what its JSON values say: worked out before the write lock is
taken, written within it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from designs.compiler.edits import same
from designs.models import Design, Entity, Operation, Relationship

from .rows import Raw, entity_row, json_text, link_row, operation_row
from .words import tags_of, words_of

_LISTED = ("entities", "relationships", "operations")
_FEW = 3
"""Rows that are written sooner one by one than by one statement that tells them apart."""


class Moved(Exception):
    """The rows are of another revision than the design: somebody changed it meanwhile."""


@dataclass(frozen=True)
class Rows:
    """What to write so that a design's rows say what its JSON values say. columns: of the design's own row.

    Worked out before the write lock is taken; `write` is all that happens within it.
    """

    columns: dict[str, Any]
    entities: _Kind
    links: _Kind
    work: _Kind

    def write(self) -> None:
        """Write the rows of the parts. The caller holds the transaction."""
        self.entities.write()
        self.links.remove()
        self.work.remove()
        self.links.write()
        self.work.write()
        self.entities.remove()


@dataclass(frozen=True)
class _Kind:
    """The rows of one kind of part: those to insert, to update and, by their keys, to delete."""

    model: Any
    design: Design
    fresh: list[Any]
    changed: list[Any]
    gone: frozenset[str]

    def write(self) -> None:
        self.model.objects.bulk_create(self.fresh)
        written = [name for name in _columns_of(self.model) if name not in ("design_id", "key")]
        if len(self.changed) > _FEW:
            self.model.objects.bulk_update(self.changed, written)
            return
        for row in self.changed:
            row.save(force_update=True, update_fields=written)

    def remove(self) -> None:
        if self.gone:
            self.model.objects.filter(design=self.design, key__in=self.gone).delete()


def rows_for(design: Design, raw: Raw, given_ids: frozenset[str], before: Raw | None = None) -> Rows:
    """Return what to write for a design's JSON values. before: what its rows say already; parts that are
    the same there are left alone. Without it every row is looked at; a new design has none."""
    columns = {
        "name": raw["name"],
        "database": raw["database"],
        "description": raw.get("description", ""),
        "tags": tags_of(raw),
        "words": words_of(raw),
        "more": json_text({key: [] if key in _LISTED else value for key, value in raw.items()}),
    }
    wanted = [entity_row(design, *placed, given_ids) for placed in _changed("entities", raw, before)]
    entities = _kind(design, Entity, wanted, _gone(design, Entity, "entities", raw, before))
    by_name = _Entities(design, raw, [*entities.fresh, *entities.changed])
    links = [
        link_row(design, *placed, given_ids, by_name) for placed in _changed("relationships", raw, before)
    ]
    work = [
        operation_row(design, *placed, given_ids, by_name) for placed in _changed("operations", raw, before)
    ]
    return Rows(
        columns,
        entities,
        _kind(design, Relationship, links, _gone(design, Relationship, "relationships", raw, before)),
        _kind(design, Operation, work, _gone(design, Operation, "operations", raw, before)),
    )


def _changed(kind: str, raw: Raw, before: Raw | None) -> list[tuple[int, Raw]]:
    """The parts of a kind that are new, or that stand elsewhere or otherwise than before, with their place."""
    there = {part["id"]: (number, part) for number, part in enumerate((before or {}).get(kind) or [])}
    return [
        (number, part)
        for number, part in enumerate(raw.get(kind) or [])
        if part["id"] not in there or there[part["id"]][0] != number or not same(there[part["id"]][1], part)
    ]


def _gone(design: Design, part: Any, kind: str, raw: Raw, before: Raw | None) -> frozenset[str]:
    """The keys of parts that are no longer there."""
    there = _keys((before or {}).get(kind))
    if before is None and design.pk is not None:
        there = list(part.objects.filter(design=design).values_list("key", flat=True))
    return frozenset(there).difference(_keys(raw.get(kind)))


class _Entities(Mapping[str, Entity]):
    """A design's entity rows by name: those to be written, the others read when one is first asked for."""

    def __init__(self, design: Design, raw: Raw, written: list[Entity]) -> None:
        self._design = design
        self._keys = {entity["name"]: entity["id"] for entity in raw["entities"]}
        self._written = {row.key: row for row in written}

    @cached_property
    def _rows(self) -> dict[str, Entity]:
        rows = Entity.objects.filter(design=self._design, key__in=self._keys.values())
        return {row.key: row for row in rows.defer("fields", "more")}

    def __getitem__(self, name: str) -> Entity:
        key = self._keys[name]
        row = self._written.get(key) or self._rows.get(key)
        if row is None:
            raise Moved
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _kind(design: Design, kind: Any, wanted: list[Any], gone: frozenset[str]) -> _Kind:
    """Sort the rows that are wanted into those that are new and those that differ from the stored ones."""
    if design.pk is None:
        return _Kind(kind, design, wanted, [], gone)
    keys = [row.key for row in wanted]
    there = {row.key: row for row in kind.objects.filter(design=design, key__in=keys)} if keys else {}
    fresh, changed = [], []
    for row in wanted:
        old = there.get(row.key)
        if old is None:
            fresh.append(row)
            continue
        row.pk = old.pk
        if any(getattr(old, name) != getattr(row, name) for name in _columns_of(kind)):
            changed.append(row)
    return _Kind(kind, design, fresh, changed, gone)


def _columns_of(kind: Any) -> list[str]:
    return [field.attname for field in kind._meta.concrete_fields if not field.primary_key]


def _keys(members: list[Raw] | None) -> list[str]:
    return [member["id"] for member in members or []]
