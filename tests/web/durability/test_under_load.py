"""Two servers on one database file: all is saved; a backup made meanwhile is whole, and restores."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from modeler import backups

from .saving import Saver, all_saved_more, answers, resting, saving, wrong
from .served import Served

EDITORS = 8


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    folder = tmp_path_factory.mktemp("servers")
    with Served(folder / "one") as one, Served(folder / "two", SQLITE_PATH=str(one.database)) as two:
        yield one, two


@pytest.fixture(scope="module")
def savers(servers: tuple[Served, Served]) -> Iterator[list[Saver]]:
    with saving(EDITORS, *servers) as savers:
        yield savers


def acknowledged(savers: list[Saver]) -> set[str]:
    return {op for saver in savers for op in saver.acknowledged}


def test_a_backup_made_meanwhile_restores_in_an_empty_folder(
    servers: tuple[Served, Served], savers: list[Saver], tmp_path: Path
) -> None:
    before = acknowledged(savers)
    servers[0].python("manage.py", "backup", tmp_path / "drill.zip")
    all_saved_more(savers)
    fresh = Served(tmp_path / "fresh")
    with resting(savers):
        fresh.python("manage.py", "restore", tmp_path / "drill.zip")
        found = fresh.stored("look")
    assert found["problems"] == []
    assert before <= set(found["ops"])
    assert found["hashes"] == backups.checked(tmp_path / "drill.zip").designs


def torn(database: Path, savers: list[Saver], to: Path) -> None:
    """Copy a file as `cp` may: its beginning before an edit, the rest after it."""
    with database.open("rb") as source, to.open("wb") as copy:
        copy.write(source.read(database.stat().st_size // 4096 // 2 * 4096))
        all_saved_more(savers)
        all_saved_more(savers)
        shutil.copyfileobj(source, copy)


def test_a_file_copied_meanwhile_is_seen_to_be_torn(
    servers: tuple[Served, Served], savers: list[Saver], tmp_path: Path
) -> None:
    fresh = Served(tmp_path / "fresh")
    torn(servers[0].database, savers, fresh.database)
    with resting(savers), pytest.raises(AssertionError):
        assert fresh.stored("look")["problems"] == []


def test_all_is_saved(servers: tuple[Served, Served], savers: list[Saver]) -> None:
    for saver in savers:
        saver.stopping.set()
        saver.join()
    assert wrong(savers, servers[0].stored("look")) == []
    assert set(answers(savers)) == {200}
