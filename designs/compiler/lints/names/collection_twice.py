"""Two entities with the same collection.

Nothing tells their documents apart, and each entity's validator rejects the other's documents.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities with their own collections that have the same collection name."""
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    homes = seen.compilation.composition.homes
    for entity in seen.model.entities:
        kinds = {home.kind for home in homes.get(entity.name, ())} or {"collection"}
        if kinds & {"collection", "timeseries"}:
            wanted[seen.names.collection(entity.name)].append(entity.name)
    for collection, entities in wanted.items():
        if len(entities) > 1:
            message = f"{listed(entities)} both use the collection {collection}."
            yield LINT.finding(collection, message, "Rename one, or make them subtypes of one entity.")


LINT = Lint(
    code="COLLECTION_TWICE",
    slug="collection-twice",
    name="COLLECTION_TWICE",
    severity="error",
    title="Duplicate collection name",
    source="design format",
    about="collection",
    check=check,
)
