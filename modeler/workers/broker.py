"""The broker: one process that hands requests to workers, in turn, and ends those that ask for too much.

It never compiles anything itself, so nothing that a visitor sends can keep it from its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from . import messages
from .fair_queue import FairQueue
from .limits import Limits
from .pool import WorkerPool, WorkerProcess

PARKED = 6.0
"""Seconds that a request waits for its visitor to ask again."""
KEPT = 20.0
"""Seconds that an answer, or a refusal, waits for its visitor to ask again."""
CHANCE = "lost"
"""The failure that says nothing about the request: its worker died. Asked again, it is tried again."""
LEAVING = 1.0
"""Seconds that a request may go on after its visitor left; most are done by then."""
FORGOTTEN = 120.0
"""Seconds after which the file of a body is removed, whoever it was for."""
TICK = 0.1


class Job:
    """A request on its way. listener: told of its place and its end; None while nobody listens."""

    def __init__(self, request: messages.Request) -> None:
        self.request, self.who = request, request.who
        self.listener: asyncio.Queue[messages.Event] | None = None
        self.worker: WorkerProcess | None = None
        self.end: messages.Event | None = None
        self.since = time.monotonic()
        self.left = 0.0

    def tell(self, event: messages.Event) -> None:
        """Tell the listener, if there is one."""
        if self.listener is not None:
            self.listener.put_nowait(event)


class Broker:
    """All requests of all server processes. Everything happens in one thread."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limits = limits
        self.folder, self._swept = folder, time.monotonic()
        self.pool = WorkerPool(limits, folder)
        self.queue: FairQueue[Job] = FairQueue()
        self.running: list[Job] = []
        self.resumable: OrderedDict[str, Job] = OrderedDict()

    async def serve(self, path: Path) -> None:
        """Answer on a socket until cancelled."""
        self.pool.fill()
        server = await asyncio.start_unix_server(self._visit, path, limit=1 << 20)
        path.chmod(0o600)
        async with server:
            while True:
                await asyncio.sleep(TICK)
                self._look_after()

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await messages.read(reader, messages.Request)
        if request is not None:
            gone = asyncio.ensure_future(reader.read(1))
            job = self._job_for(request)
            try:
                await self._follow(job, writer, gone)
            except ConnectionError:
                gone.cancel()
            finally:
                gone.cancel()
                self._left(job)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    def _job_for(self, request: messages.Request) -> Job:
        """Return the request that the visitor left here a moment ago, or a new one in the queue."""
        parked = self.resumable.get(request.resume) if request.resume else None
        if parked is not None and parked.listener is None and parked.who == request.who:
            return self._listened(parked)
        if not request.environ:
            return self._ended(Job(request), messages.Event(failed="gone"))
        job = self._listened(Job(request))
        if self._is_full(request):
            return self._ended(job, messages.Event(failed="full"))
        if request.resume:
            self.resumable[request.resume] = job
        self.queue.add(job)
        self._start_those_who_can()
        return job

    def _is_full(self, request: messages.Request) -> bool:
        if self.queue.of(request.who) >= self.limits.waiting_of_one or len(self.queue) >= self.limits.waiting:
            return True
        return (
            sum(len(waiting.request.body) for waiting in self.queue) + len(request.body)
            > self.limits.waiting_bytes
        )

    def _listened(self, job: Job) -> Job:
        job.listener, job.left = asyncio.Queue(), 0.0
        if job.end is not None:
            job.tell(job.end)
        return job

    def _ended(self, job: Job, event: messages.Event) -> Job:
        job.listener = job.listener or asyncio.Queue()
        job.end = event
        job.tell(event)
        return job

    async def _follow(self, job: Job, writer: asyncio.StreamWriter, gone: asyncio.Future[bytes]) -> None:
        """Pass on what happens to a request until it ends or its visitor leaves."""
        events = job.listener
        while events is not None:
            heard = asyncio.ensure_future(events.get())
            either: set[asyncio.Future[Any]] = {heard, gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not heard.done():
                heard.cancel()
                return
            event = heard.result()
            writer.write(messages.packed(event))
            await writer.drain()
            if event.reply is not None or event.failed:
                if event.reply is not None or event.failed == CHANCE:
                    self._forget(job)
                return

    def _forget(self, job: Job) -> None:
        if self.resumable.get(job.request.resume) is job:
            del self.resumable[job.request.resume]

    def _left(self, job: Job) -> None:
        job.listener, job.left = None, time.monotonic()
        if job.end is None and not job.request.parks and self.queue.remove(job):
            self._forget(job)
            self._tell_places()

    def _may_start(self, job: Job) -> bool:
        """Tell whether a visitor has room for one more at once, and whether a worker suits."""
        own = [other for other in self.running if other.who == job.who]
        same = [other for other in own if other.request.lane == job.request.lane]
        most, most_in_all = self.limits.of_account if job.request.signed_in else self.limits.of_address
        if len(same) >= most or len(own) >= most_in_all:
            return False
        return self.pool.worker_for(job.request.design, time.monotonic() - job.since) is not None

    def _start_those_who_can(self) -> None:
        while (job := self.queue.take(self._may_start)) is not None:
            worker = self.pool.worker_for(job.request.design, time.monotonic() - job.since)
            if worker is None:
                break
            self.pool.take(worker, job.request.design)  # now, and not when the task below begins
            job.worker = worker
            self.running.append(job)
            job.tell(messages.Event(place=0))
            work = messages.Work(job.request.environ, job.request.body)
            worker.task = asyncio.ensure_future(self._run(job, worker, work))
        self._tell_places()

    async def _run(self, job: Job, worker: WorkerProcess, work: messages.Work) -> None:
        event = await self.pool.answer(worker, work)
        self.running.remove(job)
        job.worker, job.since, job.end = None, time.monotonic(), event
        job.tell(event)
        if job.listener is None and not job.request.parks:
            _discard(event)
        self._start_those_who_can()

    def _tell_places(self) -> None:
        for place, job in enumerate(self.queue, 1):
            job.tell(messages.Event(place=place))

    def _look_after(self) -> None:
        """End what runs for nobody or for too long, and forget what nobody came back for."""
        now = time.monotonic()
        for job in self.running:
            grace = PARKED if job.request.parks else LEAVING
            if job.worker is not None and job.listener is None and now - job.left > grace:
                self.pool.stop(job.worker, "gone")
        for job in [
            queued for queued in self.queue if queued.listener is None and now - queued.left > PARKED
        ]:
            self.queue.remove(job)
            self._forget(job)
        for job in [resumed for resumed in self.resumable.values() if resumed.end and not resumed.listener]:
            if now - job.since > KEPT:
                self._forget(job)
                if job.end is not None:
                    _discard(job.end)
        self._remove_forgotten(now)
        self.pool.look_after(waiting=bool(len(self.queue)))
        self._start_those_who_can()

    def _remove_forgotten(self, now: float) -> None:
        """Remove bodies that nobody fetched: their server process died, say."""
        if now < self._swept + FORGOTTEN:
            return
        self._swept = now
        for path in self.folder.glob(f"{messages.BODY}*"):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > FORGOTTEN:
                    path.unlink()


def _discard(event: messages.Event) -> None:
    if event.reply is not None and event.reply.file:
        Path(event.reply.file).unlink(missing_ok=True)


async def run(path: Path) -> None:
    """Serve on a socket of this path until whoever started this process is gone."""
    parent = os.getppid()
    task = asyncio.ensure_future(Broker(Limits(), path.parent).serve(path))
    while not task.done() and os.getppid() == parent:
        await asyncio.wait({task}, timeout=1)
    if task.done():
        task.result()
    task.cancel()
