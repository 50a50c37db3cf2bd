"""Where backups go: names with a date, a folder of our own, and how many of them stay."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

BACKUP, BEFORE_MIGRATION, BEFORE_RESTORE = "nestlink", "before-migration", "before-restore"
_SECOND = timedelta(seconds=1)


def own_folder() -> Path:
    """Return the folder of the copies that the program makes unasked, readable by its owner alone."""
    folder = Path(settings.HOME) / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def dated(folder: Path, prefix: str) -> Path:
    """Return a name that nobody has taken: the time now in UTC, or the next second that is free."""
    moment = datetime.now(UTC)
    while (path := folder / f"{prefix}-{moment:%Y%m%d-%H%M%S}.zip").exists():
        moment += _SECOND
    return path


def forget_old(folder: Path, prefix: str, keep: int) -> list[Path]:
    """Remove all but the newest backups of this prefix. Return what was removed."""
    name = re.compile(rf"{prefix}-\d{{8}}-\d{{6}}\.zip")
    old = sorted(path for path in folder.iterdir() if name.fullmatch(path.name))[:-keep]
    for path in old:
        path.unlink()
    return old
