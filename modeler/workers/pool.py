"""The worker processes of the broker: started ahead of need, given work, ended and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import shutil
import signal
import socket
import time
from collections import OrderedDict
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from . import messages
from .limits import Limits
from .worker import DIED_OF_MEMORY, main

_LONG = 0.4
"""Seconds after which a design may move to a worker that is idle while its own is at work."""
_IDLE = 30.0
"""Seconds after which a worker beyond the usual number ends."""
_DESIGNS = 500


class WorkerProcess:
    """A worker process. designs stay with the worker that worked on them last."""

    def __init__(self, process: BaseProcess, connection: socket.socket) -> None:
        self.process, self.connection = process, connection
        self.task: asyncio.Future[None] | None = None
        self.since = time.monotonic()
        self.busy = False
        self.stopped = ""


class WorkerPool:
    """The workers, and which design is at home with which."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limits, self.folder = limits, folder
        self.workers: list[WorkerProcess] = []
        self._homes: OrderedDict[str, WorkerProcess] = OrderedDict()
        self._number = 0
        self._context: ForkServerContext = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["modeler.workers.warm"])

    def fill(self) -> None:
        """Start workers until the usual number is there."""
        while len(self.workers) < self.limits.workers:
            self.workers.append(self._new())

    def _new(self) -> WorkerProcess:
        ours, theirs = socket.socketpair()
        limits = self.limits
        arguments = (theirs, str(self.folder), limits.seconds, limits.memory, limits.grown)
        process = self._context.Process(target=main, args=arguments, daemon=True)
        process.start()
        theirs.close()
        ours.setblocking(False)
        return WorkerProcess(process, ours)

    def worker_for(self, design: str, waited: float) -> WorkerProcess | None:
        """Return the worker for a design: the one at home if it is idle, another if that has not been
        free for a while, None if the request should wait."""
        idle = [worker for worker in self.workers if not worker.busy]
        home = self._homes.get(design) if design else None
        if home is not None and home in self.workers and (not home.busy or waited < _LONG):
            return None if home.busy else home
        # The one whose designs were asked for longest ago has the least to lose.
        return min(idle, key=lambda worker: worker.since, default=None)

    def take(self, worker: WorkerProcess, design: str) -> None:
        """Reserve a worker. From here on, until `answer` is done, nobody else gets it."""
        if worker.busy:
            raise RuntimeError("a worker is given to two requests")
        self._note_home(design, worker)
        worker.busy, worker.since = True, time.monotonic()

    async def answer(self, worker: WorkerProcess, work: messages.Work) -> messages.Event:
        """Give a worker that is reserved something to do, and wait for its answer."""
        self._number += 1
        work.number = self._number
        try:
            answer = await asyncio.wait_for(_exchanged(worker.connection, work), self._patience())
            reply: messages.Reply | None = answer
            if answer.number != work.number:  # never somebody else's answer, whatever went wrong
                self.stop(worker, "lost")
                reply = None
        except TimeoutError:
            self.stop(worker, "slow")
            reply = None
        except (OSError, asyncio.IncompleteReadError):
            reply = None
        event = (
            messages.Event(failed=await self._replaced(worker))
            if reply is None
            else messages.Event(reply=reply)
        )
        worker.busy, worker.since = False, time.monotonic()
        return event

    def _patience(self) -> float | None:
        return self.limits.seconds * self.limits.patience or None

    def _note_home(self, design: str, worker: WorkerProcess) -> None:
        if design:
            self._homes[design] = worker
            self._homes.move_to_end(design)
            while len(self._homes) > _DESIGNS:
                self._homes.popitem(last=False)

    def stop(self, worker: WorkerProcess, why: str) -> None:
        """End a worker and all that it started."""
        worker.stopped = worker.stopped or why
        worker.process.kill()
        for pid in _session_of(worker.process.pid or 0):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    async def _replaced(self, worker: WorkerProcess) -> str:
        """Replace a worker that is no more. Return why it ended, as `messages.Event` says it."""
        await asyncio.to_thread(worker.process.join, 5)
        code, stopped = worker.process.exitcode, worker.stopped
        self._drop(worker)
        self.fill()
        if stopped:
            return stopped
        if code == -signal.SIGPROF:
            return "time"
        return "memory" if code in (DIED_OF_MEMORY, -signal.SIGSEGV) else "lost"

    def _drop(self, worker: WorkerProcess) -> None:
        if worker in self.workers:
            self.workers.remove(worker)
        worker.connection.close()
        self.stop(worker, "over")
        shutil.rmtree(self.folder / str(worker.process.pid), ignore_errors=True)
        for design in [design for design, home in self._homes.items() if home is worker]:
            del self._homes[design]

    def look_after(self, *, waiting: bool) -> None:
        """Replace workers that ended on their own, and have more while all are at work for long."""
        now = time.monotonic()
        for worker in [idle for idle in self.workers if not idle.busy and not idle.process.is_alive()]:
            self._drop(worker)
        self.fill()
        most = self.limits.workers + self.limits.more
        if (
            waiting
            and len(self.workers) < most
            and all(worker.busy and now - worker.since > _LONG for worker in self.workers)
        ):
            self.workers.append(self._new())
        for worker in self.workers[self.limits.workers :]:
            if not worker.busy and now - worker.since > _IDLE:
                self._drop(worker)


def _session_of(leader: int) -> list[int]:
    """Return the processes of a session, where the system lists them; elsewhere their own limits end them."""
    return [pid for pid in map(int, filter(str.isdigit, _entries())) if _session(pid) == leader]


def _entries() -> list[str]:
    return [entry.name for entry in Path("/proc").iterdir()] if Path("/proc/self/stat").exists() else []


def _session(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return -1
    return int(status.rpartition(")")[2].split()[3])


async def _exchanged(connection: socket.socket, work: messages.Work) -> messages.Reply:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, messages.packed(work))
    size = messages.length(await _exactly(connection, messages.HEAD))
    return messages.decoded(await _exactly(connection, size), messages.Reply)


async def _exactly(connection: socket.socket, size: int) -> bytes:
    loop, received = asyncio.get_running_loop(), bytearray()
    while len(received) < size:
        piece = await loop.sock_recv(connection, min(size - len(received), 1 << 20))
        if not piece:
            raise asyncio.IncompleteReadError(bytes(received), size)
        received += piece
    return bytes(received)
