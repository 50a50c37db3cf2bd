"""POLY_SINGLE: all kinds of a general thing in one collection, each document saying which it is."""

from __future__ import annotations

from ...plan_model.decisions import Overlay
from ...strategies.table import label_of
from ..plan_builder import Body, PlanDraft
from .base import Pattern, cite


def apply(draft: PlanDraft) -> None:
    """Put what each kind has into its general's documents, under a field that tells them apart."""
    kinds = draft.placement.kinds
    for base in kinds.bases:
        body, spots = draft.body(base), draft.placement.mixed_spots(base)
        body.values = kinds.values(base)
        body.kinds = [(draft.body(name), kinds.values(name)) for name in kinds.members(base)[1:]]
        _put_discriminator(draft, body, base)
        for relationship in kinds.families.links(base):
            draft.hold(relationship, *spots)
        if spots:
            draft.entity_overlays.append(
                Overlay(
                    kind="POLY_SINGLE",
                    collection=spots[0].collection,
                    path=spots[0].down(kinds.field(base)).path,
                    entity=base,
                    details={"values": list(kinds.values(base))},
                )
            )


def _put_discriminator(draft: PlanDraft, body: Body, base: str) -> None:
    kinds = draft.placement.kinds
    name = kinds.field(base)
    link = kinds.families.links(base)[0]
    own = " or ".join(f'"{value}"' for value in kinds.own_values(base))
    plain = f", {own} without a subtype" if own else ""
    note = f"type of {draft.names.word(base).replace('_', ' ')}{plain} ({cite(draft, link)})"
    values = {"origin": "discriminator", "required": True, "enum": kinds.values(base), "entity": base}
    body.put_first(body.ours(name, "string", **values, note=note))


PATTERN = Pattern(
    slug="one-collection-for-all-kinds",
    kinds=("POLY_SINGLE",),
    title=label_of("POLY_SINGLE"),
    help=(
        "Subtypes share a collection. A discriminator field identifies each document's type, and the "
        "validator checks its rules."
    ),
    apply=apply,
)
