"""A stored count or sum of documents that are deleted when they are old.

When a TTL index deletes a document, no function runs: the result still includes it until it is computed again.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Computed, Entity
from ...model.field_walk import computed_fields
from ...model.formulas import parse, paths_of
from ...plan_model.findings import Finding
from ...workload.expiry import EXPIRING, lifetime
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Results that are updated on each write, of documents that expire, or are in a capped collection."""
    for entity in seen.model.entities:
        for path, _, computed in computed_fields(entity.own_fields):
            going = next(_going(seen, entity, computed), None)
            if going is None:
                continue
            if seen.placement.upkeep.refresh(entity.name, computed) == "on-write":
                yield LINT.finding(
                    f"{entity.name}.{path}",
                    f"is computed from {going.name} documents, which MongoDB deletes by itself: it still includes them afterwards",
                    "refresh it periodically, or keep the documents that it counts",
                )


def _going(seen: Inspection, entity: Entity, computed: Computed) -> Iterator[Entity]:
    """Yield the entities behind a formula's paths whose documents go when they are old."""
    formula = parse(computed.formula)
    for path in paths_of(formula) if formula is not None else ():
        route = seen.paths.resolve(entity.name, path)
        for step in route.steps if route is not None else ():
            target = seen.names.entities.get(step.target or "") if step.kind == "end" else None
            if target is not None and lifetime(target).policy in EXPIRING:
                yield target


LINT = Lint(
    code="L65",
    slug="result-expires",
    name="RESULT_EXPIRES",
    severity="warning",
    title="A stored result of documents that expire",
    source="MongoDB manual, TTL indexes",
    check=check,
)
