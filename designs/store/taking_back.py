"""Undo and redo: a person's own last change taken back, as a commit of its own that says which.

History is all that is kept, so both work after a reload, on another machine, and without an end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction

from designs.compiler import edits
from designs.models import Design, Revision

from .committing import Committed, commit
from .creating import Back
from .flags import NOTHING
from .history import at_revision
from .reading import model_of
from .settling import settle

Way = Literal["undo", "redo"]
_VERBS: dict[Way, str] = {"undo": "Undid", "redo": "Redid"}
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

    What others changed stays. Raises NothingToTakeBack; Conflict where somebody changed the same since.
    """
    with transaction.atomic():  # two at once must not take back the same
        current = Design.objects.select_for_update().get(pk=design.pk)
        done = Revision.objects.filter(design=current, op_id=op_id).first()
        if done is not None:
            return Committed(current, done.number, again=True)
        row = next_of(current, way, actor)
        if row is None:
            raise NothingToTakeBack(way)
        change, back = _change(current, row), Back(way, row.number)
        words = f"{_VERBS[way]}: {_meant(row.words)}"
        if chosen is None:
            return commit(current, row.number, change, actor, op_id, words, back=back)
        settled = (row.number, chosen.seen, change, chosen.mine, actor, op_id, words)
        return settle(current, *settled, back=back)


def next_of(design: Design, way: Way, actor: Any) -> Revision | None:
    """The revision that the next undo or redo of a person takes back."""
    own = Revision.objects.filter(design=design, actor=actor).order_by("-number")
    rows = own.exclude(way="", edits=NOTHING).values_list("number", "way", "reverts")
    number = _number_of(rows.iterator(chunk_size=_READ_AT_ONCE), way)
    return None if number is None else own.get(number=number)


def offers(design: Design, actor: Any) -> dict[str, str | None]:
    """What a person's next undo and redo would take back, in words; None where there is nothing."""
    rows: dict[Way, Revision | None] = {way: next_of(design, way, actor) for way in _VERBS}
    return {str(way): _meant(row.words) if row else None for way, row in rows.items()}


def _change(design: Design, row: Revision) -> edits.Several:
    """The way back, with names as renames, so that what came meanwhile under a name follows it."""
    after = model_of(design) if row.number == design.revision else at_revision(design, row.number)
    return edits.renaming_difference(after, edits.apply(after, edits.edits_from_json(row.undo)))


def _meant(words: str) -> str:
    """What the words of a change say, without those of having undone and redone it."""
    for verb in _VERBS.values():
        words = words.removeprefix(f"{verb}: ")
    return words


def _number_of(rows: Iterable[tuple[int, str, int | None]], way: Way) -> int | None:
    """From the newest back: what was taken back is passed over. A change of one's own ends redoing."""
    taken: set[int | None] = set()
    for number, is_way, reverts in rows:
        taken.add(reverts)
        if number in taken:
            continue
        if (is_way == "undo") == (way == "redo"):
            return number
        if way == "redo" and not is_way:
            return None
    return None
