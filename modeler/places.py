"""Where the program's own files stand, and where it keeps what it writes: in a checkout and from a wheel."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
CHECKOUT = _ROOT if (_ROOT / "manage.py").is_file() else None
"""The folder of the sources; None where a wheel is installed."""

PAGES = CHECKOUT or _ROOT / "modeler" / "pages"
"""The folder that holds templates/ and static/: pyproject.toml puts them there in a wheel."""


def home() -> Path:
    """The folder of .env, the SQLite file and the collected static files.

    NESTLINK_HOME names it; else it is the checkout; else the user's own data folder.
    """
    named = os.environ.get("NESTLINK_HOME")
    if named:
        return Path(named).expanduser().resolve()
    return CHECKOUT or _of_user(sys.platform)


def _of_user(platform: str) -> Path:
    """The data folder that this system's programs use."""
    if platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Nestlink"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Nestlink"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "nestlink"
