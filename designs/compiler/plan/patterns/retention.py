"""TTL, CAPPED, ARCHIVE, ROLLING: how long documents are kept, and by what means. What is kept for a period expires by a
TTL index, too."""

from __future__ import annotations

from typing import Any

from ...model.conceptual import Entity, Relationship, Retention, given
from ...placement.retention_scope import Leaving, RetainedDocuments, retained
from ...plan_model.decisions import Overlay
from ...workload.expiry import WHOLE
from ...workload.inputs import BY_DATE, seconds_kept
from ...workload.list_order import first_date
from ..plan_builder import PlanDraft
from .base import Pattern

_KINDS = {"ttl": "TTL", "capped": "CAPPED", "archive": "ARCHIVE", "rolling": "ROLLING"}
_LEAST_CAPPED = 4096  # bytes, MongoDB's own minimum of a capped collection


def apply(draft: PlanDraft) -> None:
    """State each entity's retention: options of its collection, and an overlay."""
    for scope in retained(draft.placement):
        if scope.collection not in draft.shelves or (scope.condition and scope.retention.policy in WHOLE):
            continue
        _options(draft, scope.entity, scope.retention, scope.collection)
        draft.entity_overlays.append(_overlay(draft, scope))
    leaving = Leaving(draft.placement)
    for relationship in draft.names.relationships.values():
        draft.caveats[relationship.name] += _caveats(leaving, relationship)


def _caveats(leaving: Leaving, relationship: Relationship) -> list[str]:
    """What a decision leaves behind when documents go by themselves: nobody cascades then."""
    return [
        f"documents of {left.gone} {left.how}, and {left.at.collection}.{left.at.path} still references them: "
        f"{left.remedy}"
        for side in ("from", "to")
        for left in leaving.left(relationship, side)
    ]


def _overlay(draft: PlanDraft, scope: RetainedDocuments) -> Overlay:
    expiring = scope.retention.policy in BY_DATE  # by the first date, where no field is stated
    field = given(scope.retention.field, "") or (first_date(scope.entity.own_fields) if expiring else "")
    places = draft.placement.of_path(scope.entity.name, field) if field else ()
    here = [spot.path for spot in places if spot.collection == scope.collection]
    here.sort(key=lambda path: path.count("."))  # the document's own, before that of a kind that stands in it
    only = {"only": scope.condition} if scope.condition else {}
    return Overlay(
        kind=_KINDS[scope.retention.policy],
        collection=scope.collection,
        path=here[0] if here else field,
        entity=scope.entity.name,
        details=_details(scope.retention) | only,
    )


def _details(retention: Retention) -> dict[str, Any]:
    """The numbers that the file states about the policy."""
    names = ("seconds", "bytes", "documents", "after_days", "period")
    stated = {name: given(getattr(retention, name), None) for name in names}
    return {name: value for name, value in stated.items() if value is not None}


def _options(draft: PlanDraft, entity: Entity, retention: Retention, name: str) -> None:
    shelf = draft.shelves[name]
    if shelf["kind"] == "timeseries":
        if retention.policy in BY_DATE:
            shelf["options"]["expireAfterSeconds"] = seconds_kept(retention) or 0
    elif retention.policy == "capped":
        shelf["kind"] = "capped"
        shelf["options"] |= _cap(draft, entity, retention)


def _cap(draft: PlanDraft, entity: Entity, retention: Retention) -> dict[str, Any]:
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
    help="How long documents are kept: a TTL index, a capped collection, or an archive. Rolling retention (a day, week, month, or year) also uses a TTL index, so you don't need one collection per period.",
    why="old documents take memory and disk space from the data in use",
    apply=apply,
    caveats=(
        "TTL deletes up to a minute late, and only whole documents",
        "references to expired documents stay: let the documents with these references expire too, or unset them in a job",
        "documents in a capped collection can't be deleted by hand, and it can't be sharded",
        "in a collection with several subtypes, one subtype can expire or be archived, but not be capped",
    ),
    sources=("DOC:TTL-indexes", "DOC:capped-collections"),
)
