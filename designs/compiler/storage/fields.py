"""Which declared field a node of a document tree comes from: its entity, and its path there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.conceptual import Field, Item, Model, given
from ..workload.subtypes import Families

Declared = Field | Item


class DeclaredFields:
    """The fields of a design by what declares them; nodes of trees keep the field that they come from."""

    def __init__(self, model: Model) -> None:
        self.families = Families(model.links)
        self._kept = model  # ids of fields stay theirs as long as the model lives
        self._by_id: dict[int, list[tuple[str, str]]] = {}
        self._declared: set[tuple[str, str]] = set()
        for entity in model.entities:
            self._index(entity.name, entity.own_fields)
        self._on_links: dict[int, list[tuple[str, str]]] = {}
        for link in model.links:
            for path, field in _walk(given(link.link_fields, []), ""):
                self._on_links.setdefault(id(field), []).append((link.name, path))

    def _index(self, entity: str, fields: Iterable[Field]) -> None:
        for path, field in _walk(fields, ""):
            self._by_id.setdefault(id(field), []).append((entity, path))
            self._declared.add((entity, path))

    def of(self, field: Declared | None, subject: str) -> tuple[str, str] | None:
        """Return the entity that declares a field and the path there; the one nearest to the subject of several."""
        declarations = self._by_id.get(id(field), [])
        line = self.families.line(subject)
        near = sorted(declarations, key=lambda pair: line.index(pair[0]) if pair[0] in line else len(line))
        return near[0] if near else None

    def named(self, subject: str, path: str) -> tuple[str, str]:
        """Return the entity that declares a field of this path, of the subject's line, and the path there."""
        near = (entity for entity in self.families.line(subject) if (entity, path) in self._declared)
        return next(near, subject), path

    def on_link(self, field: Declared | None) -> tuple[str, str] | None:
        """Return the relationship that declares a field of its links, and the path there."""
        declarations = self._on_links.get(id(field), [])
        return declarations[0] if declarations else None


def _walk(fields: Iterable[Field], above: str) -> Iterator[tuple[str, Declared]]:
    for field in fields:
        path = f"{above}{field.name}"
        yield path, field
        yield from _walk(given(field.fields, []), f"{path}.")
        item = given(field.items, None)
        while item is not None:
            yield path, item
            yield from _walk(given(item.fields, []), f"{path}.")
            item = given(item.items, None)
