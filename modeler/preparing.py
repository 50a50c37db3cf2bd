"""What must be there before the server starts: rows in the newest shape, collected static files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from modeler import VERSION, events

STAMP = ".collected-from"


def database() -> bool:
    """Migrate, if there is anything to migrate: asking is quicker than doing it again. Whether there was."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return False
    call_command("migrate", interactive=False, verbosity=0)
    events.log("migrated", migrations=[f"{migration.app_label}.{migration.name}" for migration, _ in plan])
    return True


def static_files() -> None:
    """Collect, if a file changed since the last time."""
    stamp, now = Path(settings.HOME) / STAMP, _state()
    (Path(settings.STATIC_ROOT) / STAMP).unlink(missing_ok=True)  # where it was served, before
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != now:
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(now, encoding="utf-8")


def _state() -> str:
    """A hash of every source's path, size and time."""
    lines = (VERSION, *sorted(_sources()))
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            yield f"{name} {facts.st_size} {facts.st_mtime_ns}"
