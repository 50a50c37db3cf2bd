"""VALUE_ARRAY: the values themselves stand in an array, and nothing is referenced."""

from __future__ import annotations

from ...model.conceptual import Field, Relationship
from ...plan_model.decisions import opposite
from ...strategies.table import label_of
from ..plan_builder import Node, PlanDraft
from .base import Pattern, array_bound, cite, how_many


def apply(draft: PlanDraft) -> None:
    """Give the holding side an array of the lookup's values."""
    for relationship in draft.chosen("VALUE_ARRAY"):
        side = draft.decision(relationship).side
        name = draft.placement.array_name(relationship, side)
        draft.body(relationship.end(side).entity).put(name, _node(draft, relationship, side, name))
        draft.hold(relationship, *(base.down(name) for base in draft.placement.bases(relationship, side)))


def _node(draft: PlanDraft, relationship: Relationship, side: str, name: str) -> Node:
    far = relationship.end(opposite(side)).entity
    field = _value(draft, far)
    element = {"types": ("string",)} if field is None else {"types": field.all_types, "source": field}
    bound = array_bound(draft, relationship, side)
    near = draft.names.word(relationship.end(side).entity)
    many = how_many(relationship, side, bound)
    return Node(
        name.rpartition(".")[2],
        "array",
        element=element,
        origin="embedded",
        relationship=relationship.name,
        entity=far,
        max_items=bound,
        unique_items=True,
        note=f"Values: {many} per {near} ({cite(draft, relationship)})",
    )


def _value(draft: PlanDraft, entity: str) -> Field | None:
    """The lookup's one scalar field beside its ``_id``; of a subtype that has none, the one of what it is a kind of."""
    lines = [entity, *draft.placement.survey.families.above(entity)]
    return next((field for field in (_own_value(draft, name) for name in lines) if field is not None), None)


def _own_value(draft: PlanDraft, entity: str) -> Field | None:
    fields = draft.names.entities[entity].own_fields
    scalars = [field for field in fields if field.name != "_id" and field.type not in ("object", "array")]
    return next((field for field in scalars if field.unique is True), next(iter(scalars), None))


PATTERN = Pattern(
    slug="value-array",
    kinds=("VALUE_ARRAY",),
    title=label_of("VALUE_ARRAY"),
    help="Names such as tags are stored as plain values; renaming one needs updateMany.",
    apply=apply,
)
