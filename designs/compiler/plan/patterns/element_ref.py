"""ELEMENT_REF: two elements of one document, and the one names the other by its own key."""

from __future__ import annotations

from ...model.conceptual import Field, Relationship
from ...model.field_walk import own_key
from ...strategies.table import label_of
from ..plan_builder import Node, PlanDraft
from .base import Pattern, cite, least, put_copies


def apply(draft: PlanDraft) -> None:
    """Give each element the key of the other element that it refers to."""
    for relationship in draft.chosen("ELEMENT_REF"):
        name = draft.names.end(relationship, "to")
        body = draft.reference_body(relationship.to.entity)
        required = least(relationship, "to") >= 1
        body.put(name, _node(draft, relationship, name, required))
        put_copies(draft, relationship, "to", body, required=required)
        draft.hold(relationship, *draft.placement.references(relationship, "to"))


def _node(draft: PlanDraft, relationship: Relationship, name: str, required: bool) -> Node:
    parent = relationship.from_.entity
    key = key_field(draft, parent)
    path = "_id" if key is None else key.name
    types = draft.placement.key_types(parent) if key is None else key.all_types
    places = " or ".join(spot.down(path).path for spot in draft.placement.spots(parent))
    return Node(
        name.rpartition(".")[2],
        *types,
        origin="reference",
        required=required,
        relationship=relationship.name,
        entity=parent,
        note=f"reference -> {places} of the same document ({cite(draft, relationship)})",
    )


def key_field(draft: PlanDraft, entity: str) -> Field | None:
    """An element's own key, None for a kept ``_id``. A kind has its general's."""
    return own_key(draft.names.entities[draft.placement.kinds.base(entity)])


PATTERN = Pattern(
    slug="element-reference",
    kinds=("ELEMENT_REF",),
    title=label_of("ELEMENT_REF"),
    help="One item in a document references another item in the same document.",
    apply=apply,
)
