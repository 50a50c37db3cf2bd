"""The home that tests of servers and browsers begin with is made once for all steps of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tests import __main__ as runner
from tests import prepared_home


@pytest.fixture(autouse=True)
def _nothing_prepared() -> Iterator[None]:
    """No home of the other tests of this process is taken, nor left to them."""
    prepared_home.prepared.cache_clear()
    yield
    prepared_home.prepared.cache_clear()


def test_whoever_comes_first_makes_it_and_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    together = Barrier(3, timeout=10)

    def make(home: Path) -> None:
        made.append(home)
        (home / prepared_home.DATABASE).write_text("rows", encoding="utf-8")

    def first() -> str:
        together.wait()
        return (prepared_home.prepared.__wrapped__() / prepared_home.DATABASE).read_text(encoding="utf-8")

    monkeypatch.setenv(prepared_home.SHARED, str(tmp_path))
    monkeypatch.setattr(prepared_home, "_make", make)
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda _: first(), range(3))) == ["rows"] * 3
    assert len(made) == 1


def test_one_that_was_not_finished_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(home: Path) -> None:
        (home / "begun").write_text("", encoding="utf-8")
        if not stopped:
            stopped.append(True)
            raise KeyboardInterrupt

    stopped: list[bool] = []
    monkeypatch.setenv(prepared_home.SHARED, str(tmp_path))
    monkeypatch.setattr(prepared_home, "_make", make)
    with pytest.raises(KeyboardInterrupt):
        prepared_home.prepared()
    assert (prepared_home.prepared() / "begun").exists() and stopped


def test_all_steps_are_told_of_one_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    told = set[str]()

    def run(
        name: str, arguments: list[str], beside: bool = False, names: Mapping[str, str] | None = None
    ) -> runner.Outcome:
        told.add((names or {})[prepared_home.SHARED])
        assert all(Path(one).is_dir() for one in told)
        return runner.Outcome(name, 0, 0.0, runner.Counter(passed=1))

    monkeypatch.setattr(runner, "run", run)
    runner.run_all(runner.LINTERS | runner.TESTS)
    (folder,) = told
    assert not Path(folder).exists()
