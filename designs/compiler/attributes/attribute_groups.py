"""Which declared groups of similar fields are stored as one array of names and values (rule P3).

A group is worth it where at least two operations filter or sort by its fields: one index serves
all of them. A field stays out of the array where something else needs it under a path of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy as duplicate
from functools import cached_property
from itertools import chain
from typing import TypeVar

from ..model.conceptual import Entity, Field, Model, Operation, Relationship, given, stated
from ..model.field_walk import parts
from ..names.path_steps import Route, Step
from ..names.paths import Paths
from ..workload.inputs import Folded
from ..workload.sizes import array_bytes, depth_of, elements_of, field_bytes, named
from .declared_groups import (
    LINKED,
    Loose,
    fixed_paths,
    foldable,
    formula_words,
    given_whole,
    grouped,
    inner_groups,
    loose,
    nameable,
    named_anywhere,
    named_paths,
    taken_in,
    taken_on_link,
)

K = TypeVar("K")
LEAST = 2  # operations
NAME, VALUE, UNIT = "k", "v", "u"
_UNITS = frozenset("mm cm m km in ft g kg t lb ml l s min h w kw v a hz mb gb tb px".split())


class Attributes:
    """The groups of a design that are arrays, by entity and group, with their fields. inner: those inside of
    an entity's objects, and of the objects of its lists, by the path of the array."""

    def __init__(self, model: Model, paths: Paths) -> None:
        self.model, self.paths = model, paths
        self.groups: dict[str, dict[str, list[Field]]] = {}
        having = [
            entity for entity in model.entities if any(stated(f.variant_group) for f in entity.own_fields)
        ]
        self._fixed = fixed_paths(model) if having else frozenset()
        self._kin = self._of_kin() if having else {}
        declared = {entity.name: groups for entity in having if (groups := self._declared(entity))}
        named = [
            ((entity, group), fields)
            for entity, groups in declared.items()
            for group, fields in groups.items()
        ]
        for (entity, group), fields in self._worth_it(named):
            self.groups.setdefault(entity, {})[group] = fields
        self.inner: dict[str, dict[str, list[Field]]] = {}
        inside = [
            ((entity.name, path), fields)
            for entity in model.entities
            for path, fields in self._inside(entity)
        ]
        for (entity, path), fields in self._worth_it(inside):
            self.inner.setdefault(entity, {})[path] = fields
        self.of_links: dict[str, dict[str, list[Field]]] = {}
        on_links = [
            ((link.name, group), fields) for link in model.links for group, fields in self._on_link(link)
        ]
        for (link, group), fields in self._worth_it(on_links):
            self.of_links.setdefault(link, {})[group] = fields

    def _of_kin(self) -> dict[str, set[str]]:
        """By entity, the names of fields that its kinds declare, or what it is a kind of."""
        names = {entity.name: {field.name for field in entity.own_fields} for entity in self.model.entities}
        of_kin: dict[str, set[str]] = {}
        for kind in self.paths.generals:
            for general in self._above(kind):
                of_kin.setdefault(kind, set()).update(names[general])
                of_kin.setdefault(general, set()).update(names[kind])
        return of_kin

    def _above(self, kind: str) -> set[str]:
        above, waiting = set[str](), [kind]
        while waiting:
            near = {link.from_.entity for link in self.paths.generals.get(waiting.pop(), [])} - above
            above |= near
            waiting += near
        return above - {kind}

    def _declared(self, entity: Entity) -> dict[str, list[Field]]:
        kin = self._kin.get(entity.name, set())
        taken = kin | taken_in(entity, self.model, self.paths.names)
        fixed = kin | {name for owner, name in self._fixed if owner == entity.name}
        free = [field for field in entity.own_fields if field.name not in fixed]
        return {
            group: kept
            for group, some in grouped(free).items()
            if group not in taken and nameable(group) and (kept := foldable(some))
        }

    def _inside(self, entity: Entity) -> Iterator[tuple[str, list[Field]]]:
        """The groups inside of an entity's objects, by the path of the array. An object that kinds of one
        thing may share stays as each of them declares it."""
        if not any(stated(part.field.variant_group) for part in parts(entity.own_fields)):
            return
        names = {field.name for field in entity.own_fields}
        kin = {name for relatives in self._kin_of(entity.name) for name in relatives} & names
        named, words = named_paths(self.model), formula_words(self.model)
        for loose_group in inner_groups(entity.name, entity.own_fields, named | given_whole(self.model)):
            fixed = {path[len(loose_group.within) + 1 :].partition(".")[0] for owner, path in named
                     if owner == entity.name and path.startswith(f"{loose_group.within}.")}  # fmt: skip
            free = [field for field in loose_group.fields if field.name not in fixed | words]
            kept = foldable(free)
            if kept and not loose_group.why and loose_group.within.partition(".")[0] not in kin:
                yield f"{loose_group.within}.{loose_group.group}", kept

    def _kin_of(self, entity: str) -> Iterator[set[str]]:
        """The names of fields of its kinds, and of what it is a kind of."""
        for other in self.model.entities:
            if other.name in self._above(entity) or entity in self._above(other.name):
                yield {field.name for field in other.own_fields}

    def _on_link(self, link: Relationship) -> Iterator[tuple[str, list[Field]]]:
        """The groups among a link's own fields; no other name of its documents is one of theirs."""
        fields = given(link.link_fields, [])
        if link.kind not in LINKED or not any(stated(field.variant_group) for field in fields):
            return
        taken, words = taken_on_link(link, self.paths.names), named_anywhere(self.model)
        for group, some in grouped([field for field in fields if field.name not in words]).items():
            if group not in taken and nameable(group) and (kept := foldable(some)):
                yield group, kept

    def _worth_it(self, groups: list[tuple[K, list[Field]]]) -> list[tuple[K, list[Field]]]:
        """Those of which at least LEAST operations filter or sort by a field."""
        of_field = {id(field): place for place, (_, fields) in enumerate(groups) for field in fields}
        asked: list[set[str]] = [set() for _ in groups]
        for operation in self.model.workload if groups else ():
            for step in self._steps(operation):
                if id(step.field) in of_field:
                    asked[of_field[id(step.field)]].add(operation.name)
        return [group for group, names in zip(groups, asked, strict=True) if len(names) >= LEAST]

    def _steps(self, operation: Operation) -> Iterator[Step]:
        paths = [match.field for match in given(operation.filter, [])]
        paths += [key.field for key in given(operation.sort, [])]
        for path in paths:
            route = self.paths.resolve(operation.entity, path, given(operation.includes, []))
            yield from route.steps if route is not None else ()

    @cached_property
    def loose(self) -> list[Loose]:
        """The groups that operations ask for as they do for an array, and that stay fields."""
        return [
            loose_group
            for loose_group, _ in self._worth_it(
                [(loose_group, loose_group.fields) for loose_group in loose(self.model, self.paths.names)]
            )
        ]

    def without(self, entities: set[str]) -> Attributes:
        """The same without these: folded into others, their fields stand there one by one."""
        if entities.isdisjoint({*self.groups, *self.inner}):
            return self
        other = duplicate(self)
        other.groups = {name: groups for name, groups in self.groups.items() if name not in entities}
        other.inner = {name: groups for name, groups in self.inner.items() if name not in entities}
        return other

    # --- asking -----------------------------------------------------------------------------------

    def of(self, entity: str) -> dict[str, list[Field]]:
        """The groups of an entity's own fields that are arrays, with their fields."""
        return self.groups.get(entity, {})

    def everywhere(self, entity: str) -> dict[str, list[Field]]:
        """All of an entity's arrays by their paths, those inside of its objects too, with their fields."""
        return {**self.of(entity), **self.inner.get(entity, {})}

    def members(self, entity: str, group: str) -> list[Field]:
        """The fields of an array: where the general kind of an entity has a group of the same name,
        its fields first, since they share one array. Of an array inside of an object just its own."""
        if group in self.inner.get(entity, {}):
            return self.inner[entity][group]
        above = [link.from_.entity for link in self.paths.generals.get(entity, [])]
        shared = [field for general in above for field in self.members(general, group)]
        return [*shared, *self.of(entity).get(group, [])]

    def folded(self) -> dict[str, tuple[Folded, ...]]:
        """The arrays of each entity that has some, as sizes count them."""
        entities = self.paths.names.entities
        arrays = {
            entity: tuple(
                _folded(name, fields, self.members(entity, name)) for name, fields in groups.items()
            )
            for entity, groups in self.groups.items()
        }
        for entity, inner in self.inner.items():
            own = entities[entity].own_fields
            inner_arrays = tuple(_folded_inside(path, fields, own) for path, fields in inner.items())
            arrays[entity] = (*arrays.get(entity, ()), *inner_arrays)
        return arrays

    def folded_on_links(self) -> dict[str, tuple[Folded, ...]]:
        """The arrays of each link that has some, likewise."""
        return {
            link: tuple(_folded(name, fields, fields) for name, fields in groups.items())
            for link, groups in self.of_links.items()
        }

    def group(self, step: Step) -> str:
        """The array that holds what a step leads to, "" where it has a path of its own."""
        arrays = self._arrays(step)
        return next((name for name, some in arrays.items() if _is_among(step.field, some)), "")

    def name(self, step: Step) -> str:
        """What that array is called where it stands."""
        return self.group(step).rpartition(".")[2]

    def _arrays(self, step: Step) -> dict[str, list[Field]]:
        if step.kind == "field":
            return self.everywhere(step.entity)
        link = step.relationship if step.kind == "link" else None
        return self.of_links.get(link.name, {}) if link is not None else {}

    @property
    def exist(self) -> bool:
        """Whether there is any array."""
        return bool(self.groups or self.inner or self.of_links)

    def within(self, route: Route | None) -> tuple[str, int] | None:
        """The name of the attribute that a route leads to or through, and its place in its array
        in the examples; None for any other route."""
        for step in () if route is None else route.steps:
            group = self.group(step)
            if group:
                linked = step.kind == "link"
                members = self._arrays(step)[group] if linked else self.members(step.entity, group)
                return step.name, [field.name for field in members].index(step.name)
        return None


def has_groups(model: Model) -> bool:
    """Whether a design declares groups of similar fields that an array can be made of."""
    fields = (
        (entity.own_fields for entity in model.entities),
        (given(link.link_fields, []) for link in model.links),
    )
    return any(stated(part.field.variant_group) for some in chain(*fields) for part in parts(some))


def _is_among(field: Field | None, fields: list[Field]) -> bool:
    """Whether it is one of these: an equal one that stands elsewhere is another."""
    return any(candidate is field for candidate in fields)


def _folded(group: str, fields: list[Field], members: list[Field]) -> Folded:
    """An array as sizes count it. members: what it has, with that of a general kind."""
    shared, whole = members[: len(members) - len(fields)], _bytes_of(members)
    return Folded(
        array=group,
        names=frozenset(field.name for field in fields),
        whole=whole,
        added=whole - _bytes_of(shared) if shared else named(group, whole),
        depth=2 + depth_of(members),
        fields=tuple(fields),
    )


def _folded_inside(path: str, fields: list[Field], own: list[Field]) -> Folded:
    """The same of an array inside of an object, or of each object of a list: what it adds to their own bytes,
    which count its fields, unless the design states how large they are."""
    *holders, group = path.split(".")
    sized, often, deep = False, 1.0, 0
    for name in holders:
        field = next(candidate for candidate in own if candidate.name == name)
        item = given(field.items, None)
        sized = sized or stated(field.average_bytes) or (item is not None and stated(item.average_bytes))
        often, deep = often * (1.0 if item is None else elements_of(field)), deep + 1 + (item is not None)
        own = given(field.fields, []) if item is None else given(item.fields, [])
    array = _folded(group, fields, fields)
    apart = sum(named(field.name, field_bytes(field)) for field in fields)
    added = 0.0 if sized else often * (array.added - apart)
    return array._replace(added=added, depth=array.depth + deep, root=holders[0])


def _bytes_of(fields: list[Field]) -> float:
    """Bytes of an array with each of these once: its name, its value, and its unit where it has one."""
    each = [5 + named(NAME, _text(field.name)) + named(VALUE, field_bytes(field)) for field in fields]
    each += [named(UNIT, _text(unit)) for field in fields if (unit := unit_of(field.name))]
    return array_bytes(len(fields), sum(each) / len(fields))


def _text(value: str) -> float:
    return named(value, 0) + 3  # 5 beside the letters, where a name has 2


def unit_of(name: str) -> str:
    """The unit that an attribute's name ends with (weight_kg), "" for none."""
    last = name.rpartition("_")[2].lower()
    return last if "_" in name and last in _UNITS else ""
