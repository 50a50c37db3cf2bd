"""Embedded arrays that may become long.

Every read loads the whole array, and every change of an item rewrites it. You notice it from about 100 items; above
200, references are cheaper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import Relationship, given
from ...plan_model.findings import Finding, Severity
from ...rules.gates import embeds_whole
from ..base import Fix, HeldArray, Inspection, Lint, held_arrays, number, to_the_rules

_REFERENCES = "Use references instead."
_OWN = "Lower max_items if the real maximum is smaller. If it isn't, make the items a separate entity."
"""What to do about an array that is a field: it has no relationship whose strategy could be another."""


def check(seen: Inspection) -> Iterator[Finding]:
    """Arrays with a maximum of more than 100 items (a warning) or 200 items (an error), unless they're small
    enough to embed whole. It's a suggestion if the rules chose to embed because most documents have few
    items."""
    for held in held_arrays(seen):
        if held.objects and not math.isinf(held.most) and not _is_light(seen, held.relationship):
            fix = to_the_rules(held.relationship, seen.decisions[held.relationship.name])
            over = held.most > seen.limits.embed_max  # what is only long the rules may choose themselves
            place = seen.place(held.relationship, held.side)
            yield from _judge(seen, place, held.most, fix if over else None, _usual(seen, held))
    for entity, path, field in seen.own_fields():
        item = given(field.items, None)
        if item is not None and item.type == "object":
            yield from _judge(seen, f"{entity.name}.{path}", given(field.max_items, 0), hint=_OWN)


def _is_light(seen: Inspection, relationship: Relationship) -> bool:
    return relationship.kind == "one-to-many" and embeds_whole(seen.survey.case(relationship.name))


def _usual(seen: Inspection, held: HeldArray) -> float:
    """How many elements most documents have, where the rules chose to embed them and the design says so: the 95th
    percentile, else the average; else 0."""
    count = held.relationship.end(held.side).count
    usual = given(count.p95, given(count.average, 0))
    is_chosen = seen.decisions[held.relationship.name].chosen_by == "rulebook"
    return float(usual) if is_chosen and usual <= seen.limits.embed_warn else 0.0


def _judge(
    seen: Inspection,
    subject: str,
    most: float,
    fix: Fix | None = None,
    usual: float = 0.0,
    hint: str = _REFERENCES,
) -> Iterator[Finding]:
    if most <= seen.limits.embed_warn:
        return
    if usual and most <= seen.limits.embed_max:
        message = (
            f"Up to {number(most)} embedded documents in one array, but most have about {number(usual)}."
        )
        hint = "No action needed. audit() in 06_audit.js finds arrays that grow too large."
        yield LINT.finding(subject, message, hint, "info", max=most, limit=seen.limits.embed_warn)
        return
    too_many = most > seen.limits.embed_max
    severity: Severity = "error" if too_many else "warning"
    limit = seen.limits.embed_max if too_many else seen.limits.embed_warn
    says = "The limit is" if too_many else "Reads and writes slow down from"
    message = f"Up to {number(most)} embedded documents in one array. {says} {number(limit)}."
    finding = LINT.finding(subject, message, hint, severity, fix=fix, max=most, limit=limit)
    yield replace(finding, is_risk=too_many)  # what is only long the rules may choose themselves


LINT = Lint(
    code="L03",
    slug="embed-too-many",
    name="EMBED_TOO_MANY",
    severity="warning",
    title="Large embedded array",
    source="6 Rules of Thumb, part 3",
    check=check,
)
