"""Threads of a server ask for their first designs at the same moment: none of them crashes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TRIES = 6
FIRST_READS = """
import sys, threading
from pathlib import Path
from designs.compiler import edits, field_grammar, read, write
texts = [path.read_bytes() for path in sorted(Path("designs/library").glob("*.json"))[:8]]
start, read_ones = threading.Barrier(len(texts)), []
def ask(text):
    start.wait()
    read_ones.append(read(text).value)
threads = [threading.Thread(target=ask, args=(text,)) for text in texts]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.exit(0 if len([one for one in read_ones if one is not None]) == len(texts) else "a design was not read")
"""


def test_first_reads_at_once() -> None:
    """Without the types learnt on import about every second try ends in a segmentation fault."""
    for _ in range(TRIES):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_READS], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr}"
