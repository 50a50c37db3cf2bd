"""A stored count or sum of documents that are deleted or archived when they are old.

When a TTL index deletes a document, no function runs: the result still includes it until it is computed again. A
function that archives one takes it out of the result, which is then no total of all that there ever were.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Computed, Entity, given
from ...model.field_walk import computed_fields
from ...model.formulas import parse, paths_of
from ...plan_model.findings import Finding
from ...workload.expiry import EXPIRING, lifetime
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Results that are updated on each write, of documents that expire, or are in a capped collection, or in one that is
    dropped after a period; and, for information, results of documents that are archived."""
    for entity in seen.model.entities:
        for path, _, computed in computed_fields(entity.own_fields):
            going = next(_going(seen, entity, computed), None)
            if going is None:
                continue
            policy, subject = lifetime(going).policy, f"{entity.name}.{path}"
            if policy == "archive":
                yield _of_the_kept(subject, going)
            elif seen.placement.upkeep.refresh(entity.name, computed) == "on-write":
                yield LINT.finding(
                    subject,
                    f"is computed from {going.name} documents, which MongoDB deletes by itself: it still includes them afterwards",
                    "refresh it periodically, or keep the documents that it counts",
                )


def _of_the_kept(subject: str, going: Entity) -> Finding:
    days = given(lifetime(going).after_days, 0)
    since = f" after {number(float(days))} days" if days else ""
    message = f"{going.name} documents leave it when they are archived{since}, so it is not the total of all"
    hint = "if it is to be one, let the function that inserts them increment a plain field instead"
    return LINT.finding(subject, message, hint, "info")


def _going(seen: Inspection, entity: Entity, computed: Computed) -> Iterator[Entity]:
    """Yield the entities behind a formula's paths whose documents go when they are old."""
    formula = parse(computed.formula)
    for path in paths_of(formula) if formula is not None else ():
        route = seen.paths.resolve(entity.name, path)
        for step in route.steps if route is not None else ():
            target = seen.names.entities.get(step.target or "") if step.kind == "end" else None
            if target is not None and lifetime(target).policy in EXPIRING | {"archive"}:
                yield target


LINT = Lint(
    code="L65",
    slug="result-expires",
    name="RESULT_EXPIRES",
    severity="warning",
    title="A stored result of documents that expire or are archived",
    source="MongoDB manual, TTL indexes",
    check=check,
)
