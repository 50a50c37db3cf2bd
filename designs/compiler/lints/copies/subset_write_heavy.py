"""Subsets that are written more often than they're read.

Each new item is written twice: to its collection and to the subset. This is worth it only if it saves many reads a
second query.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Subsets with fewer than two reads of the parent for each item added."""
    for relationship, decision in seen.decided():
        if not decision.traits.is_slice:
            continue
        ratio = seen.survey.case(relationship.name).look("reads_per_insert")
        least = seen.limits.subset_rw
        if ratio is not None and ratio < least:
            message = f"{number(ratio)} subset reads per insert. The minimum is {number(least)}."
            fix = to_the_rules(relationship, decision)
            hint = "Use a separate collection or buckets, which need one write."
            yield LINT.finding(seen.place(relationship, "from"), message, hint, fix=fix, ratio=ratio)


LINT = Lint(
    code="L23",
    slug="subset-write-heavy",
    name="SUBSET_WRITE_HEAVY",
    severity="warning",
    title="Subset written more than read",
    source="6 Rules of Thumb, part 2",
    check=check,
)
