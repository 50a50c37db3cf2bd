"""Undo and redo: a person's own last change taken back, as a commit of its own that says which.

History is all that is kept, so both work after a reload, on another machine, and without an end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile, tee
from typing import Any, Literal, NamedTuple

from designs.compiler import edits
from designs.models import Design, Revision

from ..flags import NOTHING
from ..tables.reading import model_of
from .committing import Asked, commit_as
from .conflict_resolution import settled_change
from .creating import Back
from .history import at_revision
from .landing import Committed

Way = Literal["undo", "redo"]
_VERBS: dict[Way, str] = {"undo": "Undid", "redo": "Redid"}
_EARLIER = "a change made before publication"
_READ_AT_ONCE = 50  # rows: nearly always the one that is looked for is among the first


class NothingToTakeBack(Exception):
    """A person has nothing left to undo, or to redo."""


@dataclass(frozen=True)
class Chosen:
    """How the meetings of an undo with newer changes end. seen: the revision whose meetings were shown;
    mine: the numbers of those where the undo's value holds."""

    seen: int
    mine: Collection[int]


def take_back(design: Design, way: Way, actor: Any, op_id: str, chosen: Chosen | None = None) -> Committed:
    """Take back the actor's last change that stands, or the last undo that does.

    What others changed stays. Raise NothingToTakeBack; Conflict where somebody changed the same since.
    """

    def asked(current: Design) -> Asked:
        """Looked for anew on each newer revision: two at once must not take back the same."""
        row = next_of(current, way, actor)
        if row is None:
            raise NothingToTakeBack(way)
        change, back = _change(current, row), Back(way, row.number)
        words = f"{_VERBS[way]}: {_shown(current, row)}"
        if chosen is None:
            return Asked(row.number, change, words, back=back)
        rest, given_ids = settled_change(current, row.number, chosen.seen, change, chosen.mine)
        return Asked(chosen.seen, rest, words, given_ids=given_ids, back=back)

    return commit_as(design, asked, actor, op_id)


def next_of(design: Design, way: Way, actor: Any) -> Revision | None:
    """The revision that the next undo or redo of a person takes back."""
    row = _next(way, _own(design, actor))
    return None if row is None else Revision.objects.get(design=design, number=row.number)


def offers(design: Design, actor: Any) -> dict[str, str | None]:
    """What a person's next undo and redo would take back, in words; None where there is nothing. Asked after
    every save: one query for both."""
    each = zip(_VERBS, tee(_own(design, actor), len(_VERBS)), strict=True)
    rows_by_way = {way: _next(way, rows) for way, rows in each}
    return {str(way): _meant(row.words) if row else None for way, row in rows_by_way.items()}


def _change(design: Design, row: Revision) -> edits.Several:
    """The way back, with names as renames, so that what came meanwhile under a name follows it."""
    after = model_of(design) if row.number == design.revision else at_revision(design, row.number)
    return edits.renaming_difference(after, edits.apply(after, edits.edits_from_json(row.undo)))


def _shown(design: Design, row: Revision) -> str:
    """Return what the words of an undo quote. Of a change made before the design was published nothing:
    the undo is part of the public history, and the change is not."""
    return _EARLIER if row.number < (design.public_from or 0) else _meant(row.words)


def _meant(words: str) -> str:
    """What the words of a change say, without those of having undone and redone it."""
    for verb in _VERBS.values():
        words = words.removeprefix(f"{verb}: ")
    return words


class _Row(NamedTuple):
    number: int
    way: str
    reverts: int | None
    words: str


def _own(design: Design, actor: Any) -> Iterator[_Row]:
    """Read a person's changes of a design, from the newest back."""
    rows = Revision.objects.filter(design=design, actor=actor).exclude(way="", edits=NOTHING)
    rows_read = rows.order_by("-number").values_list(*_Row._fields)
    return (_Row(*row) for row in rows_read.iterator(chunk_size=_READ_AT_ONCE))


def _standing(rows: Iterable[_Row]) -> Iterator[_Row]:
    """Leave out what was taken back."""
    taken: set[int | None] = set()
    for row in rows:
        taken.add(row.reverts)
        if row.number not in taken:
            yield row


def _next(way: Way, rows: Iterable[_Row]) -> _Row | None:
    """Choose from the newest back. A change of one's own ends redoing what was undone before it, even where it was
    itself undone and redone since."""
    if way == "undo":
        return next((row for row in _standing(rows) if row.way != "undo"), None)
    since = takewhile(lambda row: row.way, rows)
    return next((row for row in _standing(since) if row.way == "undo"), None)
