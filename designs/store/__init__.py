"""The only bridge between rows and the compiler, and the only writer of design rows.

A design is its canonical text with every id; rows and text are written in one transaction with
one row of history. Pages, admin, imports and restores all end in `commit`.
"""

from designs.compiler import edits

from .checking import differences
from .committing import Committed, commit
from .copying import duplicate, restore
from .creating import create, new_ids
from .examples import load_example
from .flags import delete, feature, give, publish, undelete, unfeature, withdraw
from .following import Change, changes_after
from .history import at_revision, history, text_at
from .merging import GONE, Conflict, Meeting
from .reading import Refused, load, model_of, text
from .settling import meetings_of, settle
from .taking_back import Chosen, NothingToTakeBack, next_of, offers, take_back

__all__ = [
    "GONE",
    "Change",
    "Chosen",
    "Committed",
    "Conflict",
    "Meeting",
    "NothingToTakeBack",
    "Refused",
    "at_revision",
    "changes_after",
    "commit",
    "create",
    "delete",
    "differences",
    "duplicate",
    "edits",
    "feature",
    "give",
    "history",
    "load",
    "load_example",
    "meetings_of",
    "model_of",
    "new_ids",
    "next_of",
    "offers",
    "publish",
    "restore",
    "settle",
    "take_back",
    "text",
    "text_at",
    "undelete",
    "unfeature",
    "withdraw",
]
