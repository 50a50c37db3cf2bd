"""OUTLIER: an array for the typical parent, a collection for what the few large ones have beyond."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...placement.doc_path import ITEM
from ...strategies.table import label_of
from ..plan_builder import Body, Node, PlanDraft
from .base import Pattern, array_bound, cite, embedded_node, put_reference


def apply(draft: PlanDraft) -> None:
    """Build the capped array, the flag and the overflow collection of each outlier."""
    for relationship in draft.chosen("OUTLIER"):
        _array(draft, relationship)
        _overflow(draft, relationship)
        draft.hold(relationship, *draft.placement.contents(relationship)[:1])


def _array(draft: PlanDraft, relationship: Relationship) -> None:
    name = draft.names.end(relationship, "from")
    bound = array_bound(draft, relationship, "from")
    overflow = draft.placement.collection_made_by(relationship)
    note = f"Embedded: up to {bound}, the rest in {overflow} ({cite(draft, relationship)})"
    parent = draft.body(relationship.from_.entity)
    parent.put(name, embedded_node(draft, relationship, name, bound, note))
    note = f"true if {overflow} has more items"
    parent.put(
        "has_extras", Node("has_extras", "bool", origin="outlier", relationship=relationship.name, note=note)
    )


def _overflow(draft: PlanDraft, relationship: Relationship) -> None:
    body = Body()
    put_reference(draft, relationship, body, required=True)
    item = Node(
        ITEM,
        "object",
        body=draft.element_body(relationship.to.entity),
        origin="outlier",
        required=True,
        relationship=relationship.name,
        entity=relationship.to.entity,
        note="an item that didn't fit in its parent",
    )
    body.put(ITEM, item)
    name = draft.placement.collection_made_by(relationship)
    draft.add_collection(name, body, kind="overflow", relationship=relationship.name)


PATTERN = Pattern(
    slug="outlier",
    kinds=("OUTLIER",),
    title=label_of("OUTLIER"),
    help="Typical parents embed everything; a few large ones overflow to another collection.",
    apply=apply,
)
