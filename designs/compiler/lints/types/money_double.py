"""Money stored as a floating-point number.

0.1 and 0.2 have no exact binary representation, so sums become inexact and comparisons fail. Decimals and whole
numbers of cents are exact.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Money fields with a floating-point type, which rounds cents."""
    for entity, path, field in seen.own_fields():
        if field.money is True and "double" in field.all_types:
            message = "A double can't store every decimal amount exactly."
            hint = "Use decimal, or int in the smallest unit."
            fix = setting(field, "type", value="decimal")
            yield LINT.finding(f"{entity.name}.{path}", message, hint, fix=fix)


LINT = Lint(
    code="L45",
    slug="money-double",
    name="MONEY_DOUBLE",
    severity="warning",
    title="Money stored as a double",
    source="MongoDB manual, model monetary data",
    check=check,
)
