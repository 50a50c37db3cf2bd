"""Nestlink started in the process of a script, upon a database of its own."""

from __future__ import annotations

import os
from pathlib import Path


def start(folder: str) -> None:
    """Set Django up with an empty database in a folder; static files keep their names."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "modeler.settings",
        "SECRET_KEY": "benchmarks need no secret, only something that is long enough for settings",
        "NESTLINK_LOCAL": "1",
        "SQLITE_PATH": str(Path(folder) / "bench.sqlite3"),
    }
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)
