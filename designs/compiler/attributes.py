"""Which declared groups of similar fields are stored as one array of names and values (rule P3).

A group is worth it where at least two operations filter or sort by its fields: one index serves
all of them. A field stays out of the array where something else needs it under a path of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .choices import list_order
from .conceptual import Entity, Field, Model, Operation, given, stated
from .paths import Paths
from .routes import Route, Step

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
        self.paths = paths
        self._fixed = _fixed_paths(model)
        self._asked: dict[tuple[str, str], set[str]] = {}
        self.groups: dict[str, dict[str, list[Field]]] = {}
        self._loose = list(_loose(model))
        declared = {one.name: groups for one in model.entities if (groups := self._declared(one))}
        for operation in model.workload if declared or self._loose else ():
            self._ask(operation, declared)
        for entity, groups in declared.items():
            kept = {name: some for name, some in groups.items() if self.asked(entity, name) >= LEAST}
            if kept:
                self.groups[entity] = kept

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
        special = field.unique is True or stated(field.computed) or stated(field.grid)
        versioned = stated(field.since_version) or stated(field.until_version)
        odd = field.name in ("_id", "id") or "." in field.name or field.name.startswith("$") or is_open(field)
        return special or versioned or odd or (entity.name, field.name) in self._fixed

    def _ask(self, operation: Operation, declared: dict[str, dict[str, list[Field]]]) -> None:
        paths = [match.field for match in given(operation.filter, [])]
        paths += [key.field for key in given(operation.sort, [])]
        for path in paths:
            route = self.paths.resolve(operation.entity, path, given(operation.includes, []))
            for step in route.steps if route is not None else ():
                for group, fields in declared.get(step.entity, {}).items():
                    if _is_among(step.field, fields):
                        self._asked.setdefault((step.entity, group), set()).add(operation.name)
                for one in self._loose:
                    if _is_among(step.field, one.fields):
                        self._asked.setdefault((one.subject, one.within + one.group), set()).add(
                            operation.name
                        )

    def asked(self, entity: str, group: str) -> int:
        """How many operations filter or sort by fields of a group."""
        return len(self._asked.get((entity, group), ()))

    @property
    def loose(self) -> list[Loose]:
        """The groups that operations ask for as they do for an array, and that stay fields."""
        return [one for one in self._loose if self.asked(one.subject, one.within + one.group) >= LEAST]

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
