"""Editors that save over HTTP, and what they were told: each edit is sent until it is acknowledged."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from .served import LONGEST, Served, until

FAILED = 0
"""The status of what got no answer."""

PAUSE = 0.1


class Saver(threading.Thread):
    """Says in the description of its own entity how many edits it made.

    acknowledged: op ids, in order. answers: how often each status came.
    """

    def __init__(self, served: Served, place: dict[str, str], name: str) -> None:
        super().__init__(daemon=True)
        self.served, self.place, self.name = served, place, name
        self.acknowledged: list[str] = []
        self.answers: Counter[int] = Counter()
        self.last: tuple[int, dict[str, str], str] = FAILED, {}, ""
        self.stopping, self.resting = threading.Event(), threading.Event()
        self.base = 1
        self.way: http.client.HTTPConnection | None = None

    def run(self) -> None:
        number = 0
        while not self.stopping.wait(PAUSE):
            if self.resting.is_set():
                continue
            number += 1
            self._save(f"{self.name}-{number:08}")

    def _save(self, op: str) -> None:
        edit = {"edit": "set", "id": self.place["entity"], "path": ["description"], "value": op}
        while not self.stopping.is_set():
            status, headers, text = self.ask(
                f"designs/{self.place['slug']}/edits/", {"op": op, "base": self.base, "edit": edit}
            )
            self.answers[status] += 1
            if status == 200:
                self.base = json.loads(text)["revision"]
                self.acknowledged.append(op)
                return
            self.last = status, headers, text
            time.sleep(PAUSE)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, str], str]:
        """Get a page, or post to it. Return its status, headers by lower-case names, and text."""
        place = urlsplit(self.served.base)
        self.way = self.way or http.client.HTTPConnection(place.hostname or "", place.port, timeout=LONGEST)
        token = re.search(r"_csrf=(\w+)", self.served.cookies)
        headers = {"Cookie": self.served.cookies, "X-CSRFToken": token[1] if token else ""}
        try:
            self.way.request(
                "POST" if body else "GET", place.path + path, json.dumps(body) if body else None, headers
            )
            answer = self.way.getresponse()
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status, headers, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.way.close()
            self.way = None
            return FAILED, {}, ""


@contextmanager
def saving(number: int, *servers: Served) -> Iterator[list[Saver]]:
    """Let editors save, spread over servers of one database; all have begun."""
    places = servers[0].stored("make")["places"]
    servers_in_turn = [servers[index % len(servers)] for index in range(number)]
    for server in servers:
        server.start()
    pairs = zip(servers_in_turn, places, strict=False)
    savers = [Saver(server, place, f"editor{index}") for index, (server, place) in enumerate(pairs)]
    for saver in savers:
        saver.start()
    try:
        all_saved_more(savers)
        yield savers
    finally:
        for saver in savers:
            saver.stopping.set()
        for saver in savers:
            saver.join(LONGEST)


@contextmanager
def resting(savers: list[Saver]) -> Iterator[None]:
    """Let them begin no edit meanwhile, since what is done has nothing to do with their database."""
    for saver in savers:
        saver.resting.set()
    yield
    for saver in savers:
        saver.resting.clear()


def all_saved_more(savers: list[Saver], seconds: float = LONGEST) -> None:
    """Wait until each has saved again."""
    before = [len(saver.acknowledged) for saver in savers]
    until(
        lambda: all(len(one.acknowledged) > then for one, then in zip(savers, before, strict=True)), seconds
    )


def answers(savers: list[Saver]) -> Counter[int]:
    """How often each status came to any of them."""
    return sum((saver.answers for saver in savers), Counter())


def wrong(savers: list[Saver], stored: dict[str, Any]) -> list[str]:
    """What a database lost or tore of what it acknowledged, in words."""
    ops, problems = Counter(stored["ops"]), list(stored["problems"])
    for saver in savers:
        problems += [f"{op} was lost" for op in saver.acknowledged if op not in ops]
        said = stored["said"].get(saver.place["entity"], "")
        if saver.acknowledged and said < saver.acknowledged[-1]:
            problems.append(f"{saver.name} said {saver.acknowledged[-1]}, which is {said or 'nothing'} again")
    return problems + [f"{op} was applied {times} times" for op, times in ops.items() if times > 1]
