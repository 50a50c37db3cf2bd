"""Reading a design file: unreadable and oversized ones are refused with a reason."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from designs.delivery.intake import sources


def test_it_reads_a_file_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_bytes(b"{}")
    assert sources.read_source(str(tmp_path / "a.json")) == b"{}"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"[]")))
    assert sources.read_source("-") == b"[]"


@pytest.mark.parametrize("name", ["absent.json", "."])
def test_an_unreadable_one_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(sources.UnreadableSource, match="Can't read"):
        sources.read_source(str(tmp_path / name))


def test_an_oversized_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 10)
    (tmp_path / "a.json").write_bytes(b" " * 11)
    with pytest.raises(sources.UnreadableSource, match="larger than"):
        sources.read_source(str(tmp_path / "a.json"))
