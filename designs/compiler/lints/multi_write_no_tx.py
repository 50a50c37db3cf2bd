"""Changes of several documents where the server has no transactions.

Between the first write and the second, others see one without the other; after a crash it stays so.
Transactions need a replica set.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import given
from ..findings import Finding
from .base import Inspection, Lint

_SEVERAL_WRITES = frozenset({"TWO_WAY_REFS", "TWO_WAY_EMBED", "CHILD_REFS", "SUBSET"})
_TOGETHER = frozenset({"EMBED_ONE", "EMBED_ARRAY", "EMBED_LINK", "EMBED_TREE", "ELEMENT_REF"})


def check(seen: Inspection) -> Iterator[Finding]:
    """On a standalone server: strategies that write twice, and relationships that must change
    atomically but are stored apart."""
    if given(seen.model.topology, "replica-set") != "standalone":
        return
    for relationship, decision in seen.decided():
        atomic = given(relationship.atomic, False) and decision.strategy not in _TOGETHER
        if decision.strategy in _SEVERAL_WRITES or atomic:
            message = (
                f"{decision.strategy} changes several documents, and a standalone server has no transactions"
            )
            hint = "run a replica set, or order the writes so that a crash leaves nothing dangling"
            yield LINT.finding(seen.place(relationship, decision.side), message, hint)


LINT = Lint(
    code="L17",
    slug="multi-write-no-tx",
    name="MULTI_WRITE_NO_TX",
    severity="warning",
    title="Several writes without a transaction",
    source="6 Rules of Thumb, part 2; MongoDB manual, transactions",
    check=check,
)
