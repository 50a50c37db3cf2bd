"""Capped collections and what they cannot do.

It throws the oldest documents away in the order in which they came, whatever they are. Nothing can be
deleted by hand before 5.0, writes wait for one another, and sharding and transactions are ruled out. A
TTL index nearly always does the same better.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Retention, given, stated
from ...plan_model.findings import Finding
from ...workload.document_history import history_of
from ..base import Inspection, Lint

_MOST = 2**31  # documents
_REFUSED = "servers from 5.2 to 7.0 refuse a TTL index on a capped collection"
_EXPIRY = {
    "5.0": "servers before 5.2 never expire documents of a capped collection",
    "6.0": _REFUSED,
    "7.0": _REFUSED,
}


def check(seen: Inspection) -> Iterator[Finding]:
    """Always a warning; an error with sharding, transactions, a time series, a TTL index before 7.1, no
    size, or too large a number of documents."""
    sharded = given(seen.model.topology, "replica-set") == "sharded"
    for entity in seen.model.entities:
        retention = given(entity.retention, None)
        if retention is None or retention.policy != "capped" or seen.placement.is_embedded(entity.name):
            continue
        if seen.placement.kinds.is_special(entity.name):
            continue  # nothing is capped for one kind alone
        hint = "prefer a TTL index: it is more flexible, and capped writes wait for one another"
        yield LINT.finding(entity.name, "a capped collection keeps only the order of insertion", hint)
        for message, remedy in _faults(seen, entity, retention, sharded):
            yield LINT.finding(entity.name, message, remedy, "error")


def _faults(
    seen: Inspection, entity: Entity, retention: Retention, sharded: bool
) -> Iterator[tuple[str, str]]:
    if sharded and entity.shard_pairs:
        yield "a capped collection cannot be sharded", "expire by a TTL index"
    if "transactions" in given(entity.needs, []):
        yield "a transaction cannot write to a capped collection", "expire by a TTL index"
    if any(home.kind == "timeseries" for home in seen.placement.homes(entity.name)):
        yield "a time series cannot be capped", "let it expire after a time"
    if history_of(entity):
        yield "a capped collection throws away what its history is to keep", "expire by a TTL index"
    expires = any(stated(index.expire_after_seconds) for index in given(entity.indexes, []))
    obstacle = _EXPIRY.get(given(seen.model.server_version, "7.0")) if expires else None
    if obstacle is not None:
        yield obstacle, "leave the expiry out, or let a collection that is not capped expire"
    if not stated(retention.bytes):
        yield "a capped collection needs its size in bytes", "state the bytes"
    if given(retention.documents, 0) >= _MOST:
        yield f"a capped collection holds fewer than {_MOST} documents", "state fewer, or only the bytes"


LINT = Lint(
    code="L50",
    slug="capped",
    name="CAPPED",
    severity="warning",
    title="A capped collection",
    source="MongoDB manual, capped collections",
    about="entity",
    check=check,
)
