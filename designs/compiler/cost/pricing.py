"""The price of each strategy for one relationship: its workload a day on the cost model's forms
(rulebook 1.9.14). It informs a decision, and never makes it.

A strategy is seen from its holder: P is the end whose documents hold the array, or the one side
of a reference, C is the other. So the same reads may be forward for one strategy and backward
for another, and every strategy is priced on all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import repeat
from operator import mul

import msgspec
from msgspec.structs import astuple

from ..model.conceptual import Operation, given, stated
from ..plan_model.decisions import opposite
from ..rules.choices import holder
from ..rules.copies import field_at
from ..rules.gates import WINDOW_DAYS, bucket_count, bucket_window, subset_element
from ..strategies import Strategy
from ..strategies.table import STRATEGIES
from ..workload.document_history import history_of
from ..workload.inputs import DecisionInputs
from ..workload.list_order import most_read
from ..workload.sizes import OBJECT_ID, document_bytes, element_bytes, named
from ..workload.traffic import per_day
from .columns import COLUMNS
from .model import LETTERS, OPERATIONS, OWN, READS, Effort, Sizes, amplification, carried, rates

_COUNT = 4
_USUAL_PAGE = 10
PAGED = frozenset({"page", "recent", "summary"})


class PricedPart(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one operation adds a day: how often it happens, the effort of one, and the score by letter.
    amplification: bytes rewritten for each byte that it changes; None for a read, and for what changes no child."""

    operation: str
    per_day: float
    effort: Effort
    letters: dict[str, float]
    amplification: float | None

    @property
    def score(self) -> float:
        """The sum of its letters."""
        return sum(self.letters.values())


class Price(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A strategy's score of a day and the operations that make it."""

    strategy: str
    total: float
    parts: tuple[PricedPart, ...]


class Pricing:
    """The prices of one relationship. weights: by letter, those in force."""

    def __init__(self, case: DecisionInputs, weights: Mapping[str, float]) -> None:
        self.case, self.rates = case, rates(weights)
        self._often: dict[str, dict[str, float]] = {}
        self._sizes: dict[str, Sizes] = {}

    def often(self, side: str) -> dict[str, float]:
        """How often a day each operation happens, P being the end ``side``."""
        if side not in self._often:
            self._often[side] = frequencies(self.case, side)
        return self._often[side]

    def price(self, strategy: str, often: Mapping[str, float] | None = None) -> Price | None:
        """The price of a strategy, None where the model has no column for it. often: how often a day each operation
        happens, as in the workload where absent."""
        make = COLUMNS.get(strategy)
        if make is None:
            return None
        side = holder_of(self.case, strategy)
        if side not in self._sizes:
            self._sizes[side] = _sizes_of(self.case, side)
        sizes = _fitted(self._sizes[side], self.case, strategy, side)
        column, often = make(self.case, sizes), self.often(side) if often is None else often
        changed = _changed(sizes, self.case), sizes.reference
        parts = tuple(
            [self._part(name, often[name], column[name], changed) for name in OPERATIONS if often[name]]
        )
        own = _rewritten(self.case, side, carried(column, sizes))
        if often.get(OWN) and own.WB:
            parts = (*parts, self._part(OWN, often[OWN], own, changed))
        parts += tuple(
            self._part(OWN, times, effort, changed)
            for times, effort in _writes_of_holder(self.case, side, sizes)
            if times
        )
        return Price(strategy=strategy, total=sum([part.score for part in parts]), parts=parts)

    def _part(
        self, operation: str, per_day: float, effort: Effort, changed: tuple[float, float]
    ) -> PricedPart:
        scores = map(mul, repeat(per_day), map(mul, astuple(effort), self.rates))
        return PricedPart(
            operation=operation,
            per_day=per_day,
            effort=effort,
            letters=dict(zip(LETTERS, scores, strict=True)),
            amplification=None
            if operation in READS or operation == OWN
            else amplification(operation, effort, *changed),
        )


def price(case: DecisionInputs, strategy: str, weights: Mapping[str, float]) -> Price | None:
    """The price of a strategy for a relationship, None where the model has no column for it."""
    return Pricing(case, weights).price(strategy)


def frequencies(case: DecisionInputs, side: str = "from") -> dict[str, float]:
    """How often a day each operation happens, P being the end ``side``."""
    traffic = case.survey.traffic
    holder, member = (case.parent, case.child) if side == "from" else (case.child, case.parent)
    by_parent = _by_key(case) if side == "from" else []
    listed = [each for each in by_parent if not _is_narrow(case, each)]
    narrow = sum(map(per_day, by_parent)) - sum(map(per_day, listed))
    limited = sum(per_day(operation) for operation in listed if limit_of(case, operation) is not None)
    by_key = sum(per_day(operation) for operation in listed)
    forward = max(
        0.0, float(case.look("from_to_per_day" if side == "from" else "to_from_per_day")) - by_key - narrow
    )
    paged = case.look("together_needs") in PAGED
    moved = float(case.look("reassigned_per_day"))
    inserts = case.look("inserts_per_day") if side == "from" else traffic.inserts.get(member.name)
    changed = given(case.relationship.child_updates_per_day, None) if side == "from" else None
    measured = max(0.0, traffic.updates[member.name] - traffic.reassigns[case.relationship.name])
    return {
        "P": max(0.0, traffic.read_touches[holder.name] - _used(case, side) - _with_parent(case, by_parent)),
        "PA": (0.0 if paged else forward) + by_key - limited,
        "PN": (forward if paged else 0.0) + limited,
        "C": max(0.0, _apart(case, side, member.name) - by_key),
        "ADD": float(inserts or 0),
        "UPD": measured if changed is None else float(changed),
        "DEL": traffic.deletes[member.name],
        "REASSIGN": moved,
        OWN: 0.0 if case.relationship.kind == "is-a" else traffic.beside[f"{case.relationship.name} {side}"],
    }


def _writes_of_holder(case: DecisionInputs, side: str, sizes: Sizes) -> Iterator[tuple[float, Effort]]:
    """Yield how often P itself is written, and what that takes. Of links either end may be P: the writes of C count
    whatever the strategy, so those of P must too, or the end that changes more often would always be the cheaper P."""
    if case.relationship.kind != "many-to-many":
        return
    traffic, holder = case.survey.traffic, case.parent if side == "from" else case.child
    entries = 1 + _entries(case, opposite(side))
    yield traffic.updates[holder.name], Effort(R=1, I=1, W=1, WB=sizes.parent)
    yield float(traffic.inserts.get(holder.name) or 0), Effort(R=1, W=1, WB=sizes.parent, X=entries)
    yield traffic.deletes[holder.name], Effort(R=1, I=1, W=1, X=entries)


def _rewritten(case: DecisionInputs, side: str, own: Effort) -> Effort:
    """What an update of P alone rewrites; where P keeps its past, the copy of it that is stored too."""
    holder = case.parent if side == "from" else case.child
    return msgspec.structs.replace(own, WB=2 * own.WB) if history_of(holder) else own


def _used(case: DecisionInputs, side: str) -> float:
    """Reads that reach P through this relationship from P's side."""
    traffic, name = case.survey.traffic, case.relationship.name
    return traffic.forward[name] if side == "from" else traffic.backward[name]


def _apart(case: DecisionInputs, side: str, member: str) -> float:
    """Reads of C that don't come through this relationship: those addressed at it. Of links, of which either end may be
    P, all that reach it, so that both ends count the same reads."""
    traffic = case.survey.traffic
    if case.relationship.kind == "many-to-many":
        return float(traffic.read_touches[member]) - _used(case, side)
    return float(traffic.reads[member])


def _with_parent(case: DecisionInputs, listed: list[Operation]) -> float:
    """Reads of lists by key that bring their P along: they are counted as such."""
    traffic, parent = case.survey.traffic, case.parent.name
    return sum(per_day(operation) for operation in listed if parent in traffic.reached_by(operation))


def _by_key(case: DecisionInputs) -> list[Operation]:
    """Reads addressed at C by its reference to P, or by what its P is."""
    traffic = case.survey.traffic
    reads = [each for each in traffic.by_entity[case.child.name] if each.kind == "read"]
    return [each for each in reads if case.relationship.name in traffic.keyed_by(each)]


def limit_of(case: DecisionInputs, operation: Operation) -> int | None:
    """How many of P's children a read of them gives at most, as its function does; None where it gives all that there
    are on average."""
    most, is_said = most_read(operation, case.survey.traffic.paths)
    return most if most is not None and (is_said or float(case.look("average")) > most) else None


def _is_narrow(case: DecisionInputs, operation: Operation) -> bool:
    """Whether a read of P's children asks for one value of something else as well, which few of them have: another
    thing that each refers to, or a field that is neither one of a few words nor yes or no. An index finds these, and a
    read of all of P's children would not do."""
    ends, names = case.survey.ends[case.child.name], case.survey.names
    others = {names.end(link, "to") for link in ends if link.to.entity == case.child.name}
    others -= {names.end(case.relationship, "to")}
    for match in given(operation.filter, []):
        field = field_at(case.child, match.field) if match.how == "eq" else None
        is_telling = field is not None and field.type != "bool" and not stated(field.enum)
        if match.how == "eq" and (match.field in others or is_telling):
            return True
    return False


def holder_of(case: DecisionInputs, strategy: str) -> str:
    """P's end of a strategy: "from" or "to"."""
    return holder(strategy, case) if STRATEGIES[strategy].holder_is_decided else "from"


def sizes_of(case: DecisionInputs, strategy: str, side: str) -> Sizes:
    """The sizes of a relationship as a strategy sees it from P's end, each document by itself."""
    return _fitted(_sizes_of(case, side), case, strategy, side)


def _sizes_of(case: DecisionInputs, side: str) -> Sizes:
    """The sizes that are the same for every strategy of which P is the same end."""
    holder, member = (case.parent, case.child) if side == "from" else (case.child, case.parent)
    own = case.survey.own_bytes(member.name)
    count = _children(case, side)
    element = element_bytes(case.survey.own_bytes(member.name, identity=False), count)
    return Sizes(
        parent=case.survey.own_bytes(holder.name),
        child=own + named(_word(case, side), OBJECT_ID),
        element=element,
        copied=element,
        children=count,
        page=_page(case),
        bucket=1.0,
        header=_header(case),
        entries=_entries(case, side),
        parents=_parents(case),
    )


def _fitted(usual: Sizes, case: DecisionInputs, strategy: str, side: str) -> Sizes:
    """The sizes with those that a strategy has of its own."""
    traits = STRATEGIES[strategy]
    if traits.is_slice:
        return msgspec.structs.replace(usual, copied=subset_element(case))
    if _holds_objects(case, traits):
        element = _linked(case, side, usual.children)
        return msgspec.structs.replace(usual, element=element, copied=element, link=element)
    if traits.is_bucketed:
        return msgspec.structs.replace(usual, bucket=_bucket(case, strategy))
    return usual


def _changed(sizes: Sizes, case: DecisionInputs) -> float:
    """Bytes that adding, changing or deleting one changes: the child as it is stored alone with its
    reference, whatever the form, so that forms compare; of a kind what its general says of it too."""
    return sizes.child + (sizes.parent if case.relationship.kind == "is-a" else 0)


def _holds_objects(case: DecisionInputs, traits: Strategy) -> bool:
    """Whether an array at one end lists the other one by objects: by the strategy, or because links have fields."""
    has_fields = bool(given(case.relationship.link_fields, []))
    return traits.embeds_links or (traits.lists_at_either_end and has_fields)


def _children(case: DecisionInputs, side: str) -> float:
    return float(case.look("average" if side == "from" else "to.average"))


def _linked(case: DecisionInputs, side: str, count: float) -> float:
    """eC of a link with its copies."""
    other = case.child if side == "from" else case.parent
    copied = {copy.field for copy in given(case.relationship.copies, []) if copy.of != side}
    fields = document_bytes((field for field in other.own_fields if field.name in copied), identity=False)
    fields += case.survey.link_bytes(case.relationship)
    return element_bytes(fields + named(_word(case, side), OBJECT_ID), count)


def _word(case: DecisionInputs, side: str) -> str:
    """What the member's documents call their reference to the holder."""
    return case.survey.names.end(case.relationship, opposite(side))


def _page(case: DecisionInputs) -> float:
    """n: the declared slice, else the page size, else the smallest limit of a list by key, else 10."""
    recent = given(case.relationship.recent, None)
    if recent is not None and stated(recent.count):
        return float(given(recent.count, 0))
    if stated(case.relationship.page_size):
        return float(given(case.relationship.page_size, 0))
    limits = [limit for each in _by_key(case) if (limit := limit_of(case, each)) is not None]
    return float(min(limits, default=_USUAL_PAGE))


def _bucket(case: DecisionInputs, strategy: str) -> float:
    """b: of a time bucket or a time series what a window holds, else a page's worth."""
    if STRATEGIES[strategy].is_numbered:
        return float(bucket_count(case))
    window, _ = bucket_window(case, case.look("time_window") or "day")
    return max(1.0, float(case.look("adds_per_day")) * WINDOW_DAYS[window])


def _header(case: DecisionInputs) -> float:
    """h: a bucket's ids, its page and count, and the array that holds its elements."""
    reference, items = _word(case, "from"), case.survey.names.end(case.relationship, "from")
    named_parts = (
        named("_id", OBJECT_ID) + named(reference, OBJECT_ID) + named("page", _COUNT) + named("count", _COUNT)
    )
    return 5 + named_parts + named(items, 5)


def _entries(case: DecisionInputs, side: str) -> float:
    """x: entries that a child writes in indexes of its own: unique fields and declared indexes."""
    member = case.child if side == "from" else case.parent
    unique = sum(1 for field in member.own_fields if given(field.unique, False) and field.name != "_id")
    return float(unique + len(given(member.indexes, [])))


def _parents(case: DecisionInputs) -> float:
    """F: copies of a child that embedding makes."""
    most = case.look("to.max")
    if case.relationship.kind == "one-to-many":
        return max(1.0, most if math.isfinite(most) else float(case.look("to.average")))
    return max(1.0, float(case.look("to.average")))
