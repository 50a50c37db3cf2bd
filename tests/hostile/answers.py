"""What the command line answers to a file, and what the answer took."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 12.0
"""Of the processor, children included."""
MEGABYTES = 1024.0
"""Resident at most, of the process or of the largest of its children."""


@dataclass(frozen=True)
class Answer:
    """How a command ended. left: what it left behind in its temporary folder, and what it wrote though it refused."""

    code: int
    told: str
    seconds: float
    megabytes: float
    left: tuple[str, ...]

    @property
    def trouble(self) -> str:
        """What is wrong with the answer, "" where nothing is."""
        if self.code not in (0, 1, 2) or "Traceback" in self.told:
            return f"exit {self.code}: {self.told[-2000:]}"
        if self.code == 2 and not self.told.strip():
            return "refused without a word"
        if self.seconds > SECONDS or self.megabytes > MEGABYTES:
            return f"{self.seconds:.1f} s, {self.megabytes:.0f} MB"
        return f"left behind: {self.left}" if self.left else ""


def answer(command: str, content: bytes, folder: Path) -> Answer:
    """Run ``check_design`` or ``compile_design`` on a file in an empty folder of ours."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        there = Path(place)
        source, out, temporary = there / "design.json", there / "out", there / "temporary"
        source.write_bytes(content)
        temporary.mkdir()
        arguments = [command, str(source)] + (["--out", str(out)] if command == "compile_design" else [])
        ended = _started().answer(arguments, temporary)
        left = [path.name for path in temporary.iterdir()]
        left += ["out"] if ended["code"] == 2 and out.exists() else []
        return Answer(**ended, left=tuple(left))


class _Started:
    """The process that begins commands, with what they import (`started.py`)."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.hostile.started"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)
        atexit.register(self._process.communicate)

    def answer(self, arguments: list[str], temporary: Path) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        asked = {"arguments": arguments, "temporary": str(temporary)}
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        return told


@cache
def _started() -> _Started:
    return _Started()
