"""Documents that are large, or will be.

MongoDB reads, sends, and writes whole documents. From 64 KiB, consider splitting them. At 1 MiB, a few reads fill
the server's memory. At 16 MiB, writes fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ...model.constants import Constants
from ...plan.document_size import Weight, weight_of
from ...plan_model.findings import Finding, Severity
from ...plan_model.physical import Collection
from ..base import Inspection, Lint, number

_REMEDY = "Move the largest part to its own collection, or keep a subset of it."
_BINARY = "Store {name} in GridFS or object storage, and keep a reference."
_LISTED = 3
_LEAST_SHARE = 0.01  # of the largest part: what is smaller is not what fills the document


def check(seen: Inspection) -> Iterator[Finding]:
    """Average documents over 64 KiB (a suggestion), 1 MiB (a warning), or 8 MiB (an error) within three
    years, and documents that can exceed 16 MiB at their stated maximums. Another check covers unbounded
    growth."""
    for collection in seen.plan.collections:
        size = collection.bytes
        if size is None or collection.kind == "timeseries":
            continue
        if size.largest is not None and size.largest > seen.limits.doc_max:
            text = f"The largest documents reach {_mib(size.largest)}, over {_mib(seen.limits.doc_max)}."
            yield _finding(seen, collection, "error", text)
        elif severity := _severity(size.at_horizon, seen.limits):
            years = number(seen.limits.horizon)
            text = f"An average document reaches {_mib(size.at_horizon)} in {years} years."
            yield _finding(seen, collection, severity, text)


def _severity(size: float, limits: Constants) -> Severity | None:
    if size > limits.doc_warn:
        return "error" if size > limits.doc_error else "warning"
    return "info" if size > limits.doc_soft else None


def _finding(seen: Inspection, collection: Collection, severity: Severity, text: str) -> Finding:
    parts = [(weight_of(collection, seen.survey, field), field.name) for field in collection.fields]
    top = sorted(parts, key=lambda part: -_size(part[0]))[:_LISTED]
    largest = [part for part in top if _size(part[0]) >= _LEAST_SHARE * _size(top[0][0])]
    listed = ", ".join(f"{name} ({_mib(_size(weight))})" for weight, name in largest)
    size = collection.bytes
    params: dict[str, Any] = (
        {"at_horizon": size.at_horizon, "largest": size.largest} if size is not None else {}
    )
    message = f"{text} Largest parts: {listed}."
    return LINT.finding(collection.name, message, _remedy(seen, collection, top[0]), severity, **params)


def _remedy(seen: Inspection, collection: Collection, part: tuple[Weight, str]) -> str:
    """What helps: binary data that no document can hold (X3) is no document's to hold."""
    weight, name = part
    binary = any(field.name == name and field.types[0] == "binData" for field in collection.fields)
    return _BINARY.format(name=name) if binary and _size(weight) > seen.limits.doc_max else _REMEDY


def _size(weight: Weight) -> float:
    return weight.largest if math.isfinite(weight.largest) else weight.ahead


def _mib(size: float) -> str:
    return f"{size / 1024 / 1024:,.1f} MiB" if size >= 1024 * 1024 else f"{size / 1024:,.1f} KiB"


LINT = Lint(
    code="L05",
    slug="doc-size",
    name="DOC_SIZE",
    severity="warning",
    title="Large document",
    source="MongoDB manual, limits",
    about="collection",
    check=check,
)
