"""References with another type than the field they refer to.

An ObjectId and the string of its digits are different values. A reference of another type matches nothing, without
an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.field_types import NUMERIC, alias_of
from ...plan_model.findings import Finding
from ...plan_model.physical import DocField, Element
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """References whose types have none in common with the target's `_id`, so they never match. All number types
    compare as equal."""
    for collection in seen.plan.collections:
        for path, located in seen.located[collection.name].items():
            for target, types in _targets(located.field):
                wanted = _identity(seen, target)
                if wanted and not _comparable(types) & _comparable(wanted):
                    message = (
                        f"Stores {' or '.join(types)}, but {target}._id is {' or '.join(wanted)}. "
                        "The reference never matches."
                    )
                    yield LINT.finding(f"{collection.name}.{path}", message, "Use the same type for both.")


def _targets(field: DocField) -> Iterator[tuple[str, tuple[str, ...]]]:
    if field.target is not None:
        yield field.target, field.types if field.items is None else field.items.types
    element: Element | None = field.items
    while element is not None:
        if element.target is not None and element.target != field.target:
            yield element.target, element.types
        element = element.items


def _identity(seen: Inspection, collection: str) -> tuple[str, ...]:
    located = seen.located.get(collection, {}).get("_id")
    return located.field.types if located is not None else ()


def _comparable(types: tuple[str, ...]) -> set[str]:
    return {"number" if name in NUMERIC else alias_of(name) for name in types if name != "null"}


LINT = Lint(
    code="L13",
    slug="ref-type",
    name="REF_TYPE",
    severity="error",
    title="Reference type mismatch",
    source="MongoDB manual, comparison order",
    check=check,
)
