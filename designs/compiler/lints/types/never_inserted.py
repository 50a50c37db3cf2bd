"""Entities that operations read and change, but never insert.

Inserts are easy to forget when you list the most frequent reads. Without the insert, no generated function creates
these documents with their required fields, counters, and copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, given
from ...names.inflection import listed
from ...plan_model.findings import Finding
from ..base import Fix, Inspection, Lint, adding_operation, together

_NAMED = 4


def check(seen: Inspection) -> Iterator[Finding]:
    """Find the entities that operations read and update, and nothing creates. One finding names them all."""
    missing = [entity for entity in seen.model.entities if _is_missing(seen, entity)]
    if missing:
        words = [seen.names.spoken(entity.name) for entity in missing]
        rest = len(words) - _NAMED
        named = f"{', '.join(words[:_NAMED])} and {rest} more" if rest > 0 else listed(words)
        yield LINT.finding(
            missing[0].name,
            f"No operation inserts {named}.",
            "Add an operation that inserts them.",
            fix=together(*(_insert(seen, entity, place) for place, entity in enumerate(missing))),
        )


def _is_missing(seen: Inspection, entity: Entity) -> bool:
    """Whether operations read and update things that none inserts, alone, as a kind, or as a part of what holds them."""
    traffic, families = seen.survey.traffic, seen.survey.families
    if entity.kind_or_default == "lookup" or not (
        traffic.reads[entity.name] and traffic.updates[entity.name]
    ):
        return False
    kin = {entity.name, *families.above(entity.name), *families.below(entity.name)}
    if any(name in traffic.inserts for name in kin):
        return False
    around = {
        seen.names.relationships[decision.relationship].end(decision.side).entity
        for decision in seen.decisions.values()
        if decision.traits.inside_holder and entity.name in _ends(seen, decision.relationship)
    }
    return not any(name in traffic.inserts for name in around - kin) and not _is_pushed(seen, entity)


def _ends(seen: Inspection, relationship: str) -> tuple[str, str]:
    link = seen.names.relationships[relationship]
    return link.from_.entity, link.to.entity


def _is_pushed(seen: Inspection, entity: Entity) -> bool:
    """Whether an operation puts such things into a list of what they belong to."""
    for operation in seen.model.workload:
        for effect in given(operation.effects, []):
            route = seen.paths.resolve(operation.entity, effect.field)
            if route is not None and route.target == entity.name != operation.entity:
                return True
    return False


def _insert(seen: Inspection, entity: Entity, place: int) -> Fix | None:
    """The edit that adds an operation which inserts such things; None where the design's objects have no ids."""
    return adding_operation(seen, entity, f"add {seen.names.word(entity.name)}", place, "insert")


LINT = Lint(
    code="NEVER_INSERTED",
    slug="never-inserted",
    name="NEVER_INSERTED",
    severity="info",
    title="No operation inserts these documents",
    source="our own: every thing comes about once",
    about="entity",
    check=check,
)
