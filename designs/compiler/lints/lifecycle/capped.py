"""Capped collections and their restrictions.

A capped collection deletes its oldest documents, whatever they are. Before 5.0, documents can't be deleted by hand.
Writes are serialized, and sharding and transactions aren't supported. A TTL index is almost always better.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Retention, given, stated
from ...plan_model.findings import Finding
from ...workload.document_history import history_of
from ..base import Inspection, Lint

_MOST = 2**31  # documents
_REFUSED = "MongoDB 5.2 to 7.0 rejects TTL indexes on capped collections."
_EXPIRY = {
    "5.0": "MongoDB before 5.2 never expires documents in capped collections.",
    "6.0": _REFUSED,
    "7.0": _REFUSED,
}


def check(seen: Inspection) -> Iterator[Finding]:
    """Every capped collection, as a warning. It's an error with sharding, transactions, a time series, a TTL index
    before MongoDB 7.1, no size, or too large a number of documents."""
    sharded = given(seen.model.topology, "replica-set") == "sharded"
    for entity in seen.model.entities:
        retention = given(entity.retention, None)
        if retention is None or retention.policy != "capped" or seen.placement.is_embedded(entity.name):
            continue
        if seen.placement.kinds.is_special(entity.name):
            continue  # nothing is capped for one kind alone
        hint = "Prefer a TTL index: it's more flexible, and capped writes run one at a time."
        yield LINT.finding(entity.name, "Capped collections only keep insertion order.", hint)
        for message, remedy in _faults(seen, entity, retention, sharded):
            yield LINT.finding(entity.name, message, remedy, "error")


def _faults(
    seen: Inspection, entity: Entity, retention: Retention, sharded: bool
) -> Iterator[tuple[str, str]]:
    if sharded and entity.shard_pairs:
        yield "Capped collections can't be sharded.", "Use a TTL index."
    if "transactions" in given(entity.needs, []):
        yield "Transactions can't write to capped collections.", "Use a TTL index."
    if any(home.kind == "timeseries" for home in seen.placement.homes(entity.name)):
        yield "Time series collections can't be capped.", "Use an expiration time instead."
    if history_of(entity):
        yield "A capped collection deletes the history it should keep.", "Use a TTL index."
    expires = any(stated(index.expire_after_seconds) for index in given(entity.indexes, []))
    obstacle = _EXPIRY.get(given(seen.model.server_version, "7.0")) if expires else None
    if obstacle is not None:
        yield obstacle, "Remove the expiration, or use a collection that isn't capped."
    if not stated(retention.bytes):
        yield "A capped collection needs a size in bytes.", "Set the size in bytes."
    if given(retention.documents, 0) >= _MOST:
        yield (
            f"Capped collections hold fewer than {_MOST} documents.",
            ("Set fewer documents, or only the size in bytes."),
        )


LINT = Lint(
    code="L50",
    slug="capped",
    name="CAPPED",
    severity="warning",
    title="Capped collection",
    source="MongoDB manual, capped collections",
    about="entity",
    check=check,
)
