"""The server: on loopback, on the next port where one is busy; its printed address signs the owner in."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import OperationalError

from modeler import VERSION, preparing
from modeler.management.commands import serve
from tests.prepared_home import DATABASE, prepare

ROOT = Path(__file__).resolve().parent.parent.parent
PRINTED = re.compile(r"(http://127\.0\.0\.1:\d+/)sign-in/#([\w-]{43})")


def taken() -> socket.socket:
    busy = socket.socket()
    busy.bind((serve.HOST, 0))
    busy.listen()
    return busy


def test_a_busy_port_gets_the_next_one() -> None:
    with taken() as busy:
        port = busy.getsockname()[1]
        assert serve.free_port(port) > port


def test_all_busy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        taken() as busy,
        pytest.raises(CommandError, match=r"in use. Choose another with --port, or make run PORT="),
    ):
        serve.free_port(busy.getsockname()[1], tries=1)


class TestStrangers:
    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2"])
    def test_a_local_copy_is_not_opened_to_them(self, host: str) -> None:
        with pytest.raises(CommandError, match="NESTLINK_LOCAL=0"):
            serve.refuse_strangers(host)

    @pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
    def test_this_machine_is_no_stranger(self, host: str) -> None:
        serve.refuse_strangers(host)

    @pytest.mark.parametrize("name", ["LOCAL", "PUBLISHED_ON_LOOPBACK"])
    def test_servers_and_containers_say_themselves_where_they_listen(self, settings: Any, name: str) -> None:
        setattr(settings, name, name != "LOCAL")
        serve.refuse_strangers("0.0.0.0")


def _hear() -> None:
    """What a script runs in the background ignores Ctrl+C, and so does all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(
    *arguments: str, start_new_session: bool = False, stderr: int | None = None, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "manage.py", "serve", *arguments]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        start_new_session=start_new_session,
        preexec_fn=_hear,
    ) as server:
        try:
            yield server
        finally:
            server.terminate()


def line_of(server: subprocess.Popen[str]) -> str:
    return server.stdout.readline() if server.stdout else ""


def test_from_a_first_start_to_the_library(tmp_path: Path) -> None:
    names = {"NESTLINK_HOME": str(tmp_path), "SQLITE_PATH": str(tmp_path / "a.sqlite3")}
    with started("--port", "8750", stderr=subprocess.PIPE, NESTLINK_LOG="json", **names) as server:
        printed = PRINTED.search(line_of(server))
        assert printed
        base, code = printed.groups()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        form = browser.open(f"{base}sign-in/", timeout=20).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        assert token
        fields = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], "code": code}).encode()
        library = browser.open(f"{base}sign-in/", fields, timeout=20).read().decode()
        assert "Sign out" in library
        assert "/designs/university/" in library
        style = re.search(r'href="/(static/css/base\.[0-9a-f]+\.css)"', library)
        assert style
        with urllib.request.urlopen(base + style[1], timeout=5) as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "immutable" in answer.headers["Cache-Control"]
        assert (tmp_path / ".serving").read_text().strip() == base
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 0
        assert server.stdout and server.stderr and "Traceback" not in server.stdout.read()
        first, second, *_, last = (one["event"] for one in _events(server.stderr.read()))
        assert (first, second, last) == ("migrated", "started", "stopped")
        assert not (tmp_path / ".serving").exists()
        with socket.socket() as probe:
            assert probe.connect_ex((serve.HOST, urllib.parse.urlsplit(base).port or 0)) != 0


def _events(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines() if line.startswith("{")]


def test_a_server_prints_no_token(tmp_path: Path) -> None:
    names = {"NESTLINK_LOCAL": "0", "ALLOWED_HOSTS": "nestlink.example", "BEHIND_TLS": "1"}
    names |= {"NESTLINK_HOME": str(tmp_path), "SQLITE_PATH": str(tmp_path / DATABASE)}
    prepare(tmp_path)
    with started("--port", "8755", stderr=subprocess.PIPE, NESTLINK_LOG="json", **names) as server:
        line = line_of(server)
        server.terminate()
        log = server.communicate(timeout=20)[1]
    assert "a TLS proxy" in line
    assert "#" not in line
    first, last = _events(log)
    assert (first["event"], first["version"], first["local"]) == ("started", VERSION, False)
    assert last["event"] == "stopped"


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    database.write_bytes(b"no database at all" * 1000)
    names = {"NESTLINK_HOME": str(tmp_path), "SQLITE_PATH": str(database)}
    with started("--port", "8765", stderr=subprocess.PIPE, **names) as server:
        said = server.communicate(timeout=30)[1]
    assert server.returncode
    assert f"({database}). Restore a backup" in said
    assert "Traceback" not in said
    assert database.read_bytes() == b"no database at all" * 1000


def test_a_server_goes_on_where_the_examples_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(self: serve.Command) -> None:
        raise OperationalError("database is locked")

    said = StringIO()
    monkeypatch.setattr(serve, "answers", lambda *args: False)
    monkeypatch.setattr(serve.Command, "_load", locked)
    watched: list[bool] = []

    class Running:
        is_serving = bool

        def watch(self) -> None:
            watched.append(True)

    serve.Command(stderr=said)._beside(Running(), 1, migrated=False)  # type: ignore[arg-type]
    assert watched
    assert "The examples were not loaded: database is locked" in said.getvalue()


class TestEnding:
    def test_a_terminal_that_interrupts_everyone_leaves_nobody_behind(self, tmp_path: Path) -> None:
        names = {"NESTLINK_HOME": str(tmp_path), "SQLITE_PATH": str(tmp_path / DATABASE)}
        prepare(tmp_path)
        with started("--port", "8760", start_new_session=True, **names) as server:
            printed = PRINTED.search(line_of(server))
            assert printed
            os.killpg(server.pid, signal.SIGINT)  # as Ctrl+C does
            assert server.wait(timeout=20) == 0
        with pytest.raises(OSError):
            urllib.request.urlopen(printed[1], timeout=2)

    @pytest.mark.parametrize(("last", "status"), [("forget_interrupt()", 0), ("", -signal.SIGINT)])
    def test_an_interrupt_while_text_runs_is_forgotten(self, last: str, status: int) -> None:
        """It ended a server that had stopped as it should by a signal, now and then."""
        text = "import os; os.kill(os.getpid(), 2); [None for _ in range(100_000)]"
        script = f"from modeler.supervising import forget_interrupt\ntry:\n    exec({text!r})\nexcept KeyboardInterrupt:\n    {last or 'pass'}"
        assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == status


@pytest.mark.django_db
class TestPreparing:
    """A second start is quick because it does nothing again."""

    @pytest.fixture
    def called(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        names: list[str] = []
        monkeypatch.setattr(preparing, "call_command", lambda name, **options: names.append(name))
        return names

    def test_a_database_in_shape_is_left_alone(self, called: list[str]) -> None:
        preparing.database()
        assert called == []

    def test_static_files_are_collected_when_one_changed(
        self, called: list[str], settings: Any, tmp_path: Path
    ) -> None:
        source = tmp_path / "source"
        source.mkdir()
        (source / "a.css").write_text("a {}")
        served = tmp_path / "served"
        served.mkdir()
        (served / preparing.STAMP).write_text("of an older version")
        settings.HOME, settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path, str(served), [source]
        from django.contrib.staticfiles.finders import get_finder

        get_finder.cache_clear()
        try:
            preparing.static_files()
            preparing.static_files()
            assert called == ["collectstatic"]
            (source / "a.css").write_text("a { color: red }")
            preparing.static_files()
            assert called == ["collectstatic"] * 2
            assert not list(served.iterdir())  # what stands there is served to everyone
        finally:
            get_finder.cache_clear()


def page(address: str) -> str:
    """The page, once the server answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")
