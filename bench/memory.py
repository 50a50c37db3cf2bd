"""What memory a process keeps after large designs were opened, one after the other.

    python -m bench.memory [--json] [--designs 10] [--entities 300]

Each design is opened on its page, its documents, findings and report, and by the editor, over Django's own
client and a database of its own, in a fresh process. MiB are the process's own (resident), after each design and
after garbage was collected; "kept" is what the process says that it keeps.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import in_process

PAGES = ("", "documents/", "findings/", "report/", "edits/live/?part=advice", "edits/live/?part=results")


def _resident() -> float:
    """MiB of this process that are in memory now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _measure(designs: int, entities: int) -> dict[str, list[float]]:
    from django.test import Client

    from bench.workload import design
    from designs import store
    from designs.kept import MEMORY

    client = Client(HTTP_HOST="localhost")
    found: dict[str, list[float]] = {"mib": [_resident()], "kept": [0.0]}
    for number in range(designs):
        raw = json.loads(design(entities)) | {"name": f"Large {number}", "database": f"large{number}"}
        slug = store.create(json.dumps(raw), slug=f"large-{number}", in_library=True).slug
        for page in PAGES:
            assert client.get(f"/designs/{slug}/{page}").status_code == 200, page
        found["mib"].append(_resident())
        found["kept"].append(MEMORY.size / 2**20)
    return found


def _one(designs: int, entities: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        in_process.start(folder)
        print(json.dumps({"designs": designs, "entities": entities} | _measure(designs, entities)))


def main() -> None:
    """Measure, and print a line for each design, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", action="store_true", help="in this process")
    parser.add_argument("--designs", type=int, default=10)
    parser.add_argument("--entities", type=int, default=300)
    options = parser.parse_args()
    if options.one:
        _one(options.designs, options.entities)
        return
    command = [sys.executable, "-m", "bench.memory", "--one"]
    command += ["--designs", str(options.designs), "--entities", str(options.entities)]
    said: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    if options.json:
        print(json.dumps(said))
        return
    print(f"MiB after each of {options.designs} designs of {options.entities} entities was opened")
    print(f"{'':>6} {'resident':>9} {'kept':>9}")
    for number, (mib, kept) in enumerate(zip(said["mib"], said["kept"], strict=True)):
        print(f"{number:>6} {mib:>9.0f} {kept:>9.0f}")


if __name__ == "__main__":
    main()
