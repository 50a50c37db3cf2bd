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

from . import frames, worker
from .limits import Limits

_LONG = 0.4
"""Seconds after which a design may move to a worker that is idle while its own is at work."""
_IDLE = 30.0
"""Seconds after which a worker beyond the usual number ends."""
_DESIGNS = 500


class Hand:
    """A worker process. designs stay with the hand that worked on them last."""

    def __init__(self, process: BaseProcess, place: socket.socket) -> None:
        self.process, self.place = process, place
        self.task: asyncio.Future[None] | None = None
        self.since = time.monotonic()
        self.busy = False
        self.stopped = ""


class Crew:
    """The workers, and which design is at home with which."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limits, self.folder = limits, folder
        self.hands: list[Hand] = []
        self._homes: OrderedDict[str, Hand] = OrderedDict()
        self._number = 0
        self._context: ForkServerContext = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["modeler.workers.warm"])

    def fill(self) -> None:
        """Start workers until the usual number is there."""
        while len(self.hands) < self.limits.workers:
            self.hands.append(self._new())

    def _new(self) -> Hand:
        ours, theirs = socket.socketpair()
        limits = self.limits
        arguments = (theirs, str(self.folder), limits.seconds, limits.memory, limits.grown)
        process = self._context.Process(target=worker.main, args=arguments, daemon=True)
        process.start()
        theirs.close()
        ours.setblocking(False)
        return Hand(process, ours)

    def hand_for(self, design: str, waited: float) -> Hand | None:
        """Return the worker for a design: the one at home if it is idle, another if that has not been
        free for a while, None if the request should wait."""
        idle = [one for one in self.hands if not one.busy]
        home = self._homes.get(design) if design else None
        if home is not None and home in self.hands and (not home.busy or waited < _LONG):
            return None if home.busy else home
        # The one whose designs were asked for longest ago has the least to lose.
        return min(idle, key=lambda one: one.since, default=None)

    def take(self, hand: Hand, design: str) -> None:
        """Reserve a worker. From here on, until `answer` is done, nobody else gets it."""
        if hand.busy:
            raise RuntimeError("a worker is given to two requests")
        self._at_home(design, hand)
        hand.busy, hand.since = True, time.monotonic()

    async def answer(self, hand: Hand, work: frames.Work) -> frames.Event:
        """Give a worker that is reserved something to do, and wait for its answer."""
        self._number += 1
        work.number = self._number
        try:
            found = await asyncio.wait_for(_exchanged(hand.place, work), self._patience())
            reply: frames.Reply | None = found
            if found.number != work.number:  # never somebody else's answer, whatever went wrong
                self.stop(hand, "lost")
                reply = None
        except TimeoutError:
            self.stop(hand, "slow")
            reply = None
        except (OSError, asyncio.IncompleteReadError):
            reply = None
        event = frames.Event(failed=await self._buried(hand)) if reply is None else frames.Event(reply=reply)
        hand.busy, hand.since = False, time.monotonic()
        return event

    def _patience(self) -> float | None:
        return self.limits.seconds * self.limits.patience or None

    def _at_home(self, design: str, hand: Hand) -> None:
        if design:
            self._homes[design] = hand
            self._homes.move_to_end(design)
            while len(self._homes) > _DESIGNS:
                self._homes.popitem(last=False)

    def stop(self, hand: Hand, why: str) -> None:
        """End a worker and all that it started."""
        hand.stopped = hand.stopped or why
        hand.process.kill()
        for pid in _session_of(hand.process.pid or 0):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    async def _buried(self, hand: Hand) -> str:
        """Replace a worker that is no more. Return why it ended, as `frames.Event` says it."""
        await asyncio.to_thread(hand.process.join, 5)
        code, stopped = hand.process.exitcode, hand.stopped
        self._drop(hand)
        self.fill()
        if stopped:
            return stopped
        if code == -signal.SIGPROF:
            return "time"
        return "memory" if code in (worker.DIED_OF_MEMORY, -signal.SIGSEGV) else "lost"

    def _drop(self, hand: Hand) -> None:
        if hand in self.hands:
            self.hands.remove(hand)
        hand.place.close()
        self.stop(hand, "over")
        shutil.rmtree(self.folder / str(hand.process.pid), ignore_errors=True)
        for design in [design for design, home in self._homes.items() if home is hand]:
            del self._homes[design]

    def look_after(self, *, waiting: bool) -> None:
        """Replace workers that ended on their own, and have more while all are at work for long."""
        now = time.monotonic()
        for hand in [one for one in self.hands if not one.busy and not one.process.is_alive()]:
            self._drop(hand)
        self.fill()
        most = self.limits.workers + self.limits.more
        if (
            waiting
            and len(self.hands) < most
            and all(one.busy and now - one.since > _LONG for one in self.hands)
        ):
            self.hands.append(self._new())
        for hand in self.hands[self.limits.workers :]:
            if not hand.busy and now - hand.since > _IDLE:
                self._drop(hand)


def _session_of(leader: int) -> list[int]:
    """Return the processes of a session, where the system lists them; elsewhere their own limits end them."""
    return [pid for pid in map(int, filter(str.isdigit, _entries())) if _session(pid) == leader]


def _entries() -> list[str]:
    return [one.name for one in Path("/proc").iterdir()] if Path("/proc/self/stat").exists() else []


def _session(pid: int) -> int:
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return -1
    return int(told.rpartition(")")[2].split()[3])


async def _exchanged(place: socket.socket, work: frames.Work) -> frames.Reply:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(place, frames.packed(work))
    size = frames.length(await _exactly(place, frames.HEAD))
    return frames.decoded(await _exactly(place, size), frames.Reply)


async def _exactly(place: socket.socket, size: int) -> bytes:
    loop, found = asyncio.get_running_loop(), bytearray()
    while len(found) < size:
        piece = await loop.sock_recv(place, min(size - len(found), 1 << 20))
        if not piece:
            raise asyncio.IncompleteReadError(bytes(found), size)
        found += piece
    return bytes(found)
