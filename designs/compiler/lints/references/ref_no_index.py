"""References that are looked up without an index.

Each look-up then reads the whole collection: quick with a hundred documents, hopeless with a million.
The server makes no index for a reference by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...strategies import Strategy
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Parent references, both ends of a link, and foreignFields of ``$lookup`` with which no index
    starts. The compound ``_id`` of a time bucket is its own index."""
    for relationship, decision in seen.decided():
        for side in _indexed_ends(decision.traits):
            for spot in seen.placement.references(relationship, side):
                collection = seen.collections.get(spot.collection)
                if (
                    collection is None
                    or collection.kind == "timeseries"
                    or spot.path in seen.starts[spot.collection]
                ):
                    continue
                message = f"no index of {spot.collection} starts with {spot.path}, so finding by it is a scan"
                yield LINT.finding(seen.place(relationship, side), message, f"add an index on {spot.path}")
    yield from _lookups(seen)


def _indexed_ends(traits: Strategy) -> tuple[str, ...]:
    """The ends whose ids of the other one are looked up by an index of their own."""
    if traits.has_link_documents:
        return ("from", "to")
    return ("to",) if traits.needs_index_of_parent else ()


def _lookups(seen: Inspection) -> Iterator[Finding]:
    for statement in seen.plan.statements:
        is_shown = statement.script != "06_audit" and not statement.extra
        for stage in statement.pipeline or () if is_shown else ():
            lookup = stage.get("$lookup") if isinstance(stage, dict) else None
            source, field = (lookup or {}).get("from"), (lookup or {}).get("foreignField")
            if source in seen.starts and field is not None and field not in seen.starts[source]:
                message = f"$lookup joins {source} by {field}, with which no index starts"
                yield LINT.finding(statement.id, message, f"add an index on {field} to {source}")


LINT = Lint(
    code="L12",
    slug="ref-no-index",
    name="REF_NO_INDEX",
    severity="error",
    title="A reference without an index",
    source="schema design guidelines; MongoDB manual, $lookup",
    check=check,
)
