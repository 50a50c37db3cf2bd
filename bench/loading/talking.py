"""HTTP as a browser tab speaks it: a connection that stays open, cookies, and a limit to its patience."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

HOST = "127.0.0.1"
WAIT = 10.0
"""Seconds that the editor's page waits for one answer."""
_LONGEST_HEAD = 64 * 1024


@dataclass(frozen=True)
class Answer:
    """status: 0 where none came in time. headers: by lower-case name; of several alike, the last."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def told(self) -> Any:
        """The JSON of the body; None where it is none."""
        if not self.headers.get("content-type", "").startswith("application/json"):
            return None
        zipped = self.headers.get("content-encoding") == "gzip"
        return json.loads(gzip.decompress(self.body) if zipped else self.body)

    @property
    def retry_after(self) -> float | None:
        """The seconds that a refusal asks to wait."""
        stated = self.headers.get("retry-after", "")
        return float(stated) if stated.isdigit() else None


class Tab:
    """A connection of one visitor. cookies: shared by the tabs of one person, as a browser shares them."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.cookies = {} if cookies is None else cookies
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, accept: str = "text/html") -> Answer:
        """Ask for a page."""
        return await self._asked(self._request("GET", path, {"Accept": accept}))

    async def post(self, path: str, body: bytes, kind: str) -> Answer:
        """Send a body, with the token that guards against forged requests."""
        token = next((value for name, value in self.cookies.items() if "csrf" in name), "")
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), "X-CSRFToken": token}
        headers["Origin"] = f"http://{HOST}:{self.port}"
        return await self._asked(self._request("POST", path, headers) + body)

    async def post_json(self, path: str, value: Any) -> Answer:
        """Send JSON as the editor's page does."""
        return await self.post(path, json.dumps(value).encode(), "application/json")

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    def _request(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        said = {"Host": f"{HOST}:{self.port}", "Accept-Encoding": "gzip", "Cookie": cookies} | headers
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items() if value)]
        return "\r\n".join((*lines, "", "")).encode()

    async def _asked(self, request: bytes) -> Answer:
        try:
            async with asyncio.timeout(WAIT):
                answer = await self._exchanged(request)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):  # TimeoutError is an OSError
            self.close()
            return Answer(0)
        return answer

    async def _exchanged(self, request: bytes) -> Answer:
        """Send and read. A server may close an idle connection at any time: then once more, on another one."""
        if self._streams is not None:
            try:
                return await self._once(*self._streams, request)
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                self.close()
                if isinstance(error, asyncio.IncompleteReadError) and error.partial:
                    raise
        self._streams = await asyncio.open_connection(HOST, self.port, limit=_LONGEST_HEAD)
        return await self._once(*self._streams, request)

    async def _once(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> Answer:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, headers = int(head[0].split()[1]), self._headers(head[1:])
        body = await _body(reader, status, headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    def _headers(self, lines: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for line in filter(None, lines):
            name, _, value = line.partition(":")
            found[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                key, _, content = value.strip().partition(";")[0].partition("=")
                self.cookies[key] = content
        return found


async def _body(reader: asyncio.StreamReader, status: int, headers: dict[str, str]) -> bytes:
    if status in (204, 304):
        return b""
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.read()
    chunks = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        chunks.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(chunks)
