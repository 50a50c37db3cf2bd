"""Embedded documents that belong to several parents, of one relationship or of several.

Each parent has its own copy. A change has to find and update all copies, which differ until it's done.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import End, Entity, Relationship, given, stated
from ...plan_model.decisions import INSIDE
from ...plan_model.findings import Finding, Severity
from ...plan_model.number_format import listed
from ..base import Inspection, Lint, number, to_the_rules

MANY = 2


def check(seen: Inspection) -> Iterator[Finding]:
    """Embedded entities that can change and that, by their counts, belong to more than one parent."""
    for relationship, decision in seen.decided():
        parents = _parents(relationship.to)
        child = seen.names.entities[relationship.to.entity]
        if decision.traits.inside_holder and parents > 1 and _changes(child):
            message = (
                f"Each {child.name} is embedded in {number(parents)} {relationship.from_.entity} documents: "
                "every change rewrites each copy."
            )
            hint = f"If it's many-to-many, give {child.name} its own collection and reference it."
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(seen.place(relationship, "from"), message, hint, fix=fix, parents=parents)
    for entity, homes in seen.compilation.composition.homes.items():
        inside = [home.relationship for home in homes if home.kind in INSIDE and home.relationship]
        yield from _in_several(seen, entity, [seen.names.relationships[name] for name in inside])


def _in_several(seen: Inspection, entity: str, around: list[Relationship]) -> Iterator[Finding]:
    """An entity that the designer's strategies embed by several relationships, unless it is part of whatever has it."""
    must = [bool(given(relationship.to.count.min, 0)) for relationship in around]
    child = seen.names.entities[entity]
    if len(around) < MANY or not _changes(child) or (child.kind_or_default == "weak" and not any(must)):
        return
    holders = listed([f"in {relationship.from_.entity}" for relationship in around])
    message = f"{entity} is embedded {holders}: one with several of these parents is stored several times."
    if all(must):
        message = f"Each {entity} is embedded {holders}: every change rewrites each copy."
    hint = f"Embed {entity} by one of these relationships, and reference it by the others."
    fix = to_the_rules(around[-1], seen.placement.decision(around[-1]))
    severity: Severity = "error" if all(must) else "warning"
    yield LINT.finding(seen.place(around[-1], "from"), message, hint, severity, fix=fix)


def _parents(end: End) -> float:
    """The declared number of parents, one where none is declared."""
    count = end.count
    counts = [float(given(value, 1)) for value in (count.max, count.p95, count.average) if stated(value)]
    return max(counts, default=1.0)


def _changes(entity: Entity) -> bool:
    return not all(given(field.immutable, False) for field in entity.own_fields if field.name != "_id")


LINT = Lint(
    code="L08",
    slug="embed-shared",
    name="EMBED_SHARED",
    severity="error",
    title="Embedded document shared by several parents",
    source="schema design guidelines; MongoDB manual, handle duplicate data",
    check=check,
)
