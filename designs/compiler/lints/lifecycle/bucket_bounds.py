"""Buckets that grow too large.

A bucket helps because it's small: one page, or one time window. A bucket with thousands of items is a long array
again, and each new item rewrites it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...rules.gates import bucket_count, bucket_window
from ...workload.inputs import DecisionInputs
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Pages with more than 1,000 items or 1 MiB; and time windows that have more than 1,000 items even if they last an
    hour, or more than 128,000 bytes."""
    for relationship, decision in seen.decided():
        case = seen.survey.case(relationship.name)
        message = _page(case, seen) if decision.traits.is_numbered else ""
        message = _window(case, seen) if decision.traits.is_windowed else message
        if message:
            hint = "Use a shorter window or smaller pages, or split buckets by a sequence number."
            yield LINT.finding(
                seen.place(relationship, "from"),
                message,
                hint,
                items=seen.limits.bucket_items,
                bytes=seen.limits.bucket_bytes,
            )


def _page(case: DecisionInputs, seen: Inspection) -> str:
    items = bucket_count(case)
    size = items * case.element
    if items > seen.limits.bucket_items:
        return f"{number(items)} items per bucket. The limit is {number(seen.limits.bucket_items)}."
    if size > seen.limits.doc_warn:
        return (
            f"A bucket of {number(items)} items is {number(round(size))} bytes, over "
            f"{number(seen.limits.doc_warn)}."
        )
    return ""


def _window(case: DecisionInputs, seen: Inspection) -> str:
    window, items = bucket_window(case, case.look("time_window") or "day")
    size = items * case.element
    if items > seen.limits.bucket_items:
        return (
            f"{number(items)} items per {window}, over {number(seen.limits.bucket_items)}, and no "
            "shorter window exists."
        )
    if size > seen.limits.bucket_bytes and math.isfinite(size):
        return f"One {window} is {number(round(size))} bytes, over {number(seen.limits.bucket_bytes)}."
    return ""


LINT = Lint(
    code="L24",
    slug="bucket-bounds",
    name="BUCKET_BOUNDS",
    severity="error",
    title="Bucket too large",
    source="MongoDB manual, time series buckets; Nestlink default for pages",
    check=check,
)
