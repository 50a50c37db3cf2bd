"""/healthz: the process answers. /readyz: it can read and write, its tables are in shape, the disk has room.

Both answer any visitor and any host name, without TLS, as health checks ask from inside: with fixed words, and
no version, path or reason. The reason is in the log.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone

from modeler import events, private_files
from modeler.sign_in.models import FailedSignIn

ALIVE, READY = "/healthz", "/readyz"
LEAST_FREE = 500 * 1024 * 1024
PATIENCE_MS = 1_000
"""For a lock on the database: who asks waits for seconds only."""

KEPT_SECONDS = 1.0
"""An answer is given again for so long, so that asking often costs the database nothing."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What was found, in words. The disk alone does not make a server unready: reading goes on."""

    database: str = "ok"
    migrations: str = "ok"
    disk: str = "ok"

    @property
    def status(self) -> str:
        """Return the one word that counts."""
        if (self.database, self.migrations) != ("ok", "ok"):
            return "not ready"
        return "ready" if self.disk == "ok" else "degraded"


class Health:
    """Answers both addresses before anything that looks at hosts, sessions or the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._latest = Latest(look)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in (ALIVE, READY):
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return JsonResponse({"status": "alive"}) if request.path == ALIVE else _readiness(self._latest.get())


def _readiness(readiness: Readiness) -> HttpResponse:
    words = asdict(readiness)
    unready = readiness.status == "not ready"
    if unready:
        events.note("not_ready", **words)
    return JsonResponse({"status": readiness.status, **words}, status=503 if unready else 200)


class Latest:
    """The newest answer. One thread looks at a time; where that takes long, the others don't wait for it."""

    def __init__(self, ask: Callable[[], Readiness]) -> None:
        self._ask = ask
        self._looking = threading.Lock()
        self._answer = Readiness(database="unknown", migrations="unknown")
        self._at = float("-inf")

    def get(self) -> Readiness:
        """Return an answer that is KEPT_SECONDS old at most; the last one while another thread looks."""
        if time.monotonic() - self._at > KEPT_SECONDS and self._looking.acquire(blocking=False):
            try:
                self._answer, self._at = self._ask(), time.monotonic()
            finally:
                self._looking.release()
        return self._answer


def look() -> Readiness:
    """Ask the database and the disk now."""
    database, migrations = _database()
    return Readiness(database, migrations, _disk())


def _database() -> tuple[str, str]:
    """Read, and write what is rolled back."""
    try:
        with _short_transaction():
            if not _needed() <= set(MigrationRecorder(connection).applied_migrations()):
                return "ok", "pending"
            FailedSignIn.objects.create(made_at=timezone.now())
            transaction.set_rollback(True)
    except Error as error:
        events.note(error=error)
        return "failed", "unknown"
    return "ok", "ok"


@contextmanager
def _short_transaction() -> Iterator[None]:
    """A transaction that waits for locks for PATIENCE_MS, not for as long as an edit may."""
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            with transaction.atomic():
                cursor.execute(f"SET LOCAL statement_timeout = {PATIENCE_MS}")
                yield
            return
        patient = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        try:
            with transaction.atomic():
                yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patient}")


@cache
def _needed() -> frozenset[tuple[str, str]]:
    """The newest migration of each app, as this version's files have them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _disk() -> str:
    """Whether there is room where the database is; with PostgreSQL, where Nestlink's own files are."""
    database = private_files.sqlite_path()
    folder = database.parent if database else Path(settings.HOME)
    try:
        return "ok" if shutil.disk_usage(folder).free >= LEAST_FREE else "low"
    except OSError:
        return "unknown"
