"""`manage.py serve` as a test starts it, signs in, kills it, and starts it again."""

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
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.prepared_home import prepare

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PRINTED = re.compile(r"(http://127\.0\.0\.1:\d+/)sign-in/#([\w-]{43})")
LONGEST = 120
"""Seconds for anything that is waited for."""


class Served:
    """A server of its own. database: the file, where it is kept in one."""

    def __init__(self, home: Path, **environment: str) -> None:
        home.mkdir(exist_ok=True)
        self.home, self.database = home, home / "db.sqlite3"
        kept = {"NESTLINK_HOME": str(home), "SQLITE_PATH": str(self.database), "DATABASE_URL": ""}
        self.environment = os.environ | kept | environment
        self.port, self.base, self.cookies = _free_port(), "", ""
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def python(self, *arguments: object) -> str:
        """What a program says that works on the same database."""
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def stored(self, verb: str) -> Any:
        """What stored.py makes or finds."""
        return json.loads(self.python("-m", "tests.web.durability.stored", verb).splitlines()[-1])

    def start(self) -> None:
        """Start it, and sign in the first time."""
        prepare(self.home)
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), "--host", "127.0.0.1"]
        with (self.home.parent / f"{self.home.name}.log").open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout
        printed = next(filter(None, map(PRINTED.search, self.process.stdout)))
        self.base = printed[1]
        self.cookies = self.cookies or _signed_in(*printed.groups())

    def stop(self) -> None:
        """End it as a person or the system does."""
        assert self.process
        self.process.terminate()
        self.process.wait(timeout=LONGEST)

    def kill(self) -> None:
        """End every process of it as hard as the system can, those that start others first."""
        if self.process is not None:
            for process in _with_descendants(self.process.pid):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self.process.communicate()
            self.process = None


def _with_descendants(first: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [first]
    for parent in found:  # it grows meanwhile
        found += [child for child, of in pairs if of == parent]
    return found


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _signed_in(base: str, code: str) -> str:
    """The cookies of the person that the printed address signs in."""
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    form = browser.open(f"{base}sign-in/", timeout=LONGEST).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token
    fields = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], "code": code}).encode()
    assert "Sign out" in browser.open(f"{base}sign-in/", fields, timeout=LONGEST).read().decode()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def until(true: Any, seconds: float = LONGEST) -> None:
    """Wait until a condition is true."""
    late = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < late, "it never came"
        time.sleep(0.02)
