"""One-to-many relationships whose own numbers, or examples, say many-to-many.

Whoever draws a line from parent to child often thinks in one direction. If one child can have several
parents, a reference in the child cannot hold them, and an embedded child is copied into each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Relationship, given, stated
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding
from ...sampling import samples
from ..base import Inspection, Lint, number, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """One-to-many where a child is said to have more than one parent on average, at p95, or more and
    more of them; or where two example parents list the same child."""
    for relationship, decision in seen.decided():
        if relationship.kind != "one-to-many":
            continue
        parent, child = relationship.from_.entity, relationship.to.entity
        why = _numbers(relationship)
        if not why and _is_list(decision) and _is_shared(seen, relationship):
            why = "stands under two parents in the examples"
        if why:
            message = f"one {child} {why}, yet one {child} has one {parent} by the kind of the relationship"
            fix = together(
                setting(relationship, "strategy"), setting(relationship, "kind", value="many-to-many")
            )
            yield LINT.finding(
                relationship.name, message, "is it many to many?", fix=fix, **_params(relationship)
            )


def _is_list(decision: Decision) -> bool:
    """Whether nothing but a list of the parent's says whose a child is."""
    return decision.traits.lists_ids and not decision.traits.is_two_way


def _numbers(relationship: Relationship) -> str:
    count = relationship.to.count
    for name, value in (("average", count.average), ("p95", count.p95)):
        if stated(value) and given(value, 0) > 1:
            return f"has {number(float(given(value, 0)))} parents ({name})"
    if given(count.growth, "bounded") == "unbounded" or given(count.adds_per_day, 0) > 0:
        return "gets more and more parents"
    return ""


def _params(relationship: Relationship) -> dict[str, Any]:
    count = relationship.to.count
    counts = {"average": count.average, "p95": count.p95}
    return {name: float(given(value, 0)) for name, value in counts.items() if stated(value)}


def _is_shared(seen: Inspection, relationship: Relationship) -> bool:
    held: Counter[Any] = Counter()
    documents = samples(seen.compilation, seen.paths)
    for spot in seen.placement.references(relationship, "from"):
        for document in documents.get(spot.collection, ()):
            value = document.get(spot.path)
            held.update(value if isinstance(value, list) else ())
    return any(times > 1 for times in held.values())


LINT = Lint(
    code="L57",
    slug="kind-suspect",
    name="KIND_SUSPECT",
    severity="warning",
    title="One to many that may be many to many",
    source="schema design guidelines: can one child have several parents?",
    about="relationship",
    check=check,
)
