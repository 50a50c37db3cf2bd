"""Whether a range narrows more than an order saves: the two orders of keys behind equalities, compared by the numbers
that the design states.

An index in the order of a sort is walked until the limit is reached, past the keys that the range leaves out. One that
narrows first is walked within the range alone, and what remains is sorted in memory (MongoDB manual, the equality, sort,
range guideline: put the range first where it is very selective).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...model.conceptual import Match, given, stated
from ...model.constants import PAGE
from ...placement.path_locator import Placement
from ...plan_model.decisions import opposite
from ...plan_model.number_format import grouped, listed
from ...workload.inputs import DEFAULT
from .candidates import Shelf, Want

if TYPE_CHECKING:
    from .operations import Query

RANGE_SHARE = 0.25
"""The share that a range of unknown ends leaves (Selinger et al., Access path selection, 1979: between two values)."""
PERIOD_DAYS = 7
"""How long a range of dates is: a week of what came in. Our own default."""
_BOUNDED = frozenset({"eq", "in", "range", "prefix"})


class Narrowing(NamedTuple):
    """What a read goes through: the documents that its equalities leave, those that its ranges leave of them, and the keys
    that an index in the order of its sort is walked along."""

    of: float
    remaining: float
    in_order: float

    def in_words(self, sorts: list[str]) -> str:
        """Why the sort is no key, as the end of an index's reason."""
        of, remaining, keys = (grouped(max(1.0, float(f"{number:.2g}")), ",.0f") for number in self)
        return (
            f"; sorts by {listed(sorts)} in memory: the range matches about {remaining} of {of} "
            f"documents; an index in sort order would read {keys} keys"
        )


def narrowing(query: Query, wants: list[Want], placement: Placement) -> Narrowing | None:
    """Return what narrowing first reads, where it is less than reading in the order of the sort; None where it is more, or
    the design does not say how many documents there are."""
    equal = [want for want in wants if want.role in ("eq", "in")]
    ranges = [want for want in wants if want.role == "range"]
    matches = given(query.operation.filter, [])
    if not equal or any(match.how not in _BOUNDED for match in matches):
        return None
    left = _left(query.shelf, equal, matches, placement)
    if left is None:
        return None
    share = min(_share(query.shelf, want, placement) for want in ranges)
    limit = float(given(query.operation.limit, 0) or PAGE)
    remaining, in_order = share * left, min(left, limit / share)
    is_less = 2 * remaining < in_order + min(
        limit, remaining
    )  # each document that is left is read, then sorted
    return Narrowing(left, remaining, in_order) if is_less else None


def within_page(query: Query, wants: list[Want], placement: Placement) -> list[Want]:
    """Return the wants without those of items, where what a parent has fits into one page on average: the index of the
    pages of a parent finds it, and an entry for each item would find nothing more."""
    collection = query.shelf.collection
    case = placement.survey.cases.get(collection.relationship or "")
    if case is None or case.quantity("average").origin == DEFAULT:
        return wants
    bound, parents = (
        placement.decision(case.relationship).bound,
        {
            spot.path
            for spot in placement.references(case.relationship, "to")
            if spot.collection == collection.name
        },
    )
    of_parent = any(want.path in parents and want.role == "eq" for want in wants)
    is_one = bound is not None and case.look("average") <= bound
    return [want for want in wants if not want.arrays] if of_parent and is_one else wants


def _left(shelf: Shelf, equal: list[Want], matches: list[Match], placement: Placement) -> float | None:
    """How many documents, or elements, equalities leave: as many as refer to one, or a share of all."""
    references = _referring(shelf.name, placement)
    by_reference = [references[want.path] for want in equal if want.path in references]
    least = min(by_reference) if by_reference else _all(shelf, equal, placement)
    for want in equal:
        if least is None or want.path in references:
            continue
        values = shelf.values(want.path)
        if not values:
            return None
        least *= min(1.0, (_asked(matches) if want.role == "in" else 1) / values)
    return least


def _referring(collection: str, placement: Placement) -> dict[str, float]:
    """By path of a reference in a collection, how many refer to one document, where the design says so."""
    referring: dict[str, float] = {}
    for relationship in placement.model.links:
        for side in ("from", "to"):
            average = relationship.end(opposite(side)).count.average
            for spot in placement.references(relationship, side) if stated(average) else ():
                if spot.collection == collection:
                    referring[spot.path] = float(given(average, 0))
    return referring


def _all(shelf: Shelf, equal: list[Want], placement: Placement) -> float | None:
    """How many documents there are, or elements in the array where the values stand."""
    counted = _counted(shelf, placement)
    for array in max((want.arrays for want in equal), key=len):
        located = shelf.fields.get(array)
        link = (
            placement.names.relationships.get(located.field.relationship or "")
            if located is not None
            else None
        )
        if counted is None or link is None or not stated(link.from_.count.average):
            return None
        counted *= float(given(link.from_.count.average, 0))
    return counted


def _counted(shelf: Shelf, placement: Placement) -> float | None:
    entity, survey = shelf.collection.entity, placement.survey
    if entity is None or entity not in survey.names.entities:
        return None
    counted = survey.counted(entity)
    return None if counted.origin == DEFAULT else counted.value


def _asked(matches: list[Match]) -> int:
    """How many values are asked for where one may equal several."""
    return max((int(given(match.values, 1)) for match in matches if match.how == "in"), default=1)


def _share(shelf: Shelf, want: Want, placement: Placement) -> float:
    """What a range leaves: of dates a period of what comes in, else a share that is assumed."""
    counted, entity = _counted(shelf, placement), shelf.collection.entity
    if "date" not in shelf.types(want.path) or not counted or entity is None:
        return RANGE_SHARE
    inserted = placement.survey.inserted(entity)
    if inserted is None or inserted.origin == DEFAULT or not inserted.value > 0:
        return RANGE_SHARE
    share: float = PERIOD_DAYS * inserted.value / counted
    return min(1.0, share)
