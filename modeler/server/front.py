"""The application that the server runs: it reads a request, and answers it from where it belongs."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import django

from modeler.workers.client import SOCKET, SUPERVISOR, BrokerClient
from modeler.workers.messages import Event, Reply

from .bodies import Bodies, BodyRefused
from .environs import Environ, environ_of, header

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

READERS, WRITERS = 8, 4
"""Threads of a process: a change that waits for the database's lock keeps no page waiting."""
PIECE = 32 * 1024
"""Bytes handed over at once. A dozen wait for a client that does not read, whatever the answer is."""
READING = 30.0
"""Seconds that a client gets to read so much that another piece fits."""
COOKIES = 8 * 1024
"""Bytes of all cookies of a request: reading quoted ones takes quadratic time in older releases of Python."""
TO_WORKER = "x-nestlink-worker"
"""The header with which a view, asked in a thread, says that a worker must answer."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")


class Front:
    """One server process."""

    def __init__(self) -> None:
        django.setup()
        from . import calling, routing, visitors, waiting

        self._calling, self._routing, self._visitors, self._waiting = calling, routing, visitors, waiting
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writers = ThreadPoolExecutor(WRITERS, "writer")
        self._bodies = Bodies()
        path = os.environ.get(SOCKET)
        self._broker = BrokerClient(path) if path else None
        supervisor = os.environ.get(SUPERVISOR)
        if supervisor:
            threading.Thread(target=_end_with, args=(int(supervisor),), daemon=True).start()

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lived(receive, send)
            return
        if scope["type"] != "http":
            return
        try:
            if len(header(scope, "cookie")) > COOKIES:
                raise BodyRefused(431)
            body = await self._body(scope, receive)
            environ = environ_of(scope, len(body))
            reply = await self._answered(environ, body, receive)
        except BodyRefused as refused:
            environ = environ_of(scope, 0) | {"nestlink.refused": str(refused.status)}
            environ.pop("HTTP_COOKIE", None)
            reply = await self._in_thread(environ, b"")
            reply.headers.append(("Connection", "close"))
        if reply is not None:
            await _sent(reply, send, scope["method"] == "HEAD")

    async def _body(self, scope: Mapping[str, Any], receive: Receive) -> bytes:
        length = header(scope, "content-length")
        if not length and not header(scope, "transfer-encoding"):
            return b""
        who = self._visitors.network(environ_of(scope, 0))
        return await self._bodies.read(receive, int(length) if length.isdigit() else None, who)

    async def _answered(self, environ: Environ, body: bytes, receive: Receive) -> Reply | None:
        """Return the answer, or None where nobody waits for it any more."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "replace")
        route = self._routing.route_of(environ["REQUEST_METHOD"], path)
        if self._broker is None:
            return await self._in_thread(environ, body)
        ticket = self._routing.ticket_of(path)
        if ticket:
            answer = await self._broker.resume(ticket, await self._who(environ), receive)
            return await self._answer(environ, answer, self._waiting.RESUMED)
        if not route.lane:
            reply = await self._in_thread(environ | {"nestlink.front": "1"}, body)
            lane = next((value for name, value in reply.headers if name.lower() == TO_WORKER), "")
            if not lane:
                return reply
            route = self._routing.Route(lane, route.design)
        who = await self._who(environ)
        answer = await self._broker.ask(environ, body, route.lane, route.design, who, receive)
        return await self._answer(environ, answer, route.lane)

    async def _who(self, environ: Environ) -> str:
        visitor = self._visitors.remembered(environ)
        if visitor is not None:
            return visitor
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._visitors.looked_up, environ)

    async def _answer(self, environ: Environ, answer: tuple[Event, str] | None, lane: str) -> Reply | None:
        """Return what the workers answered; a page that says why they did not, or how long the queue is."""
        if answer is None:
            return None
        event, ticket = answer
        if event.reply is not None:
            return event.reply
        said = {"nestlink.failed": event.failed, "nestlink.place": str(event.place), "nestlink.lane": lane}
        return await self._in_thread(environ | said | {"nestlink.ticket": ticket}, b"")

    async def _in_thread(self, environ: Environ, body: bytes) -> Reply:
        pool = self._readers if environ["REQUEST_METHOD"] in self._routing.SAFE else self._writers
        return await asyncio.get_running_loop().run_in_executor(pool, self._calling.call, environ, body)


async def _sent(reply: Reply, send: Send, bare: bool) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    with _opened(reply) as body:
        while not bare and (piece := body.read(PIECE)):
            message = {"type": "http.response.body", "body": piece, "more_body": True}
            try:
                await asyncio.wait_for(send(message), READING)
            except TimeoutError:  # the connection ends with this call, and the client sees that it was cut
                return
    await send({"type": "http.response.body", "body": b""})


def _opened(reply: Reply) -> BinaryIO:
    """Open the body of an answer for reading. A large one is a file, so that a slow client costs no memory."""
    if not reply.file:
        return BytesIO(reply.body)
    path = Path(reply.file)
    file = path.open("rb")
    path.unlink(missing_ok=True)
    return file


def _end_with(supervisor: int) -> None:
    """End all server processes once the one that started them was killed: they would hold the port and the
    database, and nobody would start again what they need."""
    while True:
        time.sleep(1)
        try:
            os.kill(supervisor, 0)
        except (ProcessLookupError, PermissionError):  # gone; its number may be another account's by now
            os.killpg(os.getpgrp(), signal.SIGKILL)  # the supervisor made the group, for them alone


async def _lived(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


application = Front()
