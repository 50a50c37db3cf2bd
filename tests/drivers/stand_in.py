"""A stand-in for mongod on loopback: it answers drivers well enough that they write, and keeps each document they send.

It speaks OP_MSG (and the OP_QUERY of a first hello), stores nothing, and says of each write that it happened.
"""

from __future__ import annotations

import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bson import decode, encode
from bson.codec_options import CodecOptions

_RAW: CodecOptions[dict[str, Any]] = CodecOptions(tz_aware=True)
_OP_REPLY, _OP_QUERY, _OP_MSG = 1, 2004, 2013
_MORE_TO_COME = 2
_CHECKSUM = 1
_HELLO = {
    "isWritablePrimary": True, "ismaster": True, "helloOk": True, "minWireVersion": 0, "maxWireVersion": 25,
    "maxBsonObjectSize": 16 * 1024 * 1024, "maxMessageSizeBytes": 48_000_000, "maxWriteBatchSize": 100_000,
    "readOnly": False, "ok": 1.0,
}  # fmt: skip


class StandIn(socketserver.ThreadingTCPServer):
    """The server. inserted: by collection, the documents that drivers sent, as BSON types tell them."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.inserted: dict[str, list[dict[str, Any]]] = {}

    @property
    def address(self) -> str:
        """The connection string."""
        return f"mongodb://127.0.0.1:{self.server_address[1]}/?directConnection=true"

    def answer(self, command: dict[str, Any]) -> dict[str, Any]:
        """Return what a server says to a command."""
        name = next(iter(command))
        if name.lower() in ("hello", "ismaster"):
            return _HELLO
        if name == "insert":
            self.inserted.setdefault(command["insert"], []).extend(command["documents"])
            return {"n": len(command["documents"]), "ok": 1.0}
        return {"ok": 1.0}


class _Connection(socketserver.BaseRequestHandler):
    server: StandIn

    def handle(self) -> None:
        while head := self._read(16):
            length, request, _, operation = struct.unpack("<iiii", head)
            body = self._read(length - 16)
            if operation == _OP_QUERY:
                start = body.index(b"\0", 4) + 9
                reply = struct.pack("<iqii", 8, 0, 0, 1) + encode(
                    self.server.answer(decode(body[start:], _RAW))
                )
                self._send(reply, request, _OP_REPLY)
            elif operation == _OP_MSG:
                (flags,) = struct.unpack_from("<I", body)
                answer = self.server.answer(_command(body[4 : len(body) - (4 if flags & _CHECKSUM else 0)]))
                if not flags & _MORE_TO_COME:
                    self._send(b"\0\0\0\0\0" + encode(answer), request, _OP_MSG)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.request.recv(size - len(data))
            if not part:
                return b""
            data += part
        return data

    def _send(self, data: bytes, request: int, operation: int) -> None:
        self.request.sendall(struct.pack("<iiii", 16 + len(data), 0, request, operation) + data)


def _command(sections: bytes) -> dict[str, Any]:
    """Return the command of a message, the documents that stand apart in it included."""
    command, lists, at = dict[str, Any](), dict[str, list[Any]](), 0
    while at < len(sections):
        kind, start = sections[at], at + 1
        (size,) = struct.unpack_from("<i", sections, start)
        if kind == 0:
            command = decode(sections[start : start + size], _RAW)
        else:
            stop = sections.index(b"\0", start + 4)
            lists[sections[start + 4 : stop].decode()] = [*_documents(sections[stop + 1 : start + size])]
        at = start + size
    return command | lists


def _documents(data: bytes) -> Iterator[dict[str, Any]]:
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from("<i", data, at)
        yield decode(data[at : at + size], _RAW)
        at += size


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """Answer drivers until the block ends."""
    with StandIn() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
