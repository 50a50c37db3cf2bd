"""What is asked of a whole design in a day: its operations, and what its relationships state beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from ..model.conceptual import Operation, Relationship, given
from ..workload.inputs import DecisionInputs, Survey
from ..workload.traffic import per_day
from .pricing import PAGED, limit_of


class Hop(msgspec.Struct, frozen=True, gc=False):
    """A relationship that a read uses. forward: from its ``from`` end. paged: only a page of it."""

    relationship: str
    forward: bool
    paged: bool


class Demand(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One thing that happens ``per_day`` times. name: the operation's, or the relationship's that states it,
    as ``of`` says. kind: read, insert, update, delete or move. entity: at which it is addressed. moved: the
    relationship whose reference an update writes."""

    name: str
    kind: str
    entity: str
    per_day: float
    hops: tuple[Hop, ...] = ()
    moved: str = ""
    of: str = "operation"


def demands(survey: Survey) -> list[Demand]:
    """Everything, in file order: operations first."""
    all_demands = [_of_operation(operation, survey) for operation in survey.model.workload]
    seen = dict.fromkeys(survey.names.entities, 0.0)
    changed = dict.fromkeys(survey.names.entities, 0.0)
    for relationship in (link for link in survey.model.links if link.kind != "is-a"):
        all_demands += _stated(survey.case(relationship.name), seen, changed)
    return [demand for demand in all_demands if demand.per_day > 0]


def _of_operation(operation: Operation, survey: Survey) -> Demand:
    often = per_day(operation)
    hops = [(survey.case(name), forward) for name, forward in survey.traffic.used_by(operation)]
    paged = [Hop(case.relationship.name, forward, _paged(case)) for case, forward in hops]
    entity = operation.entity
    keyed = survey.traffic.keyed_by(operation)
    if operation.kind == "read" and keyed:  # a list of children is a read of their parent with them
        first = survey.case(keyed[0])
        entity = first.parent.name
        own = Hop(keyed[0], True, limit_of(first, operation) is not None)
        paged = [own, *(hop for hop in paged if hop.relationship != keyed[0])]
    moved = survey.traffic.moved_by(operation) if operation.kind == "update" else []
    kind = "move" if moved else operation.kind
    return Demand(
        name=operation.name,
        kind=kind,
        entity=entity,
        per_day=often,
        hops=tuple(paged),
        moved=moved[0] if moved else "",
    )


def _paged(case: DecisionInputs) -> bool:
    return case.look("together_needs") in PAGED


def _stated(case: DecisionInputs, seen: dict[str, float], changed: dict[str, float]) -> Iterator[Demand]:
    """What a relationship states beyond the operations; inserts and updates of an entity only once."""
    traffic, relationship = case.survey.traffic, case.relationship
    name, child = relationship.name, relationship.to.entity
    stated_by = partial(Demand, name=name, of="relationship")
    forward = traffic.forward[name] + traffic.key_reads[name]
    for side, counted in (("from", forward), ("to", traffic.backward[name])):
        beyond = float(case.look("from_to_per_day" if side == "from" else "to_from_per_day")) - counted
        hop = Hop(name, side == "from", _paged(case))
        yield stated_by(kind="read", entity=relationship.end(side).entity, per_day=beyond, hops=(hop,))
    added = float(case.look("inserts_per_day") or 0) - traffic.inserts.get(child, 0.0) - seen[child]
    seen[child] += max(0.0, added)
    yield stated_by(kind="insert", entity=child, per_day=added)
    updates = float(given(relationship.child_updates_per_day, 0)) - traffic.updates[child] - changed[child]
    changed[child] += max(0.0, updates)
    yield stated_by(kind="update", entity=child, per_day=updates)
    moves = float(case.look("reassigned_per_day")) - traffic.reassigns[name]
    yield stated_by(kind="move", entity=child, per_day=moves, moved=name)


def touched(demand: Demand, links: dict[str, Relationship]) -> set[str]:
    """The entities that a demand reaches."""
    ends = [links[hop.relationship] for hop in demand.hops]
    return {demand.entity, *(link.from_.entity for link in ends), *(link.to.entity for link in ends)}
