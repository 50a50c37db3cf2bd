"""Finding the Chromium or Chrome that the system has: no browser is downloaded for the tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = ("chromium-headless-shell", *WHOLE)
"""The one without a window first: it does less."""
MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# No network of its own, no profile questions; a container's small /dev/shm is enough.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--renderer-process-limit=1",
]
"""The last: a new page is born in a process of its own, and needs another one as soon as it goes to its address; so it
gets that at once, which takes a third off what opening a page costs."""
LARGE_TILES = ["--default-tile-width=2048", "--default-tile-height=2048"]
"""Without a graphics card a page is painted in tiles of 256 pixels, and the editor in nearly two hundred of them each
time that it opens: a tenth of what that costs. With one, tiles are as wide as the window. For tests alone: what bench
measures stays comparable."""
MISSING = (
    "No Chromium or Chrome was found, so the pages were not tested. Debian: apt install chromium;"
    " macOS: brew install --cask google-chrome; elsewhere install either and put it on PATH,"
    " or name the program in CHROMIUM."
)


def find(names: Iterable[str] = NAMES, places: Iterable[str] = MAC) -> str | None:
    """The program's path: what CHROMIUM names, else the first on PATH, else a Mac's application."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    found = filter(None, map(shutil.which, names))
    return next(found, None) or next((place for place in places if Path(place).is_file()), None)
