"""Frequent reads with joins.

``$lookup`` runs one query for each document it gets. A schema that follows its reads stores what they need in one
document; a join in the most frequent read costs all day.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Operation, given, stated
from ...plan_model.findings import Finding
from ...workload.traffic import included, per_day
from ..base import Inspection, Lint, number

_RANKS = ("most frequent", "second most frequent", "third most frequent")


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations whose scripts use more than two `$lookup` stages; and any `$lookup` in the three most frequent
    reads."""
    counts: dict[str, int] = {}
    for statement in seen.plan.statements:
        kind, _, name = statement.subject.partition(":")
        if kind == "operation" and statement.pipeline:
            counts[name] = max(counts.get(name, 0), _lookups(statement.pipeline))
    for operation in seen.model.workload:
        count = counts.get(operation.name, 0)
        if count > seen.limits.lookup_warn:
            message = (
                f"Needs {count} $lookup stages. The recommended limit is {number(seen.limits.lookup_warn)}."
            )
        elif count and operation.name in seen.workload.frequent:
            rank = _RANKS[seen.workload.frequent[operation.name] - 1]
            rate = f" ({number(per_day(operation))} per day)" if stated(operation.per_day) else ""
            message = f"Your {rank} read{rate} needs {count} $lookup."
        else:
            continue
        hint = _hint(seen, operation)
        yield LINT.finding(operation.name, message, hint, lookups=count)


def _hint(seen: Inspection, operation: Operation) -> str:
    """What avoids the joins: where the rules store what it includes apart, with what decided that."""
    for item in given(operation.includes, []):
        link, _ = included(item, seen.names)
        decision = seen.decisions.get(link.name) if link is not None else None
        if decision is not None and decision.chosen_by == "rulebook" and not decision.traits.inside_holder:
            apart = f'"{decision.relationship}" is stored separately by {decision.rule}'
            return f"Copy the fields it needs. {apart}, because {decision.reason}."
    return "Copy the fields it needs, or embed data that's read together."


def _lookups(value: Any) -> int:
    if isinstance(value, dict):
        return ("$lookup" in value) + sum(_lookups(part) for part in value.values())
    return sum(map(_lookups, value)) if isinstance(value, list | tuple) else 0


LINT = Lint(
    code="L37",
    slug="lookup-heavy",
    name="LOOKUP_HEAVY",
    severity="warning",
    title="Frequent read with $lookup",
    source="MongoDB manual, reduce $lookup operations",
    about="operation",
    check=check,
)
