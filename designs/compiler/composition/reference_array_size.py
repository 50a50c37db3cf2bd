"""What arrays of ids weigh where copies or a link's own fields stand beside each id (gate G4). Bare ids are few
enough by gate G3, and weigh next to nothing, but in the elements of a bucket: there they stand many times over."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from ..model.conceptual import Relationship, stated
from ..plan_model.decisions import Decision
from ..rules.copies import field_at, verdicts
from ..workload.inputs import DecisionInputs, Survey
from ..workload.sizes import OBJECT_ID, document_bytes, element_bytes, named


class ReferenceBytes(NamedTuple):
    """Bytes of a document at the horizon and with every count at its maximum."""

    projected: float
    largest: float

    def plus(self, other: ReferenceBytes) -> ReferenceBytes:
        """The sum of two."""
        return ReferenceBytes(self.projected + other.projected, self.largest + other.largest)


class Listed(NamedTuple):
    """A relationship whose ids an entity lists with more beside them, and what the array adds to a document."""

    relationship: Relationship
    bytes: ReferenceBytes


def listed(
    survey: Survey, decisions: dict[str, Decision], paged: Collection[str] = ()
) -> dict[str, list[Listed]]:
    """By the entity that holds them, the arrays of ids with copies or fields of the link beside each.
    paged: the entities that stand in elements of buckets, whose bare ids count too."""
    by_holder: defaultdict[str, list[Listed]] = defaultdict(list)
    for link in survey.model.links:
        more = stated(link.copies) or stated(link.link_fields)
        for side in _sides(decisions[link.name]) if more or paged else ():
            case, holder = survey.case(link.name), link.end(side).entity
            beside = _beside(case, decisions[link.name], side) if more else 0.0
            if beside or holder in paged:
                by_holder[holder].append(Listed(link, _array(case, side, beside)))
    return dict(by_holder)


def _sides(decision: Decision) -> tuple[str, ...]:
    """The ends whose documents hold an array of ids. Embedded links are weighed where they are embedded."""
    return decision.traits.ends_with_arrays(decision.side) if decision.traits.has_id_arrays else ()


def _beside(case: DecisionInputs, decision: Decision, side: str) -> float:
    """Bytes beside one id: copies that are kept, and the link's own fields."""
    other = case.child if side == "from" else case.parent
    kept = [
        verdict for verdict in verdicts(case, decision) if verdict.fate == "kept" and verdict.holder == side
    ]
    fields = [field for verdict in kept if (field := field_at(other, verdict.copy.field))]
    empty = document_bytes([], identity=False)
    return document_bytes(fields, identity=False) - empty + case.survey.link_bytes(case.relationship)


def _array(case: DecisionInputs, side: str, beside: float) -> ReferenceBytes:
    other = case.child if side == "from" else case.parent
    pair = (
        document_bytes([], identity=False)
        + beside
        + named(case.survey.names.element_id(other.name), OBJECT_ID)
    )
    size = pair if beside else OBJECT_ID
    most = case.look(f"{side}.max")
    ahead = case.look("at_horizon") if side == "from" else case.look("to.average")
    largest = most * element_bytes(size, most) if math.isfinite(most) else 0.0
    return ReferenceBytes(ahead * element_bytes(size, ahead), largest)
