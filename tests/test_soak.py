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


def test_what_is_marked_runs_here_and_not_in_make_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    marked = f"import pytest\n@pytest.mark.{soak.MARK}\ndef test_long(): pass\n"
    (tmp_path / "test_mixed.py").write_text(marked + "def test_short(): pass\n")
    (tmp_path / "test_marked.py").write_text(marked)
    arguments = [*soak.PYTEST, "-p", "no:django", "-p", "no:playwright"]
    monkeypatch.delenv("NESTLINK_SOAK", raising=False)
    mixed = soak.run("mixed", [*arguments, str(tmp_path / "test_mixed.py")])
    assert (mixed.code, mixed.counts["passed"], mixed.counts["deselected"]) == (0, 1, 1)
    (told,) = mixed.excused
    assert told.startswith("AT LENGTH ") and told.endswith("test_mixed.py::test_long: make soak runs it")
    assert told in soak.summary([mixed]) and soak.summary([mixed]).endswith(
        "1 passed, 0 failed, 1 deselected"
    )
    assert soak.run("marked", [*arguments, str(tmp_path / "test_marked.py")]).code == 0
    monkeypatch.setenv("NESTLINK_SOAK", "1")
    assert soak.run("mixed", [*arguments, str(tmp_path / "test_mixed.py")]).counts["passed"] == 2
    capfd.readouterr()


def test_every_marked_test_is_in_a_step() -> None:
    listed = {file for _, found in soak.steps().values() for file in found}
    assert set(soak.naming(f"mark.{soak.MARK}")) <= listed


def test_a_word_that_fits_no_step_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["no such step"]) == 1
