"""Where the browser is looked for, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import chromium


def test_the_variable_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(program))
    assert chromium.find() == str(program)


def test_a_macs_application_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    program = tmp_path / "Google Chrome"
    program.touch()
    assert chromium.find(("no-such-browser",), (str(program),)) == str(program)


@pytest.mark.parametrize("named", ["", "no-such-browser"])
def test_without_a_browser_the_run_ends_with_the_remedy(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("CHROMIUM", named)
    assert chromium.find(("no-such-browser",), ()) is None
    assert "apt install chromium" in chromium.MISSING
