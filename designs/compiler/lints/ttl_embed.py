"""Expiry of parts: of documents, or of a collection that is capped or dropped as a whole.

The server's expiry removes documents. A part inside a document stays as long as the document does. A
capped collection throws away the oldest document whatever kind it is, and a period is dropped with all
kinds in it: where kinds share a collection, one of them can expire alone, and not be capped or rolled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import given
from ..findings import Finding
from ..retaining import WHOLE, retained
from .base import Inspection, Lint

_EXPIRING = frozenset({"ttl", "capped", "rolling"})


def check(seen: Inspection) -> Iterator[Finding]:
    """An entity that expires by itself but lives inside documents of another one; a kind that is to be
    capped or dropped by periods, but shares a collection with others."""
    shared = {
        one.entity.name: one.collection
        for one in retained(seen.placement)
        if one.condition and one.retention.policy in WHOLE
    }
    for name, collection in shared.items():
        message = f"is to be thrown away with its collection, but shares {collection} with other kinds, which would go too"
        yield LINT.finding(name, message, "let it expire by a date, or store the kinds apart")
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
    title="Expiry of a part of a document or collection",
    source="MongoDB manual, TTL indexes",
    about="entity",
    check=check,
)
