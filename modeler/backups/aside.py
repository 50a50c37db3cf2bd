"""An SQLite file that can't be replaced in place, being damaged or of a newer Nestlink, is set aside whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from modeler.newer_database import unknown

from .archive import Manifest
from .making import flush, instead
from .restoring import restore

_BESIDE = ("", "-journal", "-wal", "-shm")  # what SQLite keeps of one database
_APPLIED = "SELECT app, name FROM django_migrations"


def why_unusable(database: Path) -> str:
    """Return what keeps this program from using an SQLite file, "" if nothing does."""
    if not database.is_file():
        return ""
    try:
        with closing(sqlite3.connect(database)) as connection:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            applied = list(connection.execute(_APPLIED)) if "django_migrations" in tables else []
    except sqlite3.OperationalError:  # locked, say: that passes
        raise
    except sqlite3.DatabaseError as error:
        return f"is damaged ({error})"
    if verdict != "ok":
        return f"is damaged ({verdict})"
    return "was written by a newer Nestlink" if unknown(applied) else ""


def restore_beside(backup: Path, database: Path, aside: Path) -> Manifest:
    """Restore into a new file, then give it the database's name. The old file stays under the name ``aside``.

    Raise what `restore` raises; then the database is as it was.
    """
    built = database.with_name(f"{database.name}.restoring")
    for end in _BESIDE:
        _at(built, end).unlink(missing_ok=True)
    os.close(os.open(built, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with instead(built):
            manifest = restore(backup, None).manifest
        there = [end for end in _BESIDE if _at(database, end).exists()]
        for end in there:
            os.link(_at(database, end), _at(aside, end))
        for end in there[1:]:  # a journal of the old file must not be applied to the new one
            _at(database, end).unlink()
        built.replace(database)
    finally:
        built.unlink(missing_ok=True)
    flush(database.parent)
    return manifest


def _at(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
