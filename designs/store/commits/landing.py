"""Store changes: compute each from the newest revision, then write it only where that is still the newest.

SQLite has one write lock for all designs, so a change is computed before the lock is taken. If somebody else's
change was stored first, it is computed again from theirs. After a few such losses, a change that takes only a
moment is computed within the lock. Otherwise, where many people edit one design, the slower ones would never
be stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from designs.compiler import Model
from designs.models import Design, Revision

from ..tables.planning import Moved, Rows
from ..tables.reading import keep
from .creating import Back, record

TRIES = 6
"""Times that a change is worked out before its maker is asked to try again later."""
OUTSIDE = 3
"""How many of those tries always compute before the lock is taken."""
BRIEF = 0.25
"""Seconds: a change whose last try took longer is never computed within the write lock."""


class Busy(OperationalError):
    """Others were quicker each time; nothing was written. Pages answer as for a busy database."""


@dataclass(frozen=True)
class Committed:
    """The design after a commit. again: this op id was applied before, and nothing was done."""

    design: Design
    revision: int
    again: bool = False


@dataclass(frozen=True)
class Ready:
    """All that a commit writes. changes, undo: the edits as JSON, there and back."""

    model: Model
    text: str
    rows: Rows
    words: str
    changes: str
    undo: str
    back: Back | None = None


@dataclass(frozen=True)
class Wanted:
    """A commit that somebody asks for. ready: works it out on the design as it is now; what it raises ends
    the matter, and nothing is written."""

    design: Design
    op_id: str
    ready: Callable[[Design], Ready]


def land(wanted: Wanted, actor: Any) -> Committed:
    """Carry one commit out, once for its op id. Raise Busy where others were quicker each time."""
    return land_all((wanted,), actor)[0]


def land_all(wanted: Sequence[Wanted], actor: Any) -> list[Committed]:
    """Carry commits of several designs out, all of them or none. Raise Busy as `land` does."""
    seconds = 0.0
    for number in range(TRIES):
        within = number >= OUTSIDE and seconds <= BRIEF
        try:
            with transaction.atomic() if within else nullcontext():
                started = time.monotonic()
                prepared = [_prepared(commit, within) for commit in wanted]
                seconds = time.monotonic() - started
                with transaction.atomic():
                    for commit, current, ready in prepared:
                        if isinstance(ready, Ready):
                            _write(current, ready, actor, commit.op_id)
        except Moved:
            continue
        except IntegrityError:
            if not any(_done(commit.design, commit) for commit in wanted):
                raise
            continue  # the same op id was sent twice at once, and the other one was quicker
        return [_committed(current, ready) for _, current, ready in prepared]
    raise Busy("others changed the design each time that this change was worked out")


def _prepared(wanted: Wanted, within: bool) -> tuple[Wanted, Design, Ready | Revision]:
    """What to write, or the revision that did it before. The design is read first: what commits after
    that makes the writing fail; within the lock nobody can."""
    designs = Design.objects.select_for_update() if within else Design.objects
    current = designs.get(pk=wanted.design.pk)
    done = _done(current, wanted)
    return wanted, current, wanted.ready(current) if done is None else done


def _done(design: Design, wanted: Wanted) -> Revision | None:
    return Revision.objects.filter(design=design, op_id=wanted.op_id).first()


def _write(design: Design, ready: Ready, actor: Any, op_id: str) -> None:
    """Write the design, its rows and its history. Raise Moved where its revision is another by now."""
    columns = ready.rows.columns | {"text": ready.text, "revision": design.revision + 1}
    columns |= {"changed_at": timezone.now()}
    if not Design.objects.filter(pk=design.pk, revision=design.revision).update(**columns):
        raise Moved
    for name, value in columns.items():
        setattr(design, name, value)
    ready.rows.write()
    record(design, actor, ready.words, op_id, ready.changes, ready.undo, ready.back)


def _committed(design: Design, ready: Ready | Revision) -> Committed:
    if isinstance(ready, Revision):
        return Committed(design, ready.number, again=True)
    keep(ready.text, ready.model)
    return Committed(design, design.revision)
