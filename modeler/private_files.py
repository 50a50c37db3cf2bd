"""Keep what Nestlink stores (designs, sessions, keys) readable by the account that runs it, and no other.

A checkout's own mode is not changed: it is a source tree that its owner may share on purpose, so each
secret file in it is private by itself. A folder that NESTLINK_HOME names, or the user's data folder,
belongs to Nestlink and is closed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

from modeler import places

UMASK = 0o077
BACKUPS = "backups"
"""The folder of copies, in the folder that `places.home` names."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_ELSEWHERE = "set NESTLINK_HOME to a folder on a file system with permissions (in WSL under ~, not /mnt/c)"


def protect() -> None:
    """Make stored files and folders private, and files made from now on. Raise ImproperlyConfigured
    for what can't be corrected."""
    os.umask(UMASK)
    problems = [problem for path in exposed() if (problem := _close(path))]
    problems += _shared_folder()
    if problems:
        raise ImproperlyConfigured(" ".join(problems))


def exposed() -> Iterator[Path]:
    """Yield stored files, and folders of Nestlink's own, that other accounts of this machine may open."""
    if os.name != "posix":
        return
    yield from (path for path in _kept() if _mode(path) & _OTHERS)


def _kept() -> Iterator[Path]:
    home = Path(settings.HOME)
    if _is_our_own(home):
        yield home
    yield from (home / ".env", home / ".serving", home / BACKUPS)
    yield from sorted((home / BACKUPS).rglob("*"))
    database = sqlite_path()
    if database:
        yield from _with_journals(database)


def _is_our_own(folder: Path) -> bool:
    """Whether only Nestlink uses a folder. A sticky one, such as /tmp, is everybody's."""
    return folder != places.CHECKOUT and folder.is_dir() and not folder.stat().st_mode & stat.S_ISVTX


def sqlite_path() -> Path | None:
    """The file of the database; None for PostgreSQL and for a database in memory."""
    database = settings.DATABASES["default"]
    name = str(database["NAME"])
    is_file = database["ENGINE"].endswith("sqlite3") and not name.startswith(("file:", ":memory:"))
    return Path(name) if is_file else None


def _with_journals(database: Path) -> Iterable[Path]:
    """The database, its journals (SQLite gives new ones its mode), and copies named after it."""
    if not database.parent.is_dir():
        return ()
    return sorted(path for path in database.parent.iterdir() if path.name.startswith(database.name))


def _mode(path: Path) -> int:
    """The rights to a path; none where it is gone, as a journal is after each edit of a running server."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0


def _close(path: Path) -> str:
    """Take others' rights to a path away. Return what is wrong if that fails, else ""."""
    wanted = _mode(path) & ~_OTHERS
    try:
        path.chmod(wanted)
        reason = "its file system doesn't support permissions" if _mode(path) & _OTHERS else ""
    except FileNotFoundError:
        return ""
    except OSError as error:
        reason = str(error.strerror)
    if not reason or (path.is_dir() and not _mode(path) & stat.S_IWOTH):
        return ""  # a folder of another owner that only they can write in: the files in it are private
    return (
        f"{path} is open to other accounts of this machine, and its mode can't be changed: {reason}."
        f" Run chmod {wanted:o} on it as its owner, or {_ELSEWHERE}."
    )


def _shared_folder() -> list[str]:
    """What is wrong with the folders of the database and of NESTLINK_HOME: where others may write, they
    can put a journal beside the database, which SQLite then replays into it."""
    database = sqlite_path()
    folders = {Path(settings.HOME), *([database.parent] if database else [])} - {places.CHECKOUT}
    return [
        f"{folder} can be written by every account of this machine. Set NESTLINK_HOME, or SQLITE_PATH, to"
        " a folder that only you can write."
        for folder in sorted(folders)
        if os.name == "posix" and folder.is_dir() and _mode(folder) & stat.S_IWOTH
    ]


@checks.register(checks.Tags.security)
def check_files(app_configs: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Report what other accounts may open. Starting the server corrects it."""
    return [
        checks.Warning(
            f"{path} is open to other accounts of this machine (mode {_mode(path):o}).",
            hint="Start Nestlink to correct it, or run chmod go= on it.",
            id="modeler.W001",
        )
        for path in exposed()
    ]
