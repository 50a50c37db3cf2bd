"""PostgreSQL, for `make soak`: restarted under editors, backed up meanwhile, and designs moved to and fro."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from modeler import backups

from .cluster import Cluster, cluster
from .saving import FAILED, all_saved_more, answers, saving, wrong
from .served import Served

EDITORS, RESTARTS = 20, 10
BACK = 10
"""Seconds after a restart in which each editor has saved again."""


@pytest.fixture
def postgresql() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def test_restarts_lose_nothing(tmp_path: Path, postgresql: Cluster) -> None:
    with Served(tmp_path / "home", DATABASE_URL=postgresql.url) as served, saving(EDITORS, served) as savers:
        for number in range(RESTARTS):
            time.sleep(1)
            if number == RESTARTS // 2:
                served.python("manage.py", "backup", tmp_path / "drill.zip")
            postgresql.control("restart")
            all_saved_more(savers, BACK)
        process = served.process
        assert process and process.poll() is None
    assert wrong(savers, served.stored("look")) == []
    assert set(answers(savers)) <= {200, 503, FAILED}
    fresh = Served(tmp_path / "fresh")
    fresh.python("manage.py", "restore", tmp_path / "drill.zip")
    found = fresh.stored("look")
    assert found["problems"] == []
    assert found["hashes"] == backups.checked(tmp_path / "drill.zip").designs


def test_designs_move_to_postgresql_and_back(tmp_path: Path, postgresql: Cluster) -> None:
    first, there = Served(tmp_path / "first"), Served(tmp_path / "there", DATABASE_URL=postgresql.url)
    first.python("-m", "tests.web.durability.stored", "many")
    steps = [(first, "a.zip"), (there, "b.zip"), (Served(tmp_path / "last"), "c.zip")]
    for number, (copy, name) in enumerate(steps):
        if number:
            copy.python("manage.py", "restore", tmp_path / steps[number - 1][1])
        copy.python("manage.py", "backup", tmp_path / name)
        assert "All designs match" in copy.python("manage.py", "check_library")
    made = [backups.checked(tmp_path / name) for _, name in steps]
    assert made[0].tables == made[1].tables == made[2].tables
    assert made[0].designs == made[1].designs == made[2].designs
    assert [one.database for one in made] == ["sqlite", "postgresql", "sqlite"]
    assert len(made[0].designs) > 1000
    there.python("manage.py", "restore", tmp_path / "c.zip", "--replace")
    assert there.stored("look") == first.stored("look")


def test_migrations_go_back_and_forth(tmp_path: Path, postgresql: Cluster) -> None:
    there = Served(tmp_path / "there", DATABASE_URL=postgresql.url)
    there.stored("make")
    there.python("manage.py", "backup", tmp_path / "a.zip")
    for target in (("sign_in", "zero"), ("designs", "0001")):
        said = there.python("manage.py", "migrate", *target)
        assert "Copied the database to" in said
    there.python("manage.py", "migrate")
    there.python("manage.py", "backup", tmp_path / "b.zip")
    before, after = (backups.checked(tmp_path / name) for name in ("a.zip", "b.zip"))
    assert json.dumps(before.designs) == json.dumps(after.designs)
    assert before.tables["designs.revision"] == after.tables["designs.revision"]


def test_a_newer_database_is_refused_and_stays(tmp_path: Path, postgresql: Cluster) -> None:
    there = Served(tmp_path / "there", DATABASE_URL=postgresql.url)
    there.stored("make")
    there.python("manage.py", "backup", tmp_path / "a.zip")
    before = there.stored("look")
    postgresql.ask(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('designs', '9999_next', now())"
    )
    for command in (["serve"], ["migrate"], ["backup", tmp_path / "b.zip"], ["check_library"]):
        with pytest.raises(AssertionError, match="written by a newer Nestlink"):
            there.python("manage.py", *command)
    with pytest.raises(AssertionError, match="Create an empty database"):
        there.python("manage.py", "restore", tmp_path / "a.zip", "--replace")
    postgresql.ask("DELETE FROM django_migrations WHERE name = '9999_next'")
    assert there.stored("look") == before
