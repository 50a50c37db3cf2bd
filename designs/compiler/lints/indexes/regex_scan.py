"""Frequent pattern searches that no index narrows.

Only a case-sensitive pattern that starts with ``^`` and plain letters uses an index range. Any other pattern is
tested against every key or every document. In a collection with a collation, no pattern uses an index range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.conceptual import Match, Operation, given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_COLLATED = "can't use an index: patterns never use indexes with a collation"
_NARROWER = "Use a prefix match, a text index, or a case-insensitive collation."
_LITERAL = re.compile(r"(\^|\\A)([^\\.^$*+?()\[\]{}|]|\\[^A-Za-z0-9])(?![*?{])")  # one that is surely there
_LETTERS = (
    "Ignore case, so a prefix becomes an index range, or set the collation only on operations that need it."
)


def check(seen: Inspection) -> Iterator[Finding]:
    """The three most frequent reads, if they use a regular expression that isn't anchored, doesn't start with
    a literal character, or ignores case, or if they match a prefix in a collection with a collation."""
    for operation in seen.model.workload:
        for match in given(operation.filter, []) if operation.name in seen.workload.frequent else ():
            why = _scans(seen, operation, match)
            if why:
                message = f"The pattern on {match.field} {why}, so it's tested on every value."
                hint = _LETTERS if why == _COLLATED else _NARROWER
                yield LINT.finding(operation.name, message, hint, path=match.field)


def _scans(seen: Inspection, operation: Operation, match: Match) -> str:
    ignores_case = given(operation.case_insensitive, False)
    if match.how not in ("regex", "prefix") or (match.how == "prefix" and ignores_case):
        return ""
    if ignores_case:
        return "is case-insensitive"
    spots = seen.placement.spots(operation.entity)
    if any(
        seen.collections[spot.collection].is_collated for spot in spots if spot.collection in seen.collections
    ):
        return _COLLATED
    if match.how == "prefix":
        return ""
    value = given(match.value, "")
    if not isinstance(value, str) or not value.startswith(("^", "\\A")):
        return "isn't anchored with ^"
    return "" if _LITERAL.match(value) and "|" not in value else "doesn't start with a literal prefix"


LINT = Lint(
    code="L35",
    slug="regex-scan",
    name="REGEX_SCAN",
    severity="warning",
    title="Frequent search without index support",
    source="MongoDB manual, $regex index use",
    about="operation",
    check=check,
)
