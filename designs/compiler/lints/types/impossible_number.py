"""Numbers that are too large to be real.

A typo or a wrong unit makes every decision based on it worthless. The limits are far beyond any known installation.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Navigation, Relationship, given, stated
from ...plan_model.findings import Finding
from ...workload.traffic import per_day
from ..base import Inspection, Lint, number

_A_DAY = 86_400
_ALL_SERVERS = 100_000_000  # operations a second
_ONE_SERVER = 200_000  # writes a second
_BYTES = 1e18  # an exabyte
_ELEMENTS = 1e12
_OF_COPIES = ("reads_per_day", "updates_per_day")


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that run more than 100 million times per second; more than 200,000 writes per second without
    sharding; collections over an exabyte, now or in three years; counts, additions, and updates over a
    trillion; and relationships or copies read or changed more than 100 million times per second."""
    yield from _operations(seen)
    for entity in seen.model.entities:
        yield from _size(seen, entity)
    for relationship in seen.model.links:
        yield from _ends(seen, relationship)
        yield from _rates(relationship)
    for entity, path, field in seen.own_fields():
        if given(field.updates_per_day, 0) > _ALL_SERVERS * _A_DAY:
            message = (
                f"Changes {number(float(given(field.updates_per_day, 0)))} times per day in each document."
            )
            yield LINT.finding(f"{entity.name}.{path}", message, "Check updates_per_day.", "error")


def _operations(seen: Inspection) -> Iterator[Finding]:
    sharded = given(seen.model.topology, "replica-set") == "sharded"
    writes = 0.0
    for operation in seen.model.workload:
        rate = per_day(operation) / _A_DAY
        if rate > _ALL_SERVERS:
            message = (
                f"{number(rate)} per second ({number(per_day(operation))} per day) exceeds any known cluster."
            )
            yield LINT.finding(
                operation.name,
                message,
                "Check per_day.",
                "error",
                about="operation",
                per_day=per_day(operation),
            )
        elif operation.kind != "read":
            writes += rate
    if writes > _ONE_SERVER and not sharded:
        message = f"{number(writes)} writes per second is too many for one primary."
        yield LINT.finding(seen.model.database, message, "Use sharding, or check the numbers.", writes=writes)


def _size(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    count, adds = float(given(entity.count, 0)), float(given(entity.inserts_per_day, 0))
    each = seen.survey.own_bytes(entity.name)
    ahead = (count + adds * 365 * seen.limits.horizon) * each
    if ahead > _BYTES:
        message = (
            f"{number(count)} documents of {number(each)} bytes, plus {number(adds)} per day, are "
            f"{number(ahead)} bytes: more than any known cluster."
        )
        yield LINT.finding(entity.name, message, "Check count, inserts_per_day, and field sizes.", "error")


def _ends(seen: Inspection, relationship: Relationship) -> Iterator[Finding]:
    for side in ("from", "to"):
        count = relationship.end(side).count
        for name in ("min", "average", "p95", "max", "adds_per_day"):
            value = getattr(count, name)
            if stated(value) and given(value, 0) > _ELEMENTS:
                message = f"{name} is {number(float(value))}, larger than any known collection."
                yield LINT.finding(seen.place(relationship, side), message, f"Check {name}.", "error")
                break


def _rates(relationship: Relationship) -> Iterator[Finding]:
    """What a relationship and its copies state to happen more often a day than any cluster serves."""
    navigation = given(relationship.navigation, Navigation())
    rates = [
        ("navigation.from_to_per_day", navigation.from_to_per_day),
        ("navigation.to_from_per_day", navigation.to_from_per_day),
        ("reassigned_per_day", relationship.reassigned_per_day),
        ("child_updates_per_day", relationship.child_updates_per_day),
    ]
    for copy in given(relationship.copies, []):
        rates += [(f"{name} of the copy of {copy.field}", getattr(copy, name)) for name in _OF_COPIES]
    for name, rate in rates:
        if stated(rate) and float(given(rate, 0)) > _ALL_SERVERS * _A_DAY:
            message = f"{name} is {number(float(given(rate, 0)))}, more than any known cluster supports."
            yield LINT.finding(relationship.name, message, f"Check {name}.", "error", about="relationship")


LINT = Lint(
    code="IMPOSSIBLE_NUMBER",
    slug="impossible-number",
    name="IMPOSSIBLE_NUMBER",
    severity="warning",
    title="Unrealistic number",
    source="Nestlink default: limits far beyond any known installation",
    about="entity",
    check=check,
)
