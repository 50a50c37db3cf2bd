"""A full disk, a file that can't be written, a lock that somebody holds: saves are refused with a word, pages
are read all the while, and afterwards each edit is saved. Nothing that was acknowledged is lost."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from .saving import Saver, all_saved_more, answers, saving, wrong
from .served import Served, until

EDITORS = 4
FULL = "PRAGMA max_page_count=1;"  # SQLite takes the pages that there are already
READ_ONLY = "PRAGMA query_only=1;"
IMPATIENT = "PRAGMA busy_timeout=300;"
HELD = 2
"""Seconds that the write lock is held, by somebody whom writers wait for a moment only."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = "tests.web.durability.pragma_settings"
    with Served(tmp_path_factory.mktemp("home"), DJANGO_SETTINGS_MODULE=settings) as served:
        yield served


@pytest.fixture(scope="module")
def savers(served: Served) -> Iterator[list[Saver]]:
    with saving(EDITORS, served) as savers:
        yield savers


@contextmanager
def trouble(served: Served, statements: str) -> Iterator[None]:
    whole = served.home / "planted.new"
    whole.write_text(statements)
    whole.replace(served.home / "planted.sql")  # never half there
    try:
        yield
    finally:
        (served.home / "planted.sql").unlink()


def refused_with(savers: list[Saver], status: int) -> None:
    """Wait until each editor has been refused a few times, and none in another way."""
    before = answers(savers)
    each = [saver.answers[status] + 2 for saver in savers]

    def refused() -> bool:
        came = answers(savers) - before
        assert set(came) <= {200, status}, came
        return all(one.answers[status] >= many for one, many in zip(savers, each, strict=True))

    until(refused)


def reads_go_on(savers: list[Saver]) -> None:
    reader = Saver(savers[0].served, savers[0].place, "reader")
    for page in ("", f"designs/{reader.place['slug']}/", f"designs/{reader.place['slug']}/history/"):
        assert reader.ask(page)[0] == 200


def test_a_full_disk(served: Served, savers: list[Saver]) -> None:
    with trouble(served, FULL):
        refused_with(savers, 507)
        reads_go_on(savers)
        assert "The server’s disk is full" in savers[0].last[2]
    all_saved_more(savers)


def test_a_file_that_cannot_be_written(served: Served, savers: list[Saver]) -> None:
    with trouble(served, READ_ONLY):
        refused_with(savers, 503)
        reads_go_on(savers)
        assert "can write the database file" in savers[0].last[2]
    all_saved_more(savers)


def test_a_lock_that_another_program_holds(served: Served, savers: list[Saver]) -> None:
    with trouble(served, IMPATIENT), closing(sqlite3.connect(served.database)) as other:
        other.execute("PRAGMA busy_timeout=20000")
        all_saved_more(savers)  # so that each obeys
        other.execute("BEGIN IMMEDIATE")
        late = time.monotonic() + HELD
        refused_with(savers, 503)
        reads_go_on(savers)
        assert savers[0].last[1]["retry-after"]
        time.sleep(max(0, late - time.monotonic()))
    all_saved_more(savers)


def test_nothing_was_lost(served: Served, savers: list[Saver]) -> None:
    for saver in savers:
        saver.stopping.set()
        saver.join()
    assert wrong(savers, served.stored("look")) == []
    assert set(answers(savers)) == {200, 503, 507}
    assert Counter(answers(savers))[200] > EDITORS
