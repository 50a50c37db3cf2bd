"""`backup`, `restore` and `migrate` as commands: names, folders, copies, and databases that can't be used."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from designs import store
from modeler import backups
from modeler.backups import making, naming
from modeler.management.commands import migrate

from .conftest import small_design
from .kept_copy import Copy, damage, mode, replace_by_text

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = 5
RELEASES = Path(__file__).resolve().parent / "releases"


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Copy:
    """A copy that holds designs, and a backup of it: not to be changed."""
    copy = Copy(tmp_path_factory.mktemp("first"))
    with django_db_blocker.unblock():
        copy.seed()
        copy.manage("backup", copy.home / "kept.zip")
    return copy


@pytest.fixture
def copy(first: Copy, tmp_path: Path, django_db_blocker: Any) -> Iterator[Copy]:
    copy = Copy(tmp_path / "home")
    shutil.copy(first.database, copy.database)
    with django_db_blocker.unblock():
        yield copy


@pytest.fixture
def backup(first: Copy) -> Path:
    return first.home / "kept.zip"


def killed(work: Callable[[], object], after: float) -> None:
    """Do something in another process, which is killed after so many seconds, or ends before."""
    child = os.fork()
    if not child:
        work()
        os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


class TestBackup:
    def test_a_folder_gets_dated_names_and_keeps_the_newest(self, copy: Copy, tmp_path: Path) -> None:
        folder = tmp_path / "nightly"
        folder.mkdir()
        for name in ("nestlink-20200101-000000.zip", "nestlink-20200102-000000.zip", "nestlink-mine.zip"):
            (folder / name).touch()
        assert "Removed 1 older." in copy.manage("backup", folder, "--keep", "2")
        names = sorted(path.name for path in folder.iterdir())
        assert names[0] == "nestlink-20200102-000000.zip"
        assert names[-1] == "nestlink-mine.zip"
        assert len(names) == 3

    def test_two_in_one_second_have_two_names(self, tmp_path: Path) -> None:
        for _ in range(3):
            naming.dated(tmp_path, naming.BACKUP).touch()
        assert len(list(tmp_path.iterdir())) == 3

    def test_a_file_that_is_there_is_left_alone(self, copy: Copy, backup: Path) -> None:
        assert "Choose another file, or a folder." in copy.refusal("backup", backup)

    def test_keeping_needs_a_folder(self, copy: Copy) -> None:
        assert "--keep needs a folder" in copy.refusal("backup", copy.home / "a.zip", "--keep", "3")

    @pytest.mark.parametrize("number", ["0", "-1", "many"])
    def test_keeping_none_is_a_mistake(self, copy: Copy, number: str) -> None:
        assert "a number from 1" in copy.refusal("backup", copy.home, f"--keep={number}")

    def test_a_place_that_is_missing_is_said(self, copy: Copy) -> None:
        assert "isn't a folder. Create it, or choose another location." in copy.refusal(
            "backup", copy.home / "no" / "a.zip"
        )

    def test_a_folder_that_is_missing_does_not_become_a_file(self, copy: Copy) -> None:
        assert "doesn't exist. Create it, or name a file." in copy.refusal(
            "backup", f"{copy.home / 'missing'}/"
        )
        assert not (copy.home / "missing").exists()

    def test_nothing_to_back_up_is_said(self, copy: Copy) -> None:
        copy.database.unlink()
        assert "There is no database at" in copy.refusal("backup", copy.home / "a.zip")
        copy.database.touch()
        assert "has no tables yet. Start Nestlink once" in copy.refusal("backup", copy.home / "a.zip")
        assert [path.name for path in copy.home.iterdir()] == ["db.sqlite3"]

    def test_a_database_that_is_never_quiet_is_copied_at_once(
        self, copy: Copy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(making, "PAGES", 1)
        monkeypatch.setattr(making, "PATIENCE", 0)
        assert "2 designs" in copy.manage("backup", copy.home / "a.zip")

    @pytest.mark.parametrize("trouble", [damage, replace_by_text])
    def test_a_damaged_database_makes_no_backup(self, copy: Copy, trouble: Callable[[Path], None]) -> None:
        trouble(copy.database)
        copy.refusal("backup", copy.home / "a.zip")
        assert not (copy.home / "a.zip").exists()


class TestRestore:
    def test_into_an_empty_folder(self, copy: Copy, backup: Path, tmp_path: Path) -> None:
        fresh = Copy(tmp_path / "fresh")
        assert fresh.manage("restore", backup) == "Restored 2 designs, 5 versions, 0 accounts.\n"
        assert fresh.texts() == copy.texts()

    def test_as_a_command_of_its_own(self, first: Copy, backup: Path, tmp_path: Path) -> None:
        names = {
            "NESTLINK_HOME": str(tmp_path),
            "SQLITE_PATH": str(tmp_path / "db.sqlite3"),
            "DATABASE_URL": "",
        }
        command = [sys.executable, "-m", "modeler.command", "restore", str(backup)]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | names, capture_output=True, text=True, check=True
        )
        assert done.stdout == "Restored 2 designs, 5 versions, 0 accounts.\n"
        assert mode(tmp_path / "db.sqlite3") == 0o600

    def test_what_is_there_is_replaced_only_when_asked(self, copy: Copy, backup: Path) -> None:
        kept = copy.texts()
        copy.asked("UPDATE designs_design SET name = 'Later' WHERE slug = 'first'")
        before = copy.database.read_bytes()
        assert "The database contains 2 designs. Add --replace" in copy.refusal("restore", backup)
        assert copy.database.read_bytes() == before
        said = copy.manage("restore", backup, "--replace")
        assert copy.texts() == kept
        (name,) = copy.copies()
        assert f"The previous database is in {copy.home / 'backups' / name}." in said
        assert (mode(copy.home / "backups"), mode(copy.home / "backups" / name)) == (0o700, 0o600)

    def test_no_backup_no_change(self, copy: Copy) -> None:
        assert "not a complete Nestlink backup" in copy.refusal("restore", copy.database, "--replace")
        assert "No such file" in copy.refusal("restore", copy.home / "none.zip", "--replace")
        assert copy.copies() == []

    @pytest.mark.parametrize("trouble", [damage, replace_by_text])
    def test_a_damaged_database_is_set_aside(
        self, copy: Copy, backup: Path, trouble: Callable[[Path], None]
    ) -> None:
        kept = copy.texts()
        trouble(copy.database)
        damaged = copy.database.read_bytes()
        assert "is damaged" in copy.refusal("restore", backup)
        assert copy.database.read_bytes() == damaged
        assert "Restored 2 designs" in copy.manage("restore", backup, "--replace")
        assert copy.texts() == kept
        (old,) = copy.home.glob("db.sqlite3-set-aside-*")
        assert old.read_bytes() == damaged
        assert mode(copy.database) == 0o600

    def test_a_damaged_database_stays_where_the_backup_is_damaged_too(self, copy: Copy, backup: Path) -> None:
        damage(copy.database)
        (copy.home / "cut.zip").write_bytes(backup.read_bytes()[:-1])
        names = sorted(copy.home.iterdir())
        assert "Use another copy" in copy.refusal("restore", copy.home / "cut.zip", "--replace")
        assert sorted(copy.home.iterdir()) == names

    def test_killed_at_any_moment_it_changed_all_or_nothing(self, copy: Copy, backup: Path) -> None:
        new = copy.texts()
        started = time.monotonic()
        copy.manage("restore", backup, "--replace")
        whole, dice = time.monotonic() - started, random.Random(1)
        for _ in range(KILLS):
            with copy.used():
                store.create(json.dumps(small_design(name="Of after the backup")))
            old = copy.texts()
            killed(lambda: copy.manage("restore", backup, "--replace"), dice.uniform(0, whole))
            assert copy.asked("PRAGMA integrity_check") == [("ok",)]
            assert copy.texts() in (old, new)

    def test_a_backup_of_every_release_is_restored(self, tmp_path: Path, django_db_blocker: Any) -> None:
        """Kept for ever: a new release adds its own."""
        assert (RELEASES / "0.1.0.zip").is_file()
        for path in sorted(RELEASES.glob("*.zip")):
            with django_db_blocker.unblock():
                fresh = Copy(tmp_path / path.stem)
                fresh.manage("restore", path)
                texts = {
                    slug: hashlib.sha256(text.encode()).hexdigest() for slug, text in fresh.texts().items()
                }
            assert texts == backups.checked(path).designs
            assert fresh.asked("SELECT count(*) FROM designs_revision WHERE way = 'undo'") == [(1,)]

    def test_a_running_copy_is_not_replaced(self, copy: Copy, backup: Path) -> None:
        with socket.socket() as busy:
            busy.bind(("127.0.0.1", 0))
            busy.listen()
            (copy.home / ".serving").write_text(f"http://127.0.0.1:{busy.getsockname()[1]}/\n")
            assert "Stop it, then restore." in copy.refusal("restore", backup, "--replace")


class TestNewer:
    @pytest.mark.parametrize("verb", ["serve", "migrate", "check_library", "load_library", "backup"])
    def test_a_newer_database_is_refused(self, copy: Copy, verb: str) -> None:
        copy.from_the_future()
        before = copy.database.read_bytes()
        said = copy.refusal(verb, *[copy.home / "a.zip"][: verb == "backup"])
        assert "written by a newer Nestlink (designs.9999_next is unknown here). Install that version" in said
        assert copy.database.read_bytes() == before

    def test_the_program_ends_with_a_line(self, copy: Copy) -> None:
        copy.from_the_future()
        names = {"NESTLINK_HOME": str(copy.home), "SQLITE_PATH": str(copy.database), "DATABASE_URL": ""}
        command = [sys.executable, "manage.py", "serve", "--port", "18431"]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | names, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stdout == ""
        assert "This database was written by a newer Nestlink" in done.stderr
        assert done.stderr.count("\n") == 1

    def test_a_copy_of_before_the_upgrade_is_restored(self, copy: Copy, backup: Path) -> None:
        kept = copy.texts()
        copy.from_the_future()
        assert "was written by a newer Nestlink. Add --replace" in copy.refusal("restore", backup)
        said = copy.manage("restore", backup, "--replace")
        assert "was written by a newer Nestlink: it is now" in said
        assert copy.texts() == kept


class TestMigrating:
    @pytest.fixture
    def older(self, copy: Copy) -> Copy:
        """Without the newest migration of signing in, which holds nothing that lasts."""
        copy.manage("migrate", "sign_in", "zero", "--verbosity", "0")
        shutil.rmtree(copy.home / "backups")
        return copy

    def test_a_copy_is_made_first_and_three_are_kept(self, older: Copy) -> None:
        kept, folder = older.texts(), older.home / "backups"
        folder.mkdir()
        for year in (2020, 2021, 2022):
            (folder / f"{naming.BEFORE_MIGRATION}-{year}0101-000000.zip").touch()
        said = older.manage("migrate", "--verbosity", "0")
        assert said.count("\n") == 1
        assert said.startswith(f"Copied the database to {folder / naming.BEFORE_MIGRATION}-")
        assert len(older.copies()) == migrate.KEPT
        assert not any("20200101" in name for name in older.copies())
        assert older.manage("migrate", "--verbosity", "0") == ""
        made = max(folder.iterdir())
        assert (mode(folder), mode(made)) == (0o700, 0o600)
        fresh = Copy(older.home.with_name("fresh"))
        fresh.manage("restore", made)  # of the older tables
        assert fresh.texts() == kept

    @pytest.mark.parametrize("verb", ["migrate", "serve"])
    def test_without_a_copy_nothing_is_migrated(self, older: Copy, verb: str) -> None:
        (older.home / "backups").touch()
        before = older.database.read_bytes()
        said = older.refusal(verb)
        assert "wasn't migrated, because it couldn't be copied first" in said
        assert "Free up space" in said
        assert older.database.read_bytes() == before

    def test_only_looking_copies_nothing(self, older: Copy) -> None:
        older.manage("migrate", "--plan")
        assert older.copies() == []
