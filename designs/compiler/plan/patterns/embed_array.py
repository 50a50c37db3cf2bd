"""EMBED_ARRAY: the parts are an array of sub-documents in their parent."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...strategies.table import label_of
from ..plan_builder import Node, PlanDraft
from .base import Pattern, array_bound, cite, embedded_node, how_many


def apply(draft: PlanDraft) -> None:
    """Put each child's body into its parent as the elements of an array."""
    for relationship in draft.chosen("EMBED_ARRAY"):
        name = draft.names.end(relationship, "from")
        draft.body(relationship.from_.entity).put(name, _node(draft, relationship, name))
        draft.hold(relationship, *draft.placement.contents(relationship))


def _node(draft: PlanDraft, relationship: Relationship, name: str) -> Node:
    parent = draft.names.word(relationship.from_.entity)
    bound = array_bound(draft, relationship, "from")
    reason = draft.decision(relationship).reason or "owned by its parent"
    many = how_many(relationship, "from", bound)
    note = f"Embedded: {many} per {parent}, {reason} ({cite(draft, relationship)})"
    return embedded_node(draft, relationship, name, bound, note)


PATTERN = Pattern(
    slug="embed-array",
    kinds=("EMBED_ARRAY",),
    title=label_of("EMBED_ARRAY"),
    help="A few owned items become an array in their parent, read in one go.",
    apply=apply,
)
