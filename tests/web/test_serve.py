"""The server: on loopback, on the next port where one is busy."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from designs.management.commands import serve

ROOT = Path(__file__).resolve().parent.parent.parent


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
    monkeypatch.setattr(serve, "TRIES", 1)
    with taken() as busy, pytest.raises(CommandError, match="--port"):
        serve.free_port(busy.getsockname()[1])


def test_it_serves_and_says_where(tmp_path: Path) -> None:
    names = os.environ | {"SQLITE_PATH": str(tmp_path / "a.sqlite3")}
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=names, check=True
    )
    command = [sys.executable, "manage.py", "serve", "--port", "8750"]
    with subprocess.Popen(command, cwd=ROOT, env=names, stdout=subprocess.PIPE, text=True) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert address, line
            front = page(address[0])
            assert "From entities to documents" in front
            style = re.search(r'href="/(static/css/base\.[0-9a-f]+\.css)"', front)
            assert style, front
            with urllib.request.urlopen(address[0] + style[1], timeout=5) as answer:
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert "immutable" in answer.headers["Cache-Control"]
        finally:
            server.terminate()


def page(address: str) -> str:
    """The page, once the server answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")
