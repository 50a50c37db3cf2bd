"""Leave tests that are marked ``at_length`` to `make soak` (a pytest plugin of `make test` and `make quick`).

The mark is for what takes ten seconds of a processor and guards what a shorter test guards too, of another size or
by other hands.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

MARK = "at_length"
TOLD = "AT LENGTH "
"""How the line begins that names a test which is left out."""
_LEFT = pytest.StashKey[list[str]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is marked, where the environment doesn't say NESTLINK_SOAK; called by pytest."""
    if os.environ.get("NESTLINK_SOAK"):
        return
    left = [item for item in items if item.get_closest_marker(MARK)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
        config.stash[_LEFT] = [item.nodeid for item in left]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let a run in which all was left to `make soak` be no failure; called by pytest."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.stash.get(_LEFT, []):
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what is left out, and who runs it; called by pytest."""
    for test in config.stash.get(_LEFT, []):
        terminalreporter.line(f"{TOLD}{test}: make soak runs it")
