"""Many-to-many links stored on both sides, although one side is long.

The long side's array grows with every link, and each link is two writes. An index on the short side's array serves
the other direction, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...plan_model.findings import Finding, Severity
from ...workload.inputs import has_no_maximum
from ..base import Inspection, Lint, number, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Two-way reference arrays with more than 200 IDs on one side; an error if that side grows without limit."""
    for relationship, decision in seen.decided():
        if not decision.traits.lists_both_ends:
            continue
        case = seen.survey.case(relationship.name)
        for side in ("from", "to"):
            most = float(case.look(f"{side}.max"))
            if most > seen.limits.two_way_max:
                is_unsaid = has_no_maximum(case, f"{side}.max")
                severity: Severity = "error" if math.isinf(most) and not is_unsaid else "warning"
                count = "IDs without a limit" if math.isinf(most) else f"Up to {number(most)} IDs"
                count = "IDs without a stated maximum" if is_unsaid else count
                message = (
                    f"{count} on this side. Two-way references suit up to {number(seen.limits.two_way_max)}."
                )
                fix = to_the_rules(relationship, decision)
                hint = "Store the IDs on the other side only."
                yield LINT.finding(
                    seen.place(relationship, side),
                    message,
                    hint,
                    severity,
                    fix=fix,
                    limit=seen.limits.two_way_max,
                )


LINT = Lint(
    code="L16",
    slug="two-way-unbalanced",
    name="TWO_WAY_UNBALANCED",
    severity="warning",
    title="Unbalanced two-way references",
    source="schema basics: balance of many-to-many",
    check=check,
)
