"""A PostgreSQL of its own, in a folder, as a user that is not root; reached by a socket in that folder alone."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

_NOBODY = "nobody"
_SETTINGS = "-c listen_addresses= -c fsync=on -c unix_socket_directories={folder}"


class Cluster:
    """url: of its database, as DATABASE_URL says it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgresql://nestlink@/nestlink?host={folder}"

    def make(self) -> None:
        self._run("initdb", "--username=nestlink", "--auth=trust", "--encoding=UTF8", "--locale=C")
        self.control("start")
        self._run("createdb", "--host", str(self.folder), "--username=nestlink", "nestlink", data=False)

    def control(self, verb: str) -> None:
        """Start, stop or restart at once, as after a crash: nobody is waited for, nothing is finished."""
        how = [] if verb == "start" else ["--mode=immediate"]
        options = _SETTINGS.format(folder=self.folder)
        self._run("pg_ctl", verb, "--wait", *how, f"--options={options}", f"--log={self.folder / 'log'}")

    def ask(self, statement: str) -> None:
        """Carry out a statement, past Nestlink."""
        place = ["--host", str(self.folder), "--username=nestlink"]
        self._run("psql", *place, "--set=ON_ERROR_STOP=1", "--command", statement, "nestlink", data=False)

    def _run(self, program: str, *arguments: str, data: bool = True) -> None:
        place = ["-D", str(self.folder / "data")] if data else []
        command = [_found(program), *place, *arguments]
        user = pwd.getpwnam(_NOBODY) if os.geteuid() == 0 else None
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
        )


def _found(program: str) -> str:
    """Debian keeps most of them off the path."""
    found = shutil.which(program) or max(glob(f"/usr/lib/postgresql/*/bin/{program}"), default="")
    assert found, f"{program} is missing: `make soak` installs PostgreSQL"
    return found


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run one while the block lasts. Its folder has a short name, since sockets' names are limited."""
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _NOBODY)
        made = Cluster(folder)
        made.make()
        try:
            yield made
        finally:
            made.control("stop")
