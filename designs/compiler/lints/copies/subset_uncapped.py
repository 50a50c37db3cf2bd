"""Subsets without a limit.

A subset is fast because it's short. Without a limit, it grows like the full list.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_PREFIX = "recent_"


def check(seen: Inspection) -> Iterator[Finding]:
    """Subsets without a maximum number of items; and arrays whose name starts with `recent_`, without one."""
    for collection in seen.plan.collections:
        for path, located in seen.located[collection.name].items():
            field = located.field
            if field.origin == "subset" and "array" in field.types and field.max_items is None:
                message = "The subset has no maximum, so it grows like the full list."
                yield LINT.finding(
                    f"{collection.name}.{path}", message, "Set the number of recent items (recent.count)."
                )
    for entity, path, declared in seen.own_fields():
        if declared.type == "array" and declared.name.startswith(_PREFIX) and not stated(declared.max_items):
            message = "The name suggests recent items, but there's no limit."
            yield LINT.finding(
                f"{entity.name}.{path}", message, ("Set max_items, or model it as a relationship.")
            )


LINT = Lint(
    code="L21",
    slug="subset-uncapped",
    name="SUBSET_UNCAPPED",
    severity="error",
    title="Subset without a limit",
    source="6 Rules of Thumb, part 2",
    check=check,
)
