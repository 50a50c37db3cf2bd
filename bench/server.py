"""Requests per CPU second of the production server, and what reading the stored text saves.

    python -m bench.server [--json] [--seconds N] [--entities N]

A fresh database with the examples and one large design, served by the front alone, which compiles in its threads
(no workers). Each address is asked for one after another, warm, for some seconds;
CPU is the server's own, user and system, as /proc counts it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import processes

ROUNDS = 5
LARGE = "large"


def _prepare(folder: str, entities: int) -> None:
    """Django on a new database in a folder, with the examples and the large design."""
    os.environ["SQLITE_PATH"] = str(Path(folder) / "bench.sqlite3")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from bench.workload import design
    from designs import store

    call_command("load_library", "--migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    store.create(design(entities), slug=LARGE, in_library=True)


@contextmanager
def _server() -> Iterator[tuple[int, list[int]]]:
    """The server of `make run`: its port, and the processes whose CPU counts."""
    from modeler.management.commands import serve

    port = serve.free_port(8400)
    with subprocess.Popen(serve.server(serve.HOST, port)) as process:
        try:
            if not serve.answers(port, lambda: process.poll() is None):
                raise SystemExit("the server ended before it answered")
            yield port, processes.tree(process.pid)
        finally:
            process.terminate()


def _asked(port: int, serving: list[int], path: str, seconds: float) -> dict[str, Any]:
    """Ask for a path until the time is over, after one request that warms caches."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    size = _get(connection, path)
    times: list[float] = []
    began, cpu = time.perf_counter(), processes.cpu(serving)
    while time.perf_counter() - began < seconds:
        sent = time.perf_counter()
        _get(connection, path)
        times.append(time.perf_counter() - sent)
    used = processes.cpu(serving) - cpu
    connection.close()
    return {
        "path": path,
        "kib": round(size / 1024, 1),
        "per_cpu_second": round(len(times) / used, 1) if used else None,
        "median_ms": round(statistics.median(times) * 1000, 2),
    }


def _get(connection: http.client.HTTPConnection, path: str) -> int:
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path} answered {answer.status}")
    return len(body)


def _text_against_rows() -> dict[str, Any]:
    """CPU of reading the large design: its stored text, and its rows with a prefetch."""
    from django.db.models import Prefetch

    from designs.compiler import write
    from designs.models import Design, Entity, Operation, Relationship
    from designs.store.tables.rows import from_rows

    links = Relationship.objects.select_related("from_entity", "to_entity")
    parts = (
        Prefetch("entity_set", Entity.objects.all()),
        Prefetch("relationship_set", links),
        Prefetch("operation_set", Operation.objects.select_related("entity")),
    )

    def stored() -> str:
        return Design.objects.get(slug=LARGE).text

    def prefetched() -> int:
        design = Design.objects.prefetch_related(*parts).get(slug=LARGE)
        groups = (design.entity_set, design.relationship_set, design.operation_set)
        return sum(len(json.loads(row.more)) for group in groups for row in group.all())

    def rebuilt() -> str:
        return write(_model(from_rows(Design.objects.get(slug=LARGE))))

    if rebuilt() != stored():
        raise SystemExit("rows and text differ")
    spent = {one.__name__: _best(one) for one in (stored, prefetched, rebuilt)}
    return {f"{name}_ms": round(value * 1000, 3) for name, value in spent.items()} | {
        "prefetched/stored": round(spent["prefetched"] / spent["stored"], 1),
        "rebuilt/stored": round(spent["rebuilt"] / spent["stored"], 1),
    }


def _model(raw: dict[str, Any]) -> Any:
    import msgspec

    from designs.compiler import Model

    return msgspec.convert(raw, Model, strict=True)


def _best(work: Callable[[], Any]) -> float:
    """The median CPU of a call, in seconds."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(10):
            work()
        times.append((time.process_time() - began) / 10)
    return statistics.median(times)


def main() -> None:
    """Measure, and print two tables, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--entities", type=int, default=100)
    options = parser.parse_args()
    if not processes.available():
        sys.exit("bench.server reads CPU times from /proc: run it on Linux, or in the container.")
    paths = [
        "/", "/?q=price", "/designs/university/", "/designs/university/documents/", "/designs/university/decisions/",
        "/designs/university/files/mongosh/setup.js", "/designs/university/university-text.zip",
        f"/designs/{LARGE}/", f"/designs/{LARGE}/files/plan.json", "/handbook/",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        _prepare(folder, options.entities)
        reading = _text_against_rows()
        with _server() as (port, serving):
            rows = [_asked(port, serving, path, options.seconds) for path in paths]
    if options.json:
        print(json.dumps({"pages": rows, "reading": reading}))
        return
    print(f"{'KiB':>9} {'median ms':>10} {'per CPU s':>10}  address")
    for row in rows:
        print(f"{row['kib']:>9} {row['median_ms']:>10} {row['per_cpu_second']:>10}  {row['path']}")
    print(f"\nreading a design of {options.entities} entities, CPU:")
    for key, value in reading.items():
        print(f"{value:>10}  {key}")


if __name__ == "__main__":
    main()
