"""Run a command as the parent of all that it leaves behind, so that the processor's time of a step of `make test` is
that of everything it started: a browser's processes and servers often outlive whoever should have waited for them.

Linux gives orphans to the nearest ancestor that asks for them; elsewhere only what was waited for is counted.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

_SET_CHILD_SUBREAPER = 36
_PATIENCE = 5.0
"""Seconds that orphans have to end once the command has."""


def main(command: list[str]) -> int:
    """Run the command and return its exit code, once all that it started has ended or time is up."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGINT, lambda *_: None)  # the command has it from the terminal too
    child = subprocess.Popen(command)
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child.pid, signal.SIGTERM))
    ended = 0
    while ended != child.pid:
        ended, status = os.wait()
    _wait_for_orphans()
    code = child.returncode = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _wait_for_orphans() -> None:
    until = time.monotonic() + _PATIENCE
    with suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
