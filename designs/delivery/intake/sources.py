"""Reading a design file from disk or standard input, with a cap on its size."""

from __future__ import annotations

import sys
from pathlib import Path

# The reader's own cap is the same; this one keeps a larger file out of memory.
MOST_BYTES = 10 * 1024 * 1024


class UnreadableSource(Exception):
    """The file can't be read; the message says why and what to do."""


def read_source(name: str) -> bytes:
    """The bytes of a file, or of standard input where the name is `-`."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableSource(
            f"Can't read {name} ({error.strerror}). Provide a readable design file."
        ) from error
    if len(content) > MOST_BYTES:
        raise UnreadableSource(f"{name} is larger than 10 MiB. Split the design or shorten its examples.")
    return content
