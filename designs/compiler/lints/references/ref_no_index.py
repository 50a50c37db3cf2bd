"""References that are looked up without an index.

Each look-up then reads the whole collection: quick with a hundred documents, hopeless with a million.
The server makes no index for a reference by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_CHILD_SIDE = frozenset({
    "PARENT_REF", "SUBSET", "LINK_ONE", "TWO_WAY_REFS", "TREE_PARENT", "BUCKET", "OUTLIER",
})  # fmt: skip


def check(seen: Inspection) -> Iterator[Finding]:
    """Parent references, both ends of a link, and foreignFields of ``$lookup`` with which no index
    starts. The compound ``_id`` of a time bucket is its own index."""
    for relationship, decision in seen.decided():
        sides = (
            ("from", "to")
            if decision.strategy == "LINK_COLL"
            else ("to",)
            if decision.strategy in _CHILD_SIDE
            else ()
        )
        for side in sides:
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


def _lookups(seen: Inspection) -> Iterator[Finding]:
    for statement in seen.plan.statements:
        for stage in statement.pipeline or () if statement.script != "06_audit" else ():
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
