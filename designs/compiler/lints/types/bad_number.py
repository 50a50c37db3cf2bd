"""Numbers that contradict each other, or that can't be right.

Nestlink still compiles the design, but no document can have more than a maximum that is below its minimum, and no
operation runs fewer than zero times a day.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Field, Relationship, given, stated
from ...model.field_walk import parts
from ...plan_model.findings import About, Finding
from ..base import Inspection, Lint, number

_SINGLE = {"one-to-one": ("from", "to"), "one-to-many": ("to",)}
_PAIRS = (("min_items", "max_items"), ("minimum", "maximum"), ("since_version", "until_version"))


def check(seen: Inspection) -> Iterator[Finding]:
    """Minimums above their maximums, for items, values, and versions; negative constants, weights, copy
    frequencies, and latencies; a refresh every 0 seconds; trees without levels; and counts above one where
    the kind of relationship allows only one."""
    for entity, path, field in seen.own_fields():
        yield from _field(f"{entity.name}.{path}", field)
    for relationship in seen.model.links:
        for part in parts(given(relationship.link_fields, [])):
            yield from _field(f"{relationship.name}.{part.path}", part.field)
        for copy in given(relationship.copies, []):
            for name in ("reads_per_day", "updates_per_day"):
                yield from _least(
                    relationship.name, f"{name} of the copy of {copy.field}", getattr(copy, name), 0
                )
        tree = given(relationship.tree, None)
        yield from _least(relationship.name, "the depth", tree.depth if tree is not None else None, 1)
        yield from _single(relationship)
    for operation in seen.model.workload:
        yield from _least(operation.name, "latency_ms", operation.latency_ms, 0, "operation")
    for group in ("constants", "weights"):
        for name, value in given(getattr(seen.model, group), {}).items():
            yield from _least(seen.model.name, f"{name} of the {group}", value, 0, "")


def _field(subject: str, field: Field) -> Iterator[Finding]:
    for low, high in _PAIRS:
        least, most = getattr(field, low), getattr(field, high)
        if stated(least) and stated(most) and least > most:
            message = f"{low} ({number(float(least))}) is greater than {high} ({number(float(most))})."
            yield LINT.finding(
                subject, message, f"Make {low} no greater than {high}.", least=least, most=most
            )
    computed = given(field.computed, None)
    if computed is not None and given(computed.every_seconds, 1) <= 0:
        yield from _least(subject, "every_seconds", computed.every_seconds, 1)


def _single(relationship: Relationship) -> Iterator[Finding]:
    """More than one where the kind of the relationship says one."""
    kind = relationship.kind
    for side in _SINGLE.get(kind, ()):
        count = relationship.end(side).count
        for name in ("min", "average", "p95", "max"):
            value = getattr(count, name)
            if stated(value) and value > 1:
                message = f"{side}.has.{name} is {number(float(value))}, but a {kind} allows one."
                hint = "Set it to 1, or change the kind to one-to-many or many-to-many."
                yield LINT.finding(relationship.name, message, hint, about="relationship", value=value)


def _least(
    subject: str, what: str, value: Any, least: float, about: About = "relationship"
) -> Iterator[Finding]:
    if stated(value) and value < least:
        message = f"{what} is {number(float(value))}. The minimum is {number(least)}."
        hint = f"Use at least {number(least)}, or clear it."
        yield LINT.finding(subject, message, hint, about=about, value=value)


LINT = Lint(
    code="BAD_NUMBER",
    slug="bad-number",
    name="BAD_NUMBER",
    severity="error",
    title="Contradictory numbers",
    source="design format, values and counts",
    check=check,
)
