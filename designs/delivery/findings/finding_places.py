"""Which objects of a design a finding is about, by id: what an open editor marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from designs.compiler import About, Compilation, Names

Ids = tuple[str, ...]


class Places:
    """Subjects of one compilation's findings as ids of entities, fields, relationships, operations."""

    def __init__(self, compilation: Compilation) -> None:
        self.model, self.plan = compilation.model, compilation.plan

    def of(self, subject: str, about: About = "") -> Ids:
        """The ids of what a subject names, the innermost first; () where it is nothing drawn. about: what
        kind of thing a bare name is sought among first."""
        kinds = sorted(self._named, key=lambda kind: kind != about)
        named = (hit for kind in kinds if (hit := self._named[kind].get(subject)))
        within = (hit for head, rest in _cuts(subject) if (hit := self._within(head, rest)))
        return tuple(dict.fromkeys(next(chain(named, within), ())))

    @cached_property
    def _named(self) -> dict[str, dict[str | None, Ids]]:
        """What a whole subject may name, by kind; first where a finding does not say which."""
        return {
            "relationship": self._links,
            "entity": self._entities,
            "collection": {
                collection.name: self._of_collection(collection) for collection in self.plan.collections
            },
            "operation": {operation.name: _ids(operation) for operation in self.model.workload},
        }

    def _of_collection(self, collection: Any) -> Ids:
        return self._entities.get(collection.entity, ()) or self._links.get(collection.relationship, ())

    @cached_property
    def _entities(self) -> dict[str | None, Ids]:
        return {entity.name: _ids(entity) for entity in self.model.entities}

    @cached_property
    def _links(self) -> dict[str | None, Ids]:
        return {link.name: _ids(link) for link in self.model.links}

    def _within(self, head: str, rest: str) -> Ids:
        """``Student.emails``, ``Student.name``, ``students.name_1`` and what they stand in."""
        if head in self._entities:
            fields = next(entity.own_fields for entity in self.model.entities if entity.name == head)
            return tuple(self._end(head, rest)) or (*_field(fields, rest), *self._entities[head])
        link = next((link for link in self.model.links if link.name == head), None)
        inner = _field(link.link_fields or (), rest) if link is not None else ()
        collection = next(
            (collection for collection in self.plan.collections if collection.name == head), None
        )
        if inner or collection is None:
            return (*inner, *self._links.get(head, ()))
        fields = next(
            (entity.own_fields for entity in self.model.entities if entity.name == collection.entity), []
        )
        return (*_field(fields, rest), *self._of_collection(collection))

    def _end(self, entity: str, field: str) -> Iterator[str]:
        """The relationship whose end has this name, the derived one too."""
        for link in self.model.links:
            for side in ("from", "to"):
                end = link.end(side)
                named = (
                    (end.field, link.name) if isinstance(end.field, str) else (self._names.end(link, side),)
                )
                if end.entity == entity and field in named:
                    yield from _ids(link)

    @cached_property
    def _names(self) -> Names:
        return Names(self.model)


def _ids(part: Any) -> Ids:
    return (part.id,) if isinstance(part.id, str) else ()


def _field(fields: Iterable[Any], path: str) -> Ids:
    """The field at a dotted path, and those that it stands in."""
    for field in fields:
        if field.name == path:
            return _ids(field)
        if path.startswith(f"{field.name}."):
            inner, item = list(field.fields or ()), field.items or None
            while item is not None:
                inner += item.fields or ()
                item = item.items or None
            return (*_field(inner, path[len(field.name) + 1 :]), *_ids(field))
    return ()


def _cuts(subject: str) -> Iterator[tuple[str, str]]:
    """Both sides of each dot, the first dot first: names may hold dots themselves."""
    for place, letter in enumerate(subject):
        if letter == ".":
            yield subject[:place], subject[place + 1 :]
