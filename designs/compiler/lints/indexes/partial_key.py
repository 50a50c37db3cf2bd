"""Numbers that are unique within their owner, without an index that enforces it.

Each auction has one lot 1. In an embedded array, a duplicate is visible. In a collection, only a unique index on
the owner and the number prevents a second lot 1, and lets a query find exactly one document.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...model.conceptual import Entity, Field, Operation, Relationship, given, stated
from ...names.inflection import snake
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting

_NUMBERS = frozenset({"no", "nr", "num", "number", "seq", "sequence", "position", "code", "label", "key"})
"""Last words of the names of what numbers the parts of a whole."""


def check(seen: Inspection) -> Iterator[Finding]:
    """Numbers that operations use to find one part of its owner, stored in its own collection, if no unique index on
    the owner and the number exists."""
    for relationship in seen.model.links:
        entity = seen.names.entities[relationship.to.entity]
        spots = seen.placement.spots(entity.name)
        if not _is_owned(seen, relationship, entity) or any(spot.path for spot in spots):
            continue
        operations = seen.survey.traffic.by_entity.get(entity.name, ())
        asked = {name: each for each in operations for name in _numbers(seen, relationship, entity, each)}
        for name, operation in asked.items():
            yield _finding(seen, relationship, entity, name, operation)


def _is_owned(seen: Inspection, relationship: Relationship, entity: Entity) -> bool:
    """Whether each thing is a part of one of the other end: a weak one, or what the design says to be one's alone."""
    if relationship.kind != "one-to-many" or relationship.from_.entity == entity.name:
        return False
    is_part = entity.kind_or_default == "weak" or relationship.exclusive_owner is True
    return is_part and given(relationship.to.count.min, 0) >= 1


def _numbers(
    seen: Inspection, relationship: Relationship, entity: Entity, operation: Operation
) -> Iterator[str]:
    """Yield the number by which an operation finds one part of an owner, if it does."""
    routes = {
        match.field: seen.paths.resolve(entity.name, match.field)
        for match in given(operation.filter, [])
        if match.how == "eq" and not stated(match.value)
    }
    first = [route.steps[0] for route in routes.values() if route is not None]
    names_owner = any(step.relationship is relationship and step.side == "to" for step in first)
    own = [name for name, route in routes.items() if route is not None and route.steps[0].kind == "field"]
    fields = {field.name: field for field in entity.own_fields}
    if not names_owner or len(own) != 1 or own[0] not in fields or not _is_number(fields[own[0]]):
        return
    reference = {seen.names.end(relationship, "to"), seen.names.ids(relationship, "to")}
    unique = [{path for path, _ in each.keys} for each in given(entity.indexes, []) if each.unique is True]
    if not any(own[0] in keys and keys <= {own[0], *reference} for keys in unique):
        yield own[0]


def _is_number(field: Field) -> bool:
    """Whether a field tells the parts of a whole apart, by its type and name, and does not tell all things apart."""
    if field.unique is True or field.name == "_id" or stated(field.enum):
        return False
    return field.type in ("int", "long", "string") and snake(field.name).rpartition("_")[2] in _NUMBERS


def _finding(
    seen: Inspection, relationship: Relationship, entity: Entity, name: str, operation: Operation
) -> Finding:
    child, parent = seen.names.word(entity.name), seen.names.word(relationship.from_.entity)
    reference = seen.names.end(relationship, "to")
    declared = msgspec.to_builtins(given(entity.indexes, []))
    index = {"keys": [[reference, 1], [name, 1]], "unique": True}
    return LINT.finding(
        f"{entity.name}.{name}",
        (
            f"“{operation.name}” finds a {child} by its {parent} and {name}, but no unique index prevents a "
            "second one."
        ),
        f"Add a unique index on {reference} and {name}.",
        fix=setting(entity, "indexes", value=[*declared, index]),
    )


LINT = Lint(
    code="PARTIAL_KEY",
    slug="partial-key",
    name="PARTIAL_KEY",
    severity="info",
    title="Owned entity's number isn't unique",
    source="entity-relationship model: the key of an owned (weak) entity includes its owner's; MongoDB manual, Unique Compound Index",
    about="entity",
    check=check,
)
