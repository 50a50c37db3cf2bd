"""Messages between the server, the broker and the workers: MessagePack with its length in front."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import TypeVar

import msgspec

_LENGTH = struct.Struct("!I")
HEAD = _LENGTH.size
BODY = "body-"
"""How the names of files begin that hold large bodies."""
LONGEST = 256 * 1024 * 1024
T = TypeVar("T")


class Request(msgspec.Struct, kw_only=True):
    """A request for a worker.

    who: the visitor that it is counted for. signed_in: whether they are signed in. lane: the kind of work.
    design: what should stay with one worker, "" for nothing. resume: a name under which the same visitor
    may ask again for the same answer, "" for none. parks: whether the answer waits for that.
    """

    who: str
    signed_in: bool
    lane: str
    design: str
    environ: dict[str, str]
    body: bytes = b""
    resume: str = ""
    parks: bool = False


class Work(msgspec.Struct):
    """What a worker needs of a `Request`. number: which the reply has to carry, too."""

    environ: dict[str, str]
    body: bytes
    number: int = 0


class Reply(msgspec.Struct):
    """An answer of Django. file: where a large body stands, which is removed by whoever sends it. number: of the
    work that it answers."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    file: str = ""
    number: int = 0


class Event(msgspec.Struct, kw_only=True):
    """What the broker says of a `Request`. place: in the queue, from 1; 0 once a worker has it.

    failed: why there is no reply: "time", "slow", "memory", "lost", "full" or "gone".
    """

    place: int = 0
    reply: Reply | None = None
    failed: str = ""


_encode = msgspec.msgpack.Encoder().encode


def packed(message: msgspec.Struct) -> bytes:
    """Return a message with its length in front."""
    content = _encode(message)
    return _LENGTH.pack(len(content)) + content


def length(head: bytes) -> int:
    """Return the length that stands in front of a message."""
    return int(_LENGTH.unpack(head)[0])


def decoded(content: bytes, kind: type[T]) -> T:
    """Return a message without its length. Raises msgspec.MsgspecError."""
    return msgspec.msgpack.decode(content, type=kind)


def send(connection: socket.socket, message: msgspec.Struct) -> None:
    """Send a message over a blocking socket."""
    connection.sendall(packed(message))


def receive(connection: socket.socket, kind: type[T]) -> T | None:
    """Wait for a message on a blocking socket. None where the other side closed it."""
    head = _exactly(connection, HEAD)
    content = None if head is None else _exactly(connection, length(head))
    return None if content is None else decoded(content, kind)


def _exactly(connection: socket.socket, size: int) -> bytes | None:
    received = bytearray()
    while len(received) < size:
        piece = connection.recv(min(size - len(received), 1 << 20))
        if not piece:
            return None
        received += piece
    return bytes(received)


async def read(reader: asyncio.StreamReader, kind: type[T]) -> T | None:
    """Wait for a message. None where the other side closed the connection or broke the format."""
    try:
        size = length(await reader.readexactly(HEAD))
        return decoded(await reader.readexactly(size), kind) if size <= LONGEST else None
    except (asyncio.IncompleteReadError, ConnectionError, msgspec.MsgspecError):
        return None
