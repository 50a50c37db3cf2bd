"""How long a save takes, and how long of that it holds the database's write lock.

    python -m bench.saving [--json] [--rounds N] [--entities N] [--renames N]

A fresh SQLite database. Saves of an ordinary edit (the description of one field) of `web_shop`, and one edit
of many renames of the workload's design. Milliseconds, medians of the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def _prepare(folder: str) -> None:
    """Django on a new database in a folder."""
    os.environ["SQLITE_PATH"] = str(Path(folder) / "bench.sqlite3")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


@contextmanager
def _locked() -> Iterator[list[float]]:
    """Seconds of each outermost transaction, from its begin to its commit."""
    from django.db import connection

    spans: list[float] = []
    begin, commit, since = connection._start_transaction_under_autocommit, connection._commit, [0.0]

    def began() -> None:
        begin()
        since[0] = time.perf_counter()

    def committed() -> Any:
        done = commit()
        spans.append(time.perf_counter() - since[0])
        return done

    connection._start_transaction_under_autocommit = began
    connection._commit = committed
    yield spans
    connection._start_transaction_under_autocommit, connection._commit = begin, commit


def _measure(design: Any, changes: list[Any]) -> dict[str, float]:
    """Medians of saving each of these changes, one after another."""
    from designs import store

    store.commit(design, design.revision, changes[0], None, "warm")
    whole: list[float] = []
    with _locked() as spans:
        for number, change in enumerate(changes[1:]):
            revision = type(design).objects.values_list("revision", flat=True).get(pk=design.pk)
            began = time.perf_counter()
            store.commit(design, revision, change, None, f"op-{number}")
            whole.append(time.perf_counter() - began)
    return {
        "save_ms": round(statistics.median(whole) * 1000, 1),
        "in_lock_ms": round(statistics.median(spans) * 1000, 1),
    }


def _fields(design: Any) -> list[str]:
    from designs import store

    return [str(one.id) for entity in store.model_of(design).entities for one in entity.own_fields]


def run(rounds: int, entities: int, renames: int) -> dict[str, dict[str, float]]:
    """Measure both kinds of save."""
    from bench.workload import design
    from designs import store
    from designs.store import edits

    shop = Path(__file__).parent.parent / "designs" / "library" / "web_shop.json"
    small, large = store.create(shop.read_bytes()), store.create(design(entities))
    key, keys = _fields(small)[0], _fields(large)[:renames]
    said = [edits.Set(id=key, path=("description",), value=str(number)) for number in range(20 * rounds + 1)]
    renamed = [
        edits.Several(
            edits=tuple(edits.Rename(id=one, name=f"r{at}_{number}") for at, one in enumerate(keys))
        )
        for number in range(rounds + 1)
    ]
    return {"ordinary": _measure(small, said), f"{renames} renames": _measure(large, renamed)}


def main() -> None:
    """Measure and print a table, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--entities", type=int, default=300)
    parser.add_argument("--renames", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _prepare(folder)
        found = run(options.rounds, options.entities, options.renames)
    if options.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:>14}: save {row['save_ms']} ms, of these {row['in_lock_ms']} ms in the write lock")


if __name__ == "__main__":
    main()
