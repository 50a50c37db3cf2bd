"""The example library in the test database, quickly: loaded once, then put there as rows."""

from __future__ import annotations

from typing import Any

from designs import outcomes, store
from designs.delivery.examples import examples
from designs.models import Design, Entity, Operation, Outcome, Relationship, Revision

SLUGS = tuple(example.slug for example in examples())
_PARTS: tuple[Any, ...] = (Design, Entity, Relationship, Operation, Revision, Outcome)
_kept: list[list[Any]] = []


def put_library() -> None:
    """As `load_library` does; the second time the rows of the first are inserted again."""
    if not _kept:
        for example in examples():
            store.load_example(example.slug, example.text)
            outcomes.bring_up_to_date(example.slug)
        _kept.extend(list(part.objects.all()) for part in _PARTS)
        return
    for part, rows in zip(_PARTS, _kept, strict=True):
        part.objects.bulk_create(rows)
