"""Secrets in documents that many reads load whole.

What a document holds travels with every read that does not say which fields it wants, and with it
into logs, caches and answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Operation, given
from ..findings import Finding
from ..physical import Collection, DocField
from ..traffic import reach
from .base import Inspection, Lint

_COPIED = frozenset({"copy", "subset"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Sensitive fields in a collection that reads load without a projection: its entity's own,
    embedded ones, and copies."""
    for collection in seen.plan.collections:
        located = seen.located[collection.name]
        secrets = {path: one.field for path, one in located.items() if _is_secret(one.field)}
        reads = _whole(seen, collection) if secrets else []  # most collections hold none
        for path, field in secrets.items() if reads else ():
            names = ", ".join(f'"{one.name}"' for one in reads[:3])
            more = f" and {len(reads) - 3} more" if len(reads) > 3 else ""
            what = "a copy of a sensitive field" if field.origin in _COPIED else "a sensitive field"
            message = f"{what} that {names}{more} read along, since they do not say which fields they want"
            hint = "give those reads a projection, or keep it in a collection of its own"
            yield LINT.finding(f"{collection.name}.{path}", message, hint, reads=len(reads))


def _is_secret(field: DocField) -> bool:
    return field.source is not None and given(field.source.sensitive, False)


def _whole(seen: Inspection, collection: Collection) -> list[Operation]:
    """The reads that load whole documents of a collection."""
    found = []
    for operation in seen.model.workload:
        if operation.kind == "read" and not given(operation.projection, []):
            reached, _ = reach(operation, seen.names)
            spots = [spot for name in reached for spot in seen.placement.spots(name)]
            if any(spot.collection == collection.name for spot in spots):
                found.append(operation)
    return found


LINT = Lint(
    code="L58",
    slug="sensitive",
    name="SENSITIVE",
    severity="info",
    title="A secret in a document that is read whole",
    source="our own default: secrets are read by those who ask for them",
    check=check,
)
