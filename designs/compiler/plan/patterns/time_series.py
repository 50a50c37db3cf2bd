"""TIME_SERIES: measurements go into a collection that the server buckets by itself."""

from __future__ import annotations

from typing import Any

from ...model.conceptual import Entity, Field, given
from ...plan_model.decisions import Overlay
from ...strategies.table import label_of
from ...workload.time_series import series_rates, slowest
from ..plan_builder import Node, PlanDraft
from .base import Pattern, least, put_reference

_SECONDS_A_DAY = 86_400
_LABELS = frozenset({"string", "int", "long", "objectId", "uuid"})
"""Types of fields that name a source of measurements."""
_OF_WINDOW = {"hour": "seconds", "day": "minutes", "week": "hours", "month": "hours"}


def apply(draft: PlanDraft) -> None:
    """Put references and their copies into the metaField, and state the collection's options.
    Runs after the other references, which may stand in the metaField too."""
    for relationship in draft.chosen("TIME_SERIES"):
        body = draft.reference_body(relationship.to.entity)
        put_reference(draft, relationship, body, required=least(relationship, "to") >= 1)
        draft.hold(relationship, *draft.placement.contents(relationship))
    for entity in draft.names.entities.values():
        home = draft.placement.homes(entity.name)[0]
        if home.kind == "timeseries":
            _options(draft, entity, home.relationship)
            if home.relationship is None:
                _overlay(draft, entity)


def _options(draft: PlanDraft, entity: Entity, relationship: str | None) -> None:
    time = time_field(entity)
    nodes = draft.body(entity.name).nodes
    nodes.setdefault(time, Node(time, "date", origin="bucket", note="measurement time"))
    nodes[time].values["required"] = True
    series: dict[str, Any] = {"timeField": time}
    source = _source(draft, entity)
    if entity.name in draft.metas:
        series["metaField"] = draft.placement.meta(entity.name)
    elif source is not None:
        series["metaField"] = source.name
    series["granularity"] = _granularity(draft, entity, relationship)
    draft.shelves[draft.placement.collection(entity.name)]["options"]["timeseries"] = series


def _source(draft: PlanDraft, entity: Entity) -> Field | None:
    """The field of measurements that are of nothing by which most reads find those of one series: the server groups by it,
    as by a reference. None where no read does."""
    fields = {field.name: field for field in entity.own_fields if field.type in _LABELS}
    asked: dict[str, float] = {}
    for operation in draft.model.workload:
        if operation.entity != entity.name or operation.kind != "read":
            continue
        for match in given(operation.filter, []):
            if match.how == "eq" and match.field in fields:
                asked[match.field] = asked.get(match.field, 0) + (given(operation.per_day, 0) or 1)
    return fields[max(asked, key=lambda name: asked[name])] if asked else None


def time_field(entity: Entity) -> str:
    """The first required date, else the first date, else a new one."""
    dates = [field for field in entity.own_fields if field.type == "date"]
    required = [field.name for field in dates if field.required is True]
    return next(iter(required), dates[0].name if dates else "ts")


def _granularity(draft: PlanDraft, entity: Entity, relationship: str | None) -> str:
    """The step whose buckets span the window that the relationship states. Else the one nearest to the time between
    two measurements of one series. Of several things that a measurement is of
    together, the one that has the fewest a day tells it; a series that is in no relationship is one source, or
    as many as the field that tells them has values. Seconds, as
    the server has it, where no rate is known."""
    window = given(draft.names.relationships[relationship].time_window, "") if relationship else ""
    if window:
        return _OF_WINDOW[window]
    if relationship:
        links = [link for link in draft.names.relationships.values() if link.to.entity == entity.name]
        of = [link for link in links if link.kind != "is-a" and draft.placement.references(link, "to")]
        adds = slowest(series_rates(draft.survey, of).values()).per_day
    else:
        written = draft.survey.traffic.inserts.get(entity.name)
        adds = float(given(entity.inserts_per_day, 0) if written is None else written)
        source = _source(draft, entity)
        adds /= max(1, len(given(source.enum, []))) if source else 1
    if not adds:
        return "seconds"
    between = _SECONDS_A_DAY / adds
    return "seconds" if between <= 30 else "minutes" if between <= 30 * 60 else "hours"


def _overlay(draft: PlanDraft, entity: Entity) -> None:
    collection = draft.placement.collection(entity.name)
    details = dict(draft.shelves[collection]["options"]["timeseries"])
    overlay = Overlay(
        kind="TIME_SERIES",
        collection=collection,
        path=time_field(entity),
        entity=entity.name,
        details=details,
    )
    draft.entity_overlays.append(overlay)


PATTERN = Pattern(
    slug="time-series",
    kinds=("TIME_SERIES",),
    title=label_of("TIME_SERIES"),
    help="Immutable measurements go in a time series collection, which MongoDB buckets and compresses.",
    apply=apply,
)
