"""Output folders: all or nothing, and only over what earlier runs made."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from designs.delivery.output.files import LEFTOVERS, FolderRefused, write_folder

ALL = ("plan", "report", "documents", "schemas", "mongosh", "diagrams")


def made(*collections: str, only: tuple[str, ...] = ALL) -> dict[str, bytes]:
    """The files of a run over these collections."""
    rows = [{"name": name, "file": name, "validator": {"$jsonSchema": {}}} for name in collections]
    files = {"plan.json": json.dumps({"format": "nestlink-plan/1", "collections": rows}).encode()}
    if "report" in only:
        files["report.md"] = b"# Report\n"
    for name in collections:
        if "documents" in only:
            files[f"documents/{name}.js"] = b"[]\n"
        if "schemas" in only:
            files[f"schemas/{name}.json"] = b"{}\n"
    return files


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_makes_an_absent_folder(tmp_path: Path) -> None:
    write_folder(tmp_path / "a" / "b", made("students"), ALL)
    assert names(tmp_path / "a" / "b") == {
        "plan.json",
        "report.md",
        "documents/students.js",
        "schemas/students.json",
    }


def test_it_takes_an_empty_folder(tmp_path: Path) -> None:
    write_folder(tmp_path, made("students"), ALL)
    assert "report.md" in names(tmp_path)


def test_the_second_run_replaces_what_the_first_made(tmp_path: Path) -> None:
    write_folder(tmp_path, made("old", "same"), ALL)
    write_folder(tmp_path, made("same", "new"), ALL)
    assert names(tmp_path) == set(made("same", "new"))


def test_files_of_others_stay(tmp_path: Path) -> None:
    write_folder(tmp_path, made("old"), ALL)
    for name in ("notes.txt", "documents/mine.js", "mongosh/mine.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    write_folder(tmp_path, made("new"), ALL)
    assert names(tmp_path) - set(made("new")) == {"notes.txt", "documents/mine.js", "mongosh/mine.js"}


def test_an_emptied_folder_goes(tmp_path: Path) -> None:
    write_folder(tmp_path, made("old"), ALL)
    write_folder(tmp_path, made(), ALL)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.json", "report.md"]


def test_outputs_that_were_not_asked_for_stay(tmp_path: Path) -> None:
    write_folder(tmp_path, made("old"), ALL)
    write_folder(tmp_path, made("new", only=("documents",)), ("documents",))
    expected = {"plan.json", "report.md", "documents/new.js", "schemas/old.json", LEFTOVERS}
    assert names(tmp_path) == expected


def test_leftovers_of_several_runs_are_removed_once_asked_for(tmp_path: Path) -> None:
    write_folder(tmp_path, made("first"), ALL)
    write_folder(tmp_path, made("second", only=("documents",)), ("documents",))
    write_folder(tmp_path, made("third", only=("documents",)), ("documents",))
    assert "schemas/first.json" in names(tmp_path)
    write_folder(tmp_path, made("fourth"), ALL)
    assert names(tmp_path) == set(made("fourth"))


def test_a_picture_that_can_no_longer_be_drawn_goes(tmp_path: Path) -> None:
    pictures = {"diagrams/documents.dot": b"digraph {}", "diagrams/documents.svg": b"<svg/>"}
    write_folder(tmp_path, made("a") | pictures, ALL)
    del pictures["diagrams/documents.svg"]
    write_folder(tmp_path, made("a") | pictures, ALL)
    assert names(tmp_path) == set(made("a")) | {"diagrams/documents.dot"}


@pytest.mark.parametrize("plan", [None, b"", b"[]", b"{}", b'{"format": "other/1"}', b"[" * 100_000])
def test_a_folder_of_someone_else_is_refused(tmp_path: Path, plan: bytes | None) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    if plan is not None:
        (tmp_path / "plan.json").write_bytes(plan)
    before = names(tmp_path)
    with pytest.raises(FolderRefused, match="Choose a new or empty folder"):
        write_folder(tmp_path, made("a"), ALL)
    assert names(tmp_path) == before


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(FolderRefused, match="isn't a folder"):
        write_folder(tmp_path / "out", made("a"), ALL)


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    out = tmp_path / "out"
    write_folder(out, made(), ALL)
    (out / "documents").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FolderRefused, match="links outside"):
        write_folder(out, made("a"), ALL)
    assert names(tmp_path / "elsewhere") == set()


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    write_folder(tmp_path, made(), ALL)
    (tmp_path / "documents" / "a.js").mkdir(parents=True)
    with pytest.raises(FolderRefused, match="blocks"):
        write_folder(tmp_path, made("a"), ALL)


@pytest.mark.parametrize("name", ["../../victim", "/victim", "..", "a/b", "a\0b", "", 7, None])
def test_a_forged_plan_removes_nothing_outside(tmp_path: Path, name: Any) -> None:
    out = tmp_path / "x" / "out"
    write_folder(out, made(), ALL)
    (tmp_path / "victim.js").write_text("keep")
    forged = {"format": "nestlink-plan/1", "collections": [{"name": "a", "file": name, "validator": {}}]}
    (out / "plan.json").write_text(json.dumps(forged))
    (out / LEFTOVERS).write_text(json.dumps(["../../victim.js", "documents/../../../victim.js", "notes.txt"]))
    (out / "notes.txt").write_text("keep")
    write_folder(out, made("a"), ALL)
    assert (tmp_path / "victim.js").read_text() == "keep"
    assert (out / "notes.txt").exists()


def test_a_failure_while_writing_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "old", made("old"), ALL)
    written: list[int] = []

    def full(handle: int) -> None:
        written.append(handle)
        if len(written) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FolderRefused, match="No space left"):
        write_folder(tmp_path / "old", made("new"), ALL)
    assert names(tmp_path / "old") == set(made("old"))
    written.clear()
    with pytest.raises(FolderRefused, match="No space left"):
        write_folder(tmp_path / "fresh" / "deep", made("new"), ALL)
    assert not (tmp_path / "fresh").exists()


def test_what_is_stopped_before_the_renaming_changes_nothing(tmp_path: Path) -> None:
    write_folder(tmp_path / "old", made("old"), ALL)
    before = {path: path.read_bytes() for path in (tmp_path / "old").rglob("*") if path.is_file()}

    def stop() -> None:
        assert len(list(tmp_path.rglob(".nestlink-*.new"))) >= len(made("new"))
        raise KeyboardInterrupt

    for folder in ("old", "fresh/deep"):
        with pytest.raises(KeyboardInterrupt):
            write_folder(tmp_path / folder, made("new"), ALL, settled=stop)
    assert {path: path.read_bytes() for path in (tmp_path / "old").rglob("*") if path.is_file()} == before
    assert not (tmp_path / "fresh").exists()


def test_written_files_have_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_folder(tmp_path, made("a"), ALL)
    finally:
        os.umask(mask)
    assert (tmp_path / "report.md").stat().st_mode & 0o777 == 0o640
