"""Starts the second engine in its own environment, and mongosh before it."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.mongosh.shell import AS_WRITTEN, MONGOSH, node, rewritten_scripts

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PYTHON = ROOT / ".venv-engine" / "bin" / "python"
ABSENT = "no second engine: it needs Python 3.13 or newer, and make setup-test found none"
LONGEST = 1800
"""Seconds that one run of mongosh may take."""
Json = dict[str, Any]


def is_installed() -> bool:
    """Return whether setup could make the environment of the second engine."""
    return PYTHON.exists()


@contextmanager
def served() -> Iterator[str]:
    """Run the engine for a while. Yield its address."""
    command = [str(PYTHON), str(HERE / "serve.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("mongodb://127.0.0.1:"), f"the second engine did not start: {address!r}"
        yield address  # at the end its standard input is closed, and it ends by itself


def play(jobs: list[Json]) -> dict[str, list[Json]]:
    """Return what came of each step of these jobs on the second engine, by the job's id. All run in one mongosh."""
    with tempfile.TemporaryDirectory() as folder, served() as address:
        asked, told = Path(folder) / "jobs.json", Path(folder) / "journals.json"
        asked.write_text(json.dumps(jobs), encoding="utf-8")
        names = {"JOBS": str(asked), "JOURNALS": str(told), "HOME": folder, "CI": "1"}
        names["REWRITTEN"] = rewritten_scripts()
        names["NESTLINK_TODAY"] = AS_WRITTEN
        command = [node(), str(MONGOSH), address, "--quiet", "--norc", "--file", str(HERE / "play.js")]
        done = subprocess.run(
            command, env={**os.environ, **names}, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        assert told.exists(), f"mongosh ended without an answer: {done.stdout}{done.stderr}"
        journals: list[Json] = json.loads(told.read_text(encoding="utf-8"))
    return {journal["id"]: journal["outcomes"] for journal in journals}
