"""Fields searched by distance that don't contain a GeoJSON point or a pair of coordinates.

A 2dsphere index rejects other values. A pair with latitude first is accepted and read as the wrong place, without
an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Field, given
from ...model.field_types import NUMERIC, form_of
from ...plan_model.findings import Finding
from ...rules.copies import field_at
from ..base import Inspection, Lint

_POINT = 'Store a GeoJSON point: an object with type "Point" and coordinates [longitude, latitude].'
_ORDER = "Put the longitude before the latitude, or store a GeoJSON point."
_TWO = 2


def check(seen: Inspection) -> Iterator[Finding]:
    """Fields with a 2dsphere index, or fields searched near a point, that store neither a GeoJSON object nor a pair of
    coordinates with the longitude first."""
    for operation in seen.model.workload:
        for match in given(operation.filter, []):
            entity = seen.names.entities.get(operation.entity)
            if match.how == "near" and entity is not None:
                yield from _of_field(
                    operation.name, entity, match.field, f"Searches {match.field} near a point"
                )
    for entity in seen.model.entities:
        for place, index in enumerate(given(entity.indexes, [])):
            for path in [path for path, kind in index.keys if kind == "2dsphere"]:
                yield from _of_field(
                    f"{entity.name}.indexes[{place}]", entity, path, f"Has a 2dsphere index on {path}"
                )


def _of_field(subject: str, entity: Entity, path: str, what: str) -> Iterator[Finding]:
    field = field_at(entity, path)
    if field is None or form_of(field):
        return
    if _is_exchanged(field):
        yield LINT.finding(
            subject, f"{what}, but MongoDB reads its first number as the longitude.", _ORDER, path=path
        )
    else:
        yield LINT.finding(
            subject,
            f"{what}, but it has neither a GeoJSON point nor a longitude and latitude.",
            _POINT,
            path=path,
        )


def _is_exchanged(field: Field) -> bool:
    """Whether the latitude stands where the longitude should."""
    first = given(field.fields, [])[:_TWO]
    numbers = len(first) == _TWO and all(set(part.all_types) <= set(NUMERIC) for part in first)
    return numbers and first[0].name.lower().startswith("lat")


LINT = Lint(
    code="L63",
    slug="no-point",
    name="NO_POINT",
    severity="error",
    title="Geospatial search without a point",
    source="MongoDB manual, geospatial queries: GeoJSON objects, legacy coordinate pairs",
    check=check,
)
