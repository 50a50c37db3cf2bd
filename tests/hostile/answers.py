"""What the command line answers to a file, and what the answer took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

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
        arguments = [sys.executable, "manage.py", command, str(source)]
        arguments += ["--out", str(out)] if command == "compile_design" else []
        with (there / "told").open("w+b") as told:
            process = subprocess.Popen(
                arguments,
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=told,
                env=os.environ | {"TMPDIR": str(temporary)},
            )
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            told.seek(0)
            words = told.read().decode("utf-8", "replace")
        left = [path.name for path in temporary.iterdir()]
        left += ["out"] if process.returncode == 2 and out.exists() else []
        seconds = used.ru_utime + used.ru_stime
        return Answer(process.returncode, words, seconds, used.ru_maxrss / 1024, tuple(left))
