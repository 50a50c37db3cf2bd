"""Copies of the compiler, changed on disk, that run in a process of their own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
COMPILER = ROOT / "designs" / "compiler"


def copy_to(place: Path) -> Path:
    """Copy the compiler, and nothing of its tests or pages, below a folder, with what Python has compiled of it: that
    takes longer than to compile designs, and is made anew of what is changed. Return where it is then."""
    (place / "designs").mkdir(parents=True)
    shutil.copy(ROOT / "designs" / "__init__.py", place / "designs")
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(COMPILER, place / "designs" / "compiler", ignore=caches)
    for source in COMPILER.rglob("*.py"):
        copied = place / source.relative_to(ROOT)
        bytecode, wanted = (Path(cache_from_source(path)) for path in (source, copied))
        if bytecode.exists():
            wanted.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(bytecode, wanted)
    return place / "designs" / "compiler"


def answer(place: Path, script: str, designs: Mapping[str, str]) -> Any:
    """Return what a script prints as JSON, which imports the compiler below a folder and reads designs."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=place, input=json.dumps(dict(designs)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
