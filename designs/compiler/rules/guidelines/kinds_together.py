"""Decided once for all subtypes of a supertype.

They share a collection if reads return several subtypes, if most fields are shared, or if other entities refer to
the supertype, because a reference then points to one collection. A discriminator field states the subtype, and the
validator checks each document by its subtype.

If one subtype needs a capped collection, the subtypes are separate, and references to the supertype are looked up
in each collection. The subtypes stay together if that isn't possible: a tree needs one collection, and IDs other than
ObjectId or UUID may occur in two subtypes.
"""

from ...model.conceptual import given
from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import Guideline, percent


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the kinds are not read together, alike, or referred to as one; "" where they are."""
    if "POLY_SINGLE" in bars:
        return bars["POLY_SINGLE"].because
    own = _designers(case)
    if own:
        return (
            ""
            if own[0] == "POLY_SINGLE"
            else (
                "you chose separate collections for another subtype, and all subtypes use the same strategy"
            )
        )
    limits = case.constants
    together = case.read("accessed_together")
    if together >= limits.together_min:
        return ""
    shared = case.read("shared_fields")
    if shared >= limits.poly_shared or case.read("general_linked"):
        return ""
    return (
        f"{percent(together)} of the reads need several subtypes, {percent(shared)} of the fields are shared, "
        f"and nothing references {case.parent.name}"
    )


def _designers(case: DecisionInputs) -> list[str]:
    """What the designer chose for other kinds of the same family, in file order."""
    family = {link.name: link for link in case.survey.families.links(case.child.name)}
    others = [link for link in case.survey.model.links if family.get(link.name) == link]
    stated = [given(link.strategy, "auto") for link in others if link is not case.relationship]
    return [strategy for strategy in stated if strategy != "auto"]


GUIDELINE = Guideline(
    code="P1",
    slug="kinds-together",
    title="Should subtypes share one collection?",
    docs=__doc__,
    kinds=("is-a",),
    strategies=("POLY_SINGLE",),
    reason="subtypes are read together, mostly alike, or referenced as one type",
    sources=("DOC:inheritance", "BWP"),
    refuse=refuse,
    caveats=(
        "each document stores its type: queries for one subtype filter on it, and the validator checks it",
        "each subtype has its own oneOf branch to maintain in the validator",
    ),
)
