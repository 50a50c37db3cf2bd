"""Django called with an environ and a body: the whole answer comes back at once."""

from __future__ import annotations

import io
import sys
from functools import cache
from typing import Any

from modeler.workers.messages import Reply


@cache
def _application() -> Any:
    from modeler.wsgi import application

    return application


def call(environ: dict[str, str], body: bytes) -> Reply:
    """Return Django's answer to a request."""
    head: list[Any] = [500, []]

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        head[:] = [int(status.partition(" ")[0]), headers]

    given: dict[str, Any] = {
        **environ,
        "wsgi.version": (1, 0),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    answer = _application()(given, start)
    try:
        content = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return Reply(head[0], [(str(name), str(value)) for name, value in head[1]], content)
