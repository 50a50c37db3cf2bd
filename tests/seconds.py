"""Remember how long each test file takes, and start no test once time is up (a pytest plugin of `make test` and
`make quick`)."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

KEPT = Path(__file__).resolve().parent.parent / ".pytest_cache" / "seconds.json"
UNTIL = "NESTLINK_TESTS_UNTIL"
"""The name of the environment that says when time is up, in seconds since the epoch."""

_taken: Counter[str] = Counter()
_not_begun: Counter[str] = Counter()


def remembered() -> dict[str, float]:
    """Return the seconds that each test file took when it last ran as a whole."""
    with suppress(OSError, ValueError):
        return dict(json.loads(KEPT.read_text(encoding="utf-8")))
    return {}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Leave out a test that would begin too late; called by pytest."""
    if time.time() < float(os.environ.get(UNTIL, "inf")):
        return None
    _not_begun[item.nodeid.partition("::")[0]] += 1
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what a file takes; called by pytest."""
    _taken[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was not begun; called by pytest."""
    if _not_begun:
        terminalreporter.line(
            f"time is up: {_not_begun.total()} tests of {len(_not_begun)} files were not begun"
        )


def pytest_sessionfinish() -> None:
    """Keep the seconds of the files that ran as a whole; called by pytest."""
    whole = {file: round(seconds, 2) for file, seconds in _taken.items() if not _not_begun[file]}
    kept = KEPT.with_suffix(f".{os.getpid()}")
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(json.dumps(remembered() | whole), encoding="utf-8")
    kept.replace(KEPT)
