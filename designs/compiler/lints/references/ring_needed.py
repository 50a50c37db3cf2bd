"""Documents that must refer to another document of the same entity, or be in one of its pages.

The first document has nothing to refer to, so such documents can only be created as a cycle. That's rarely
intended.
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
            message = f"Each {name} is stored in a page of another {name}, so the first can't be inserted."
            hint = "Store a reference in each instead, or insert the first one into its own page."
            yield LINT.finding(relationship.name, message, hint, fix=to_the_rules(relationship, decision))
        elif needs_ring(relationship):
            name = relationship.from_.entity
            message = f"Each {name} requires another {name}, so the first can't be inserted."
            hint = "Make it optional (has.min 0), or insert several that reference each other."
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
    title="Circular requirement",
    source="our own: no first document can be inserted",
    about="relationship",
    check=check,
)
