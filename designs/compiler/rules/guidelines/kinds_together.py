"""Do all kinds of a general thing share one collection?

Asked once for a whole family of kinds. They share one where programs read several kinds at once,
where most of what a kind has is what all of them have, or where other things refer to the general
one: a reference to one collection need not be looked for. A field says which kind a document is, and the
validator holds each document to the rules of its kind. A kind whose collection is thrown away as a whole,
capped, would take the others along: then they are kept apart, and what refers to the general
one looks in all of their collections. They stay together where that can't be: a tree of them is walked in
one collection, and an id that is no ObjectId or UUID may be that of two kinds.
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
        f"{percent(together)} of the reads want several kinds, {percent(shared)} of the fields are shared, "
        f"and nothing refers to {case.parent.name}"
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
