"""Runs test files in child processes, each against one change of the compiler."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
_LONGEST = 20  # seconds of a processor, for one file
_EASY = "test_kinds.py"
_NOTICED = (1, 2, -signal.SIGXCPU)
_PASSED = (0, 5)


def warm_up() -> None:
    """Import what every test imports, so that it is at hand in each child."""
    with redirect_stdout(StringIO()):
        _run(_EASY)


def notices(change: Callable[[], None], tests: tuple[str, ...]) -> str:
    """The first of the test files that fails of a change, "" where all pass. A file that fails without
    the change is an error: it would notice everything."""
    for name in tests:
        status = _status(change, name)
        if status in _NOTICED and _status_unchanged(name) in _PASSED:
            return name
        if status not in _PASSED:
            raise RuntimeError(f"{name} ended with {status}; unchanged with {_status_unchanged(name)}")
    return ""


@cache
def _status_unchanged(name: str) -> int:
    return _status(lambda: None, name)


def _status(change: Callable[[], None], name: str) -> int:
    child = os.fork()
    if child == 0:
        _try(change, name)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _try(change: Callable[[], None], name: str) -> None:
    """Ends the process with what a test file says of a change."""
    status, quiet = 70, os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    longest = _LONGEST * (1 if name.endswith(".py") else 6)  # some loop for ever
    resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 5))
    try:
        change()
        status = _run(name)
    finally:  # whatever happens: a child that went on would do its parent's work again
        os._exit(status)


def _run(name: str) -> int:
    """Runs a test file, or a folder of them, up to the first failure."""
    without = (one for plugin in ("django", "cacheprovider", "playwright") for one in ("-p", f"no:{plugin}"))
    return int(pytest.main([str(HERE / name), "-x", "-q", "--tb=no", *without]))
