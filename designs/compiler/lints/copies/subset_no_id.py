"""Subsets whose items don't store the ID of the document they are copied from.

When that document changes or is deleted, its copy can't be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.conceptual import Entity, Field, given
from ...plan_model.findings import Finding
from ...plan_model.physical import DocField
from ..base import Inspection, Lint

_PREFIX = "recent_"


def check(seen: Inspection) -> Iterator[Finding]:
    """Subsets that don't store the ID of their source; and arrays of objects named `recent_` plus another entity's
    collection, without a field for its ID."""
    for collection in seen.plan.collections:
        for path, located in seen.located[collection.name].items():
            field = located.field
            if field.origin == "subset" and field.items is not None and not _refers(field.items.fields):
                yield _finding(f"{collection.name}.{path}", field.entity or "the source")
    for entity, path, declared in seen.own_fields():
        source = _copied(seen, declared)
        if source is not None and source is not entity and not _names(seen, declared, source):
            yield _finding(f"{entity.name}.{path}", source.name)


def _refers(fields: Iterable[DocField]) -> bool:
    return any(
        field.origin == "reference" or field.name == "_id" or _refers(field.fields) for field in fields
    )


def _copied(seen: Inspection, field: Field) -> Entity | None:
    """The entity of whose documents a declared array keeps a slice."""
    item = given(field.items, None)
    if item is None or item.type != "object" or not field.name.startswith(_PREFIX):
        return None
    wanted = field.name.removeprefix(_PREFIX)
    entities = seen.model.entities
    return next((entity for entity in entities if seen.placement.collection(entity.name) == wanted), None)


def _names(seen: Inspection, field: Field, source: Entity) -> bool:
    item = given(field.items, None)
    own = {"_id", "id", seen.names.element_id(source.name), f"{seen.names.word(source.name)}_id"}
    own |= {candidate.name for candidate in source.own_fields if given(candidate.unique, False)}
    return any(inner.name in own for inner in (given(item.fields, []) if item is not None else ()))


def _finding(subject: str, source: str) -> Finding:
    message = f"Items don't store their {source} ID, so updates can't reach them."
    return LINT.finding(subject, message, f"Store the {source} ID in each item.")


LINT = Lint(
    code="L22",
    slug="subset-no-id",
    name="SUBSET_NO_ID",
    severity="warning",
    title="Subset without source IDs",
    source="Nestlink default: every copy must be found again",
    check=check,
)
