"""What a strategy means for one relationship: which end holds it, its bound, its window.

The same answer serves the rules and a designer's own choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from ..model.conceptual import Relationship, given, stated
from ..strategies import Strategy
from ..strategies.table import STRATEGIES
from ..workload.inputs import GIVEN, DecisionInputs
from .gates import bucket_count, bucket_window, subset_count

FORWARD, REVERSE = "from", "to"


class Choice(NamedTuple):
    """A strategy with the side that holds its array, reference or content ("from" or "to"),
    the most elements it holds (None: no bound) and a time window."""

    strategy: str
    side: str
    bound: int | None = None
    window: str | None = None

    @property
    def traits(self) -> Strategy:
        """The traits of the strategy."""
        return STRATEGIES[self.strategy]


def choice(strategy: str, case: DecisionInputs) -> Choice:
    """The strategy as this relationship takes it."""
    side, traits = holder(strategy, case), STRATEGIES[strategy]
    if traits.is_windowed:
        window, items = bucket_window(case, case.look("time_window") or "day")
        return Choice(strategy, side, max(int(case.constants.bucket_items), items), window)
    return Choice(strategy, side, _bound(traits.capped_by, case, side))


def holder(strategy: str, case: DecisionInputs) -> str:
    """The end that holds the array, reference or content of a strategy, however much that is."""
    traits = STRATEGIES[strategy]
    return _HOLDERS[traits.holder](case, strategy) if traits.holder_is_decided else traits.holder


def form(strategy: str, case: DecisionInputs) -> str:
    """What two strategies have in common that store the same at the same end, "" for what no other one stores: links
    with fields are objects in one array, whatever rule put them there."""
    traits = STRATEGIES[strategy]
    has_fields = bool(given(case.relationship.link_fields, []))
    return "links" if has_fields and (traits.embeds_links or traits.lists_at_either_end) else ""


def _bound(capped_by: str, case: DecisionInputs, side: str) -> int | None:
    if capped_by == "slice":
        return subset_count(case)
    if capped_by == "limit":
        return int(case.constants.embed_max)
    if capped_by == "page":
        return bucket_count(case)
    return _most(case, side) if capped_by == "count" else None


def _most(case: DecisionInputs, side: str) -> int | None:
    """The stated maximum of an end. What is assumed where none is stated decides, but functions refuse nothing for it."""
    most = case.look(f"{side}.max")
    return None if math.isinf(most) or not stated(case.relationship.end(side).count.max) else int(most)


def value_side(case: DecisionInputs) -> str:
    """The end that holds the values: ``from``, unless that alone is the lookup of an N:M."""
    links = case.relationship.kind != "one-to-many"
    ends = case.parent.kind_or_default, case.child.kind_or_default
    return REVERSE if links and ends[0] == "lookup" != ends[1] else FORWARD


def _array_holder(case: DecisionInputs, strategy: str) -> str:
    own = given(case.relationship.link_owner, None)
    if own and (case.relationship.strategy == strategy or case.look(f"{own}.max") <= array_limit(case)):
        return own  # the designer's holder, for the designer's choice, or where it can hold them
    return array_side(case)


def _owner_of_links(case: DecisionInputs, strategy: str) -> str:
    return given(case.relationship.link_owner, None) or written_side(case) or _smaller(case)


def array_limit(case: DecisionInputs) -> float:
    """Most elements of an N:M array: EMBED_MAX where the link has fields, else REF_ARRAY_MAX."""
    return case.constants.embed_max if case.look("link_fields") else case.constants.ref_array_max


def balance(case: DecisionInputs) -> tuple[float, float, float]:
    """KA, KB and the larger by the smaller, an empty side counted as 1."""
    sides = case.look("from.max"), case.look("to.max")
    low, high = max(1.0, min(sides)), max(1.0, *sides)
    return (*sides, high / low if math.isfinite(low) else 1.0)


def unbalanced(case: DecisionInputs) -> bool:
    """Whether one side can't hold the array, or is far larger than the other (C4a)."""
    own, other, ratio = balance(case)
    return max(own, other) > array_limit(case) or ratio >= case.constants.imbalance


def array_side(case: DecisionInputs) -> str:
    """The end that holds an N:M array: the small one where they are unbalanced, else the one where the design writes the
    links, else the one navigated from most (tie:
    the one whose maximum alone is stated, for an array without a bound is none to choose; then the smaller, then
    ``from``)."""
    if unbalanced(case):
        return _smaller(case)
    if written := written_side(case):
        return written
    forward, backward = case.look("from_to_per_day"), case.look("to_from_per_day")
    if forward == backward:
        return _only_stated(case) or _smaller(case)
    return FORWARD if forward > backward else REVERSE


def written_side(case: DecisionInputs) -> str:
    """The end at which most updates write the links, else the one that shows copies of the other; "" where neither says
    so, or it can't hold them. Stored at the other end, such updates get no function, and such copies have no place."""
    side = _updated_side(case)
    if not (side or _updates(case)[0]):
        copied = {copy.of for copy in given(case.relationship.copies, [])}
        side = (FORWARD if copied == {REVERSE} else REVERSE) if len(copied) == 1 else ""
    return side if side and holds_links(case, side) else ""


def updated_side_too_small(case: DecisionInputs) -> str:
    """The end at which most updates write the fields of the links, where it can't hold them, else ""."""
    side = _updated_side(case) if case.look("link_fields") else ""
    return side if side and not holds_links(case, side) else ""


def holds_links(case: DecisionInputs, side: str) -> bool:
    """Whether an array at this end can hold the links."""
    return bool(case.look(f"{side}.max") <= array_limit(case))


def _updated_side(case: DecisionInputs) -> str:
    here, there = _updates(case)
    return "" if here == there else FORWARD if here > there else REVERSE


def _updates(case: DecisionInputs) -> tuple[float, float]:
    """Updates a day that write the links, at both ends."""
    linked = case.survey.traffic.linked
    here, there = (linked[f"{case.relationship.name} {side}"] for side in (FORWARD, REVERSE))
    return here, there


def _only_stated(case: DecisionInputs) -> str:
    """The end whose maximum is stated where the other's is assumed, "" where both or neither are."""
    said = [side for side in (FORWARD, REVERSE) if case.quantity(f"{side}.max").origin == GIVEN]
    return said[0] if len(said) == 1 else ""


def _smaller(case: DecisionInputs) -> str:
    return FORWARD if case.look("from.max") <= case.look("to.max") else REVERSE


# Who holds it where each relationship decides that, by the trait ``holder``.
_HOLDERS: dict[str, Callable[[DecisionInputs, str], str]] = {
    "navigated": _array_holder,
    "owner": _owner_of_links,
    "lookup": lambda case, strategy: value_side(case),
}


def offers(case: DecisionInputs) -> tuple[str, ...]:
    """Another form that is offered and never chosen by itself: both sides of many links in one
    collection, where documents of both are always wanted as a group, written often, and kept once."""
    links = case.relationship.kind in ("many-to-many", "graph")
    busy = case.survey.profile == "write-heavy"
    if not links or not busy or given(case.relationship.copies, []):
        return ()
    if case.look("accessed_together") < case.constants.together_min:
        return ()
    return (
        "consider a single collection (SINGLE_COLL) for both sides, with documents {doc_type, links: [{target, doc_type}]} "
        "and an index on links.target and links.doc_type: one query finds a document and everything linked to it, "
        "without a join, but the collection mixes two kinds of documents",
    )


# --- the order of lists ---------------------------------------------------------------------------


def needs_ring(relationship: Relationship) -> bool:
    """Whether each document refers to one of its own kind, so that some of them refer to one another in a ring:
    no first one is there to begin with. At both ends of a one-to-one it comes to the same."""
    if relationship.from_.entity != relationship.to.entity:
        return False
    sides = {"one-to-one": (FORWARD, REVERSE), "one-to-many": (REVERSE,)}.get(relationship.kind, ())
    return any(given(relationship.end(side).count.min, 0) >= 1 for side in sides)
