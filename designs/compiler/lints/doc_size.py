"""Documents that are, or will be, large."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..findings import Finding, Severity
from ..physical import Collection
from .base import Inspection, Lint, number

_EMBEDDING = frozenset({"EMBED_ARRAY", "EMBED_LINK", "OUTLIER", "SUBSET", "EMBED_ONE"})
_REMEDY = "move the largest part out, or keep only a capped slice of it"
_LISTED = 3


def check(seen: Inspection) -> Iterator[Finding]:
    """Average documents at the horizon over DOC_WARN or DOC_ERROR; largest ones over DOC_MAX."""
    parts = _parts(seen)
    for collection in seen.plan.collections:
        if collection.bytes is None:
            continue
        found = parts.get(collection.name, [])
        projected = float(collection.bytes.at_horizon)
        largest = projected + sum(most - now for _, now, most in found)
        if largest > seen.limits.doc_max:
            yield _finding(
                collection, found, "error", f"the largest documents reach {_mib(largest)}, more than 16 MiB"
            )
        elif projected > seen.limits.doc_warn:
            severity: Severity = "error" if projected > seen.limits.doc_error else "warning"
            text = f"an average document reaches {_mib(projected)} in {number(seen.limits.horizon)} years"
            yield _finding(collection, found, severity, text)


def _finding(
    collection: Collection, found: list[tuple[str, float, float]], severity: Severity, text: str
) -> Finding:
    top = sorted(found, key=lambda part: -part[2])[:_LISTED]
    share = "; most of it is " + ", ".join(f"{name} ({_mib(most)})" for name, _, most in top) if top else ""
    return LINT.finding(collection.name, text + share, _REMEDY, severity)


def _parts(seen: Inspection) -> dict[str, list[tuple[str, float, float]]]:
    """Of each collection, what is embedded by which relationship: bytes at the horizon, and at
    the declared maximum (the same where there is none, or where the decision caps the array)."""
    found: dict[str, list[tuple[str, float, float]]] = {}
    for relationship, decision in seen.decided():
        if decision.strategy not in _EMBEDDING or not decision.holders:
            continue
        case = seen.survey.case(relationship.name)
        each, most = case.element, case.look("max")
        now = float(case.look("at_horizon"))
        if decision.strategy in ("OUTLIER", "SUBSET"):
            most = now = min(most, float(decision.bound or 0))
        entry = (relationship.name, now * each, (now if math.isinf(most) else max(now, most)) * each)
        found.setdefault(decision.holders[0].collection, []).append(entry)
    return found


def _mib(size: float) -> str:
    return f"{size / 1024 / 1024:,.1f} MiB"


LINT = Lint(
    code="L05",
    slug="doc-size",
    name="DOC_SIZE",
    severity="warning",
    title="A document that grows large",
    source="MongoDB manual, limits",
    check=check,
)
