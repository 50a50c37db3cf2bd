"""Health checks: what they ask, what they answer to whom, and that they wait for nobody."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from modeler import health, probe
from modeler.sign_in.models import FailedSignIn

from .logged import Lines

ROOT = Path(__file__).resolve().parent.parent.parent
OK = {"status": "ready", "database": "ok", "migrations": "ok", "disk": "ok"}


class TestAlive:
    def test_it_asks_nothing(self, client: Client) -> None:
        """Without the mark django_db, a question to the database fails the test."""
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (200, {"status": "alive"})
        assert not answer.cookies

    @pytest.mark.parametrize("address", ["/healthz", "/readyz"])
    def test_it_takes_no_post(self, client: Client, address: str) -> None:
        assert client.post(address).status_code == 405
        assert client.head("/healthz").content == b""

    def test_other_addresses_are_pages(self, client: Client, db: None) -> None:
        assert client.get("/healthz/x").status_code == 404


@pytest.mark.django_db
class TestReady:
    def test_all_is_well(self, client: Client, django_assert_max_num_queries: Any) -> None:
        with django_assert_max_num_queries(10):
            answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, OK)
        assert FailedSignIn.objects.count() == 0  # what was written was rolled back

    def test_asking_often_costs_nothing(
        self, client: Client, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(health, "KEPT_SECONDS", 60)
        client.get("/readyz")
        with django_assert_num_queries(0):
            assert client.get("/readyz").json() == OK
        monkeypatch.setattr(health, "KEPT_SECONDS", -1)
        FailedSignIn.objects.create(made_at=timezone.now())
        assert client.get("/readyz").json() == OK

    def test_a_migration_is_missing(self, client: Client) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'designs'")
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
        assert answer.json()["migrations"] == "pending"

    def test_the_disk_is_nearly_full(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(health, "LEAST_FREE", 10**18)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, OK | {"status": "degraded", "disk": "low"})

    def test_a_database_that_cannot_be_written(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, lines: Lines
    ) -> None:
        def broken(**fields: Any) -> None:
            raise OperationalError("attempt to write a readonly database")

        monkeypatch.setattr(FailedSignIn.objects, "create", broken)
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "not ready", "database": "failed", "migrations": "unknown", "disk": "ok",
        }  # fmt: skip
        (line,) = lines.all()
        assert (line["event"], line["database"]) == ("not_ready", "failed")
        assert line["error"].startswith("OperationalError: attempt to write a readonly")
        assert "readonly" not in answer.content.decode()


@pytest.mark.django_db
class TestOnAServer:
    @pytest.fixture(autouse=True)
    def _server(self, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["nestlink.example"]
        settings.SECURE_SSL_REDIRECT = True

    @pytest.mark.parametrize("address", ["/healthz", "/readyz"])
    @pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "nestlink.example", "10.1.2.3"])
    def test_they_are_asked_from_inside(self, address: str, host: str) -> None:
        answer = Client().get(address, HTTP_HOST=host)
        assert answer.status_code == 200
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "private, no-store"

    @pytest.mark.parametrize("address", ["/", "/healthz/", "/readyz/x", "/healthz%0A", "/x/healthz"])
    def test_all_else_is_sent_to_tls(self, address: str) -> None:
        answer = Client().get(address, HTTP_HOST="nestlink.example")
        assert answer.status_code == 301
        assert answer.headers["Location"].startswith("https://nestlink.example/")


class TestWaiting:
    """A look that hangs, as at a database host that is gone, holds one thread and no more."""

    def test_others_get_the_last_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(health, "KEPT_SECONDS", -1)
        began, go_on = threading.Event(), threading.Event()

        def slow() -> health.Readiness:
            began.set()
            go_on.wait(30)
            return health.Readiness()

        latest = health.Latest(slow)
        thread = threading.Thread(target=latest.get)
        thread.start()
        assert began.wait(30)
        assert latest.get().status == "not ready"  # nothing is known yet
        go_on.set()
        thread.join()
        assert latest.get().status == "ready"

    def test_a_database_that_somebody_writes_to_is_not_waited_for(
        self, tmp_path: Path, migrated: Path
    ) -> None:
        """A file of its own, whose write lock is held; edits would wait for 20 seconds."""
        names = os.environ | {"NESTLINK_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "modeler.settings"}
        names["SQLITE_PATH"] = str(migrated)
        code = (
            "import django; django.setup(); from modeler import health; from django.db import connection\n"
            "print(health.look().database)\n"
            "print(connection.cursor().execute('PRAGMA busy_timeout').fetchone()[0])"
        )
        holder = sqlite3.connect(migrated, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        asked = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=names,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert time.monotonic() - asked < 15
        holder.close()
        assert done.stdout.split() == ["failed", "20000"]


class TestProbe:
    """What the container runs, against a server of its own."""

    @pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1), (301, 1)])
    def test_it_ends_as_the_answer_says(self, status: int, code: int, capsys: Any) -> None:
        class Server(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(self.path.encode())

            def log_message(self, *words: Any) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Server) as server:
            thread = threading.Thread(target=server.handle_request)
            thread.start()
            assert probe.main([str(server.server_port)]) == code
            thread.join()
        assert capsys.readouterr().out == "/readyz\n"

    def test_nobody_answers(self, capsys: Any) -> None:
        assert probe.main(["1"]) == 1
        assert capsys.readouterr().out == "no answer: ConnectionRefusedError\n"

    def test_it_loads_no_framework(self) -> None:
        code = "import modeler.probe, sys; sys.exit('django' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=30)
