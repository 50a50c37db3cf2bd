"""Each link is a document with both IDs: no limit on either side, and room for attributes.

This also applies if the links' fields and copies would make their owner's document too large, or if the owner's end
can't store them. The other side, such as a part in a catalogue, doesn't store the records of an order. If no owner is
stated, the end whose operations change the links counts as the owner.
"""

from ...strategies.table import strategies_with
from ...workload.inputs import DecisionInputs
from ..choices import array_limit, holds_links, updated_side_too_small
from ..gates import Bars
from .base import LINKS, NO_FOREIGN_KEY, Guideline, number

_HELD = strategies_with(lambda row: row.lists_ids and row.holder_is_decided)


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a side can hold the links."""
    least = min(case.read("from.max"), case.read("to.max"))
    if case.read("link_accessed_alone") or least > array_limit(case):
        return ""
    owner = case.look("link_owner")
    if owner is None and updated_side_too_small(case):
        case.read("link_fields")
        return ""
    if owner is not None and case.look("link_fields") and not holds_links(case, owner):
        case.read("link_owner"), case.read("link_fields")
        return ""
    if any(
        bars[strategy].gate == "G4" for strategy in _HELD if strategy in bars
    ):  # as large in any other array
        return ""
    return f"one side has up to {number(least)}, which fits in an array"


def explain(case: DecisionInputs, bars: Bars) -> str:
    """Which end can't hold the links that its operations change."""
    side = "" if case.look("link_accessed_alone") else updated_side_too_small(case)
    if not side or case.look("link_owner") is not None:
        return GUIDELINE.reason
    entity = case.relationship.end(side).entity
    return f"operations of {entity} change the links, but can't store up to {number(case.look(f'{side}.max'))} of them"


GUIDELINE = Guideline(
    code="C3",
    slug="link-as-entity",
    title="Does the link need its own collection?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("LINK_COLL",),
    reason="the link is used on its own, or neither side can store the array",
    sources=("K",),
    refuse=refuse,
    explain=explain,
    caveats=(
        "reading across takes two steps",
        "a unique index on the pair prevents duplicate links",
        NO_FOREIGN_KEY,
    ),
)
