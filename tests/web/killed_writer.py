"""A program for one test: writers commit in a loop and are killed; what they acknowledged is looked for.

`python -m tests.web.killed_writer KILLS [early]` works on the migrated database that SQLITE_PATH names and prints
what it found as JSON. With `early` writers acknowledge before they commit: a bug that must be seen.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import django
from django.db import connection, connections

LONGEST_LIFE = 0.06
"""Seconds that a writer lives after its first acknowledgement: some commits, the last one cut off."""


def main(kills: int, early: bool) -> dict[str, Any]:
    from designs import store

    design = store.create(text(""))
    dice, acknowledged = random.Random(1), []
    for number in range(kills):
        connections.close_all()
        acknowledged += killed(number, design, early, dice.uniform(0, LONGEST_LIFE))
    return {"acknowledged": len(acknowledged), **found(design, acknowledged)}


def text(description: str) -> str:
    from .conftest import small_design

    return json.dumps(small_design(description=description))


def killed(number: int, design: Any, early: bool, life: float) -> list[str]:
    """What a writer acknowledged before it was killed."""
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        write(number, design, early, writable)
    os.close(writable)
    first = os.read(readable, 65536)
    time.sleep(life)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(readable, "rb") as rest:
        return (first + rest.read()).decode().split()


def write(number: int, design: Any, early: bool, writable: int) -> None:
    """Commit until killed; never returns."""
    from designs import store
    from designs.models import Design

    revision = Design.objects.get(pk=design.pk).revision
    for count in range(10_000):
        op_id = f"{number}-{count}"
        if early:
            os.write(writable, f"{op_id}\n".encode())
        revision = store.commit(design, revision, text(op_id), None, op_id).revision
        if not early:
            os.write(writable, f"{op_id}\n".encode())
    os._exit(1)


def found(design: Any, acknowledged: list[str]) -> dict[str, Any]:
    """What is lost or torn, as the file says."""
    from designs import store
    from designs.models import Design, Revision

    stored = set(Revision.objects.values_list("op_id", flat=True))
    numbers = list(Revision.objects.order_by("number").values_list("number", flat=True))
    now = Design.objects.get(pk=design.pk)
    return {
        "lost": [op_id for op_id in acknowledged if op_id not in stored],
        "torn": [problem for _, problem in store.differences()],
        "history": numbers == list(range(1, now.revision + 1)),
        "integrity": next(_integrity()),
    }


def _integrity() -> Iterator[str]:
    with connection.cursor() as cursor:
        yield cursor.execute("PRAGMA integrity_check").fetchone()[0]


if __name__ == "__main__":
    django.setup()
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2:] == ["early"])))
