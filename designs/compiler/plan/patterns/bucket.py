"""BUCKET: children are grouped into documents of one page each."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...plan_model.number_format import grouped
from ...strategies.table import label_of
from ..plan_builder import Body, Node, PlanDraft
from .base import Pattern, array_bound, because, put_bucket_items, put_reference


def apply(draft: PlanDraft) -> None:
    """Build the collection of pages: parent, page, count and the elements."""
    for relationship in draft.chosen("BUCKET"):
        draft.add_bucket(relationship, _body(draft, relationship))
        draft.hold(relationship, *draft.placement.contents(relationship))


def _body(draft: PlanDraft, relationship: Relationship) -> Body:
    body, link, most = Body(), relationship.name, array_bound(draft, relationship, "from")
    put_reference(draft, relationship, body, required=True)
    body.put("page", _count("page", link, 1, None, "page number, from 1"))
    body.put("count", _count("count", link, 0, most, "items on this page"))
    note = (
        f"Bucket: up to {most if most is None else grouped(most, '')} items per page, one document per "
        f"page ({because(draft, relationship)})"
    )
    put_bucket_items(draft, relationship, body, note)
    return body


def _count(name: str, relationship: str, least: int, most: int | None, note: str) -> Node:
    return Node(
        name,
        "int",
        origin="bucket",
        relationship=relationship,
        required=True,
        minimum=least,
        maximum=most,
        note=note,
    )


PATTERN = Pattern(
    slug="bucket",
    kinds=("BUCKET",),
    title=label_of("BUCKET"),
    help="Items read page by page are stored page by page: one document per page.",
    apply=apply,
)
