"""Space reserved for growth.

The old storage engine moved documents that outgrew their space, so people added padding. WiredTiger writes each
version to a new place: padding only makes every version larger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.conceptual import Field, given
from ...plan_model.findings import Finding
from ..base import Fix, Inspection, Lint, pushed_arrays

_NAME = re.compile(r"_*(padding|pad|filler|prealloc(ated)?|reserved_space|spare_space)_*\d*", re.IGNORECASE)
_KINDS = frozenset({"string", "binData", "array"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Fields named like padding; and grids, which are for fixed layouts, that operations add items to."""
    pushed = [field for _, _, field in pushed_arrays(seen)]
    for entity, path, field in seen.own_fields():
        if _NAME.fullmatch(field.name) and field.type in _KINDS:
            message = "Padding makes every write larger. WiredTiger doesn't need it."
            yield LINT.finding(f"{entity.name}.{path}", message, "Remove the field.", fix=_without(field))
        elif given(field.grid, []) and field in pushed:
            message = "A grid doesn't make appending cheaper. Use it only for a fixed layout."
            yield LINT.finding(f"{entity.name}.{path}", message, "Use max_items instead of a grid.")


def _without(field: Field) -> Fix | None:
    """The edit that removes the field, where it has an id."""
    return {"edit": "remove", "id": field.id} if isinstance(field.id, str) else None


LINT = Lint(
    code="L60",
    slug="outdated-advice",
    name="OUTDATED_ADVICE",
    severity="info",
    title="Padding fields aren't needed",
    source="Building with Patterns: preallocation; MongoDB manual, WiredTiger",
    check=check,
)
