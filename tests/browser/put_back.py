"""The database as every test of this folder finds it, put back after each in one go: to empty all tables and have
Django make its permissions anew is a quarter of a second."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest import mock

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import TransactionTestCase


class Snapshot:
    """What the test database (SQLite, in memory) holds when this is made."""

    def __init__(self) -> None:
        self._held = sqlite3.connect(":memory:")
        connection.ensure_connection()
        connection.connection.backup(self._held)

    def put_back(self) -> None:
        """Rows, and the numbers that the next ones get, are those of the snapshot."""
        connection.ensure_connection()
        self._held.backup(connection.connection)
        ContentType.objects.clear_cache()


def fill_from(file: Path) -> None:
    """Let the test database (SQLite) hold what this file of SQLite does, and nothing else."""
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as source:
        source.backup(connection.connection)
    ContentType.objects.clear_cache()


@contextmanager
def put_back_after_each() -> Iterator[bool]:
    """What is in the database now is there again after each test that commits. False: it is no SQLite, and is
    emptied as usual."""
    if connection.vendor != "sqlite":
        yield False
        return
    snapshot = Snapshot()
    with mock.patch.object(TransactionTestCase, "_fixture_teardown", lambda case: snapshot.put_back()):
        yield True
