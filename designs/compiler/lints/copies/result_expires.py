"""Stored results over documents that go by themselves.

The server's expiry calls no function of ours: what goes is counted until somebody works the result out anew.
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
    """Results that every write keeps, over what expires, is capped or is dropped by periods."""
    for entity in seen.model.entities:
        for path, _, computed in computed_fields(entity.own_fields):
            if seen.placement.upkeep.refresh(entity.name, computed) != "on-write":
                continue
            going = next(_going(seen, entity, computed), None)
            if going is not None:
                yield LINT.finding(
                    f"{entity.name}.{path}",
                    f"follows from {going.name} documents, which go by themselves: no function works it out anew then",
                    "refresh it periodically, or keep what it counts",
                )


def _going(seen: Inspection, entity: Entity, computed: Computed) -> Iterator[Entity]:
    """Yield the entities behind a formula's paths whose documents go by themselves."""
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
    title="A result over what expires",
    source="MongoDB manual, TTL indexes",
    check=check,
)
