"""Expiry of parts of documents, which the server cannot do.

The server's expiry removes documents. A part inside a document stays as long as the document does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import given
from ..findings import Finding
from .base import Inspection, Lint

_EXPIRING = frozenset({"ttl", "capped", "rolling"})


def check(seen: Inspection) -> Iterator[Finding]:
    """An entity that expires by itself but lives inside documents of another one."""
    for entity in seen.model.entities:
        retention = given(entity.retention, None)
        if (
            retention is None
            or retention.policy not in _EXPIRING
            or not seen.placement.is_embedded(entity.name)
        ):
            continue
        holders = sorted({spot.collection for spot in seen.placement.spots(entity.name)})
        message = f"is to expire, but lives inside {', '.join(holders)}, and expiry deletes whole documents"
        yield LINT.finding(entity.name, message, "give it a collection, or let the whole document expire")


LINT = Lint(
    code="L49",
    slug="ttl-embed",
    name="TTL_EMBED",
    severity="error",
    title="Expiry of an embedded part",
    source="MongoDB manual, TTL indexes",
    check=check,
)
