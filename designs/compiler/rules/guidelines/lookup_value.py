"""A lookup with one field that isn't read on its own doesn't need a collection: the other end stores the values in an
array.
"""

from ...model.conceptual import Entity
from ...workload.inputs import DecisionInputs
from ..choices import value_side
from ..gates import Bars
from .base import LINKS, Guideline, number, read_alone


def _lookup(case: DecisionInputs) -> Entity | None:
    for entity in (case.child, case.parent):
        if entity.kind_or_default == "lookup":
            return entity
    return None


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why there is no bare value to store."""
    lookup = _lookup(case)
    one_to_many = case.relationship.kind == "one-to-many"
    if lookup is None or (one_to_many and case.child.kind_or_default != "lookup"):
        return "neither end is a lookup"
    if case.parent.name == case.child.name:
        return "values that reference each other need their own documents"
    if len([f for f in lookup.own_fields if f.name != "_id"]) > 1:
        return f"{lookup.name} has more than one field"
    if read_alone(case, lookup.name):
        return f"{lookup.name} is read on its own"
    if not one_to_many and case.look("link_fields"):
        return "link fields can't be stored next to a plain value"
    most = case.read(f"{value_side(case)}.max")
    if most > case.constants.ref_array_max:
        return f"{number(most)} values are too many for an array"
    return bars["VALUE_ARRAY"].because if "VALUE_ARRAY" in bars else ""


GUIDELINE = Guideline(
    code="C1",
    slug="lookup-value",
    title="Is one end just a name?",
    docs=__doc__,
    kinds=("one-to-many", *LINKS),
    strategies=("VALUE_ARRAY",),
    reason="the lookup has only a value, so a reference adds nothing",
    sources=("S2", "S3"),
    refuse=refuse,
    caveats=(
        "renaming a value needs updateMany",
        ("spellings can drift: an enum in the validator prevents it"),
    ),
)
