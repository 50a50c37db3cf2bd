"""Changes of several documents that don't happen together.

Between two writes, readers see one without the other; after a crash, it stays that way. Transactions and change
streams, which sync eventual copies, need a replica set. One member is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, given
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_WRITES = {"documents": "changes several documents", "branch": "updates a whole branch when a node moves"}
_POLICIES = {"strong": "needs a transaction", "eventual": "needs a change stream"}
_KEEPS = frozenset({"DOC_VERSION", "SCD2"})
_CHANGES = ("insert", "update", "replace", "findOneAnd")
_ALONE = "standalone servers don't support transactions"


def check(seen: Inspection) -> Iterator[Finding]:
    """On a standalone server: strategies with two writes, relationships that must change atomically but are stored
    separately, copies that a transaction or a change stream updates, and histories. On other servers:
    relationships that must change atomically, if no function writes both ends in a transaction."""
    if given(seen.model.topology, "replica-set") != "standalone":
        yield from _unkept(seen)
        return
    for relationship, decision in seen.decided():
        message = _writes(relationship, decision)
        if message:
            hint = "Use a replica set, or order the writes so a crash leaves no dangling references."
            yield LINT.finding(seen.place(relationship, decision.side), f"{message}, but {_ALONE}.", hint)
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate == "kept" and verdict.policy in _POLICIES:
                message = (
                    f"A {verdict.policy} copy {_POLICIES[verdict.policy]}, which a standalone "
                    "server doesn't support."
                )
                subject = seen.copy_place(relationship, verdict)
                yield LINT.finding(subject, message, "Use a replica set, or change the policy to batch.")
    yield from _histories(seen)


def _unkept(seen: Inspection) -> Iterator[Finding]:
    """Relationships whose ends are to change together, though each function that writes one leaves the other as it is."""
    together: dict[str, set[str]] = {}
    for each in seen.plan.statements:
        if each.transaction and each.op.startswith(_CHANGES):
            together.setdefault(each.recipe, set()).add(each.collection)
    for relationship, decision in seen.decided() if seen.plan.statements else ():
        if not given(relationship.atomic, False) or decision.traits.atomic:
            continue
        ends = relationship.from_.entity, relationship.to.entity
        homes = [{spot.collection for spot in seen.placement.spots(entity)} for entity in ends]
        if not any(written & homes[0] and written & homes[1] for written in together.values()):
            message = f"The relationship is atomic, but no function writes both {ends[0]} and {ends[1]}."
            hint = f"Compute a total of {ends[1]} in {ends[0]}, or set atomic to false."
            yield LINT.finding(seen.place(relationship, decision.side), message, hint)


def _histories(seen: Inspection) -> Iterator[Finding]:
    """Entities of which each change is two writes: what was is kept, then what is changes."""
    for overlay in seen.plan.entity_overlays:
        if overlay.kind in _KEEPS and overlay.entity is not None:
            message = f"Every update also saves the previous version, but {_ALONE}."
            yield LINT.finding(overlay.entity, message, "Use a replica set.", about="entity")


def _writes(relationship: Relationship, decision: Decision) -> str:
    """What a strategy or the design asks of several documents at once, "" for nothing."""
    strategy = f"“{decision.traits.label}”"
    if decision.traits.writes in _WRITES:
        return f"{strategy} {_WRITES[decision.traits.writes]}"
    if given(relationship.atomic, False) and not decision.traits.atomic:
        ends = f"{relationship.from_.entity} and {relationship.to.entity}"
        return f"{ends} must change together and {strategy} stores them separately"
    return ""


LINT = Lint(
    code="L17",
    slug="multi-write-no-tx",
    name="MULTI_WRITE_NO_TX",
    severity="warning",
    title="Multi-document write without a transaction",
    source="6 Rules of Thumb, part 2; MongoDB manual, transactions",
    check=check,
)
