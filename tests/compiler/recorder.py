"""Record what all outputs are, so that a change that must not move one is seen to move none.

``python -m tests.compiler.recorder`` compares the outputs of the library, of the handbook and of 500 random designs
with those recorded, and names each design whose outputs differ; exit code 1 where there is one. ``--write`` records
them anew. ``--show DESIGN FOLDER`` writes the outputs of one design into a folder, to compare two states by eye.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from tests.compiler.library import ROOT, built_of
from tests.compiler.random_wild import wild

RECORD = Path(__file__).with_name("recorded_outputs.json")
RANDOM = 500
RANDOM_SHARED = 500 if os.environ.get("NESTLINK_SOAK") else 40
"""Of the random designs, those that several tests go through at each run: they are compiled once. All at length."""
FOLDERS = ("library", "handbook")


def texts(random: int = RANDOM) -> Iterator[tuple[str, str]]:
    """Yield the name and the file of every design that is recorded, of the random ones so many."""
    for folder in FOLDERS:
        for path in sorted((ROOT / "designs" / folder).glob("*.json")):
            yield f"{folder}/{path.stem}", path.read_text(encoding="utf-8")
    for number in range(random):
        yield f"random/{number}", json.dumps(wild(number))


def outputs(text: str) -> dict[str, str]:
    """Return path to text of all outputs of a design file; nothing where it is no valid design."""
    made = built_of(text)
    return {} if made is None else made.files


def fingerprint(design: tuple[str, str]) -> tuple[str, str]:
    """Return the name of a design and the hash of all its outputs, "" where it is no valid design."""
    name, text = design
    digest = hashlib.sha256()
    files = outputs(text)
    for path in sorted(files):
        digest.update(f"{path}\0{files[path]}\0".encode())
    return name, digest.hexdigest()[:16] if files else ""


def fingerprints(designs: list[tuple[str, str]], processes: int = 2) -> dict[str, str]:
    """Return name to hash of several designs."""
    if processes == 1:
        return dict(map(fingerprint, designs))
    with get_context("spawn").Pool(processes) as pool:
        return dict(pool.imap(fingerprint, designs, chunksize=20))


def recorded() -> dict[str, str]:
    """Return name to hash as it was recorded."""
    loaded: dict[str, str] = json.loads(RECORD.read_text(encoding="utf-8"))
    return loaded


def differing(known: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return the names of the designs whose outputs are others, or that only one side has."""
    return sorted(name for name in known.keys() | now.keys() if known.get(name) != now.get(name))


def main(given: list[str] | None = None) -> int:
    """Compare, record anew or show, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.recorder")
    parser.add_argument("--write", action="store_true", help="record the outputs as they are now")
    parser.add_argument("--show", nargs=2, metavar=("DESIGN", "FOLDER"), help="such as random/7")
    asked = parser.parse_args(given)
    if asked.show:
        name, folder = asked.show
        for path, text in outputs(dict(texts())[name]).items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return 0
    now = fingerprints(list(texts()))
    if asked.write:
        RECORD.write_text(json.dumps(now, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    changed = differing(recorded(), now)
    for name in changed:
        print(f"{name}: its outputs are others than those recorded")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
