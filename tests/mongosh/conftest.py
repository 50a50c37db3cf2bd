"""Says at the end what the in-memory engine could not run: nothing is left out in silence."""

from __future__ import annotations

from typing import Any

from tests.mongosh import replay, runs


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The list of what was called and compared, yet not computed, in any of the runs."""
    known = [
        one
        for cached in (runs.journals, replay.journals)
        if cached.cache_info().currsize
        for one in cached().values()
    ]
    missing: dict[str, set[str]] = {}
    for journal in known:
        for what in journal["unsupported"]:
            missing.setdefault(what, set()).add(str(journal["id"]).split("/")[0])
    if missing:
        terminalreporter.section("not supported by the in-memory engine")
        for what, where in sorted(missing.items()):
            terminalreporter.line(f"{what} ({len(where)} designs, such as {min(where)})")
