"""How many calls something takes: a measure of work that no busy machine changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def calls(act: Callable[[], Any]) -> int:
    """Calls of Python's and of C's functions while it runs."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count
