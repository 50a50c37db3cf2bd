"""Faults of what a design points at by path: operations, copies, recent, retention, shard keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.conceptual import (
    Copy,
    Effect,
    Entity,
    Match,
    Model,
    Operation,
    Recent,
    Relationship,
    given,
    stated,
)
from ..model.values import bson_of_types, how_written
from ..names.naming import Names
from ..names.path_steps import Route
from ..names.paths import Paths
from ..names.suggestions import Guesses
from ..plan_model.findings import Finding, fault
from .grammar import meant
from .json_text import Place, quoted, shown


def reference_faults(model: Model, guesses: Guesses) -> Iterator[Finding]:
    """Every unknown path of a design whose relationships have both ends, and every value that its
    field can't hold. Declared indexes and formulas are for the lints."""
    check = _ReferenceCheck(model, guesses)
    for index, entity in enumerate(model.entities):
        yield from check.entity(entity, index)
    for index, link in enumerate(model.links):
        yield from check.link(link, index)
    for index, operation in enumerate(model.workload):
        if operation.entity in check.names.entities:
            yield from check.operation(operation, index)


class _ReferenceCheck:
    def __init__(self, model: Model, guesses: Guesses) -> None:
        self.names = Names(model)
        self.paths = Paths(self.names)
        self.guesses = guesses

    def path(
        self, entity: str, path: str, place: Place, includes: list[str] | None = None
    ) -> Iterator[Finding]:
        if self.paths.resolve(entity, path, includes or ()) is None:
            near = self.paths.suggest(entity, path, self.guesses)
            remedy = f"Did you mean {quoted(near)}?" if near else self._choices(entity, path)
            yield fault(shown(place), f"{entity} has no field {quoted(path)}.", remedy)

    def _choices(self, entity: str, path: str) -> str:
        begun, ways = self.paths.beyond(entity, path)
        if not ways:
            return f"Declare the fields of {quoted(begun)}, or use {quoted(begun)} itself."
        return f"Use one of {', '.join(map(quoted, ways[:20]))}."

    # --- entities and relationships -----------------------------------------------------------

    def entity(self, entity: Entity, index: int) -> Iterator[Finding]:
        place: Place = ("entities", index)
        if entity.retention and stated(entity.retention.field):
            yield from self.path(entity.name, str(entity.retention.field), (*place, "retention", "field"))
        as_object = isinstance(given(entity.shard_key, None), dict)
        for number, (path, _) in enumerate(entity.shard_pairs):
            last: Place = (path,) if as_object else (number, 0)
            yield from self.path(entity.name, path, (*place, "shard_key", *last))
        for number, index_ in enumerate(given(entity.indexes, [])):
            partial = given(index_.partial, {})
            yield from self._fixed(partial, (*place, "indexes", number, "partial"), entity.name, [])

    def link(self, link: Relationship, index: int) -> Iterator[Finding]:
        place: Place = ("relationships", index)
        for number, copy in enumerate(given(link.copies, [])):
            yield from self._copy(link, copy, (*place, "copies", number))
        if link.recent:
            yield from self._recent(link, link.recent, (*place, "recent"))

    def _copy(self, link: Relationship, copy: Copy, place: Place) -> Iterator[Finding]:
        entity = link.end(copy.of).entity
        yield from self.path(entity, copy.field, (*place, "field"))
        if self._is_endless(link, copy):
            own = ", ".join(quoted(field.name) for field in self.names.entities[entity].own_fields)
            problem = f"{quoted(copy.field)} of {entity} copies itself."
            yield fault(shown((*place, "field")), problem, f"Use one of {own}." if own else "Use a field.")

    def _is_endless(self, link: Relationship, copy: Copy) -> bool:
        """Whether a copy of a copy leads to itself in the end, and to no field."""
        seen: list[tuple[str, Copy]] = []
        while (link.name, copy) not in seen:
            seen.append((link.name, copy))
            route = self.paths.resolve(link.end(copy.of).entity, copy.field)
            step = None if route is None else route.last
            if step is None or step.copy is None or step.relationship is None:
                return False
            link, copy = step.relationship, step.copy
        return True

    def _recent(self, link: Relationship, recent: Recent, place: Place) -> Iterator[Finding]:
        own = {field.name for field in given(link.link_fields, [])}
        wanted: list[tuple[str, Place]] = [(recent.sort, (*place, "sort"))] if recent.sort else []
        wanted += [(path, (*place, "fields", number)) for number, path in enumerate(given(recent.fields, []))]
        for path, at in wanted:
            if path.partition(".")[0] not in own:
                yield from self.path(link.to.entity, path, at)

    # --- operations -----------------------------------------------------------------------------

    def operation(self, operation: Operation, index: int) -> Iterator[Finding]:
        place: Place = ("operations", index)
        entity, includes = operation.entity, given(operation.includes, [])
        yield from self._includes(entity, includes, (*place, "includes"))
        for number, match in enumerate(given(operation.filter, [])):
            at = (*place, "filter", number)
            yield from self.path(entity, match.field, (*at, "field"), includes)
            yield from self._match(entity, match, at, includes)
        for number, sort in enumerate(given(operation.sort, [])):
            yield from self.path(entity, sort.field, (*place, "sort", number, "field"), includes)
        for key, paths in (("projection", operation.projection), ("changes", operation.changes)):
            for number, path in enumerate(given(paths, [])):
                yield from self.path(entity, path, (*place, key, number), includes)
        for number, effect in enumerate(given(operation.effects, [])):
            yield from self.path(entity, effect.field, (*place, "effects", number, "field"), includes)
            yield from self._effect(entity, effect, (*place, "effects", number), includes)
        yield from self._always(operation, (*place, "always_filter"), includes)

    def _includes(self, entity: str, includes: list[str], place: Place) -> Iterator[Finding]:
        links = self.names.relationships
        unknown = False
        for number, item in enumerate(includes):
            if item not in links and item.partition(".")[0] not in links:
                unknown = True
                problem = f"Unknown relationship {quoted(item)}."
                yield fault(shown((*place, number)), problem, meant(item, list(links), self.guesses))
        _, refused = self.paths.reach(entity, includes)
        if refused is not None and not unknown:
            problem = f"{quoted(refused)} isn't reachable from {entity}."
            remedy = "Include the connecting relationship first, or use the field name on the reading side."
            yield fault(shown((*place, includes.index(refused))), problem, remedy)

    def _always(self, operation: Operation, place: Place, includes: list[str]) -> Iterator[Finding]:
        filter_ = given(operation.always_filter, {})
        for path in _named(filter_):
            yield from self.path(operation.entity, path, (*place, path), includes)
        yield from self._fixed(filter_, place, operation.entity, includes)

    def _fixed(self, filter_: Any, place: Place, entity: str, includes: list[str]) -> Iterator[Finding]:
        if filter_:
            from .conditions import condition_faults  # few designs have such a filter

            yield from condition_faults(filter_, place, self.typed(entity, includes), self.guesses)

    # --- values ---------------------------------------------------------------------------------

    def typed(self, entity: str, includes: list[str]) -> Any:
        """The types that a value at a path may have, empty where they are not known."""
        return lambda path: _types(self.paths.resolve(entity, path, includes))

    def _match(self, entity: str, match: Match, place: Place, includes: list[str]) -> Iterator[Finding]:
        types = self.typed(entity, includes)(match.field) if match.how in ("eq", "in", "range") else ()
        for key, value in (("value", match.value), ("at_least", match.at_least), ("at_most", match.at_most)):
            if stated(value):
                values = value if match.how == "in" and isinstance(value, list) else [value]
                yield from _value_faults(values, types, (*place, key))

    def _effect(self, entity: str, effect: Effect, place: Place, includes: list[str]) -> Iterator[Finding]:
        if stated(effect.value):
            types = self.typed(entity, includes)(effect.field) if effect.do == "set" else ()
            yield from _value_faults([effect.value], types, (*place, "value"))


def _value_faults(values: list[Any], types: tuple[str, ...], place: Place) -> Iterator[Finding]:
    for value in values:
        try:
            bson_of_types(value, types) if types else None
        except ValueError as error:
            yield fault(shown(place), str(error), how_written(types))


def _types(route: Route | None) -> tuple[str, ...]:
    """Of an array, the types of its elements too: a condition on it matches an element."""
    field = route.field if route else None
    if field is None:
        return ()
    items = given(field.items, None)
    return field.all_types if items is None else (*field.all_types, items.type)


def _named(condition: Any) -> Iterator[str]:
    """The paths that a filter names, those inside $and and $or too."""
    if isinstance(condition, list):
        for part in condition:
            yield from _named(part)
    elif isinstance(condition, dict):
        for key, value in condition.items():
            if key in ("$and", "$or"):
                yield from _named(value)
            elif not key.startswith("$"):
                yield key
