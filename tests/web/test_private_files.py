"""Stored files are their owner's alone: new ones from the first moment, older ones from the next start."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from modeler import env_file, places, private_files
from modeler.sqlite import PrivateConnection

from .test_sqlite import database

ROOT = Path(__file__).resolve().parent.parent.parent


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """The usual umask, under which everything new can be read by everyone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def home(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Nestlink's, as an older version left it: open to every account."""
    folder = tmp_path / "home"
    (folder / "backups" / "old").mkdir(parents=True)
    with sqlite3.connect(folder / "db.sqlite3") as connection:
        connection.execute("CREATE TABLE t (x)")
    for name in ("db.sqlite3-wal", "db.sqlite3-journal", ".env", ".serving", "backups/old/a.sqlite3"):
        (folder / name).write_text("")
    settings.HOME = folder
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(folder / "db.sqlite3"))
    assert mode(folder) == 0o755
    assert mode(folder / "db.sqlite3") == 0o644
    return folder


class TestNewDatabases:
    @pytest.mark.parametrize("journal", ["DELETE", "WAL"])
    def test_the_file_and_its_journals_are_private(
        self, tmp_path: Path, django_db_blocker: Any, journal: str
    ) -> None:
        with django_db_blocker.unblock():
            connection = database(tmp_path / "a.sqlite3")
            with connection.cursor() as cursor:
                assert mode(tmp_path / "a.sqlite3") == 0o600
                cursor.execute(f"PRAGMA journal_mode={journal}")
                cursor.execute("CREATE TABLE t (x)")
                cursor.execute("BEGIN IMMEDIATE")
                cursor.execute("INSERT INTO t VALUES (1)")
                found = {path.name: mode(path) for path in tmp_path.iterdir()}
                cursor.execute("ROLLBACK")
            connection.close()
        assert len(found) == (2 if journal == "DELETE" else 3)  # a journal; or the log and its index
        assert set(found.values()) == {0o600}

    def test_a_path_that_cannot_be_made_is_sqlites_to_explain(self, tmp_path: Path) -> None:
        with pytest.raises(sqlite3.OperationalError, match="unable to open"):
            PrivateConnection(tmp_path / "missing" / "a.sqlite3")

    def test_a_folder_of_its_own_is_private(self, tmp_path: Path) -> None:
        env_file.keep(tmp_path / "new")
        assert mode(tmp_path / "new") == 0o700


class TestOlderOnes:
    def test_starting_closes_them(self, home: Path) -> None:
        assert len(list(private_files.exposed())) == 9
        private_files.protect()
        assert list(private_files.exposed()) == []
        assert mode(home) == mode(home / "backups") == mode(home / "backups" / "old") == 0o700
        assert mode(home / "db.sqlite3") == mode(home / "db.sqlite3-wal") == mode(home / ".env") == 0o600

    def test_what_is_made_later_is_private_too(self, home: Path) -> None:
        private_files.protect()
        (home / "later").write_text("")
        assert mode(home / "later") == 0o600

    def test_the_check_names_each(self, home: Path) -> None:
        found = {problem.msg.split()[0] for problem in private_files.check_files()}
        assert str(home / "db.sqlite3") in found
        private_files.protect()
        assert private_files.check_files() == []

    def test_a_checkout_keeps_its_mode(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(places, "CHECKOUT", home)
        private_files.protect()
        assert mode(home) == 0o755
        assert mode(home / "db.sqlite3") == 0o600

    def test_a_journal_that_goes_meanwhile_is_no_trouble(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A server that runs deletes it after each edit."""
        chmod = Path.chmod

        def gone(path: Path, mode: int) -> None:
            path.unlink() if path.name.endswith("-journal") else None
            chmod(path, mode)

        monkeypatch.setattr(Path, "chmod", gone)
        private_files.protect()
        monkeypatch.setattr(private_files, "_with_journals", lambda database: [database, home / "gone"])
        assert list(private_files.exposed()) == []

    def test_postgresql_has_no_file_here(
        self, home: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
        private_files.protect()
        assert mode(home / "db.sqlite3") == 0o644  # somebody's, not ours
        assert mode(home / ".env") == 0o600

    def test_the_server_does_so_before_it_opens_the_database(self, home: Path) -> None:
        """A file that is no database ends the start; its mode is corrected by then."""
        (home / "db.sqlite3").write_text("x" * 1000)
        names = os.environ | {"NESTLINK_HOME": str(home)}
        command = [sys.executable, "manage.py", "serve", "--port", "8770"]
        ended = subprocess.run(command, cwd=ROOT, env=names, capture_output=True, timeout=60, check=False)
        assert ended.returncode != 0
        assert mode(home / "db.sqlite3") == 0o600


class TestWhatCannotBeCorrected:
    def test_a_mode_that_does_not_change_is_refused(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on a drive of Windows under WSL: chmod succeeds and does nothing."""
        monkeypatch.setattr(Path, "chmod", lambda path, mode: None)
        with pytest.raises(
            ImproperlyConfigured, match=r"db\.sqlite3 is open .* doesn't support permissions\. Run chmod 600"
        ):
            private_files.protect()

    def test_a_file_of_another_owner_is_refused(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(path: Path, mode: int) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(Path, "chmod", refused)
        with pytest.raises(ImproperlyConfigured, match="Operation not permitted") as error:
            private_files.protect()
        assert f"{home} is open" not in str(error.value)  # a folder that they own, and only they write in

    def test_a_folder_that_everyone_can_write_is_refused(
        self, tmp_path: Path, home: Path, settings: Any
    ) -> None:
        shared = tmp_path / "shared"
        shared.mkdir()
        shared.chmod(0o1777)
        settings.HOME = shared
        with pytest.raises(ImproperlyConfigured, match="can be written by every account"):
            private_files.protect()
        assert shared.stat().st_mode & 0o7777 == 0o1777

    def test_the_command_says_so(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Path, "chmod", lambda path, mode: None)
        with pytest.raises(CommandError, match="doesn't support permissions"):
            call_command("serve")
