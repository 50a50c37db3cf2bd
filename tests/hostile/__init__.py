"""Small files that ask for much: one of each kind, by name.

``kinds()`` is for whoever answers a file: a command, a page, an edit. Whatever the kind, the answer comes
within 12 s of processor and 1 GB, without a traceback. What can be derived from the schema is, so a new number, list or
text of the grammar is a new kind.
"""

from __future__ import annotations

from collections.abc import Callable

from . import found_files, from_schema, structures, texts, values

Maker = Callable[[], bytes]


def makers() -> dict[str, Maker]:
    """Each kind by its name, not made yet."""
    found: dict[str, Maker] = {}
    for module in (texts, values, structures, from_schema, found_files):
        for name, made in module.KINDS.items():
            assert name not in found, name
            found[name] = made
    return found


def kinds() -> dict[str, bytes]:
    """Every file by the name of its kind."""
    return {name: made() for name, made in makers().items()}
