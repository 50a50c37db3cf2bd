"""TREE_PARENT: each node of a tree holds the id of its parent."""

from __future__ import annotations

from ..conceptual import Relationship, given
from ..drafting import Draft
from .base import Pattern, cite, pointing, put_copies, put_id


def apply(draft: Draft) -> None:
    """Give each node the reference to its parent; a root has none."""
    for relationship in draft.chosen("TREE_PARENT"):
        body = draft.reference_body(relationship.to.entity)
        _reference(draft, relationship)
        put_copies(draft, relationship, "to", body, required=False)
        draft.hold(relationship, *draft.placement.references(relationship, "to"))


def _reference(draft: Draft, relationship: Relationship) -> None:
    entity = relationship.to.entity
    name = given(relationship.to.field, "") or "parent"
    note = f"reference -> {pointing(draft, entity)}, none at a root ({cite(draft, relationship)})"
    put_id(draft, relationship, draft.reference_body(entity), name, entity, required=False, note=note)


PATTERN = Pattern(
    slug="tree-parent",
    kinds=("TREE_PARENT",),
    title="Tree by parent",
    help="Each node names its parent: a move is one write, and a branch is read with $graphLookup.",
    apply=apply,
)
