"""Ask the server of this machine whether it is ready: `python -m modeler.probe [PORT]`, for health checks.

It loads nothing but the standard library, so that a check each ten seconds costs little.
"""

from __future__ import annotations

import http.client
import sys
from collections.abc import Sequence
from contextlib import closing

SECONDS = 4


def main(arguments: Sequence[str]) -> int:
    """Return 0 if the server is ready, also where its disk runs low, else 1."""
    port = int(arguments[0]) if arguments else 8000
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)) as asking:
        try:
            asking.request("GET", "/readyz")
            answer = asking.getresponse()
            sys.stdout.write(answer.read(1000).decode("utf-8", "replace") + "\n")
        except (OSError, http.client.HTTPException) as error:
            sys.stdout.write(f"no answer: {type(error).__name__}\n")
            return 1
    return 0 if answer.status == http.client.OK else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
