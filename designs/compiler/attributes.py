"""Which declared groups of similar fields are stored as one array of names and values (rule P3).

A group is worth it where at least two operations filter or sort by its fields: one index serves
all of them. A field stays out of the array where something else needs it under a path of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy as duplicate
from functools import cached_property
from typing import NamedTuple, TypeVar

from .cases import Folded
from .choices import list_order
from .conceptual import Entity, Field, Model, Operation, given, stated
from .paths import Paths
from .routes import Route, Step
from .sizes import array_bytes, depth_of, field_bytes, named

K = TypeVar("K")
LEAST = 2  # operations
NAME, VALUE, UNIT = "k", "v", "u"
_UNITS = frozenset("mm cm m km in ft g kg t lb ml l s min h w kw v a hz mb gb tb px".split())


class Loose(NamedTuple):
    """A group that would be an array, and stays fields. subject: what declares it; within: the object,
    array or link that its fields are in, "" where another field has its name."""

    subject: str
    group: str
    fields: list[Field]
    within: str


class Attributes:
    """The groups of a design that are arrays, by entity and group, with their fields."""

    def __init__(self, model: Model, paths: Paths) -> None:
        self.model, self.paths = model, paths
        self.groups: dict[str, dict[str, list[Field]]] = {}
        grouped = [one for one in model.entities if has_groups(one)]
        self._fixed = _fixed_paths(model) if grouped else frozenset()
        declared = {one.name: groups for one in grouped if (groups := self._declared(one))}
        named = [
            ((one, group), fields) for one, groups in declared.items() for group, fields in groups.items()
        ]
        for (entity, group), fields in self._worth_it(named):
            self.groups.setdefault(entity, {})[group] = fields

    def _declared(self, entity: Entity) -> dict[str, list[Field]]:
        found: dict[str, list[Field]] = {}
        taken = {field.name for field in entity.own_fields if not stated(field.variant_group)}
        for field in entity.own_fields:
            group = given(field.variant_group, "")
            if group and group not in taken and not self._needs_path(entity, field):
                found.setdefault(group, []).append(field)
        return found

    def _needs_path(self, entity: Entity, field: Field) -> bool:
        """Whether something else than a filter needs the field where it is declared."""
        special = field.unique is True or field.sensitive is True
        special = special or stated(field.computed) or stated(field.grid)
        versioned = stated(field.since_version) or stated(field.until_version)
        odd = field.name in ("_id", "id") or "." in field.name or field.name.startswith("$") or is_open(field)
        return special or versioned or odd or (entity.name, field.name) in self._fixed

    def _worth_it(self, groups: list[tuple[K, list[Field]]]) -> list[tuple[K, list[Field]]]:
        """Those of which at least LEAST operations filter or sort by a field."""
        of_field = {id(field): place for place, (_, fields) in enumerate(groups) for field in fields}
        asked: list[set[str]] = [set() for _ in groups]
        for operation in self.model.workload if groups else ():
            for step in self._steps(operation):
                if id(step.field) in of_field:
                    asked[of_field[id(step.field)]].add(operation.name)
        return [one for one, names in zip(groups, asked, strict=True) if len(names) >= LEAST]

    def _steps(self, operation: Operation) -> Iterator[Step]:
        paths = [match.field for match in given(operation.filter, [])]
        paths += [key.field for key in given(operation.sort, [])]
        for path in paths:
            route = self.paths.resolve(operation.entity, path, given(operation.includes, []))
            yield from route.steps if route is not None else ()

    @cached_property
    def loose(self) -> list[Loose]:
        """The groups that operations ask for as they do for an array, and that stay fields."""
        return [one for one, _ in self._worth_it([(one, one.fields) for one in _loose(self.model)])]

    def without(self, entities: set[str]) -> Attributes:
        """The same without these: folded into others, their fields stand there one by one."""
        if entities.isdisjoint(self.groups):
            return self
        other = duplicate(self)
        other.groups = {name: groups for name, groups in self.groups.items() if name not in entities}
        return other

    # --- asking -----------------------------------------------------------------------------------

    def of(self, entity: str) -> dict[str, list[Field]]:
        """The groups of an entity that are arrays, with their fields."""
        return self.groups.get(entity, {})

    def members(self, entity: str, group: str) -> list[Field]:
        """The fields of an array: where the general kind of an entity has a group of the same name,
        its fields first, since they share one array."""
        above = [link.from_.entity for link in self.paths.generals.get(entity, [])]
        shared = [field for one in above for field in self.members(one, group)]
        return [*shared, *self.of(entity).get(group, [])]

    def folded(self) -> dict[str, tuple[Folded, ...]]:
        """The arrays of each entity that has some, as sizes count them."""
        return {
            entity: tuple(self._folded(entity, name, fields) for name, fields in groups.items())
            for entity, groups in self.groups.items()
        }

    def _folded(self, entity: str, group: str, fields: list[Field]) -> Folded:
        members = self.members(entity, group)
        shared = members[: len(members) - len(fields)]
        whole = _bytes_of(members)
        return Folded(
            array=group,
            names=frozenset(field.name for field in fields),
            whole=whole,
            added=whole - _bytes_of(shared) if shared else named(group, whole),
            depth=2 + depth_of(members),
        )

    def group(self, step: Step) -> str:
        """The array that holds what a step leads to, "" where it has a path of its own."""
        if step.kind != "field":
            return ""
        return next((name for name, some in self.of(step.entity).items() if _is_among(step.field, some)), "")

    def within(self, route: Route | None) -> tuple[str, int] | None:
        """The name of the attribute that a route leads to or through, and its place in its array
        in the examples; None for any other route."""
        for step in () if route is None else route.steps:
            group = self.group(step)
            if group:
                return step.name, [field.name for field in self.members(step.entity, group)].index(step.name)
        return None


def has_groups(entity: Entity) -> bool:
    """Whether an entity declares a group of similar fields."""
    return any(stated(field.variant_group) for field in entity.own_fields)


def _is_among(field: Field | None, fields: list[Field]) -> bool:
    """Whether it is one of these: an equal one that stands elsewhere is another."""
    return any(one is field for one in fields)


def _loose(model: Model) -> Iterator[Loose]:
    """The declared groups that no array can be made of."""
    for entity in model.entities:
        taken = {field.name for field in entity.own_fields if not stated(field.variant_group)}
        named = _grouped(entity.own_fields)
        yield from (Loose(entity.name, name, some, "") for name, some in named.items() if name in taken)
        yield from _inside(entity.name, "", entity.own_fields)
    for link in model.links:
        fields = given(link.link_fields, [])
        yield from (Loose(link.name, name, some, link.name) for name, some in _grouped(fields).items())
        yield from _inside(link.name, "", fields)


def _inside(subject: str, path: str, fields: list[Field]) -> Iterator[Loose]:
    for field in fields:
        items = given(field.items, None)
        inner = given(field.fields, []) or (given(items.fields, []) if items is not None else [])
        at = f"{path}{field.name}"
        yield from (Loose(subject, name, some, at) for name, some in _grouped(inner).items())
        yield from _inside(subject, f"{at}.", inner)


def _grouped(fields: list[Field]) -> dict[str, list[Field]]:
    found: dict[str, list[Field]] = {}
    for field in fields:
        if given(field.variant_group, ""):
            found.setdefault(given(field.variant_group, ""), []).append(field)
    return found


def _bytes_of(fields: list[Field]) -> float:
    """Bytes of an array with each of these once: its name, its value, and its unit where it has one."""
    each = [5 + named(NAME, _text(one.name)) + named(VALUE, field_bytes(one)) for one in fields]
    each += [named(UNIT, _text(unit)) for one in fields if (unit := unit_of(one.name))]
    return array_bytes(len(fields), sum(each) / len(fields))


def _text(value: str) -> float:
    return named(value, 0) + 3  # 5 beside the letters, where a name has 2


def unit_of(name: str) -> str:
    """The unit that an attribute's name ends with (weight_kg), "" for none."""
    last = name.rpartition("_")[2].lower()
    return last if "_" in name and last in _UNITS else ""


def is_open(field: Field) -> bool:
    """Whether the names inside an object are not known: then one wildcard index is all there is."""
    return field.type == "object" and not given(field.fields, [])


def _fixed_paths(model: Model) -> frozenset[tuple[str, str]]:
    """By entity, the top-level fields that copies, slices, the order of lists, indexes, retention,
    shard keys or formulas name."""
    found: set[tuple[str, str]] = set()
    known = {entity.name: entity for entity in model.entities}
    for entity in model.entities:
        named = [path for index in given(entity.indexes, []) for path, _ in index.keys]
        named += [path for index in given(entity.indexes, []) for path in given(index.partial, {})]
        named += [path for path, _ in entity.shard_pairs]
        retention = given(entity.retention, None)
        named += [given(retention.field, "")] if retention is not None else []
        found.update((entity.name, path.partition(".")[0]) for path in named)
    words = {
        word
        for one in model.entities
        for formula in _formulas(one.own_fields)
        for word in re.findall(r"\w+", formula)
    }
    found.update((one.name, word) for one in model.entities for word in words)
    for link in model.links:
        for copy in given(link.copies, []):
            found.add((link.end(copy.of).entity, copy.field.partition(".")[0]))
        if link.kind == "one-to-many" and link.to.entity in known:
            found.add((link.to.entity, list_order(link, known[link.to.entity])[0].partition(".")[0]))
        recent = given(link.recent, None)
        for path in given(recent.fields, []) if recent is not None else []:
            found.add((link.to.entity, path.partition(".")[0]))
    return frozenset(found)


def _formulas(fields: list[Field]) -> Iterator[str]:
    for field in fields:
        computed = given(field.computed, None)
        if computed is not None:
            yield computed.formula
        yield from _formulas(given(field.fields, []))
