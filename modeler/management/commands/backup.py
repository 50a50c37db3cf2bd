"""Write a backup, for a person or on a schedule."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from modeler import backups
from modeler.backups import naming


class Command(BaseCommand):
    help = "Back up all designs, versions, and accounts to one file. Nestlink can keep running."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", metavar="OUT", help="a new file, or a folder for a dated one")
        parser.add_argument(
            "--keep", metavar="N", type=_number, help="remove all but the N newest in the folder"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        out, keep = Path(options["out"]), options["keep"]
        if str(options["out"]).endswith(os.sep) and not out.is_dir():
            raise CommandError(f"Folder {out} doesn't exist. Create it, or name a file.")
        if keep and not out.is_dir():
            raise CommandError(f"--keep needs a folder, but {out} isn't one. Create it, or omit --keep.")
        database = Path(str(connection.settings_dict["NAME"]))
        if connection.vendor == "sqlite" and not database.is_file():
            raise CommandError(f"There is no database at {database}. Check NESTLINK_HOME and DATABASE_URL.")
        path = naming.dated(out, naming.BACKUP) if out.is_dir() else out
        if path.exists():
            raise CommandError(f"{path} already exists. Choose another file, or a folder.")
        if not path.parent.is_dir():
            raise CommandError(f"{path.parent} isn't a folder. Create it, or choose another location.")
        try:
            manifest = backups.back_up(path)
            removed = naming.forget_old(out, naming.BACKUP, keep) if keep else []
        except backups.NotMade as error:
            raise CommandError(str(error)) from error
        except Error as error:
            raise CommandError(
                f"The database can't be read: {error}. Check that it's running and not locked."
            ) from error
        except OSError as error:
            raise CommandError(
                f"The backup can't be written: {error}. Free up space, or choose another location."
            ) from error
        self.stdout.write(f"Wrote {path}: {backups.said(manifest)}, {path.stat().st_size / 1e6:,.1f} MB.")
        if removed:
            self.stdout.write(f"Removed {len(removed)} older.")


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a number from 1")
    return int(text)
