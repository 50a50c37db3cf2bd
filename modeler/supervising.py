"""The processes of a running copy: started in order, started again when one dies, ended together."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from modeler import events
from modeler.workers.client import SOCKET, SUPERVISOR
from modeler.workers.limits import Limits

PATIENCE = 5
"""Seconds that requests get to end."""
_QUICK, _TRIES = 3.0, 5
"""A process that dies so soon after its start, so often in a row, and never lived longer, will not start at all."""
_PAUSE = 0.2
_FILES = 16_384


class CannotStart(Exception):
    """A process of the server ends as soon as it is started."""


@dataclass
class SupervisedProcess:
    """A process that is started again when it ends. quick: how often in a row it died right after its start.
    steady: whether it ran for a while, ever."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick: int = 0
    steady: bool = False

    def start(self) -> None:
        """Start it in a group of its own: the terminal's Ctrl+C comes to the supervisor alone."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603  (our own words)
            self.command, process_group=0, env={**os.environ, **self.environment}
        )

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return self.process is not None and self.process.poll() is None

    def end(self) -> None:
        """Let it finish what it is doing, for a while; then end it and all that it started."""
        process = self.process
        if process is None:
            return
        process.terminate()
        with suppress(subprocess.TimeoutExpired):  # one that is stopped while it starts may miss the signal
            process.wait(PATIENCE)
        _end_group(process)
        process.wait()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
    except (ProcessLookupError, PermissionError):
        return


def forget_interrupt() -> None:
    """Let this process end with status 0 although Ctrl+C came while it ran text, as Python does to make a dataclass:
    CPython notes such an interrupt, caught or not, until text runs again, and ends itself by SIGINT."""
    exec("")  # noqa: S102  (nothing of anybody's)


def _allow_files() -> None:
    """Let the server have as many connections open as the system permits."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Supervisor:
    """The broker of the workers, and the server in front of it."""

    def __init__(self, server: list[str]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="nestlink-"))
        socket = self._folder / "workers"
        broker = SupervisedProcess("compiler", [sys.executable, "-m", "modeler.workers", str(socket)], {})
        # Without workers the server compiles in its own threads: for measuring, and for who debugs a page.
        apart = Limits().workers > 0
        self._server = SupervisedProcess(
            "server", server, {SOCKET: str(socket) if apart else "", SUPERVISOR: str(os.getpid())}
        )
        self._processes = (broker, self._server) if apart else (self._server,)

    def __enter__(self) -> Supervisor:
        _allow_files()
        for supervised in self._processes:
            supervised.start()
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl+C meanwhile changes nothing
        for supervised in reversed(self._processes):
            supervised.end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def is_serving(self) -> bool:
        """Tell whether the server runs."""
        return self._server.is_alive()

    def watch(self) -> None:
        """Start again what dies, for ever. Raise CannotStart where that is of no use."""
        while True:
            for supervised in self._processes:
                if not supervised.is_alive():
                    self._again(supervised)
            time.sleep(_PAUSE)

    def _again(self, supervised: SupervisedProcess) -> None:
        code = supervised.process.returncode if supervised.process is not None else None
        soon = time.monotonic() - supervised.started < _QUICK
        supervised.quick, supervised.steady = (
            supervised.quick + 1 if soon else 1,
            supervised.steady or not soon,
        )
        if supervised.quick > _TRIES and not supervised.steady:
            raise CannotStart(
                f"The {supervised.name} process ends as soon as it starts (exit status {code})."
            )
        events.log("restarted", logging.ERROR, process=supervised.name, code=code)
        if supervised.process is not None:
            _end_group(supervised.process)
        time.sleep(_PAUSE * 2 ** min(supervised.quick - 1, _TRIES))
        supervised.start()
