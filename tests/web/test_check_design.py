"""check_design: faults, findings and exit codes, and nothing written."""

from __future__ import annotations

import json
import sys
from io import BytesIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from .conftest import small_design


def check(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_design", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def unbounded() -> dict[str, Any]:
    design = small_design()
    design["relationships"][0]["from"]["has"] |= {"max": None, "average": 100_000, "growth": "unbounded"}
    design["relationships"][0]["strategy"] = "EMBED_ARRAY"
    return design


def test_it_works(university: Path) -> None:
    assert check(str(university))[0] == 0


def test_findings_are_listed_and_strict_minds_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(unbounded()))
    code, out, _ = check(str(path))
    assert code == 0
    assert out.startswith("error") or "\nerror" in out
    assert check(str(path), "--strict")[0] == 1


def test_faults_are_exit_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(b'{"format": "nestlink/1"}')))
    code, out, err = check("-")
    assert (code, out) == (2, "")
    assert err


def test_an_unreadable_file_is_exit_2(tmp_path: Path) -> None:
    code, _, err = check(str(tmp_path / "absent"))
    assert code == 2
    assert "Can't read" in err
