"""Which declared copies of fields are kept (rulebook O1), under which policy, and why not.

A copy is kept when nothing has to keep it true (immutable, snapshot), or when it saves many more
reads than its updates cost. It needs documents that hold a reference to the copied side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from ..model.conceptual import Copy, Entity, Field, given, stated
from ..model.constants import weights_of
from ..plan_model.decisions import Decision, opposite
from ..plan_model.number_format import grouped, listed
from ..strategies.table import traits_of
from ..workload.inputs import DEFAULT, GIVEN, DecisionInputs, field_changes, writes
from ..workload.traffic import per_day

_KIB = 1024
_ASKED = frozenset({"kept", "hot", "unpaid"})
SETTLED = frozenset({"immutable", "snapshot"})


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one declared copy.

    fate: kept, folded (the parent's fields move themselves), dropped (the parent already holds what
    would be copied), hot (costs more writes than it saves reads), unpaid (its joins count for less than its
    rewriting), homeless (the other side holds nothing that a copy could stand beside), many (a list lies on the way to the field, so it
    has not one value) or foreign (no field of the copied entity: what a relationship, a tree or another
    copy gives it). ratio: reads saved per update, ∞ as math.inf.
    saves: whether any read that the design tells of is spared a join. assumed: the policy is not declared. is_measured: whether the design says how often the copy is read.
    """

    relationship: str
    copy: Copy
    policy: str
    fate: str
    ratio: float
    saves: bool = True
    assumed: bool = False
    is_measured: bool = True

    @property
    def holder(self) -> str:
        """The end whose documents hold the copy."""
        return opposite(self.copy.of)


def holding_sides(decision: Decision) -> tuple[str, ...]:
    """The ends whose documents store ids of the other side."""
    return decision.traits.ends_with_ids(decision.side)


def field_at(entity: Entity, path: str) -> Field | None:
    """The declared field at a dotted path of own fields, None where there is none."""
    fields: Sequence[Field] = entity.own_fields
    field: Field | None = None
    for name in path.split("."):
        field = next((field for field in fields if field.name == name), None)
        if field is None:
            return next((field for field in fields if field.name == path), None)
        items = given(field.items, None)
        fields = given(field.fields, []) or (given(items.fields, []) if items else [])
    return field


def list_above(entity: Entity, path: str) -> str:
    """The list on the way to a dotted path of own fields, "" where none is."""
    steps = path.split(".")
    above = [".".join(steps[:count]) for count in range(1, len(steps))]
    fields = ((prefix, field_at(entity, prefix)) for prefix in above)
    return next((prefix for prefix, field in fields if field is not None and "array" in field.all_types), "")


def verdicts(case: DecisionInputs, decision: Decision) -> tuple[Verdict, ...]:
    """One verdict for each declared copy of a relationship, in file order."""
    return tuple(_verdict(copy, case, decision) for copy in given(case.relationship.copies, []))


def _verdict(copy: Copy, case: DecisionInputs, decision: Decision) -> Verdict:
    owner = case.parent if copy.of == "from" else case.child
    policy = policy_of(copy, decision.strategy, field_at(owner, copy.field))
    ratio = ratio_of(copy, case)
    fate = _fate(copy, decision, policy, ratio, case.constants.denorm_ratio)
    if fate == "kept" and policy not in SETTLED and key_of(copy, case) in case.survey.unpaid:
        fate = "unpaid"
    return Verdict(
        relationship=case.relationship.name,
        copy=copy,
        policy=policy,
        fate=_barred(copy, case, owner) or fate if fate in _ASKED else fate,
        ratio=ratio,
        saves=_reads(copy, case) > 0,
        assumed=not stated(copy.policy),
        is_measured=_is_measured(copy, case),
    )


def key_of(copy: Copy, case: DecisionInputs) -> tuple[str, str, str]:
    """What a copy is known by among those that do not pay: relationship, side and field."""
    return case.relationship.name, copy.of, copy.field


def policy_of(copy: Copy, strategy: str, field: Field | None) -> str:
    """The declared policy, else what the field and the strategy suggest (rulebook 1.5)."""
    if field is not None and field.immutable is True:
        return given(copy.policy, "immutable")
    return given(copy.policy, "snapshot" if traits_of(strategy).embeds_links else "eventual")


def _fate(copy: Copy, decision: Decision, policy: str, ratio: float, least: float) -> str:
    if decision.traits.folds_parent and copy.of == "from":
        return "folded"
    if decision.traits.nests:
        return "dropped"
    holder = opposite(copy.of)
    if holder not in holding_sides(decision):
        return "homeless"
    return "kept" if policy in SETTLED or ratio >= least else "hot"


def _barred(copy: Copy, case: DecisionInputs, owner: Entity) -> str:
    """Why there is no one value of an entity's own to copy, "" where there is."""
    kin = (owner.name, *case.survey.families.above(owner.name))
    members = [case.survey.names.entities[name] for name in kin]
    if copy.field != "_id" and not any(field_at(member, copy.field) for member in members):
        return "foreign"
    return "many" if list_above(owner, copy.field) else ""


_TOGETHER = 1000  # documents that one transaction changes at most, by MongoDB's advice
_STALE = {
    "strong": "is updated in the same transaction as its source",
    "eventual": "is stale until the change stream catches up",
    "batch": "is stale until the next batch run",
}
_STALE_ALONE = {
    **_STALE,
    "strong": "is written by the function that changes its source",
    "eventual": "is stale until its function in 05_sync.js is called, after each change",
}
"""On a standalone server, which has neither transactions nor change streams."""


_BROUGHT = {
    "strong": "its function in 05_sync.js also updates the copies",
    "eventual": "watch() in 05_sync.js syncs every change",
    "batch": "the job in 05_sync.js syncs every change",
}


def _stale(policy: str, case: DecisionInputs) -> str:
    return (_STALE_ALONE if _is_standalone(case) else _STALE)[policy]


def _brought(policy: str, case: DecisionInputs) -> str:
    is_asked = policy == "eventual" and _is_standalone(case)
    return "its function in 05_sync.js updates every copy" if is_asked else _BROUGHT[policy]


def _is_standalone(case: DecisionInputs) -> bool:
    return given(case.survey.model.topology, "replica-set") == "standalone"


def burdens(
    case: DecisionInputs, decision: Decision, sizes: Mapping[tuple[str, str], float]
) -> tuple[tuple[str, str], ...]:
    """What each copy that is kept in sync costs, in a sentence: policy, how many documents hold it, how
    many reads it saves for each of them that a change rewrites, and whether it pays; and in short, as it is true of all
    copies of its policy. sizes: by the copy's side and field, the bytes of a document that holds it."""
    kept = [verdict for verdict in verdicts(case, decision) if verdict.fate == "kept"]
    sentences: list[tuple[str, str]] = []
    for verdict in kept:
        beside = [each.copy for each in kept if each.copy.of == verdict.copy.of]
        if verdict.policy not in SETTLED:
            size = sizes[verdict.copy.of, verdict.copy.field]
            balance = _balance(verdict.copy, verdict.policy, case, size, beside)
            short = f"a copy ({verdict.policy}) {_stale(verdict.policy, case)}"
            sentences.append((f"{_burden(verdict, case, beside)}; {balance}", short))
    return tuple(sentences)


def unpaid(
    case: DecisionInputs, decision: Decision, sizes: Mapping[tuple[str, str], float]
) -> set[tuple[str, str, str]]:
    """The copies that are kept in sync and do not pay for it, where it is known how often they are read. A
    designer who insists states a denorm_ratio of 0. sizes: as of ``burdens``."""
    kept = [verdict for verdict in verdicts(case, decision) if verdict.fate == "kept"]
    refused = set[tuple[str, str, str]]()
    while kept and case.constants.denorm_ratio > 0:
        losses = [(_loss(verdict, case, sizes, kept), verdict) for verdict in kept]
        loss, worst = max(losses, key=lambda pair: pair[0])
        if loss < 0:
            break
        refused.add(key_of(worst.copy, case))
        kept = [verdict for verdict in kept if verdict is not worst]  # the others have the join to themselves
    return refused


def _loss(
    verdict: Verdict,
    case: DecisionInputs,
    sizes: Mapping[tuple[str, str], float],
    kept: Sequence[Verdict],
) -> float:
    """What a copy costs more than it saves; less than nothing where it pays, or nothing is known of it."""
    if verdict.policy in SETTLED or not verdict.is_measured:
        return -math.inf
    beside = [each.copy for each in kept if each.copy.of == verdict.copy.of]
    size = sizes[verdict.copy.of, verdict.copy.field]
    saved, spent = break_even(verdict.copy, case, size, beside)
    return spent - saved


def _burden(verdict: Verdict, case: DecisionInputs, beside: Sequence[Copy]) -> str:
    owner = case.parent if verdict.copy.of == "from" else case.child
    documents, ratio = fan_out(verdict.copy, case), verdict.ratio
    others = [f"{owner.name}.{copy.field}" for copy in beside if copy is not verdict.copy]
    shared = f", together with {listed(others)}" if others else ""
    saved = (
        "and the workload never changes it"
        if math.isinf(ratio) and _says_how_often_it_changes(verdict.copy, case)
        else "and the design doesn't say how often it changes"
        if math.isinf(ratio)
        else f"saving {_number(ratio)} reads per rewritten document{shared}"
    )
    long = "; keep transactions to 1,000 documents or fewer" if documents > _TOGETHER else ""
    long = long if verdict.policy == "strong" else ""
    return (
        f"the copy of {owner.name}.{verdict.copy.field} ({verdict.policy}) {_stale(verdict.policy, case)}: "
        f"a change rewrites it in {_number(documents)} document{'s' * (_number(documents) != '1')} on average, {saved}{long}"
    )


def _balance(copy: Copy, policy: str, case: DecisionInputs, size: float, beside: Sequence[Copy]) -> str:
    if not (case.has_frequencies() or stated(copy.reads_per_day) or stated(copy.updates_per_day)):
        return "whether it pays is unknown: the design doesn't say how often it's read and changed"
    if not _is_measured(copy, case):
        return "whether it pays is unknown: the design doesn't say how often it's read"
    saved, spent = break_even(copy, case, size, beside)
    verdict = "worth it" if saved > spent else "not worth it"
    share = f" (its share of a join that {len(beside)} copies save together)" if len(beside) > 1 else ""
    if not _says_how_often_it_changes(copy, case):
        return (
            f"it saves {_score(saved)} in joins per day{share}, by cost score; the cost of updates is unknown: no "
            f"operation changes {copy.field}, but {_brought(policy, case)}"
        )
    return f"it saves {_score(saved)} in joins and adds {_score(spent)} in updates per day, by cost score{share}: {verdict}"


def _score(cost: float) -> str:
    """A cost score for people: its digits behind the point matter where it is small."""
    return grouped(cost, ",.0f" if cost >= 100 else ",.2f")


def break_even(copy: Copy, case: DecisionInputs, size: float, beside: Sequence[Copy]) -> tuple[float, float]:
    """The two sides of a copy's break-even, scores of a day with the weights in force (rulebook 4): the
    joins that it saves, each a round trip to the sources of one document, and the documents of ``size``
    bytes that its updates rewrite. It pays where the first is the greater. beside: all copies of that side,
    itself too: a reader that wants several joins once, so the saving is theirs together, by their reads."""
    survey = case.survey
    weights = weights_of(given(survey.model.weights, {}), survey.profile)
    owner = case.parent if copy.of == "from" else case.child
    sources = _sources(copy, case)
    read = sources * survey.own_bytes(owner.name) / _KIB
    join = weights["R"] + sources * weights["D"] + read * weights["B"]
    rewrite = weights["W"] + size / _KIB * weights["WB"]
    reads = _reads(copy, case) * _share(beside, case)
    return reads * join, _updates(copy, case) * fan_out(copy, case) * rewrite


def _share(copies: Sequence[Copy], case: DecisionInputs) -> float:
    """The part of the reads of each of these copies that saves a join, should they be read together where
    they can."""
    reads = [_reads(copy, case) for copy in copies]
    return max(reads) / sum(reads) if sum(reads) else 1.0


def _sources(copy: Copy, case: DecisionInputs) -> float:
    """How many documents a join fetches for one that would hold the copy: the one parent of a child, else
    as many as it refers to on average."""
    if copy.of == "from" and case.relationship.kind not in ("many-to-many", "graph"):
        return 1.0
    return max(1.0, float(case.look("to.average" if copy.of == "from" else "average")))


def _number(value: float) -> str:
    return grouped(value, ",.0f" if value >= 100 or value == int(value) else ",.2f")


def ratio_of(copy: Copy, case: DecisionInputs) -> float:
    """Reads that the copy saves for each document that an update of its source rewrites."""
    writes = _updates(copy, case) * fan_out(copy, case)
    return _reads(copy, case) / writes if writes else math.inf


def fan_out(copy: Copy, case: DecisionInputs) -> float:
    """How many documents of the other side hold one source document's copy, on average."""
    return float(case.look("average" if copy.of == "from" else "to.average"))


def _reads(copy: Copy, case: DecisionInputs) -> float:
    """Reads a day that a copy saves a join: as stated, else those that come that way and those that name it,
    without those that fetch its source in any case."""
    if stated(copy.reads_per_day):
        return float(given(copy.reads_per_day, 0))
    named, directed = _named(copy, case), case.quantity(_direction(copy))
    if directed.origin == GIVEN:
        return named + float(directed.value)
    if directed.origin == DEFAULT:
        return named or float(directed.value)
    fetched = case.survey.traffic.fetched[f"{case.relationship.name} {copy.of}"]
    return named + max(0.0, float(directed.value) - fetched)


def _named(copy: Copy, case: DecisionInputs) -> float:
    return case.survey.named_reads(case.relationship, copy.of, copy.field)


def _is_measured(copy: Copy, case: DecisionInputs) -> bool:
    """Whether the design says how often a copy is read."""
    is_directed = case.quantity(_direction(copy)).origin != DEFAULT
    return stated(copy.reads_per_day) or is_directed or _named(copy, case) > 0


def _direction(copy: Copy) -> str:
    """The input that tells how often the copied side is read from the other."""
    return "to_from_per_day" if copy.of == "from" else "from_to_per_day"


def _updates(copy: Copy, case: DecisionInputs) -> float:
    if stated(copy.updates_per_day):
        return float(given(copy.updates_per_day, 0))
    owner = case.parent if copy.of == "from" else case.child
    field = field_at(owner, copy.field)
    if field is not None and stated(field.updates_per_day):
        return field_changes(field, copy.field, owner, case.survey).per_day
    addressed = case.survey.traffic.by_entity[owner.name]
    return sum(per_day(each) for each in addressed if each.kind == "update" and writes(each, copy.field))


def _says_how_often_it_changes(copy: Copy, case: DecisionInputs) -> bool:
    """Whether the copy, the field, or an operation tells how often the source changes."""
    owner = case.parent if copy.of == "from" else case.child
    field = field_at(owner, copy.field)
    return (
        stated(copy.updates_per_day)
        or (field is not None and stated(field.updates_per_day))
        or any(
            operation.kind == "update" and writes(operation, copy.field)
            for operation in case.survey.traffic.by_entity[owner.name]
        )
    )
