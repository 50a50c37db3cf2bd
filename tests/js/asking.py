"""Asks the editor's modules in Node: a process for each harness, kept for all tests, since starting it takes longer
than most answers."""

from __future__ import annotations

import atexit
import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests.mongosh.shell import node

HARNESSES = Path(__file__).parent / "harness"


class Asked:
    """A harness at work: an answer, on one line, for each line that it is given."""

    def __init__(self, name: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the process)
        self._process = subprocess.Popen(
            [node(), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(HARNESSES / name)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True,
        )  # fmt: skip
        atexit.register(self._process.communicate)

    def answer(self, job: Any) -> Any:
        """Return what the harness says of a job."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{json.dumps(job)}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            harness.cache_clear()
            self._errors.seek(0)
            raise AssertionError(self._errors.read().decode(errors="replace"))
        return json.loads(line)


@cache
def harness(name: str) -> Asked:
    """Return the harness of that file name, started when it is first asked."""
    return Asked(name)
