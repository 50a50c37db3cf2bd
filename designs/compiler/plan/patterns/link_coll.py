"""LINK_COLL: one document for each link."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...strategies.table import label_of
from ..plan_builder import Body, PlanDraft
from .base import Pattern, cite, pointing, put_copies, put_id, put_link_fields


def apply(draft: PlanDraft) -> None:
    """Build the collection of links: two ids, copies, and the fields of the link."""
    for relationship in draft.chosen("LINK_COLL"):
        name = draft.placement.collection_made_by(relationship)
        draft.add_collection(name, _body(draft, relationship), kind="link", relationship=relationship.name)
        draft.hold(relationship, *(DocPath(name, path) for path in draft.names.link_ids(relationship)))


def _body(draft: PlanDraft, relationship: Relationship) -> Body:
    body = Body()
    for side, name in zip(("from", "to"), draft.names.link_ids(relationship), strict=True):
        entity = relationship.end(side).entity
        note = f"reference -> {pointing(draft, entity)} ({cite(draft, relationship)})"
        put_id(draft, relationship, body, name, entity, required=True, note=note)
        put_copies(draft, relationship, opposite(side), body, required=True)
    put_link_fields(draft, relationship, body)
    return body


PATTERN = Pattern(
    slug="link-collection",
    kinds=("LINK_COLL",),
    title=label_of("LINK_COLL"),
    help="Each link is its own document: no limit on either side, and room for fields.",
    apply=apply,
)
