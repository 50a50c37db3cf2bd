"""Collect garbage less often while tests are gathered and run: what was imported stays, and is not looked through each
time."""

from __future__ import annotations

import gc

SELDOM = (50_000, 20, 20)


def pytest_configure() -> None:
    """Collect seldom from the first module on; called by pytest."""
    gc.set_threshold(*SELDOM)


def pytest_collection_finish() -> None:
    """Set aside what the modules of the tests hold; called by pytest."""
    gc.collect()
    gc.freeze()
