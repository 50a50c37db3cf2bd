"""A worker process: it answers one request after another with Django, within limits."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from pathlib import Path

from . import messages

LARGE = 256 * 1024
"""Bytes of a body that is handed over as a file."""
NICE = 5
"""Quick pages of the server go before whatever compiles."""
DIED_OF_MEMORY = 86
"""The exit status of a worker that reached its limit of memory."""
SHORT_OF_MEMORY = (MemoryError, SystemError)
"""How work ends that gets no more memory: some code in C gives up without a word, which Python calls a SystemError."""


def main(place: socket.socket, folder: str, seconds: float, memory: int, grown: int) -> None:
    """Answer what comes over a socket until it is closed. folder: for large bodies."""
    os.setsid()  # what a request starts belongs to this session, and ends with it
    os.nice(NICE)
    own = Path(folder, str(os.getpid()))
    own.mkdir(mode=0o700)
    os.environ["TMPDIR"] = tempfile.tempdir = str(own)  # what a killed one leaves is removed with the folder
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(signal.Signals[name], signal.SIG_IGN if name == "SIGINT" else signal.SIG_DFL)
    from django.core.signals import got_request_exception

    from modeler.server.calling import call

    got_request_exception.connect(_end_without_memory)
    _bound_memory(memory)
    while (work := messages.receive(place, messages.Work)) is not None:
        _bound_time(seconds)
        try:
            reply = call(work.environ | {"nestlink.worker": "1"}, work.body)
            reply.number = work.number
            messages.send(place, _handed_over(reply, folder))
        except SHORT_OF_MEMORY:
            os._exit(DIED_OF_MEMORY)
        _bound_time(0)
        if _size() > grown:
            break
    os._exit(0)


def _end_without_memory(**_: object) -> None:
    """End the process where a view ran out of memory: what is left of it can't be trusted."""
    error: BaseException | None = sys.exc_info()[1]
    while error is not None:
        if isinstance(error, SHORT_OF_MEMORY):
            os._exit(DIED_OF_MEMORY)
        error = error.__cause__ or error.__context__


def _handed_over(reply: messages.Reply, folder: str) -> messages.Reply:
    if len(reply.body) <= LARGE:
        return reply
    handle, name = tempfile.mkstemp(dir=folder, prefix=messages.BODY)
    with os.fdopen(handle, "wb") as file:
        file.write(reply.body)
    return messages.Reply(reply.status, reply.headers, file=name, number=reply.number)


def _bound_memory(memory: int) -> None:
    """Limit private memory, where the system has such a limit."""
    if memory:
        _limit("RLIMIT_DATA", memory)
    _limit("RLIMIT_CORE", 0)


def _bound_time(seconds: float) -> None:
    """Give the next request so many seconds of the processor; past them the system ends the process."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # a limit of the system counts whole seconds only


def _limit(name: str, value: int) -> None:
    import resource

    kind = getattr(resource, name, None)
    if kind is None:
        return
    _, most = resource.getrlimit(kind)
    try:
        resource.setrlimit(kind, (value if most == resource.RLIM_INFINITY else min(value, most), most))
    except (ValueError, OSError):  # macOS knows some limits by name alone
        return


def _size() -> int:
    """Return the bytes of memory that this process holds, 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
