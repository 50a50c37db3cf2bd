"""Documents with large parts that few reads need.

Every read loads the whole document into memory, including parts it doesn't return. A second document with the same
``_id``, or a subset, keeps the common read small.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Field, Operation, given
from ...plan_model.findings import Finding
from ...workload.sizes import field_bytes, named
from ...workload.traffic import per_day
from ..base import Inspection, Lint, number, percent


def check(seen: Inspection) -> Iterator[Finding]:
    """Fields of a collection that together take more than 4 KiB and that less than 20% of the entity's reads use. A
    read without a projection uses all fields."""
    for entity in seen.model.entities:
        reads = seen.reads(entity.name)
        homes = seen.placement.homes(entity.name)
        if not sum(map(per_day, reads)) or any(home.kind != "collection" for home in homes):
            continue
        cold, share = _cold(entity, reads, seen.limits.together_low)
        size = sum(named(field.name, field_bytes(field)) for field in cold)
        if size > seen.limits.cold_bytes:
            names = ", ".join(field.name for field in cold)
            message = f"{names}: {number(round(size))} bytes per document, used by {percent(share)} of reads."
            hint = "Move them to a separate one-to-one entity, or keep a short version here."
            yield LINT.finding(entity.name, message, hint, bytes=round(size), share=share)


def _cold(entity: Entity, reads: list[Operation], limit: float) -> tuple[list[Field], float]:
    """The largest fields that few reads use, as many as together stay under the limit; and the
    share of reads that use one of them."""
    total = sum(map(per_day, reads))
    cold: list[Field] = []
    users: set[str] = set()
    share = 0.0
    for field in sorted(entity.own_fields, key=lambda candidate: -field_bytes(candidate)):
        more = users | {operation.name for operation in reads if _uses(operation, field.name)}
        part = sum(per_day(operation) for operation in reads if operation.name in more) / total
        if field.name != "_id" and part < limit:
            cold, users, share = [*cold, field], more, part
    return cold, share


def _uses(read: Operation, name: str) -> bool:
    projected = given(read.projection, [])
    asked = [match.field for match in given(read.filter, [])] + [sort.field for sort in given(read.sort, [])]
    return not projected or any(path.partition(".")[0] == name for path in [*projected, *asked])


LINT = Lint(
    code="L06",
    slug="bloated",
    name="BLOATED",
    severity="warning",
    title="Bloated document",
    source="MongoDB manual, bloated documents",
    about="entity",
    check=check,
)
