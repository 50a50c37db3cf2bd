"""Buckets that two concurrent writers can create twice.

Two writers that find no bucket at the same time both insert one. With a unique index on the owner and page, one
insert fails, and its writer retries and finds the bucket.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...plan_model.physical import Collection
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Bucket collections without a unique index on the parent and page, or a compound `_id`."""
    for collection in seen.plan.collections:
        if collection.kind == "bucket" and not _is_guarded(seen, collection):
            message = "Two writers can create the same bucket at the same time."
            yield LINT.finding(
                collection.name, message, "Add a unique index on the parent reference and page."
            )


def _is_guarded(seen: Inspection, collection: Collection) -> bool:
    identity = seen.located[collection.name].get("_id")
    compound = identity is not None and "object" in identity.field.types
    return compound or any(index.options.get("unique") for index in collection.indexes)


LINT = Lint(
    code="L25",
    slug="bucket-no-unique",
    name="BUCKET_NO_UNIQUE",
    severity="warning",
    title="Bucket without a unique key",
    source="MongoDB practice",
    about="collection",
    check=check,
)
