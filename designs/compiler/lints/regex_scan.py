"""Frequent searches by a pattern that no index narrows.

Only a pattern that begins with ``^`` and plain, case-sensitive letters names a range of an index. Any
other one is tried on every key, or on every document.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Match, Operation, given
from ..findings import Finding
from .base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """The three most frequent reads, where they match a regular expression that is not anchored at
    its beginning, or one that ignores case."""
    for operation in seen.model.workload:
        for match in given(operation.filter, []) if operation.name in seen.workload.frequent else ():
            why = _scans(operation, match)
            if why:
                message = f"the pattern on {match.field} {why}, so it is tried on every value"
                hint = "match a prefix, declare a text search, or match whole values with a collation that ignores case"
                yield LINT.finding(operation.name, message, hint, path=match.field)


def _scans(operation: Operation, match: Match) -> str:
    if match.how != "regex":
        return ""
    value = given(match.value, "")
    if given(operation.case_insensitive, False):
        return "ignores case"
    return "" if isinstance(value, str) and value.startswith("^") else "is not anchored at its beginning"


LINT = Lint(
    code="L35",
    slug="regex-scan",
    name="REGEX_SCAN",
    severity="warning",
    title="A frequent search that no index narrows",
    source="MongoDB manual, $regex index use",
    about="operation",
    check=check,
)
