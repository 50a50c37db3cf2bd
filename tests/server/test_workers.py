"""What asks for too much ends alone: with words, within its limits, and beside everyone else's pages."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

import pytest

from bench.workload import design

from .demanding import LARGE, Asked, busy, dense, state, ticks, workers
from .running import TOKEN, Copy, running


def test_too_much_time_is_said(strict: Copy) -> None:
    answer = strict.visitor().check(LARGE)
    assert answer.status == 422
    assert answer.title == "This took too long to compile"
    assert "3 seconds of processor time" in answer.text
    assert "NESTLINK_COMPILE_SECONDS" in answer.text
    assert "content-security-policy" in answer.headers
    assert answer.seconds < 20


def test_workers_are_known_where_numbers_of_processes_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may have a lower number than the process that it was forked from."""
    forked = "python -c multiprocessing.forkserver"
    rows = [
        "PID PPID COMMAND",
        f"310 32760 {forked}",
        f"9 1 {forked}",
        "32700 1 serve",
        f"32760 32700 {forked}",
    ]
    told = subprocess.CompletedProcess([], 0, stdout="\n".join(rows))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: told)
    server = SimpleNamespace(pid=32700)
    assert workers(Copy(cast("Any", server), 0, "", Path())) == [310]


def test_another_visitor_does_not_notice(strict: Copy) -> None:
    slow = Asked(lambda: strict.visitor().check(LARGE))
    busy(strict)
    for page in ("/designs/web-shop/", "/", "/designs/university/decisions/"):
        answer = strict.visitor().get(page)
        assert (answer.status, answer.title) != (503, "")
        assert answer.status == 200 and answer.seconds < 5
    assert slow.wait().status == 422


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """A copy whose workers get little memory, with a program in the place of Graphviz that draws for ever. The last test
    below kills it."""
    home = tmp_path_factory.mktemp("limited")
    slow = home / "dot"
    slow.write_text(
        '#!/bin/sh\n[ "$1" = -V ] && { echo "dot - graphviz version 9.9.9 (0)" >&2; exit 0; }\nexec sleep 300\n'
    )
    slow.chmod(0o755)
    limits = {"NESTLINK_COMPILE_SECONDS": "30", "NESTLINK_COMPILE_MEMORY_MB": "130"}
    with running(home, PATH=f"{home}:{os.environ['PATH']}", **limits) as copy:
        yield copy


def test_too_much_memory_is_said(limited: Copy) -> None:
    answer = limited.visitor().check(LARGE)
    assert answer.title == "This took too much memory to compile"
    assert answer.status == 422 and "130 MB" in answer.text
    assert limited.visitor().get("/designs/university/").status == 200


def test_it_ends_when_its_visitor_leaves(copy: Copy) -> None:
    visitor = copy.visitor()
    token = TOKEN.search(visitor.get("/new/file/").text)
    assert token
    body = urlencode({"csrfmiddlewaretoken": token[1], "text": dense(138), "do": "check"}).encode()
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    head = {"Host": "localhost", "Cookie": cookie, "Content-Length": str(len(body))}
    head |= {"Content-Type": "application/x-www-form-urlencoded"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    place = socket.create_connection(("127.0.0.1", copy.port))
    place.sendall(f"POST /new/file/ HTTP/1.1\r\n{lines}\r\n".encode() + body)
    at_work = busy(copy)
    place.close()
    until = time.monotonic() + 8  # a second of grace, and a busy machine; the compile alone would take more
    while at_work in workers(copy) and time.monotonic() < until:
        time.sleep(0.1)
    assert at_work not in workers(copy)
    assert visitor.get("/designs/university/").status == 200


@pytest.fixture
def lasting(copy: Copy) -> Iterator[Copy]:
    yield copy
    assert copy.process.poll() is None


def _lasting(copy: Copy, words: str) -> list[int]:
    """The processes of these words, without what one of them is about to start as another program."""
    first = copy.processes(words)
    time.sleep(0.2)
    return [pid for pid in copy.processes(words) if pid in first]


class TestDeaths:
    """Each process may die; the port answers again by itself."""

    @pytest.mark.parametrize("words", ["multiprocessing.forkserver", "modeler.workers", "granian"])
    @pytest.mark.parametrize("which", [0, -1])
    def test_pages_come_again(self, lasting: Copy, words: str, which: int) -> None:
        os.kill(_lasting(lasting, words)[which], signal.SIGKILL)
        until = time.monotonic() + 60
        while True:
            try:
                answers = [lasting.visitor().get(page).status for page in ("/", "/designs/university/")]
            except (OSError, http.client.HTTPException):  # it may die in the midst of an answer
                answers = []
            if answers == [200, 200] or time.monotonic() > until:
                break
            time.sleep(0.2)
        assert answers == [200, 200]


def test_a_design_stays_with_its_worker(copy: Copy) -> None:
    """What it remembers makes the second page quick: one worker alone has used the processor."""
    visitor = copy.visitor()
    visitor.get("/designs/event-tickets/")
    before = {pid: ticks(pid) for pid in workers(copy)}
    for page in ("", "decisions/", "documents/", "findings/", "scripts/") * 4:
        assert visitor.get(f"/designs/university/{page}").status == 200
    used = [pid for pid in workers(copy) if ticks(pid) - before.get(pid, 0) > 3]
    assert len(used) <= 1


def _alive(pids: list[int]) -> list[int]:
    """Those that still run, whoever their parent is by now."""
    return [pid for pid in pids if state(pid) not in ("", "Z")]


def test_a_drawing_ends_with_its_worker(limited: Copy) -> None:
    """It is not left behind."""
    asked = socket.create_connection(("127.0.0.1", limited.port))
    asked.sendall(b"GET /designs/university/diagrams/documents/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    until = time.monotonic() + 60
    while not (drawing := limited.processes("sleep 300")) and time.monotonic() < until:
        time.sleep(0.1)
    assert drawing
    asked.close()
    while _alive(drawing) and time.monotonic() < until:
        time.sleep(0.1)
    assert not _alive(drawing)


def test_a_large_design_is_read_by_workers_alone(copy: Copy) -> None:
    """Its editor's small questions would keep the threads of everyone's pages at work."""
    stored = copy.owner.post("/new/file/", {"text": design(500), "do": "store"})
    assert stored.status == 302
    page = stored.headers["location"].removesuffix("edit/")
    server = copy.processes("granian")[-1]
    before = ticks(server)
    for path in ("edits/goes-with/?id=none", "edit/", "about/", "copy/", "edits/since/?whole=1") * 2:
        answer = copy.owner.get(f"{page}{path}")
        assert answer.status == (404 if "goes-with" in path else 200)
    assert ticks(server) - before < 100  # of the processor's hundredths; once each would take that here
    token = copy.owner.cookies[next(name for name in copy.owner.cookies if name.endswith("_csrf"))]
    edit = {"edit": "set", "id": "design", "path": ["description"], "value": "Saved"}
    body = json.dumps({"op": "large-design-edit", "base": 1, "edit": edit}).encode()
    sent = copy.owner.send("POST", f"{page}edits/", body, Content_Type="application/json", X_CSRFToken=token)
    assert (sent.status, json.loads(sent.body)["revision"]) == (200, 2)


def test_cookies_cost_no_more_than_they_may(copy: Copy) -> None:
    visitor = copy.visitor()
    visitor.cookies["x"] = '"' + "\\a" * 3_900 + '"'
    assert visitor.get("/designs/university/").seconds < 5
    visitor.cookies["x"] = '"' + "\\a" * 20_000 + '"'
    answer = visitor.get("/designs/university/")
    assert (answer.status, answer.title) == (431, "Too many cookies")


def test_nothing_is_left_of_a_server_whose_first_process_was_killed(limited: Copy) -> None:
    below = limited.processes("python")
    assert len(below) > 3
    limited.process.kill()
    limited.process.wait()
    until = time.monotonic() + 30
    while any(state(pid) not in ("", "Z") for pid in below) and time.monotonic() < until:
        time.sleep(0.2)
    assert [pid for pid in below if state(pid) not in ("", "Z")] == []
