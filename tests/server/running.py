"""A whole copy as people run it: `manage.py serve` on a port and a folder of its own."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.prepared_home import prepare

ROOT = Path(__file__).resolve().parent.parent.parent
PRINTED = re.compile(r"http://127\.0\.0\.1:(\d+)/sign-in/#([\w-]+)")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@dataclass(frozen=True)
class Answer:
    """An answer of the server. seconds: from the sending to the last byte."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def title(self) -> str:
        found = re.search(r"<h1[^>]*>\s*(.*?)\s*</h1>", self.text, re.S)
        return found[1] if found else ""


@dataclass
class Visitor:
    """Somebody with a browser: cookies, and pages asked for one after another."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    accept: str = "text/html"

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Accept": self.accept, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        began = time.monotonic()
        connection.request(method, path, body, sent | {k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        told = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, told, content, time.monotonic() - began)

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, **headers)

    def post(self, path: str, fields: Mapping[str, str], form: str = "", **headers: str) -> Answer:
        """Send a form as its page does. form: the address of that page."""
        token = TOKEN.search(self.get(form or path).text)
        assert token, f"{form or path} has no form"
        sent = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        kind = {"Content_Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, sent, **kind, **headers)

    def check(self, text: str, **headers: str) -> Answer:
        """Ask what is wrong with a design file."""
        return self.post("/new/file/", {"text": text, "do": "check"}, **headers)


@dataclass
class Copy:
    """A running copy."""

    process: subprocess.Popen[str]
    port: int
    code: str
    home: Path

    def visitor(self) -> Visitor:
        return Visitor(self.port)

    @cached_property
    def owner(self) -> Visitor:
        """The owner, signed in by the printed address."""
        visitor = self.visitor()
        answer = visitor.post("/sign-in/", {"code": self.code})
        assert answer.status == 302, answer.text
        return visitor

    def processes(self, words: str) -> list[int]:
        """The processes under this copy whose command line holds these words, each behind the one that started it: numbers
        tell no order, for they begin again."""
        told = subprocess.run(
            ["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
        )
        rows = [line.split(None, 2) for line in told.stdout.splitlines()[1:]]
        below = [self.process.pid]
        for pid in below:
            below += sorted(int(row[0]) for row in rows if int(row[1]) == pid)
        said = {int(row[0]) for row in rows if words in row[2]}
        return [pid for pid in below if pid in said]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(home: Path, **environment: str) -> Iterator[Copy]:
    """Start a copy with its database in a folder, and end it."""
    prepare(home)
    names = {"NESTLINK_HOME": str(home), "SQLITE_PATH": str(home / "db.sqlite3"), "NESTLINK_LOCAL": "1"}
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=ROOT,
        env=os.environ | names | environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            printed = PRINTED.search(process.stdout.readline() if process.stdout else "")
            assert printed, "the copy did not start"
            yield Copy(process, int(printed[1]), printed[2], home)
        finally:
            process.terminate()
            process.wait(20)
