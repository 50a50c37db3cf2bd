"""Making a backup: one moment of the database, while others go on writing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from modeler import VERSION

from . import tables
from .archive import Manifest, write

PAGES = 1024
"""Pages of SQLite copied at a time; writers wait for so many at most."""

PATIENCE = 10
"""Seconds to copy in steps. SQLite begins again after each write of another process, so a busy database
might never be copied this way; after these seconds it is copied at once, and writers wait that long."""

LONGEST = 60
"""Seconds to wait then for a program that locks the database."""

_UNFINISHED, _DAY = ".backup-", 86_400


class NotMade(Exception):
    """A backup that could not be made, in words for the person who asked for it."""


def back_up(path: Path, alias: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Write a backup of one moment to a path that must not exist; nothing is left of one that failed.

    Raise NotMade, OSError or a database error.
    """
    _remove_leftovers(path.parent)
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=path.parent) as folder:
        with _moment(alias, Path(folder)):
            manifest = write_rows(Path(folder) / "backup.zip", alias)
        _publish(Path(folder) / "backup.zip", path)
    return manifest


def _remove_leftovers(folder: Path) -> None:
    """Remove what backups left that were killed. A day is longer than any that runs now."""
    for path in folder.glob(f"{_UNFINISHED}*"):
        if time.time() - path.stat().st_mtime > _DAY:
            shutil.rmtree(path, ignore_errors=True)


def write_rows(path: Path, alias: str) -> Manifest:
    """Write the rows of a database that nobody changes meanwhile. Raise NotMade where it has no tables."""
    keys = tables.applied(alias)
    if not keys:
        raise NotMade("The database has no tables yet. Start Nestlink once, or check DATABASE_URL.")
    apps = tables.models_at(keys)
    kept = tables.kept(apps)
    about = {
        "nestlink": VERSION,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "database": connections[alias].vendor,
        "migrations": {app: [name for of, name in keys if of == app] for app, _ in keys},
        "designs": tables.designs(apps, alias),
    }
    return write(
        path,
        ((tables.label(model), tables.columns(model), tables.rows(model, alias)) for model in kept),
        about,
    )


def _publish(finished: Path, path: Path) -> None:
    """Give a finished file its name, which nobody may have taken meanwhile, for good."""
    try:
        os.link(finished, path)
    except FileExistsError:
        raise NotMade(f"{path} already exists. Choose another file, or a folder.") from None
    except OSError:  # a file system without links
        finished.rename(path)
    flush(path.parent)


def flush(folder: Path) -> None:
    """Flush a folder's names to the disk, where the system can."""
    if os.name == "posix":
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


@contextmanager
def _moment(alias: str, folder: Path) -> Iterator[None]:
    """Let the alias be a database that stays as it is: a copy of an SQLite file, a snapshot of PostgreSQL."""
    connection = connections[alias]
    if connection.vendor == "sqlite":
        path = folder / "copy.sqlite3"
        _copy(connection, path)
        with instead(path, alias):
            yield
        return
    with transaction.atomic(using=alias):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def instead(path: Path, alias: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Let the alias be another SQLite file in this thread, also for migrations, which ask the default."""
    usual = connections[alias]
    connections[alias] = type(usual)({**usual.settings_dict, "NAME": str(path)}, alias)
    try:
        yield
    finally:
        connections[alias].close()
        connections[alias] = usual


def _copy(connection: BaseDatabaseWrapper, path: Path) -> None:
    """Copy a consistent state of an SQLite database. Raise NotMade where it is damaged."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    connection.ensure_connection()
    copy = sqlite3.connect(path)
    try:
        copy.execute("PRAGMA synchronous=OFF")  # it is read once, by this process
        _step(connection.connection, copy)
        verdict = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except TimeoutError as error:
        raise NotMade("Another program has locked the database. Close it, then try again.") from error
    except sqlite3.DatabaseError as error:
        raise NotMade(f"The database can't be copied: {error}.") from error
    finally:
        copy.close()
    if verdict != "ok":
        raise NotMade(f"The database is damaged ({verdict}). Restore the newest backup.")


def _step(source: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    """Copy in steps while there is time, else at once; give up where not even that gets its turn."""
    try:
        source.backup(copy, pages=PAGES, progress=_until(PATIENCE), sleep=0.01)
    except TimeoutError:
        source.backup(copy, progress=_until(LONGEST), sleep=0.01)


def _until(seconds: float) -> Callable[[int, int, int], None]:
    late = time.monotonic() + seconds

    def look(status: int, remaining: int, total: int) -> None:
        if status != sqlite3.SQLITE_DONE and time.monotonic() > late:
            raise TimeoutError

    return look
