"""Backups: one file with every row that matters, from one moment, for SQLite and PostgreSQL alike.

Rows are read and written by the models as the applied migrations describe them, so a backup of an older
Nestlink can be restored, and a database copied before it is migrated.
"""

from .archive import FORMAT, Damaged, Manifest, checked, said
from .making import NotMade, back_up
from .restoring import Refused, Restored, restore

__all__ = [
    "FORMAT",
    "Damaged",
    "Manifest",
    "NotMade",
    "Refused",
    "Restored",
    "back_up",
    "checked",
    "restore",
    "said",
]
