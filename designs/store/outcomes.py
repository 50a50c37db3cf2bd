"""What was compiled for a revision, stored for lists.

Everything here is derived. A database that is busy, full or read-only costs a list its newest numbers, and
never costs anybody a page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils import timezone

from designs.models import Design, Outcome

UNDER_WAY = timedelta(seconds=15)
"""An attempt that is younger may still end well; longer than any request may compile."""
PATIENCE = timedelta(hours=1)
"""How long lists leave alone a design whose last attempt came to nothing."""
_TRIES = 3
_BUSY_MILLISECONDS = 250
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Facts:
    """What lists show of a compilation. names: of rules, strategies, overlays and findings. light, dark: SVG."""

    faults: int = 0
    errors: int = 0
    warnings: int = 0
    remarks: int = 0
    collections: int = 0
    decisions: int = 0
    names: str = ""
    light: str = ""
    dark: str = ""


def outcome_of(design: Design) -> Outcome | None:
    """Return the newest stored result, which may be older than the design; None before the first."""
    outcome: Outcome | None = getattr(design, "outcome", None)
    return outcome if outcome is not None and outcome.revision else None


def facts_in(design: Design) -> Facts | None:
    """Return the newest stored result whole, sketches too; None before the first."""
    outcome = outcome_of(design)
    return (
        None
        if outcome is None
        else Facts(**{field.name: getattr(outcome, field.name) for field in fields(Facts)})
    )


def is_current(design: Design) -> bool:
    """Return whether the stored result is of this revision, made by this version of the program."""
    outcome = outcome_of(design)
    return outcome is not None and (outcome.revision, outcome.version) == (design.revision, settings.VERSION)


def has_failed(design: Design) -> bool:
    """Return whether the last attempt to compile this revision for a list came to nothing a while ago."""
    outcome: Outcome | None = getattr(design, "outcome", None)
    if outcome is None or outcome.begun_at is None or is_current(design):
        return False
    same = (outcome.begun_revision, outcome.begun_version) == (design.revision, settings.VERSION)
    return same and UNDER_WAY < timezone.now() - outcome.begun_at < PATIENCE


def begin_outcome(design: Design) -> None:
    """Note that a list asks for this revision, so that an attempt that ends nowhere isn't repeated at once."""
    begun = {
        "begun_at": timezone.now(),
        "begun_revision": design.revision,
        "begun_version": settings.VERSION,
    }
    _tolerantly(design, lambda: Outcome.objects.update_or_create(design_id=design.pk, defaults=begun))


def keep_outcome(design: Design, facts: Facts) -> None:
    """Store what the design's revision came to, unless a newer revision's or program's result is there."""
    about = {"revision": design.revision, "version": settings.VERSION, "made_at": timezone.now()}
    _tolerantly(design, lambda: _replace(design.pk, about | asdict(facts)))


def _replace(key: int, columns: dict[str, Any]) -> None:
    """Compare and set, since several processes may have compiled the same design."""
    rows = Outcome.objects.filter(pk=key)
    for _ in range(_TRIES):
        seen = rows.values_list("revision", "version").first()
        if seen is None:
            Outcome.objects.bulk_create([Outcome(design_id=key)], ignore_conflicts=True)
            seen = 0, ""
        if _rank(*seen) >= _rank(columns["revision"], columns["version"]):
            return
        if rows.filter(revision=seen[0], version=seen[1]).update(**columns):
            return


def _rank(revision: int, version: str) -> tuple[int, list[int]]:
    return revision, [int(number) for number in re.findall(r"[0-9]+", version)]


def _tolerantly(design: Design, write: Callable[[], object]) -> None:
    try:
        with _briefly(), transaction.atomic():
            write()
    except Error as error:
        _log.warning("The result of design %s was not stored: %s", design.pk, type(error).__name__)


@contextmanager
def _briefly() -> Iterator[None]:
    """Wait only a moment for another writer: SQLite has one lock for everybody."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(usual)}")
