"""Reading the body of a request: with a deadline, a least rate and a largest size, and without a thread."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]

MOST = 23 * 1024 * 1024
"""Bytes: a form with a design file and a text of the same length, and what stands between them."""
GRACE = 10.0
"""Seconds that any body gets."""
RATE = 32 * 1024
"""Bytes a second that a body must come with once the grace is used up."""
MOST_AT_ONCE, MOST_OF_ONE = 1000, 200
"""Bodies that may be on their way to one process: of all visitors, and of one address."""
MOST_BYTES_AT_ONCE = 96 * 1024 * 1024
"""Of all bodies together, for one process."""


class BodyRefused(Exception):
    """A request that is broken (400), too slow (408), too large (413, 431) or one too many (503)."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class Bodies:
    """The bodies that are on their way. grace, rate: seconds, and bytes a second."""

    def __init__(self, grace: float = GRACE, rate: float = RATE) -> None:
        self.grace, self.rate = grace, rate
        self._of: Counter[str] = Counter()
        self._bytes = 0

    async def read(self, receive: Receive, declared: int | None, who: str) -> bytes:
        """Return a whole body. declared: its length as the client says it, None where it does not. who: the
        address that sends it.

        Raise BodyRefused.
        """
        if (declared or 0) > MOST:
            raise BodyRefused(413)
        full = self._of[who] >= MOST_OF_ONE or self._of.total() >= MOST_AT_ONCE
        if full or self._bytes > MOST_BYTES_AT_ONCE:
            raise BodyRefused(503)
        self._of[who] += 1
        body = bytearray()
        try:
            await self._fill(body, receive)
            return bytes(body)
        finally:
            self._of -= Counter({who: 1})
            self._bytes -= len(body)

    async def _fill(self, body: bytearray, receive: Receive) -> None:
        began = time.monotonic()
        while True:
            left = began + self.grace + len(body) / self.rate - time.monotonic()
            try:
                message = await asyncio.wait_for(receive(), max(left, 0.001))
            except TimeoutError:
                raise BodyRefused(408) from None
            if message["type"] != "http.request":  # the client left, or what it sent breaks the protocol
                raise BodyRefused(400)
            piece = message.get("body", b"")
            body += piece
            self._bytes += len(piece)
            if len(body) > MOST:
                raise BodyRefused(413)
            if self._bytes > MOST_BYTES_AT_ONCE:
                raise BodyRefused(503)
            if not message.get("more_body"):
                return
