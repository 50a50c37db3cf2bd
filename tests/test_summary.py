"""The test run's own summary: pytest's counts are seen, and no failure is lost."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path, PurePosixPath
from threading import Barrier, BrokenBarrierError, Event

import pytest

from tests import __main__ as runner
from tests import soak


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("3 failed, 40 passed in 1.20s", {"failed": 3, "passed": 40}),
        ("==== 1 passed, 2 skipped, 1 error in 0.1s ====", {"passed": 1, "skipped": 2, "error": 1}),
        ("2 errors in 0.1s", {"error": 2}),
        ("no tests ran in 0.01s", {}),
    ],
)
def test_counts_of_a_closing_line(line: str, counts: dict[str, int]) -> None:
    assert runner.counts_in(line) == Counter(counts)


def test_the_last_line_is_the_count_alone() -> None:
    outcomes = [
        runner.Outcome("ruff", 0, 1.0, Counter()),
        runner.Outcome("one", 0, 1.0, Counter(passed=5, skipped=1), 0.5),
        runner.Outcome("two", 1, 1.0, Counter(passed=2, failed=1, error=1)),
    ]
    lines = runner.summary(outcomes).splitlines()
    assert lines[-1] == "7 passed, 2 failed, 1 skipped"
    assert [line.split()[0] for line in lines[1:4]] == ["ok", "ok", "FAILED"]
    assert lines[2] == "ok     one (1 s, processor 0 s) 5 passed, 1 skipped"


def test_the_processors_time_of_a_step_is_counted(capfd: pytest.CaptureFixture[str]) -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nraise SystemExit(3)"
    outcome = runner.run("busy", ["-c", busy])
    assert outcome.code == 3 and outcome.processor >= 0.3
    assert capfd.readouterr().out == "== busy\n"


def test_the_processors_time_of_what_nobody_waited_for_is_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    busy = "import time\nwhile time.process_time() < 0.4: pass"
    leaving = f"import os, subprocess, sys\nsubprocess.Popen([sys.executable, '-S', '-c', {busy!r}], start_new_session=True)\nos._exit(4)"
    outcome = runner.run("leaving", ["-S", "-c", leaving])
    assert outcome.code == 4 and outcome.processor >= 0.4
    monkeypatch.setattr(runner, "REAPING", ())
    assert runner.run("leaving", ["-S", "-c", leaving]).processor < 0.4


def test_a_step_that_a_signal_ended_has_failed(capfd: pytest.CaptureFixture[str]) -> None:
    killed = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
    assert runner.run("killed", ["-S", "-c", killed]).code == 128 + 9


def test_what_is_skipped_or_expected_to_fail_is_named_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "def test_skipped(): pytest.skip('of 8.0 alone')\n"
        "@pytest.mark.skipif(True, reason='no second engine')\n"
        "def test_left_out(): pass\n"
        "@pytest.mark.xfail(reason='not written yet')\n"
        "def test_expected(): assert False\n"
        "def test_good(): pass\n"
    )
    outcome = runner.run("some", [*runner.PYTEST, "-p", "no:django", str(tmp_path)], beside=True)
    *lines, last = runner.summary([outcome]).splitlines()
    for reason in ("of 8.0 alone", "no second engine", "not written yet"):
        assert len([line for line in lines if line.endswith(reason)]) == 1
    assert last == "1 passed, 0 failed, 2 skipped, 1 xfailed"


def test_a_step_that_cannot_run_here_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        soak, "NEEDS", {"one": (tmp_path / "absent", "needs more"), "two": (tmp_path, "needs it")}
    )
    left_out = soak.not_run(["one", "two", "three"])
    lines = runner.summary([runner.Outcome("two", 0, 1.0, Counter(passed=5))], left_out).splitlines()
    assert lines[-2:] == ["NOT RUN one: needs more", "5 passed, 0 failed"]


@pytest.mark.parametrize(("address", "count"), [("", 1), ("mongodb://localhost", 0)])
def test_what_needs_a_server_is_named_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str, count: int
) -> None:
    """Its tests aren't collected without an address, so that no line told of them."""
    monkeypatch.setenv(runner.SERVER, address)
    monkeypatch.setattr(runner, "run", lambda name, *_, **__: runner.Outcome(name, 0, 0.0, Counter(passed=1)))
    runner.main([])
    lines = [line for line in capsys.readouterr().out.splitlines() if "real server" in line]
    assert (
        lines
        == ["NOT RUN refusals on a real server: set NESTLINK_TEST_MONGODB_URI (CONTRIBUTING.md)"] * count
    )


STEPS = len(runner.LINTERS | runner.TESTS)


@pytest.mark.parametrize(
    ("codes", "passed", "expected"),
    [((), 1, 0), ((1,), 1, 1), ((*(0,) * (STEPS - 1), 1), 1, 1), ((), 0, 1)],
)
def test_any_failure_and_a_run_without_tests_fail(
    monkeypatch: pytest.MonkeyPatch, codes: tuple[int, ...], passed: int, expected: int
) -> None:
    steps = runner.LINTERS | runner.TESTS
    answers = dict.fromkeys(steps, 0) | dict(zip(steps, codes, strict=False))

    def run(name: str, arguments: list[str], beside: bool = False, names: object = None) -> runner.Outcome:
        counts = Counter(passed=passed) if name in runner.TESTS else Counter()
        return runner.Outcome(name, answers[name], 0.0, counts)

    monkeypatch.setattr(runner, "run", run)
    assert runner.main([]) == expected


def test_every_step_runs_once_in_one_of_four_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, bool]] = []
    all_four = Barrier(4, timeout=10)

    def run(name: str, arguments: list[str], beside: bool = False, names: object = None) -> runner.Outcome:
        ran.append((name, beside))
        if name in at_once:
            all_four.wait()
        return runner.Outcome(name, 0, 0.0, Counter(passed=1))

    monkeypatch.setattr(runner, "run", run)
    steps = runner.LINTERS | runner.TESTS
    steps_in_order = list(steps)
    at_once = [*steps_in_order[:3], steps_in_order[-1]]
    assert [outcome.name for outcome in runner.run_all(steps)] == steps_in_order
    assert sorted(name for name, _ in ran) == sorted(steps)
    assert {(name, True) for name in runner.BROWSING} < set(ran)
    assert len({name for name, beside in ran if not beside} & {*steps_in_order[:3]}) == 1


def test_of_what_needs_no_browser_the_longest_begin_first(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    browsing = Event()

    def run(name: str, arguments: list[str], beside: bool = False, names: object = None) -> runner.Outcome:
        begun.append(name)
        if name in runner.BROWSING:
            assert browsing.wait(10)
        elif len(set(begun) - set(runner.BROWSING)) == len(runner.LINTERS | runner.TESTS) - 2:
            browsing.set()
        return runner.Outcome(name, 0, 0.0, Counter(passed=1))

    monkeypatch.setattr(runner, "run", run)
    monkeypatch.setattr(runner, "LANES", 3)
    steps = list(runner.LINTERS | runner.TESTS)
    runner.run_all(runner.LINTERS | runner.TESTS)
    rest = [name for name in begun if name not in runner.BROWSING]
    # Two lanes take them: what one has taken, the other may begin before it.
    assert all(abs(rest.index(name) - steps.index(name)) <= 1 for name in rest)
    assert begun.index(steps[-1]) <= 2 and begun.index("browser tests") > begun.index("editor tests")


@pytest.mark.parametrize(("browsing", "most"), [(runner.BROWSING, 1), ((), 2)])
def test_one_browser_at_a_time(monkeypatch: pytest.MonkeyPatch, browsing: tuple[str, ...], most: int) -> None:
    """Without the names of those that open one, both run at once."""
    both, at_work, seen = Barrier(2), set[str](), set[int]()

    def run(name: str, arguments: list[str], beside: bool = False, names: object = None) -> runner.Outcome:
        if name in ("browser tests", "editor tests"):
            at_work.add(name)
            with suppress(BrokenBarrierError):
                both.wait(timeout=0.3)
            seen.add(len(at_work))
            at_work.remove(name)
        return runner.Outcome(name, 0, 0.0, Counter(passed=1))

    monkeypatch.setattr(runner, "run", run)
    monkeypatch.setattr(runner, "BROWSING", browsing)
    runner.run_all(runner.LINTERS | runner.TESTS)
    assert max(seen) == most


def test_every_test_is_in_one_step() -> None:
    """But those of the second engine, which `make soak` runs."""
    root = runner.ROOT
    files = {path.relative_to(root).as_posix() for path in (root / "tests").rglob("test_*.py")}
    files = {file for file in files if "node_modules" not in file}
    _, engine = soak.steps()["second engine"]
    files -= {f"tests/{file}" for file in engine}
    taken: Counter[str] = Counter()
    for arguments in runner.TESTS.values():
        left_out = [one.removeprefix("--ignore=") for one in arguments if one.startswith("--ignore=")]
        places = [one for one in arguments if one.startswith("tests/") or one == "tests"]
        for file in files:
            above = {file, *(str(folder) for folder in PurePosixPath(file).parents)}
            if above.intersection(places) and not above.intersection(left_out):
                taken[file] += 1
    assert taken == Counter(dict.fromkeys(files, 1))


def test_the_browsers_tests_start_before_the_linters(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Event()

    def run(name: str, arguments: list[str], beside: bool = False, names: object = None) -> runner.Outcome:
        if name in runner.BROWSING:
            started.set()
        return runner.Outcome(name, int(not started.wait(10)), 0.0, Counter(passed=1))

    monkeypatch.setattr(runner, "run", run)
    assert {one.code for one in runner.run_all(runner.LINTERS | runner.TESTS)} == {0}
    assert [one.name for one in runner.run_all(runner.LINTERS)] == list(runner.LINTERS)


def test_a_step_keeps_its_compiled_modules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    assert runner.run("keeps", ["-c", "import tests.environment"]).code == 0
    assert [*tmp_path.rglob("environment.*.pyc")]


def test_a_step_beside_another_prints_all_of_it_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    command = ["-c", "print('one'); print('3 passed in 1s')"]
    outcome = runner.run("apart", command, beside=True)
    assert capfd.readouterr().out == "== apart\none\n3 passed in 1s\n"
    assert (outcome.name, outcome.code) == ("apart", 0)
