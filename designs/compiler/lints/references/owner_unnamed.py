"""Writes that identify an owned entity without its owner.

An owned entity's key is unique only within its owner: each order has a line 1. Updating line 1 would change it in
every order.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...model.conceptual import Operation, Relationship, given, stated
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ..base import Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates and deletes of an owned entity that filter by a field that isn't unique, without a key or a field of
    another entity."""
    for operation in seen.model.workload:
        owner = _owner(seen, operation.entity) if operation.kind in ("update", "delete") else None
        if owner is None or not _names_own_fields_only(seen, operation):
            continue
        child, parent = seen.names.word(operation.entity), seen.names.word(owner.from_.entity)
        paths = [match.field for match in given(operation.filter, [])]
        reference = seen.names.end(owner, "to")
        message = f"{operation.kind.capitalize()}s the {child} with this {listed(paths)} in every {parent}."
        fix = setting(
            operation,
            "filter",
            value=[{"field": reference}, *msgspec.to_builtins(given(operation.filter, []))],
        )
        yield LINT.finding(operation.name, message, f"Add {reference} to its filter.", fix=fix)


def _owner(seen: Inspection, entity: str) -> Relationship | None:
    """Return the relationship whose parent owns a weak entity, however its data is stored: first one that says so, or
    that holds it; else one that each child needs."""
    if given(seen.names.entities[entity].kind, "entity") != "weak":
        return None
    owners = [
        (relationship, decision.traits.inside_holder)
        for relationship, decision in seen.decided()
        if relationship.kind == "one-to-many"
        and relationship.to.entity == entity != relationship.from_.entity
    ]
    surest = max(owners, key=lambda owner: _sureness(*owner), default=None)
    return surest[0] if surest is not None else None


def _sureness(relationship: Relationship, is_inside: bool) -> tuple[bool, bool, bool]:
    is_needed = given(relationship.to.count.min, 0) >= 1
    return given(relationship.exclusive_owner, False), is_inside, is_needed


def _names_own_fields_only(seen: Inspection, operation: Operation) -> bool:
    """Return whether a filter takes a value, and no condition names a key or reaches beyond own fields. A
    filter of constants alone means every element that meets it."""
    matches = given(operation.filter, [])
    routes = [
        seen.paths.resolve(operation.entity, match.field, given(operation.includes, [])) for match in matches
    ]
    if not all(route and all(step.kind == "field" for step in route.steps) for route in routes):
        return False
    if any(route and (route.last.name == "_id" or _is_unique(route.field)) for route in routes):
        return False
    asked = {match.field for match in matches if match.how in ("eq", "in")}
    keys = [
        {path for path, _ in index.keys}
        for index in given(seen.names.entities[operation.entity].indexes, [])
        if index.unique is True
    ]
    takes_value = any(match.how == "eq" and not stated(match.value) for match in matches)
    return takes_value and not any(paths <= asked for paths in keys)


def _is_unique(field: object) -> bool:
    return getattr(field, "unique", None) is True


LINT = Lint(
    code="OWNER_UNNAMED",
    slug="owner-unnamed",
    name="OWNER_UNNAMED",
    severity="warning",
    title="Write without the owner's ID",
    source="entity-relationship model: the key of an owned (weak) entity includes its owner's",
    about="operation",
    check=check,
)
