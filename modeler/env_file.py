"""The file .env of a copy: its secret key, and whether it serves this machine alone.

`python -m modeler.env_file` writes what is missing, for `make setup`.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

from modeler import places
from modeler.environment import LOCAL_HOSTS, TRUE, read_env_file

LOCAL_LINE = "NESTLINK_LOCAL=1\n"


def keep(home: Path) -> str:
    """Make .env, readable by its owner alone, or add what an older version did not write.

    What it did, in words; "" if nothing was missing.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / ".env"
    try:
        place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _complete(path)
    with os.fdopen(place, "w", encoding="utf-8") as file:
        file.write(f"SECRET_KEY={secrets.token_urlsafe(64)}\n")
        file.write(LOCAL_LINE if is_plainly_local(os.environ) else "")
    return f"wrote {path} with a new secret key"


def _complete(path: Path) -> str:
    path.chmod(0o600)
    said = read_env_file(path)
    if "NESTLINK_LOCAL" in said or not is_plainly_local(said | os.environ):
        return ""
    ended = path.read_text(encoding="utf-8").endswith("\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(LOCAL_LINE if ended else f"\n{LOCAL_LINE}")
    return f"added {LOCAL_LINE.strip()} to {path}: Nestlink only accepts connections from this machine"


def is_plainly_local(said: Mapping[str, str]) -> bool:
    """Whether these names and values were never meant for a server: local hosts only, and no TLS."""
    hosts = {host.strip() for host in said.get("ALLOWED_HOSTS", "").split(",")} - {""}
    return hosts <= set(LOCAL_HOSTS) and said.get("BEHIND_TLS", "").strip().lower() not in TRUE


if __name__ == "__main__":
    done = keep(places.home())
    sys.stdout.write(f"setup: {done}\n" if done else "")
