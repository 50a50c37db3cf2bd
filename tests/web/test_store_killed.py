"""A writer that is killed loses nothing that it acknowledged, and leaves nothing half written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = 25


def after_kills(database: Path, *arguments: str) -> dict[str, Any]:
    names = {"SQLITE_PATH": str(database), "DATABASE_URL": ""}
    names |= {"DJANGO_SETTINGS_MODULE": "modeler.settings"}
    command = [sys.executable, "-m", "tests.web.killed_writer", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | names, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_what_was_acknowledged_is_there(migrated: Path) -> None:
    found = after_kills(migrated, str(KILLS))
    assert found.pop("acknowledged") >= KILLS
    assert found == {"lost": [], "torn": [], "history": True, "integrity": "ok"}


def test_an_acknowledgement_that_comes_too_early_is_seen(migrated: Path) -> None:
    assert after_kills(migrated, "8", "early")["lost"]
