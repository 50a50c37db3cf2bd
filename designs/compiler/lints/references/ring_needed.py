"""Documents that must refer to another document of the same entity.

The first document has nothing to refer to, so such documents can only be created as a cycle. That's rarely
intended.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, given
from ...plan_model.findings import Finding
from ...rules.choices import needs_ring
from ..base import Fix, Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """One-to-one and one-to-many relationships of an entity with itself in which at least one end is required."""
    for relationship in seen.model.links:
        if needs_ring(relationship):
            name = relationship.from_.entity
            message = f"Each {name} requires another {name}, so the first can't be inserted."
            hint = "Make it optional (has.min 0), or insert several that reference each other."
            yield LINT.finding(relationship.name, message, hint, fix=_fix(relationship))


def _fix(relationship: Relationship) -> Fix | None:
    sides = ("from", "to") if relationship.kind == "one-to-one" else ("to",)
    needed = [side for side in sides if given(relationship.end(side).count.min, 0) >= 1]
    fixes = [setting(relationship, side, "has", "min", value=0) for side in needed]
    return fixes[0] if len(fixes) == 1 else together(*fixes)


LINT = Lint(
    code="RING_NEEDED",
    slug="ring-needed",
    name="RING_NEEDED",
    severity="info",
    title="Circular requirement",
    source="Nestlink default: the first document can't be inserted",
    about="relationship",
    check=check,
)
