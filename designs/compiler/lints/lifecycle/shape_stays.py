"""Schema versions that documents can't be migrated to.

Time series measurements can't be updated, and servers before 5.3 can't change the size of a document in a capped
collection. Documents written with an old schema keep it, and every application must keep reading it. Embedded
values of an entity without its own documents have no version field.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity
from ...placement.schema_versions import newest, stays
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_READ = "Support every schema version in your application while such documents exist."


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities with several schema versions whose documents can't be migrated or have no version field."""
    for entity in seen.model.entities:
        if newest(entity) > 1:
            yield from _stuck(seen, entity)


def _stuck(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    spots = seen.placement.spots(entity.name)
    if not spots:
        message = "Has schema versions but no documents of its own, so the version of its values is unknown."
        yield LINT.finding(
            entity.name,
            message,
            ("Set the versions on the entity that stores its values, or give it a collection."),
        )
    for name in dict.fromkeys(spot.collection for spot in spots):
        why = stays(seen.model, seen.collections[name])
        if why:
            yield LINT.finding(
                entity.name,
                f"{name} documents keep their original schema version: {why}.",
                _hint(seen, name),
            )


def _hint(seen: Inspection, collection: str) -> str:
    if seen.collections[collection].kind == "timeseries":
        return f"{_READ} Or use time buckets, whose items can be migrated."
    return f"{_READ} Or expire documents by a date, or raise server_version."


LINT = Lint(
    code="SHAPE_STAYS",
    slug="shape-stays",
    name="SHAPE_STAYS",
    severity="warning",
    title="Documents can't be migrated",
    source="MongoDB manual, time series limitations; SERVER-58865, capped collections",
    about="entity",
    check=check,
)
