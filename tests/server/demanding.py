"""Requests that ask for much, and what the workers do meanwhile."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

from .running import Answer, Copy, Visitor


def dense(points: int) -> str:
    """A design file that compiles for seconds: each entity is related to each other one."""
    fields = [{"name": "a", "type": "string"}]
    pairs = [(one, other) for one in range(points) for other in range(one)]
    links = [
        {
            "name": f"r{one}_{other}",
            "kind": "one-to-many",
            "from": {"entity": f"E{one}"},
            "to": {"entity": f"E{other}"},
        }
        for one, other in pairs
    ]
    entities = [{"name": f"E{number}", "fields": fields} for number in range(points)]
    told = {"format": "nestlink/1", "name": "Dense", "database": "dense"}
    return json.dumps(told | {"entities": entities, "relationships": links}, separators=(",", ":"))


LARGE = dense(110)


class Asked:
    """A request that another thread waits for."""

    def __init__(self, ask: Callable[[], Answer]) -> None:
        self.answer: Answer | None = None
        self._thread = threading.Thread(target=self._run, args=(ask,))
        self._thread.start()

    def _run(self, ask: Callable[[], Answer]) -> None:
        self.answer = ask()

    def is_waiting(self) -> bool:
        return self._thread.is_alive()

    def wait(self) -> Answer:
        self._thread.join(60)
        assert self.answer is not None
        return self.answer


def workers(copy: Copy) -> list[int]:
    """The processes that compile: those below the one that they are forked from."""
    return copy.processes("multiprocessing.forkserver")[1:]


def busy(copy: Copy, seconds: float = 30) -> int:
    """The worker that uses the processor, once there is one."""
    until, before = time.monotonic() + seconds, {pid: ticks(pid) for pid in workers(copy)}
    while time.monotonic() < until:
        time.sleep(0.3)
        for pid in workers(copy):
            if ticks(pid) - before.get(pid, 0) > 10:
                return pid
    raise AssertionError("no worker is at work")


def ticks(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat") as file:
            parts = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(parts[11]) + int(parts[12])


def followed(visitor: Visitor, there: str, **headers: str) -> Answer:
    """Come back for an answer as the page does: a place in the queue is kept for seconds only."""
    until = time.monotonic() + 90
    while "in the queue" in (answer := visitor.get(there, **headers)).text and time.monotonic() < until:
        time.sleep(0.2)
    return answer


def state(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""
