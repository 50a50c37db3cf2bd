"""What SQLite is asked for, by what its build can be trusted with, and checks that it obeys.

SQLite 3.7.0 to 3.51.2 can corrupt a database in WAL mode when a reset of the log races with
another connection; 3.51.3 fixed it. Older builds therefore keep the rollback journal.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core import checks
from django.core.signals import request_started
from django.db import connections
from django.db.backends.signals import connection_created
from django.dispatch import receiver

SAFE_WAL = (3, 51, 3)
FULL = 2


def journal_mode(build: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """WAL where this build of SQLite is safe with it, else the rollback journal."""
    return "WAL" if build >= SAFE_WAL else "DELETE"


class PrivateConnection(sqlite3.Connection):
    """A connection whose file, where it is new, only its owner can open, whatever the umask and whoever
    connects first. SQLite gives journals the mode of their database."""

    def __init__(self, database: str | os.PathLike[str], *rest: Any, **options: Any) -> None:
        if not str(database).startswith(("file:", ":memory:")):
            with suppress(OSError):  # it exists; or SQLite says itself what is wrong with the path
                os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        super().__init__(database, *rest, **options)


def options(build: tuple[int, ...] = sqlite3.sqlite_version_info) -> dict[str, Any]:
    """Connection options: a commit survives a power cut, a writer waits instead of failing."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "factory": PrivateConnection,
        "init_command": f"PRAGMA journal_mode={journal_mode(build)}; PRAGMA synchronous=FULL;",
    }


def problems(journal: str, synchronous: int, build: tuple[int, ...]) -> list[checks.CheckMessage]:
    """What is wrong with the pragmas of a live connection, as Django's check messages."""
    messages: list[checks.CheckMessage] = []
    if journal.lower() == "wal" and build < SAFE_WAL:
        version = ".".join(map(str, build))
        message = f"SQLite {version} can corrupt a database in WAL mode."
        hint = "Use SQLite 3.51.3 or newer, or journal_mode=DELETE as modeler/sqlite.py sets it."
        messages.append(checks.Error(message, hint=hint, id="modeler.E001"))
    if synchronous < FULL:
        message = "SQLite may lose the last commits at a power cut: synchronous is below FULL."
        messages.append(checks.Error(message, hint="Set PRAGMA synchronous=FULL.", id="modeler.E002"))
    return messages


@checks.register(checks.Tags.database)
def check_pragmas(
    app_configs: Any = None, databases: Sequence[str] | None = None, **kwargs: Any
) -> Iterable[checks.CheckMessage]:
    """Ask each live SQLite connection what it really does (runs with migrate and check --database)."""
    messages: list[checks.CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            messages += problems(*_pragmas(connection), sqlite3.sqlite_version_info)
    return messages


def _pragmas(connection: Any) -> tuple[str, int]:
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    return journal, synchronous


@receiver(connection_created)
def note_file(connection: Any, **kwargs: Any) -> None:
    """Remember which file a connection has opened."""
    if connection.vendor == "sqlite":
        connection.opened_file = _file(connection)


@receiver(request_started)
def close_replaced(**kwargs: Any) -> None:
    """Close kept connections whose file was replaced, by a restore say: what they write would be lost."""
    for connection in connections.all(initialized_only=True):
        opened = getattr(connection, "opened_file", None)
        if opened is not None and opened != _file(connection):
            connection.close()


def _file(connection: Any) -> tuple[int, int] | None:
    """Return what tells the database file from any other of that name; None where there is none."""
    try:
        status = Path(connection.settings_dict["NAME"]).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
