"""The only bridge between rows and the compiler, and the only writer of design rows.

A design is its canonical text with every id; rows and text are written in one transaction with
one row of history. Pages, admin, imports and restores all end in `commit`.
"""

from designs.compiler import edits

from .commits.committing import Asked, commit, commit_all
from .commits.conflict_resolution import meetings_of, settle
from .commits.copying import duplicate, restore
from .commits.creating import LONGEST_DATABASE, create, database_of, new_ids
from .commits.following import Change, changes_after
from .commits.history import at_revision, history, newest, newest_text, text_at
from .commits.landing import Busy, Committed
from .commits.merging import GONE, Conflict, Meeting
from .commits.undo import Chosen, NothingToTakeBack, next_of, offers, take_back
from .examples import load_example
from .flags import delete, erase, feature, give, publish, share, undelete, unfeature, unshare, withdraw
from .outcomes import Facts, begin_outcome, facts_in, has_failed, is_current, keep_outcome, outcome_of
from .tables.checking import differences
from .tables.reading import Refused, is_readable, load, model_of, text

__all__ = [
    "GONE",
    "LONGEST_DATABASE",
    "Asked",
    "Busy",
    "Change",
    "Chosen",
    "Committed",
    "Conflict",
    "Facts",
    "Meeting",
    "NothingToTakeBack",
    "Refused",
    "at_revision",
    "begin_outcome",
    "changes_after",
    "commit",
    "commit_all",
    "create",
    "database_of",
    "delete",
    "differences",
    "duplicate",
    "edits",
    "erase",
    "facts_in",
    "feature",
    "give",
    "has_failed",
    "history",
    "is_current",
    "is_readable",
    "keep_outcome",
    "load",
    "load_example",
    "meetings_of",
    "model_of",
    "new_ids",
    "newest",
    "newest_text",
    "next_of",
    "offers",
    "outcome_of",
    "publish",
    "restore",
    "settle",
    "share",
    "take_back",
    "text",
    "text_at",
    "undelete",
    "unfeature",
    "unshare",
    "withdraw",
]
