"""What became of a design since a revision: how an open editor learns of other people's changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from designs.models import Design, Revision

from ..flags import NOTHING

MOST = 500
"""Revisions that are told one by one; who is further behind reads the design anew."""


@dataclass(frozen=True)
class Change:
    """One revision. op: the id that its maker gave it. who: its maker's name, "" for the program.
    edit: its JSON, as `edits_from_json` reads. way: ``undo``, ``redo`` or "", and what that takes back."""

    revision: int
    op: str
    who: str
    words: str
    edit: str
    made_at: datetime
    way: str
    reverts: int | None

    @property
    def is_plain(self) -> bool:
        """Whether its words are about its own edits: not about flags and owners, nor about another change."""
        return not self.way and self.edit != NOTHING


def changes_after(design: Design, number: int, until: int | None = None) -> tuple[Change, ...] | None:
    """Every revision after this one, in order; None where it is too far back or never was.

    design: its ``revision`` is read, and nothing is asked where nothing came. until: the last to tell.
    """
    last = design.revision if until is None else until
    if number > design.revision or number < 1 or last - number > MOST:
        return None
    if number >= last:
        return ()
    rows = Revision.objects.filter(design_id=design.pk, number__gt=number, number__lte=last)
    columns = ("number", "op_id", "actor_name", "words", "edits", "made_at", "way", "reverts")
    return tuple(Change(*row) for row in rows.order_by("number").values_list(*columns))
