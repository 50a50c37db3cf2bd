"""The long tests' own list: every file of it is there, and modules that take part by name are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import soak


def test_every_file_is_there() -> None:
    files = [file for _, found in soak.steps().values() for file in found]
    assert files
    assert [file for file in files if not (soak.TESTS / file).is_file()] == []


def test_long_tests_that_no_step_runs_are_seen() -> None:
    listed = {file for _, found in soak.steps().values() for file in found}
    long = {path.relative_to(soak.TESTS).as_posix() for path in soak.TESTS.rglob("soak_*.py")}
    assert long <= listed


def test_modules_take_part_by_naming_the_word(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("os.environ.get('LONG')")
    (tmp_path / "test_two.py").write_text("")
    assert soak.naming("LONG", tmp_path) == ["test_one.py"]


def test_a_word_that_fits_no_step_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["no such step"]) == 1
