"""The server's side: a request goes to the broker, and its answer, or its place in the queue, comes back."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from . import messages

Receive = Callable[[], Awaitable[dict[str, Any]]]

SOCKET = "NESTLINK_WORKER_SOCKET"
"""The variable that names the broker's socket to the server processes."""
SUPERVISOR = "NESTLINK_SUPERVISOR"
"""The variable that names the process to the server processes without which they have no use."""
SHOWN_AFTER = 1.0
"""Seconds in the queue after which a page shows its place."""
AT_MOST = 45.0
"""Seconds that a request of a program waits in the queue."""
_CONNECTING = 15.0
"""Seconds in which a broker that just starts, or starts again, may begin to answer."""


class BrokerClient:
    """The broker of this server. path: of its socket."""

    def __init__(self, path: str) -> None:
        self._path = path

    async def ask(
        self, environ: dict[str, str], body: bytes, lane: str, design: str, who: str, receive: Receive
    ) -> tuple[messages.Event, str] | None:
        """Return the event that ends the wait, or the one that tells the place in the queue, with the
        ticket to ask again by. None where the client left."""
        is_account, shows = who.startswith("account "), shows_place(environ)
        message = messages.Request(
            who=who,
            signed_in=is_account,
            lane=lane,
            design=design,
            environ=environ,
            body=body,
            resume=_resumed(environ, who) if shows else "",
            parks=shows,
        )
        return await self._followed(message, SHOWN_AFTER if shows else AT_MOST, receive)

    async def resume(self, ticket: str, who: str, receive: Receive) -> tuple[messages.Event, str] | None:
        """Ask again for the answer of a ticket."""
        is_account = who.startswith("account ")
        request = messages.Request(
            who=who, signed_in=is_account, lane="", design="", environ={}, resume=ticket, parks=True
        )
        return await self._followed(request, SHOWN_AFTER, receive)

    async def _followed(
        self, request: messages.Request, patience: float, receive: Receive
    ) -> tuple[messages.Event, str] | None:
        left = asyncio.ensure_future(_left(receive))
        waiting = asyncio.ensure_future(self._event(request, patience))
        try:
            await asyncio.wait({left, waiting}, return_when=asyncio.FIRST_COMPLETED)
            return (waiting.result(), request.resume) if waiting.done() else None
        finally:
            for task in (left, waiting):
                task.cancel()

    async def _event(self, request: messages.Request, patience: float) -> messages.Event:
        """Follow a request. Cancelled, it closes the connection, which tells the broker."""
        try:
            reader, writer = await self._connected()
        except OSError:
            return messages.Event(failed="lost")
        try:
            writer.write(messages.packed(request))
            await writer.drain()
            return await _ended(reader, patience)
        except ConnectionError:
            return messages.Event(failed="lost")
        finally:
            writer.close()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        until = time.monotonic() + _CONNECTING
        while True:
            try:
                return await asyncio.open_unix_connection(self._path, limit=1 << 20)
            except OSError:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(0.05)


async def _ended(reader: asyncio.StreamReader, patience: float) -> messages.Event:
    """Wait for the end; only for a while as long as the request stands in the queue."""
    until, last = time.monotonic() + patience, messages.Event(place=1)
    while True:
        left = None if last.place == 0 else max(until - time.monotonic(), 0.001)
        try:
            event = await asyncio.wait_for(messages.read(reader, messages.Event), left)
        except TimeoutError:
            return last
        if event is None:
            return messages.Event(failed="lost")
        if event.reply is not None or event.failed:
            return event
        last = event


async def _left(receive: Receive) -> None:
    with suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            continue


def shows_place(environ: Mapping[str, str]) -> bool:
    """Tell whether the answer is a page, or a piece of one, that can show a place in the queue."""
    return "text/html" in environ.get("HTTP_ACCEPT", "") or "HTTP_HX_REQUEST" in environ


def _resumed(environ: Mapping[str, str], who: str) -> str:
    """Return the name by which a page that is loaded again finds its place: a secret one for what can't
    be sent twice."""
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD") or "HTTP_HX_REQUEST" in environ:
        return secrets.token_urlsafe(24)
    names = ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE")
    parts = "\0".join((who, *(environ.get(name, "") for name in names)))
    return hashlib.sha256(parts.encode()).hexdigest()
