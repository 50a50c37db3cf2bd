"""Documents that each must refer to one of their own kind, or stand in a page of one.

The first one has nobody to refer to but itself, so such documents can only begin as a ring: each of some
refers to the next, and the last one to the first. That is seldom meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship, given
from ...plan_model.findings import Finding
from ...rules.choices import needs_ring
from ..base import Fix, Inspection, Lint, setting, to_the_rules, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Relationships of an entity with itself, one-to-one or one-to-many, of which an end must have one; or whose pages
    hold all documents of the entity."""
    for relationship, decision in seen.decided():
        if _pages_hold_all(seen, relationship):
            name = relationship.from_.entity
            message = f"each {name} stands in a page of a {name}: the first one has no page but its own"
            hint = "let a reference in each store it, or insert the first one into a page of its own"
            yield LINT.finding(relationship.name, message, hint, fix=to_the_rules(relationship, decision))
        elif needs_ring(relationship):
            name = relationship.from_.entity
            message = f"each {name} must refer to a {name}: the first one has none to refer to but itself"
            hint = "let one be without another (has.min 0), or insert several at once that refer to one another in a ring"
            yield LINT.finding(relationship.name, message, hint, fix=_fix(relationship))


def _pages_hold_all(seen: Inspection, relationship: Relationship) -> bool:
    """Whether documents of an entity stand in pages of others of the same entity, and nowhere else."""
    homes = seen.placement.homes(relationship.to.entity)
    is_paged = any(home.relationship == relationship.name and home.kind == "bucket" for home in homes)
    return relationship.from_.entity == relationship.to.entity and is_paged


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
