"""Documents that each must refer to one of their own kind.

The first one has nobody to refer to but itself, so such documents can only begin as a ring: each of some
refers to the next, and the last one to the first. That is seldom meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, given
from ...plan_model.findings import Finding
from ...rules.choices import needs_ring
from ..base import Fix, Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Relationships of an entity with itself, one-to-one or one-to-many, of which an end must have one."""
    for relationship in seen.model.links:
        if needs_ring(relationship):
            name = relationship.from_.entity
            message = f"each {name} must refer to a {name}: the first one has none to refer to but itself"
            hint = "let one be without another (has.min 0), or insert several at once that refer to one another in a ring"
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
    title="Documents that need one another",
    source="our own: no first document can be inserted",
    about="relationship",
    check=check,
)
