"""Management commands, each in a process of its own that begins with what is imported here: a start takes longer than
what most of them do. ``python -m tests.hostile.started`` answers a line for each line that it is given."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

from designs.compiler import EXPORTERS, compile_design, read
from modeler.command import serve_nobody
from tests.web import forked

DESIGN = {"format": "nestlink/1", "name": "A", "database": "a", "entities": [{"name": "B", "fields": []}]}


def main() -> None:
    """Run each command that is asked for, and tell how it ended and what it took."""
    serve_nobody()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    django.setup()
    import designs.management.commands.check_design
    import designs.management.commands.compile_design  # noqa: F401

    model = read(json.dumps(DESIGN)).value
    assert model is not None
    for exporter in EXPORTERS:  # which imports what they take
        exporter.render(compile_design(model))
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


def answer(arguments: list[str], temporary: str) -> dict[str, Any]:
    """How a command ended, what it said, and the seconds and megabytes that it took."""
    done = forked.command(*arguments, TMPDIR=temporary)
    return {
        "code": done.returncode,
        "told": done.stderr.decode("utf-8", "replace"),
        "seconds": done.used.ru_utime + done.used.ru_stime,
        "megabytes": done.used.ru_maxrss / 1024,
    }


if __name__ == "__main__":
    main()
