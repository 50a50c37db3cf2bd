"""Expiry of parts: of documents, or of a collection that is capped or dropped as a whole.

The server's expiry removes documents. A part inside a document stays as long as the document does. A
capped collection throws away the oldest document whatever kind it is, and a period is dropped with all
kinds in it: where kinds share a collection, one of them can expire alone, and not be capped or rolled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Entity
from ..findings import Finding
from ..lifetimes import WHOLE, lifetime
from ..retaining import retained
from .base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """An entity that expires by itself, or is archived (a warning), but lives inside documents that are kept
    otherwise; a kind that is to be capped or dropped by periods, but shares a collection with others."""
    shared = {
        one.entity.name: one.collection
        for one in retained(seen.placement)
        if one.condition and one.retention.policy in WHOLE
    }
    for name, collection in shared.items():
        message = f"is to be thrown away with its collection, but shares {collection} with other kinds, which would go too"
        yield LINT.finding(name, message, "let it expire by a date, or store the kinds apart")
    for entity in seen.model.entities:
        policy = lifetime(entity).policy
        if policy == "keep" or not seen.placement.is_embedded(entity.name) or _goes_with_all(seen, entity):
            continue
        holders = ", ".join(sorted({spot.collection for spot in seen.placement.spots(entity.name)}))
        if policy == "archive":
            message = f"is to be archived, but lives inside {holders}, whose documents are moved as a whole or not at all"
            yield LINT.finding(
                entity.name, message, "archive what holds it, or give it a collection", "warning"
            )
        else:
            message = f"is to expire, but lives inside {holders}, and expiry deletes whole documents"
            yield LINT.finding(entity.name, message, "give it a collection, or let the whole document expire")


def _goes_with_all(seen: Inspection, entity: Entity) -> bool:
    """Whether every document that holds some of an entity's is kept just as long. A bucket outlives what
    came into it first."""
    placement = seen.placement
    homes = placement.homes(placement.kinds.base(entity.name))
    roots = [placement.root_entity(home.holder or "") for home in homes if home.kind != "bucket"]
    alike = [lifetime(seen.names.entities[root]) == lifetime(entity) for root in roots]
    return len(alike) == len(homes) and all(alike)


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
