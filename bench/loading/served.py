"""A checkout's own server, as `manage.py serve` starts it, on a database that ends with it."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import processes

_PRINTED = re.compile(r"http://127\.0\.0\.1:(\d+)/sign-in/#")
_LONGEST_START, _LONGEST_END = 120, 20
_OURS = ("NESTLINK_", "SQLITE_PATH", "DATABASE_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "BEHIND_TLS")
"""How names of settings begin: none of them is inherited."""
_SCRIPT = (Path(__file__).parent / "in_checkout.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Served:
    """A server that runs. pid: of `manage.py serve`, whose descendants are the server's processes."""

    checkout: Path
    folder: Path
    port: int
    pid: int

    def processes(self) -> list[int]:
        """Return the server's processes."""
        return processes.tree(self.pid)

    def asked(self, *words: str) -> Any:
        """Run `in_checkout` with the checkout's code, and return what it found."""
        command = [_python(self.checkout), "-c", _SCRIPT, *words]
        done = subprocess.run(
            command,
            cwd=self.checkout,
            env=_environment(self.folder),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{self.checkout} can't {words[0]}:\n{done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])


@contextmanager
def served(checkout: Path, cores: frozenset[int] | None = None) -> Iterator[Served]:
    """Serve a checkout until the block ends, from an empty database. cores: those that the server may use."""
    with tempfile.TemporaryDirectory(prefix="nestlink-load-") as name:
        folder = Path(name)
        settings = f"SECRET_KEY={secrets.token_urlsafe(64)}\nNESTLINK_LOCAL=1\n"
        (folder / ".env").write_text(settings, encoding="utf-8")
        command = [_python(checkout), "manage.py", "serve", "--port", str(_free_port())]
        log = folder / "serve.log"
        with log.open("wb") as file, _on(cores):
            # A session of its own: Ctrl+C reaches this program alone, which ends the server in its turn.
            process = subprocess.Popen(
                command,
                cwd=checkout,
                env=_environment(folder),
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        try:
            yield Served(checkout, folder, _printed_port(log, process), process.pid)
        finally:
            _end(process)


@contextmanager
def _on(cores: frozenset[int] | None) -> Iterator[None]:
    """Let what starts within use these cores; children inherit them."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _python(checkout: Path) -> str:
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def _environment(folder: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return inherited | {
        "NESTLINK_HOME": str(folder),
        "DJANGO_SETTINGS_MODULE": "modeler.settings",
        "PYTHONUNBUFFERED": "1",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _printed_port(log: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait for the address that the server prints once it answers and the examples are loaded."""
    until = time.monotonic() + _LONGEST_START
    while time.monotonic() < until and process.poll() is None:
        found = _PRINTED.search(log.read_text(encoding="utf-8", errors="replace"))
        if found:
            return int(found[1])
        time.sleep(0.1)
    raise SystemExit(f"The server did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and whatever it started, kindly first."""
    began = {one: processes.began(one) for one in processes.tree(process.pid)}
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_LONGEST_END)
    left = (one for one, moment in began.items() if processes.began(one) == moment)
    for one in {*left, *processes.of_session(process.pid)}:
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    process.wait()
