"""Versions of a shape that documents can't be moved between.

A measurement of a time series is never updated, and servers before 5.3 refuse to change the size of a document in a
capped collection: what was written in an old shape keeps it, and every program goes on reading it. What has no
documents of its own, because its values stand in those of others, has no number there that says its shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity
from ...placement.schema_versions import newest, stays
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_READ = "let programs read every shape for as long as documents of it are kept"


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities with more than one version whose documents stay in theirs, or have none to tell it."""
    for entity in seen.model.entities:
        if newest(entity) > 1:
            yield from _stuck(seen, entity)


def _stuck(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    spots = seen.placement.spots(entity.name)
    if not spots:
        message = (
            "has versions of its shape, but no documents of its own: nothing says which shape its values have"
        )
        yield LINT.finding(
            entity.name, message, "state the versions where its values stand, or give it a collection"
        )
    for name in dict.fromkeys(spot.collection for spot in spots):
        why = stays(seen.model, seen.collections[name])
        if why:
            yield LINT.finding(
                entity.name,
                f"documents of {name} stay in the shape in which they were written: {why}",
                _hint(seen, name),
            )


def _hint(seen: Inspection, collection: str) -> str:
    if seen.collections[collection].kind == "timeseries":
        return f"{_READ}, or keep the measurements in time buckets, whose elements can be moved"
    return f"{_READ}, let them expire by a date instead, or raise server_version"


LINT = Lint(
    code="SHAPE_STAYS",
    slug="shape-stays",
    name="SHAPE_STAYS",
    severity="warning",
    title="A shape that documents can't leave",
    source="MongoDB manual, time series limitations; SERVER-58865, capped collections",
    about="entity",
    check=check,
)
