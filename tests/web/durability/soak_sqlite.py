"""SQLite, for `make soak`: a lock held for half a minute and a disk that is really full, with nothing planted."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .saving import FAILED, Saver, all_saved_more, answers, saving, wrong
from .served import Served, until

EDITORS = 8
HELD = 30


def test_a_lock_for_half_a_minute(tmp_path: Path) -> None:
    with Served(tmp_path / "home") as served, saving(EDITORS, served) as savers:
        with closing(sqlite3.connect(served.database, timeout=20)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(HELD)
        all_saved_more(savers)
    assert wrong(savers, served.stored("look")) == []
    assert set(answers(savers)) == {200, 503}
    assert any(saver.last[1].get("retry-after") for saver in savers)


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        path = str(disk / "db.sqlite3")
        with Served(tmp_path / "home", SQLITE_PATH=path) as served, saving(EDITORS, served) as savers:
            for _ in range(3):
                fill(disk / "filler")
                before = [saver.answers[507] for saver in savers]
                until(lambda: all(one.answers[507] > n for one, n in zip(savers, before, strict=True)))  # noqa: B023
                reader = Saver(served, savers[0].place, "reader")
                assert reader.ask(f"designs/{reader.place['slug']}/")[0] == 200
                (disk / "filler").unlink()
                all_saved_more(savers)
        assert wrong(savers, served.stored("look")) == []
        assert set(answers(savers)) <= {200, 507, FAILED}


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder.mkdir()
    _as_root("mount", "-t", "tmpfs", "-o", f"size=8m,mode=0700,uid={os.geteuid()}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        _as_root("umount", "--lazy", str(folder))


def _as_root(*command: str) -> None:
    subprocess.run([*([] if os.geteuid() == 0 else ["sudo", "-n"]), *command], check=True)


def fill(path: Path) -> None:
    """Write until nothing more goes in."""
    with path.open("wb", buffering=0) as file:
        size = 1024 * 1024
        while size:
            try:
                file.write(b"\0" * size)
            except OSError:
                size //= 2
