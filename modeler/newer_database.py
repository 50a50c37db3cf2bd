"""A database that a newer Nestlink wrote is refused: this one would write rows that the newer can't read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.dispatch import receiver

_known: set[tuple[str, str]] = set()
"""Databases that were asked, by alias and name: once for each process is enough."""


class NewerDatabase(CommandError):
    """The database records migrations that this program lacks."""


def unknown(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Return the migrations that this program lacks, as app.name, sorted."""
    disk = MigrationLoader(None).disk_migrations
    return sorted(".".join(key) for key in applied if key not in disk)


@receiver(connection_created)
def refuse(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    """Raise NewerDatabase from whatever asks such a database first: a command, the server, a page."""
    database = connection.alias, str(connection.settings_dict["NAME"])
    if database in _known:
        return
    newer = unknown(MigrationRecorder(connection).applied_migrations())
    if newer:
        connection.close()  # who tries again is refused again
        raise NewerDatabase(
            f"This database was written by a newer Nestlink ({newer[-1]} is unknown here). Install that version,"
            " or restore the copy that was made before the upgrade: see docs/upgrade.md."
        )
    _known.add(database)
