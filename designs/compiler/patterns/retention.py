"""TTL, CAPPED, ARCHIVE, ROLLING: how long documents are kept, and by what means."""

from __future__ import annotations

from typing import Any

from ..conceptual import Entity, Retention, given
from ..decisions import Overlay
from ..drafting import Draft
from .base import Pattern

_KINDS = {"ttl": "TTL", "capped": "CAPPED", "archive": "ARCHIVE", "rolling": "ROLLING"}
_LEAST_CAPPED = 4096  # bytes, MongoDB's own minimum of a capped collection


def apply(draft: Draft) -> None:
    """State each entity's retention: options of its collection, and an overlay."""
    for entity in draft.names.entities.values():
        retention = given(entity.retention, None)
        name = draft.placement.collection(entity.name)
        if retention is None or retention.policy not in _KINDS or name not in draft.shelves:
            continue
        if draft.placement.is_embedded(entity.name):
            continue
        _options(draft, entity, retention, name)
        draft.entity_overlays.append(_overlay(draft, entity, retention, name))


def _overlay(draft: Draft, entity: Entity, retention: Retention, name: str) -> Overlay:
    field = given(retention.field, "")
    places = draft.placement.of_path(entity.name, field) if field else ()
    return Overlay(
        kind=_KINDS[retention.policy],
        collection=name,
        path=places[0].path if places else field,
        entity=entity.name,
        details=_details(retention),
    )


def _details(retention: Retention) -> dict[str, Any]:
    """The numbers that the file states about the policy."""
    names = ("seconds", "bytes", "documents", "after_days", "period")
    stated = {name: given(getattr(retention, name), None) for name in names}
    return {name: value for name, value in stated.items() if value is not None}


def _options(draft: Draft, entity: Entity, retention: Retention, name: str) -> None:
    shelf = draft.shelves[name]
    if shelf["kind"] == "timeseries":
        if retention.policy == "ttl":
            shelf["options"]["expireAfterSeconds"] = given(retention.seconds, 0)
    elif retention.policy == "capped":
        shelf["kind"] = "capped"
        shelf["options"] |= _cap(draft, entity, retention)


def _cap(draft: Draft, entity: Entity, retention: Retention) -> dict[str, Any]:
    """Size and number; a size that nobody stated follows from the number of documents."""
    documents = given(retention.documents, 0)
    size = given(retention.bytes, 0) or int(
        (documents or draft.survey.count(entity.name)) * draft.survey.own_bytes(entity.name)
    )
    most = {"max": documents} if documents else {}
    return {"capped": True, "size": max(_LEAST_CAPPED, size), **most}


PATTERN = Pattern(
    slug="retention",
    kinds=("TTL", "CAPPED", "ARCHIVE", "ROLLING"),
    title="Retention",
    help="How long documents are kept: an expiring index, a capped collection, an archive, or one collection a period.",
    apply=apply,
    caveats=(
        "an expiring index deletes up to a minute late, and only whole documents",
        "a capped collection deletes nothing on request and can not be sharded",
    ),
    sources=("DOC:TTL-indexes", "DOC:capped-collections"),
)
