"""SQLite: what it is asked for, and that a live connection obeys."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from modeler import sqlite


@pytest.mark.parametrize(
    ("build", "mode"),
    [
        ((3, 6, 23), "DELETE"),
        ((3, 40, 1), "DELETE"),
        ((3, 51, 2), "DELETE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
    ],
)
def test_wal_only_where_it_is_safe(build: tuple[int, ...], mode: str) -> None:
    assert sqlite.journal_mode(build) == mode
    assert f"journal_mode={mode};" in sqlite.options(build)["init_command"]


def test_wal_on_an_old_build_is_an_error() -> None:
    assert [problem.id for problem in sqlite.problems("wal", 2, (3, 51, 2))] == ["modeler.E001"]
    assert sqlite.problems("wal", 2, (3, 51, 3)) == []
    assert sqlite.problems("delete", 2, (3, 40, 1)) == []


@pytest.mark.parametrize("level", [0, 1])
def test_less_than_full_is_an_error(level: int) -> None:
    assert [problem.id for problem in sqlite.problems("delete", level, (3, 40, 1))] == ["modeler.E002"]


def database(path: Path, **options: Any) -> DatabaseWrapper:
    """A connection to a file, as the settings make it, but for these options."""
    settings = connections["default"].settings_dict
    return DatabaseWrapper(settings | {"NAME": str(path), "OPTIONS": sqlite.options() | options}, "other")


@pytest.fixture
def live(tmp_path: Path, django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        connection = database(tmp_path / "a.sqlite3")
        yield connection
        connection.close()


def test_a_live_connection_obeys(live: DatabaseWrapper) -> None:
    journal, synchronous = sqlite._pragmas(live)
    assert (journal.upper(), synchronous) == (sqlite.journal_mode(), sqlite.FULL)
    with live.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone()[0] == 20_000
        assert cursor.execute("PRAGMA mmap_size").fetchone()[0] == 0


def test_a_transaction_takes_the_write_lock_at_its_start(live: DatabaseWrapper, tmp_path: Path) -> None:
    live.ensure_connection()
    live.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with (
        sqlite3.connect(tmp_path / "a.sqlite3", timeout=0) as other,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")
    live.rollback()


def test_the_check_asks_the_live_connection(live: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "connections", {"default": live})
    monkeypatch.setattr(sqlite, "SAFE_WAL", (99,))
    assert list(sqlite.check_pragmas(databases=["default"])) == []
    with live.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
    assert [problem.id for problem in sqlite.check_pragmas(databases=["default"])] == ["modeler.E001"]
    assert list(sqlite.check_pragmas(databases=None)) == []


class TestKeptConnections:
    """A thread keeps its connection between requests, as long as its file is the one at that path."""

    @pytest.fixture(autouse=True)
    def _alone(self, live: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite, "connections", SimpleNamespace(all=lambda initialized_only: [live]))

    @staticmethod
    def next_request(live: DatabaseWrapper) -> None:
        """What Django's own signals and ours do between two requests."""
        live.close_if_unusable_or_obsolete()
        sqlite.close_replaced()

    def test_the_next_request_has_the_same(self, live: DatabaseWrapper) -> None:
        live.ensure_connection()
        opened = live.connection
        self.next_request(live)
        assert opened is not None
        assert live.connection is opened

    @pytest.mark.parametrize("replaced", [True, False])
    def test_a_replaced_or_removed_file_is_let_go(
        self, live: DatabaseWrapper, tmp_path: Path, replaced: bool
    ) -> None:
        live.ensure_connection()
        if replaced:
            (tmp_path / "new.sqlite3").touch()
            (tmp_path / "new.sqlite3").replace(tmp_path / "a.sqlite3")
        else:
            (tmp_path / "a.sqlite3").unlink()
        self.next_request(live)
        assert live.connection is None
