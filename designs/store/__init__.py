"""The only bridge between rows and the compiler, and the only writer of design rows.

A design is its canonical text with every id; rows and text are written in one transaction with
one row of history. Pages, admin, imports and restores all end in `commit`.
"""

from designs.compiler import edits

from .checking import differences
from .committing import Committed, commit
from .copying import duplicate, restore
from .creating import create, delete, new_ids, undelete
from .examples import load_example
from .flags import feature, give, publish, unfeature, withdraw
from .history import at_revision, history
from .merging import Conflict, Meeting
from .reading import Refused, load, model_of, text

__all__ = [
    "Committed",
    "Conflict",
    "Meeting",
    "Refused",
    "at_revision",
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
    "model_of",
    "new_ids",
    "publish",
    "restore",
    "text",
    "undelete",
    "unfeature",
    "withdraw",
]
