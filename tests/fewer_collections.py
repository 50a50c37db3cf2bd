"""Collect garbage less often while tests run: what was imported stays, and is not looked through each time."""

from __future__ import annotations

import gc

SELDOM = (50_000, 20, 20)


def pytest_collection_finish() -> None:
    """Set aside what the modules of the tests hold; called by pytest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
