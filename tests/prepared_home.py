"""A home in which Nestlink has started before: migrated, with the library, its static files collected. The first start
of a home takes three times as long as the others; what a first start does is tested in tests/web/test_serve.py."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "db.sqlite3"
STATIC_FILES = "staticfiles"
SHARED = "NESTLINK_TESTS_PREPARED"
"""The name of the environment that says in which folder the steps of a run find one and the same prepared home."""
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
        shutil.copytree(prepared(), home, dirs_exist_ok=True)


@cache
def prepared() -> Path:
    """A prepared home, to be read or copied: made by the step of a run that needs it first, while others wait."""
    folder = Path(os.environ.get(SHARED) or _own_folder())
    home, unfinished = folder / "home", folder / "unfinished"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not home.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            _make(unfinished)
            unfinished.rename(home)
    return home


def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="nestlink-prepared-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _make(home: Path) -> None:
    names = {"NESTLINK_HOME": str(home), "SQLITE_PATH": str(home / DATABASE), "DATABASE_URL": ""}
    names |= {"NESTLINK_LOCAL": "1", "DJANGO_SETTINGS_MODULE": "modeler.settings"}
    subprocess.run([sys.executable, "-c", _PREPARE], cwd=ROOT, env=os.environ | names, check=True)
