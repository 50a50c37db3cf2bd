"""What mongosh made of a script is kept from run to run, by the script's text, and comes to the same."""

from __future__ import annotations

import os
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.mongosh import shell

LONG = "// " + "a comment " * 200


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(shell, "rewritten_scripts", lambda: str(tmp_path))
    return tmp_path


def returned(*numbers: int) -> list[Any]:
    """What a script's function returns for each of these numbers that stand in it, in a process of its own."""
    jobs = []
    for number in numbers:
        text = (
            f"{LONG}\nfunction told() {{\n  return `${{db.things.find().toArray().length}} {number}`;\n}}\n"
        )
        job = shell.script_of(f"kept {number}", text)
        jobs.append({**job, "steps": [*job["steps"], {"call": "told"}]})
    process = shell.Mongosh()
    try:
        journals = process.run(jobs)
    finally:
        process.end()
    assert [journal["error"] for journal in journals] == [None for _ in numbers]
    return [journal["returned"][-1] for journal in journals]


def test_it_is_read_by_the_next_process_and_another_text_is_not(kept: Path) -> None:
    assert returned(41) == ["0 41"]
    (file,) = kept.iterdir()
    text = zlib.decompress(file.read_bytes(), -15).decode()
    assert "await" in text  # it is as mongosh evaluates it
    packer = zlib.compressobj(wbits=-15)
    file.write_bytes(packer.compress(text.replace("41", "42").encode()) + packer.flush())
    assert returned(41, 43) == ["0 42", "0 43"]
    assert len([*kept.iterdir()]) == 2


def test_what_nobody_asks_for_is_removed(tmp_path: Path) -> None:
    for name, age in (("asked", 60), ("unasked", shell.UNASKED + 60)):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    shell.rewritten_scripts(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["asked"]
