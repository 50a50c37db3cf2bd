"""A home in which Nestlink has started before: migrated, with the library, its static files collected. The first start
of a home takes three times as long as the others; what a first start does is tested in tests/web/test_serve.py."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "db.sqlite3"
_PREPARE = """
import django; django.setup()
from django.core.management import call_command
from modeler import preparing
preparing.database()
preparing.static_files()
call_command("load_library", verbosity=0)
"""


def prepare(home: Path) -> None:
    """Let a home be one that was started before, if it has no database yet."""
    if not (home / DATABASE).exists():
        shutil.copytree(_first(), home, dirs_exist_ok=True)


@cache
def _first() -> Path:
    home = Path(tempfile.mkdtemp(prefix="nestlink-prepared-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    names = {"NESTLINK_HOME": str(home), "SQLITE_PATH": str(home / DATABASE), "DATABASE_URL": ""}
    names |= {"NESTLINK_LOCAL": "1", "DJANGO_SETTINGS_MODULE": "modeler.settings"}
    subprocess.run([sys.executable, "-c", _PREPARE], cwd=ROOT, env=os.environ | names, check=True)
    return home
