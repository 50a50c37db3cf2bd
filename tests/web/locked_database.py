"""A program for one test: pages are asked for while another process holds SQLite's write lock.

`python -m tests.web.locked_database` works on the migrated database that SQLITE_PATH names and prints what it saw as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import django
from django.db import connection, connections

HELD = 3.0
"""Seconds that the lock is held: a page that waits for it is seen."""
_HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def main() -> dict[str, Any]:
    from django.contrib.auth.models import User
    from django.test import Client, override_settings

    from designs import store

    from .conftest import small_design

    ann = User.objects.create_superuser("ann")
    raw = small_design(operations=[{"name": "all", "kind": "read", "entity": "Student"}])
    design = store.create(json.dumps(raw), ann, slug="small", in_library=True)
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    with override_settings(STORAGES={"staticfiles": {"BACKEND": plain}}):
        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        client.force_login(ann)
        return watched(client, design)


def watched(client: Any, design: Any) -> dict[str, Any]:
    pages = addresses(design)
    for page in pages:
        client.get(page)
    told = {"base_revision": 1, "op_id": "0123456789", "name": "Small", "description": "said", "tags": ""}
    client.post("/designs/small/about/", told)  # leaves a message for the next page
    with held():
        writer = Waiting(client, design, "waits-for-the-lock")
        writer.start()
        first = fetched(client, "/designs/small/")
        seen = {page: fetched(client, page) for page in pages}
        took = time.perf_counter()
        time.sleep(HELD)
    writer.join()
    with held():
        refused = briefly(client, design)
    return {
        "slowest": max(seconds for _, seconds, _ in (first, *seen.values())),
        "failed": [page for page, (status, _, _) in seen.items() if status >= 400],
        "message": "Settings saved" in first[2],
        "waited": [writer.answer.status_code, time.perf_counter() - took > HELD],
        "refused": [refused.status_code, refused.headers.get("Retry-After")],
        "after": save(client, design, "after-the-lock").status_code,
    }


class Waiting(Thread):
    """Saves in a thread of its own."""

    def __init__(self, client: Any, design: Any, op: str) -> None:
        super().__init__()
        self.args, self.answer = (client, design, op), None

    def run(self) -> None:
        self.answer = save(*self.args)
        connections.close_all()


def save(client: Any, design: Any, op: str) -> Any:
    edit = {"edit": "set", "id": "design", "path": ["description"], "value": op}
    base = type(design).objects.get(pk=design.pk).revision
    body = json.dumps({"op": op, "base": base, "edit": edit})
    return client.post(f"/designs/{design.slug}/edits/", body, "application/json")


def briefly(client: Any, design: Any) -> Any:
    """A save that waits for a fifth of a second instead of 20."""
    connection.close()
    connection.settings_dict["OPTIONS"]["timeout"] = 0.2
    try:
        return save(client, design, "refused-for-now")
    finally:
        connection.close()
        connection.settings_dict["OPTIONS"]["timeout"] = 20


def fetched(client: Any, page: str) -> tuple[int, float, str]:
    began = time.perf_counter()
    answer = client.get(page)
    content = b"" if answer.streaming else answer.content
    return answer.status_code, time.perf_counter() - began, content.decode(errors="replace")


@contextmanager
def held() -> Iterator[None]:
    """Another process holds the write lock."""
    path = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-c", _HOLD, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield
        other.kill()


def addresses(design: Any) -> list[str]:
    """Every page of a design, the lists, and the admin's."""
    from designs.models import Design

    from .test_stale_writes import PAGES
    from .test_stale_writes import addresses as of_a_design

    slow = {"cheapest", "archive"}  # they compute for seconds, whoever holds a lock
    found = [page for name, page in of_a_design() if name in PAGES and name not in slow]
    found = [f"{page}?revision=1" if "since" in page else page for page in found if "goes-with" not in page]
    key = Design.objects.get(pk=design.pk).pk
    return ["/", "/new/", "/handbook/", *found, "/admin/", f"/admin/designs/design/{key}/change/"]


if __name__ == "__main__":
    django.setup()
    print(json.dumps(main()))
