"""A proxy with a planted bug: it acknowledges some edits without passing them on to the server."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any

LOST = 3
"""Every third edit."""


@contextmanager
def lossy(port: int) -> Iterator[int]:
    """Stand in front of a server; yield the proxy's port."""
    edits = count(1)

    class Handler(_Passing):
        behind = port

        def loses(self) -> bool:
            return self.command == "POST" and self.path.endswith("/edits/") and next(edits) % LOST == 0

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    behind = 0

    def loses(self) -> bool:
        raise AssertionError

    def _pass(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.loses():
            told = {"revision": json.loads(body)["base"] + 1, "again": False, "since": []}
            self._answer(200, {"Content-Type": "application/json"}, json.dumps(told).encode())
            return
        server = http.client.HTTPConnection("127.0.0.1", self.behind)
        server.request(self.command, self.path, body or None, dict(self.headers))
        answer = server.getresponse()
        self._answer(answer.status, answer.headers, answer.read())
        server.close()

    do_GET = do_POST = _pass

    def _answer(self, status: int, headers: Any, body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: Any) -> None:
        """Say nothing: a test reads the outcome."""
