"""Restore a backup."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from modeler import backups
from modeler.backups import aside, naming
from modeler.newer_database import NewerDatabase
from modeler.sign_in.address import served

_TROUBLES = (backups.Damaged, backups.Refused, Error)


class Command(BaseCommand):
    help = "Replace the database with a backup, completely or not at all."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="IN", type=Path, help="a file that `backup` wrote")
        replaced = "replace an existing database; it is copied first"
        parser.add_argument("--replace", action="store_true", help=replaced)

    def handle(self, *args: Any, **options: Any) -> None:
        if running := served():
            raise CommandError(f"Nestlink runs at {running}. Stop it, then restore.")
        os.umask(0o077)  # a database that is made here is its owner's
        try:
            self._restore(options["file"], options["replace"])
        except NewerDatabase as error:
            raise CommandError(
                "This database was written by a newer Nestlink, so it can't be copied here. Create an empty"
                " database, set DATABASE_URL to it, and restore into that one; this one isn't changed."
            ) from error
        except _TROUBLES as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{options['file']} can't be restored: {error}. The database wasn't changed."
            ) from error

    def _restore(self, file: Path, replace: bool) -> None:
        database = Path(str(connection.settings_dict["NAME"]))
        why = aside.why_unusable(database) if connection.vendor == "sqlite" else ""
        if why:
            self._set_aside(file, database, why, replace)
            return
        restored = backups.restore(file, _copy if replace else None)
        self.stdout.write(f"Restored {backups.said(restored.manifest)}.")
        if restored.copy:
            self.stdout.write(f"The previous database is in {restored.copy}.")

    def _set_aside(self, file: Path, database: Path, why: str, replace: bool) -> None:
        old = naming.dated(database.parent, f"{database.name}-set-aside").with_suffix("")
        if not replace:
            raise CommandError(
                f"{database} {why}. Add --replace to rename it to {old.name} and restore the backup."
            )
        manifest = aside.restore_beside(file, database, old)
        self.stdout.write(f"Restored {backups.said(manifest)}.")
        self.stdout.write(f"{database} {why}: it is now {old}.")


def _copy() -> Path:
    return naming.dated(naming.own_folder(), naming.BEFORE_RESTORE)
