"""The requests that the test's server is at work on: a page that is closed no longer waits for them, but they still
write, into the database of the test behind it."""

from __future__ import annotations

import threading
from typing import Any

from django.core.signals import request_finished, request_started

_LONGEST = 30  # s


class Requests:
    """Counts them, but for those of the test's own thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._open = 0
        request_started.connect(self._started)
        request_finished.connect(self._finished)

    def over(self) -> None:
        """Wait until each is answered."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._open <= 0, _LONGEST):
                raise AssertionError(f"{self._open} requests are not answered within {_LONGEST} s")

    def _started(self, **_: Any) -> None:
        self._count(1)

    def _finished(self, **_: Any) -> None:
        self._count(-1)

    def _count(self, by: int) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        with self._changed:
            self._open += by
            self._changed.notify_all()
