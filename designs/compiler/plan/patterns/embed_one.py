"""EMBED_ONE: the part is a sub-document of its principal."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...strategies.table import label_of
from ..plan_builder import Node, PlanDraft
from .base import Pattern, cite, least


def apply(draft: PlanDraft) -> None:
    """Put each child's body into its parent as a sub-document."""
    for relationship in draft.chosen("EMBED_ONE"):
        name = draft.names.end(relationship, "from")
        draft.body(relationship.from_.entity).put(name, _node(draft, relationship, name))
        draft.hold(relationship, *draft.placement.contents(relationship))


def _node(draft: PlanDraft, relationship: Relationship, name: str) -> Node:
    child, parent = relationship.to.entity, draft.names.word(relationship.from_.entity)
    return Node(
        name.rpartition(".")[2],
        "object",
        body=draft.body(child),
        origin="embedded",
        required=least(relationship, "from") >= 1,
        relationship=relationship.name,
        entity=child,
        note=f"Embedded: one per {parent.replace('_', ' ')} ({cite(draft, relationship)})",
    )


PATTERN = Pattern(
    slug="embed-one",
    kinds=("EMBED_ONE",),
    title=label_of("EMBED_ONE"),
    help="A one-to-one child becomes a subdocument: one read returns both, one write changes both.",
    apply=apply,
)
