"""A copy of Nestlink in a folder of its own, asked by commands in this process."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from designs import store
from designs.models import Design
from modeler import newer_database
from modeler.backups.making import instead

from .conftest import small_design


class Copy:
    """home: its folder. database: its SQLite file."""

    def __init__(self, home: Path) -> None:
        self.home, self.database = home, home / "db.sqlite3"
        self.home.mkdir(exist_ok=True)

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let this be the copy that commands and the store work on."""
        with pytest.MonkeyPatch.context() as patched, instead(self.database):
            patched.setattr(settings, "HOME", self.home)
            patched.setattr("os.umask", lambda mask: 0)
            yield

    def manage(self, *arguments: object) -> str:
        """What a command prints."""
        out = io.StringIO()
        with self.used():
            call_command(*map(str, arguments), stdout=out)
        return out.getvalue()

    def refusal(self, *arguments: object) -> str:
        """What a command that fails as it should says."""
        with pytest.raises(CommandError) as refused:
            self.manage(*arguments)
        return str(refused.value)

    def seed(self) -> None:
        """Migrate, and store designs with history."""
        self.manage("migrate", "--verbosity", "0")
        with self.used():
            for name in ("First", "Second"):
                design = store.create(json.dumps(small_design(name=name)))
                text = json.dumps(small_design(name=name, description="Changed"))
                store.commit(design, 1, text, None, f"change-{name}")
            store.take_back(design, "undo", None, "undo")

    def asked(self, query: str) -> list[tuple[Any, ...]]:
        """What the file answers, past Nestlink."""
        with closing(sqlite3.connect(self.database)) as database, database:
            return database.execute(query).fetchall()

    def texts(self) -> dict[str, str]:
        with self.used():
            assert list(store.differences()) == []
            connection.close()
            return dict(Design.objects.values_list("slug", "text"))

    def copies(self) -> list[str]:
        folder = self.home / "backups"
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []

    def from_the_future(self) -> None:
        """Let a newer Nestlink have migrated the database."""
        self.asked(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('designs', '9999_next', '2030-01-01')"
        )
        newer_database._known.clear()


def damage(database: Path) -> None:
    """Overwrite pages in the middle."""
    with database.open("r+b") as file:
        file.seek(database.stat().st_size // 2)
        file.write(b"\xff" * 65536)


def replace_by_text(database: Path) -> None:
    """Overwrite the file with what is no database."""
    database.write_bytes(b"no database" * 500)


def mode(path: Path) -> int:
    """The permissions of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)
