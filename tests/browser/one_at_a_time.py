"""Transactions of the test's server, one at a time.

The test database (SQLite, in memory) has one connection for all threads, and so one transaction: what two requests
write at once would be mixed, where a program's threads have a connection each and wait for one another.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db.transaction import Atomic


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Until this ends, a thread that begins a transaction waits for the thread that is in one."""
    lock, enter, leave = threading.RLock(), Atomic.__enter__, Atomic.__exit__

    def begin(self: Any) -> None:
        lock.acquire()
        try:
            enter(self)
        except BaseException:
            lock.release()
            raise

    def end(self: Any, *error: Any) -> None:
        try:
            leave(self, *error)
        finally:
            lock.release()

    with mock.patch.object(Atomic, "__enter__", begin), mock.patch.object(Atomic, "__exit__", end):
        yield
