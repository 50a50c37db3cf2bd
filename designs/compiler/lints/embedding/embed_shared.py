"""Embedded documents that belong to several parents.

Each parent has its own copy. A change has to find and update all copies, which differ until it's done.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import End, Entity, given, stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Embedded entities of which one belongs to more than one parent by the declared numbers of its
    end, and whose fields may change."""
    for relationship, decision in seen.decided():
        parents = _parents(relationship.to)
        child = seen.names.entities[relationship.to.entity]
        if decision.traits.inside_holder and parents > 1 and _changes(child):
            message = (
                f"Each {child.name} is embedded in {number(parents)} {relationship.from_.entity}: "
                "every change rewrites each copy."
            )
            hint = f"If it's many-to-many, give {child.name} its own collection and reference it."
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(seen.place(relationship, "from"), message, hint, fix=fix, parents=parents)


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
