"""Numbers in the design that contradict its operations or other numbers.

Nestlink uses a stated share, whatever the operations say. If they differ a lot, one of them is out of date, and the
decision may be based on the wrong one.

You can state how often a field changes in two ways: with the field's `updates_per_day`, per document, and with the
updates that write it. Nestlink uses the smaller number, because a value can't change more often than it's written,
and writing the same value doesn't update indexes or copies. A field with fewer changes than writes is fine; one
with more contradicts its operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from ...model.conceptual import Entity, Field, Navigation, Operation, Relationship, Retention, given, stated
from ...plan.document_counts import days_kept
from ...plan_model.findings import Finding
from ...plan_model.number_format import grouped
from ...rules.copies import SETTLED, Verdict
from ...workload.expiry import dated, expires, lifetime
from ...workload.inputs import MEASURED, DecisionInputs, field_changes
from ...workload.traffic import included
from ..base import Inspection, Lint, number, percent

_COUNTED = frozenset({"one-to-many", "many-to-many"})
_TIMES = 2.0
"""How many times what comes while documents are kept may be the stated count."""
_LINKS_TIMES = 1.5
"""How many times one count of the same links may be the other before one of the two is wrong: people round."""
_KEPT_TIMES = 1.5
"""How many times what retention keeps of a day's inserts a stated count may be: rates fall and rise."""
_FULL_AFTER = 366.0
"""Days until expiry within which a collection has as many documents as it will have: of what is kept for longer a
young one has fewer."""
_NAMES = {"independent_access": "used alone", "accessed_together": "read together with its parent"}


def check(seen: Inspection) -> Iterator[Finding]:
    """Shares and reads per direction that differ from the workload by more than `flag_diff`;
    `updates_per_day` of a field that exceeds the writes of that field; counts of the two ends that differ by
    more than half; counts that don't match the inserts and the retention; and `reads_per_day` of a copy that
    no read returns or filters by."""
    for relationship in seen.model.links:
        yield from _counts(seen, relationship)
        yield from _unread(seen, relationship)
        case = seen.survey.case(relationship.name)
        measured = case.undeclared()
        for name, words in _NAMES.items():
            quantity = measured.quantity(name)
            if stated(getattr(relationship, name)) and quantity.origin == MEASURED:
                declared, share = float(getattr(relationship, name)), float(quantity.value)
                if name == "accessed_together":  # what names it is the least, what returns it the most
                    share = max(share, min(declared, _shown(seen, relationship)))
                yield from _compare(seen, relationship, (name, words), declared, share)
        if directions := _directions(case, measured):
            words = f"read from {relationship.from_.entity}"
            yield from _compare(seen, relationship, ("navigation", words), *directions)
    for entity in seen.model.entities:
        yield from _kept(seen, entity)
    for entity, path, field in seen.own_fields():
        if stated(field.updates_per_day):
            yield from _changes(seen, entity, path, field)


def _shown(seen: Inspection, relationship: Relationship) -> float:
    """The share of a parent's reads that return what its documents hold of a relationship, whether or not they name it:
    embedded parts, and links with what is stored of them. None where they hold nothing but references."""
    decision, parent = seen.decisions[relationship.name], seen.placement.kinds.base(relationship.from_.entity)
    is_held = decision.side == "from" and (
        decision.traits.inside_holder
        or (
            bool(given(relationship.link_fields, []) or given(relationship.copies, []))
            and not decision.traits.has_link_documents
        )
    )
    field = seen.names.end(relationship, "from")
    reads = [
        (given(operation.per_day, 0), given(operation.projection, []))
        for operation in seen.model.workload
        if operation.kind == "read" and seen.placement.kinds.base(operation.entity) == parent
    ]
    total = sum(float(rate) for rate, _ in reads)
    if not is_held or not total:
        return 0.0
    shows = (
        rate
        for rate, paths in reads
        if not paths or any(f"{path}.".startswith(f"{field}.") for path in paths)
    )
    return sum(map(float, shows)) / total


def _kept(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    """A stated count that is more than comes while its documents are kept, or far less where that is a short time."""
    retention = given(entity.retention, None)
    days, each_day = days_kept(retention), _inserted(seen, entity)
    count = float(given(entity.count, 0))
    if days is None or not each_day or not count:
        return
    goes_by_itself = given(entity.retention, Retention(policy="keep")).policy != "archive"
    deleted = seen.survey.traffic.deletes[entity.name]
    is_less = goes_by_itself and days <= _FULL_AFTER and _TIMES * count < days * (each_day - deleted)
    if count <= _KEPT_TIMES * days * each_day and not is_less:
        return
    total = days * (each_day - deleted if is_less else each_day)
    less = f" minus {number(deleted)} deleted" if is_less and deleted else ""
    by, date = given(retention.field, "") if retention is not None else "", dated(entity)
    comes_with_insert = date is None or date.required is True
    after, unless = (f" after {by}", f", unless {by} is set long after the insert") if by else ("", "")
    message = (
        f"The count is {number(count)}, but {number(each_day)} per day{less}, kept for {number(days)} "
        f"days{after}, gives {number(total)}{unless if not is_less else ''}."
    )
    hint = "Correct the count, the inserts per day, or the retention. Forecasts use the stated count."
    yield replace(
        LINT.finding(entity.name, message, hint, about="entity", input="count", stated=count, measured=total),
        # sizes are worked out from it, those to come from the larger number; what gets the date later is kept for longer
        is_risk=not is_less and comes_with_insert,
    )


def _changes(seen: Inspection, entity: Entity, path: str, field: Field) -> Iterator[Finding]:
    """The changes that a field states, where they are more than the writes of its operations by more than FLAG_DIFF of
    the changes."""
    writes, changes = field_changes(field, path, entity, seen.survey)
    if writes is None or changes is None or _fits(seen, writes, changes):
        return
    first_day = float(given(field.updates_per_day, 0)) * _inserted(seen, entity)
    if first_day and _fits(seen, writes, first_day) and _fits(seen, first_day, writes):
        return  # it changes so often on the day when its document comes, and then no more
    message = (
        f"updates_per_day gives {number(changes)} changes per day in all documents, but the operations "
        f"write it {number(writes)} times."
    )
    hint = "Correct it, or add the missing operations. The smaller number is used."
    yield LINT.finding(
        f"{entity.name}.{path}", message, hint, input="updates_per_day", stated=changes, measured=writes
    )


def _fits(seen: Inspection, writes: float, changes: float) -> bool:
    return changes - writes <= (seen.limits.flag_diff + 1e-9) * changes


def _inserted(seen: Inspection, entity: Entity) -> float:
    inserted = seen.survey.inserted(entity.name)
    return float(inserted.value) if inserted is not None else 0.0


def _counts(seen: Inspection, relationship: Relationship) -> Iterator[Finding]:
    """The counts of both ends, and how many of the one each of the other has on average, that cannot all be true. Of what is
    not kept as long as the other end fewer are there than there were."""
    far, near = relationship.to, relationship.from_
    counts = [seen.names.entities[end.entity].count for end in (near, far)]
    if relationship.kind not in _COUNTED or near.entity == far.entity or not all(map(stated, counts)):
        return
    holders, others = (float(given(count, 0)) for count in counts)
    is_shared = relationship.kind == "many-to-many"
    back = given(far.count.average, None) if is_shared else 1.0
    if not stated(near.count.average) or back is None or not holders or not others:
        return
    total, links = holders * float(given(near.count.average, 0)), others * back
    needs_all = is_shared or given(far.count.min, 0) >= 1
    is_over = total > _LINKS_TIMES * links and not _goes_sooner(seen, far.entity, near.entity)
    is_under = needs_all and links > _LINKS_TIMES * total and not _goes_sooner(seen, near.entity, far.entity)
    if not (is_over or is_under):
        return
    each = number(float(given(near.count.average, 0)))
    theirs = f"{number(others)} {far.entity}" + (f" × {number(back)} {near.entity}" if is_shared else "")
    message = (
        f"{number(holders)} {near.entity} × {each} {far.entity} = {number(total)}, but "
        f"{'' if is_shared else 'the design has '}{theirs}{f' = {number(links)}' if is_shared else ''}."
    )
    fits = grouped(links / holders, ",.0f" if links >= 100 * holders else ",.3g")
    most = given(near.count.max, None)
    is_within = given(near.count.min, 0) <= links / holders <= (math.inf if most is None else most)
    hint = f"Set the average to {fits}, or correct a count." if is_within else "Correct a count."
    contradiction = LINT.finding(
        relationship.name, message, hint, input="average", stated=total, measured=links
    )
    yield replace(contradiction, is_risk=True)  # sizes are worked out from it


def _goes_sooner(seen: Inspection, entity: str, other: str) -> bool:
    """Whether time takes away what is of an entity, and not with what is of the other."""
    kept, others = (
        [lifetime(seen.names.entities[each]) for each in seen.survey.families.line(name)]
        for name in (entity, other)
    )
    expiring = any(expires(seen.names.entities[each]) for each in seen.survey.families.line(entity))
    return (expiring or any(each.policy != "keep" for each in kept)) and kept[0] != others[0]


def _unread(seen: Inspection, relationship: Relationship) -> Iterator[Finding]:
    """Copies that are kept true for stated reads, where no read of the design returns them, filters or sorts by them."""
    for verdict in seen.placement.verdicts(relationship):
        count = float(given(verdict.copy.reads_per_day, 0))
        if not count or verdict.fate != "kept" or verdict.policy in SETTLED:
            continue
        reads = [each for each in seen.model.workload if each.kind == "read"]
        if not reads or any(_tells(seen, operation, relationship, verdict) for operation in reads):
            continue
        name = seen.paths.copy_path(relationship, verdict.copy)
        source = f"{relationship.end(verdict.copy.of).entity}.{verdict.copy.field}"
        message = (
            f"reads_per_day of the copy is {number(count)}, but no read returns {name} or filters by it."
        )
        hint = (
            "Add it to the projection of the operation that shows it, or remove the copy: each change of "
            f"{source} updates every copy."
        )
        yield LINT.finding(
            seen.copy_place(relationship, verdict),
            message,
            hint,
            about="entity",
            input="reads_per_day",
            stated=count,
            measured=0,
        )


def _tells(seen: Inspection, operation: Operation, relationship: Relationship, verdict: Verdict) -> bool:
    """Whether a read returns a copy or asks by it; what it includes is returned with all that it holds."""
    holder, shown = relationship.end(verdict.holder).entity, given(operation.projection, [])
    base, includes = seen.placement.kinds.base, given(operation.includes, [])
    if base(operation.entity) == base(holder):
        if not shown:
            return True
    elif any(
        base(holder) in (base(link.from_.entity), base(link.to.entity))
        for item in includes
        if (link := included(item, seen.names)[0]) is not None
    ):
        return True
    paths = [*shown, *(match.field for match in given(operation.filter, []))]
    for path in [*paths, *(key.field for key in given(operation.sort, []))]:
        route = seen.paths.resolve(operation.entity, path, includes)
        steps = route.steps if route is not None else ()
        for step, behind in pairwise(steps):
            is_through = step.relationship is relationship and step.side == verdict.holder
            if is_through and step.kind == "end" and behind.kind in ("field", "copy"):
                return True
        if any(step.copy is verdict.copy for step in steps):
            return True
    return False


def _compare(
    seen: Inspection, relationship: Relationship, name: tuple[str, str], declared: float, measured: float
) -> Iterator[Finding]:
    if abs(declared - measured) > seen.limits.flag_diff + 1e-9:
        message = f"{name[0]} ({name[1]}) is {percent(declared)}, but the workload gives {percent(measured)}."
        hint = "Correct one of them, or clear the value to use the workload."
        if name[0] == "accessed_together" and _lacks_reads_of_subset(seen, relationship):
            hint = (
                f'The subset in recent isn\'t stored, because the workload decides: add "{relationship.name}" to the '
                "includes of the read that shows it, or clear the value."
            )
        yield LINT.finding(
            relationship.name, message, hint, input=name[0], stated=declared, measured=round(measured, 4)
        )


def _lacks_reads_of_subset(seen: Inspection, relationship: Relationship) -> bool:
    """Whether a declared subset isn't stored, and no strategy that the rules prefer would show its children with the parent."""
    decision = seen.decisions[relationship.name]
    is_refused = any(way.is_slice and way.by == "B3" for way in decision.rejected)
    return stated(relationship.recent) and is_refused and not decision.traits.inside_holder


def _directions(case: DecisionInputs, measured: DecisionInputs) -> tuple[float, float] | None:
    """The share of the forward direction as stated, where one of both is, and as measured."""
    declared = given(case.relationship.navigation, Navigation())
    names = ("from_to_per_day", "to_from_per_day")
    quantities = [measured.quantity(name) for name in names]
    both = [float(case.look(name)) for name in names]  # one that is not stated is measured
    stated_total, measured_total = sum(both), sum(float(quantity.value) for quantity in quantities)
    unsaid = not (stated(declared.from_to_per_day) or stated(declared.to_from_per_day))
    if unsaid or not stated_total or not measured_total or quantities[0].origin != MEASURED:
        return None
    return both[0] / stated_total, float(quantities[0].value) / measured_total


LINT = Lint(
    code="L61",
    slug="flag-mismatch",
    name="FLAG_MISMATCH",
    severity="warning",
    title="Stated number contradicts the workload or another number",
    source="Nestlink default: numbers that contradict each other",
    about="relationship",
    is_risk=False,
    check=check,
)
