"""What a browser with an empty cache is sent until a page is ready, by the server that `make run` starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, Request

from tests.prepared_home import prepare

ROOT = Path(__file__).resolve().parent.parent.parent
READY = "html[data-ready]"


class Sent(NamedTuple):
    """One answer. sent: bytes of its head and body, as they came."""

    path: str
    sent: int
    encoding: str
    cached: str


def first_load(page: Page, address: str) -> list[Sent]:
    """Every answer that was asked for until the page is ready."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    until = list(asked)
    page.wait_for_load_state("networkidle")
    return [found for one in until if (found := _sent(one))]


def _sent(request: Request) -> Sent | None:
    answer = request.response()
    if answer is None or not request.url.startswith("http"):
        return None
    sizes, headers = request.sizes(), answer.headers
    return Sent(
        request.url.split("/", 3)[-1],
        sizes["responseHeadersSize"] + sizes["responseBodySize"],
        headers.get("content-encoding", ""),
        headers.get("cache-control", ""),
    )


@contextmanager
def served(home: Path, port: int) -> Iterator[str]:
    """The address of a server of its own, with the example designs, while it runs. home: an empty folder."""
    prepare(home)
    own = {"NESTLINK_HOME": str(home), "NESTLINK_LOCAL": "1", "SECRET_KEY": "a key of these tests alone " * 2}
    kept = {
        key: value for key, value in os.environ.items() if key not in ("DEBUG", "SQLITE_PATH", "DATABASE_URL")
    }
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=kept | own, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            assert "Nestlink is at" in told, told
            yield told.split("Nestlink is at ")[1].split("/sign-in")[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
