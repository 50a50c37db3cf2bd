"""FOLD_ONE: the parent's few fields stand in each child, and there is no parent collection."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...strategies.table import label_of
from ..plan_builder import PlanDraft, field_node
from .base import Pattern, because, least


def apply(draft: PlanDraft) -> None:
    """Copy the parent's fields into each child, under their names there."""
    for relationship in draft.chosen("FOLD_ONE"):
        names = draft.placement.folded(relationship)
        _fold(draft, relationship, names)
        for base in draft.placement.spots(relationship.to.entity):
            draft.hold(relationship, *(base.down(name) for name in names.values()))


def _fold(draft: PlanDraft, relationship: Relationship, names: dict[str, str]) -> None:
    parent, child = draft.names.entities[relationship.from_.entity], relationship.to.entity
    always = least(relationship, "to") >= 1
    for field in parent.own_fields:
        if field.name not in names:
            continue
        name = names[field.name]
        node = field_node(
            field,
            name.rpartition(".")[2],
            relationship=relationship.name,
            entity=parent.name,
            required=always and field.required is True,
            note=f"merged from {draft.names.word(parent.name)} ({because(draft, relationship)})",
        )
        draft.body(child).put(name, node)


PATTERN = Pattern(
    slug="fold-one",
    kinds=("FOLD_ONE",),
    title=label_of("FOLD_ONE"),
    help="A tiny parent has no collection: its fields are stored in each child.",
    apply=apply,
)
