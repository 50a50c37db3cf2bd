"""Serve mongoeco on a free loopback port until standard input closes; runs in .venv-engine. Prints the address."""

from __future__ import annotations

import asyncio
import sys
from typing import Any


def with_long_ids(reply: Any) -> Any:
    """Return a reply whose cursor id is an int64, as a server sends it: the driver of mongosh takes no other."""
    from bson.int64 import Int64

    cursor = reply.get("cursor") if isinstance(reply, dict) else None
    if not isinstance(cursor, dict) or "id" not in cursor:
        return reply
    return {**reply, "cursor": {**cursor, "id": Int64(cursor["id"])}}


async def serve() -> None:
    """Answer until nobody holds the other end of standard input."""
    from mongoeco.wire import AsyncMongoEcoProxyServer, protocol

    encode = protocol.encode_wire_value
    protocol.encode_wire_value = lambda value: with_long_ids(encode(value))
    async with AsyncMongoEcoProxyServer() as server:
        print(server.address.uri, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve())
