"""What it costs that worker processes compile: the same edits and pages with workers and without, in one run.

    python -m bench.handover [--json] [--rounds N] [--size 50]

Milliseconds over HTTP as a browser on this machine sees them, medians: an edit stored, its advice and its
outputs, and pages that are compiled already. The two servers run in turn, each with a database of its own.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PRINTED = re.compile(r"http://127\.0\.0\.1:(\d+)/sign-in/#([\w-]+)")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
SIDES = {"workers": {}, "threads": {"NESTLINK_WORKERS": "0"}}
PAGES = ("", "decisions/", "documents/")


class Browser:
    """One connection with cookies."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: bytes | None = None, kind: str = ""
    ) -> tuple[int, bytes, Any]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        token = next((value for name, value in self.cookies.items() if name.endswith("_csrf")), "")
        headers |= {"Content-Type": kind, "X-CSRFToken": token} if kind else {}
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, content, answer.headers

    def form(self, page: str, fields: dict[str, str]) -> Any:
        """Send the form of a page; the headers of the answer."""
        found = TOKEN.search(self.ask("GET", page)[1].decode())
        token = found[1] if found else ""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        status, content, headers = self.ask("POST", page, body, "application/x-www-form-urlencoded")
        if status != 302:
            raise SystemExit(f"{page} answered {status}: {content[:200]!r}")
        return headers


@contextmanager
def served(more: dict[str, str]) -> Iterator[Browser]:
    """A fresh copy, and its owner's browser."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        names = {
            "NESTLINK_HOME": folder,
            "NESTLINK_LOCAL": "1",
            "SECRET_KEY": "a key of this measurement alone " * 2,
        }
        names |= {"SQLITE_PATH": str(Path(folder) / "db.sqlite3")}
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        with subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **names, **more}, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                printed = PRINTED.search(process.stdout.readline() if process.stdout else "")
                if printed is None:
                    raise SystemExit("the server did not start")
                browser = Browser(int(printed[1]))
                browser.form("/sign-in/", {"code": printed[2]})
                yield browser
            finally:
                process.terminate()
                process.wait(20)


Spans = dict[str, list[float]]


def measured(browser: Browser, size: int, rounds: int) -> Spans:
    """Times in milliseconds of a person's edits, and of pages that are compiled already."""
    from bench.live import _edits
    from bench.workload import design

    page = browser.form("/new/file/", {"text": design(size), "do": "store"})["Location"]
    raw = json.loads(browser.ask("GET", f"{page}edits/since/?whole=1")[1])["design"]
    spans: Spans = {"stored": [], "advice": [], "outputs": [], **{f"page {name}": [] for name in PAGES}}
    for number, edit in enumerate(_edits(raw, rounds), 1):
        body = json.dumps({"op": f"bench-edit-{number}", "base": number, "edit": edit}).encode()
        began = time.perf_counter()
        _timed(spans["stored"], browser.ask("POST", f"{page}edits/", body, "application/json"), began)
        _timed(spans["advice"], browser.ask("GET", f"{page}edits/live/?part=advice"), began)
        _timed(spans["outputs"], browser.ask("GET", f"{page}edits/live/?part=results"), began)
    for name in PAGES:
        browser.ask("GET", f"{page}{name}")
        for _ in range(rounds * 4):
            began = time.perf_counter()
            _timed(spans[f"page {name}"], browser.ask("GET", f"{page}{name}"), began)
    return spans


def _timed(spans: list[float], answer: tuple[int, bytes, Any], began: float) -> None:
    if answer[0] != 200:
        raise SystemExit(f"answered {answer[0]}: {answer[1][:200]!r}")
    spans.append((time.perf_counter() - began) * 1000)


def main() -> None:
    """Measure both sides in turn, and print a table, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=6, help="of four edits each")
    parser.add_argument("--size", type=int, default=50)
    options = parser.parse_args()
    found: dict[str, Spans] = {side: {} for side in SIDES}
    for _ in range(2):
        for side, more in SIDES.items():
            with served(more) as browser:
                for name, spans in measured(browser, options.size, options.rounds).items():
                    found[side].setdefault(name, []).extend(spans)
    rows = {
        name: {side: round(statistics.median(found[side][name]), 1) for side in SIDES}
        for name in found["workers"]
    }
    if options.json:
        print(json.dumps({"entities": options.size, "medians_ms": rows}))
        return
    print(
        f"medians in milliseconds, {options.size} entities\n{'':>16} {'workers':>9} {'threads':>9} {'ratio':>7}"
    )
    for name, row in rows.items():
        ratio = row["workers"] / row["threads"]
        print(f"{name.strip():>16} {row['workers']:>9} {row['threads']:>9} {ratio:>7.2f}")


if __name__ == "__main__":
    main()
