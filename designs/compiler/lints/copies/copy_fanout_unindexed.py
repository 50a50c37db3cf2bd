"""Copied fields whose sync scans a collection.

When the source changes, every document with a copy is updated. Without an index, each change scans the whole
collection to find them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_SYNCED = frozenset({"strong", "eventual", "batch"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Copies whose sync finds their documents by a path that no index starts with."""
    for relationship, decision in seen.decided():
        for side in ("from", "to") if not decision.traits.is_slice else ("to",):
            if not any(copy.policy in _SYNCED for copy in seen.placement.copies(relationship, side)):
                continue
            for spot in seen.placement.references(relationship, side):
                starts = seen.finders.get(spot.collection)
                if starts is not None and spot.path not in starts and not _is_metadata(seen, spot.collection):
                    message = f"Syncing copies queries {spot.collection} by {spot.path}, which isn't indexed."
                    yield LINT.finding(
                        seen.place(relationship, side), message, f"Add an index on {spot.path}."
                    )


def _is_metadata(seen: Inspection, collection: str) -> bool:
    return seen.collections[collection].kind == "timeseries"


LINT = Lint(
    code="L20",
    slug="copy-fanout-unindexed",
    name="COPY_FANOUT_UNINDEXED",
    severity="error",
    title="Copy sync needs a collection scan",
    source="MongoDB practice",
    check=check,
)
