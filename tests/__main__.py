"""`make test` and `make lint`: every step, then one summary. Exit 1 if any step failed.

The compiler's tests run without Django's plugin, which proves that it needs no Django.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import NamedTuple

from tests.at_length import TOLD
from tests.prepared_home import SHARED

ROOT = Path(__file__).resolve().parent.parent
PLUGINS = ("tests.fewer_collections", "tests.roomy_calls", "tests.seconds", "tests.at_length")
PYTEST = ["-m", "pytest", "-q", "-ra", *(word for name in PLUGINS for word in ("-p", name))]
LINTERS = {
    "ruff": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
}
WEB = "tests/web"
SCRIPTS = ["tests/mongosh", "tests/js", "tests/hostile", "tests/test_covering.py"]
SECOND_ENGINE = "tests/second_engine"
ORACLE = "tests/oracle/test_functions.py"
BROWSER = "tests/browser"
EDITOR = sorted(f"{BROWSER}/{path.name}" for path in (ROOT / BROWSER).glob("test_editor_*.py"))
PAGES = [
    f"{BROWSER}/test_{name}.py" for name in ("admin", "every_page", "hostile_everywhere", "hostile_names")
]
"""Each page of the site once in a browser, which works for nearly all of its time and promises nothing in seconds."""
ACCESS = ["tests/web/matrix", "tests/web/admin"]
SERVER = ["tests/server", "tests/web/durability"]


def _pytest(*arguments: str) -> list[str]:
    return [*PYTEST, "--durations=12", *arguments]


def _unopened(*arguments: str) -> list[str]:
    """Tests without a browser: its plugin has fixtures that each test runs through."""
    return _pytest("-p", "no:playwright", *arguments)


def _without(*places: str) -> list[str]:
    return [f"--ignore={place}" for place in places]


TESTS = {
    "compiler tests": _unopened(
        "-p", "no:django", *_without(WEB, BROWSER, *SERVER, *SCRIPTS, SECOND_ENGINE, ORACLE), "tests"
    ),
    "web tests": _unopened(*_without(*ACCESS, *SERVER), WEB),
    "tests of scripts": _unopened("-p", "no:django", *SCRIPTS),
    "server tests": _unopened(*SERVER),
    "page tests": _pytest(*PAGES),
    "oracle": _unopened("-p", "no:django", ORACLE),
    "access tests": _unopened(*ACCESS),
    "browser tests": _pytest(*_without(*EDITOR, *PAGES), BROWSER),
    "editor tests": _pytest(*EDITOR),
}
"""The two that open a browser and wait for it are at the end, where one lane takes them. The others are taken from the
first on, the longest first, so that what is left when the others are done is short."""
BROWSING = ("browser tests", "editor tests")
PROMPT = (*BROWSING, "server tests")
"""Steps that wait for much of their time, for a browser or for a server, which has seconds to answer: what they ask for
goes first."""
LANES = 4
"""On two cores: two that work, beside a browser and a server. Of three, a third of the time nobody worked."""
NICE = ("nice", "-n", "5")
REAPING = (sys.executable, "-S", str(ROOT / "tests" / "reaping.py"))
EXCUSED = ("SKIPPED [", "XFAIL ", "XPASS ", TOLD)
"""How pytest begins the lines that give the reasons (-ra), and how those of what is left to `make soak` begin."""
ELSEWHERE = {"second engine": "make soak runs it"}
"""Steps that are no part of `make test`, and where they run."""
SERVER = "NESTLINK_TEST_MONGODB_URI"
"""The environment's name for a server whose answers the table of refusals is compared with (`mongosh/test_refusals.py`)."""
COUNTED = ("passed", "failed", "error", "skipped", "xfailed", "xpassed", "deselected")


class Outcome(NamedTuple):
    """How a step went. counts: pytest's own, empty for a linter. processor: its seconds, and those of all that it
    started (`reaping.py`). excused: pytest's lines of what was skipped or expected to fail, each with its reason."""

    name: str
    code: int
    seconds: float
    counts: Counter[str]
    processor: float = 0.0
    excused: tuple[str, ...] = ()


def counts_in(line: str) -> Counter[str]:
    """The numbers of pytest's closing line: `3 failed, 40 passed in 1.2s`."""
    found = re.findall(rf"(\d+) ({'|'.join(COUNTED)})s?\b", line)
    return Counter({word: int(number) for number, word in found})


def environment() -> dict[str, str]:
    """That of the step: compiled modules are kept, wherever PYTHONDONTWRITEBYTECODE is the custom, beside those that
    the setup has compiled. Tests start the program dozens of times, and more than half of a start is compiling."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(
    name: str, arguments: list[str], beside: bool = False, names: Mapping[str, str] | None = None
) -> Outcome:
    """Run one step, its output passed through as it comes; beside: all of it at the end, since another
    step is running. names: what the environment says besides."""
    held, excused = [f"== {name}\n"], list[str]()
    started, last = time.monotonic(), ""
    command = [*(() if name in PROMPT else NICE), *REAPING, sys.executable, *arguments]
    said = environment() | dict(names or {})
    with subprocess.Popen(
        command, cwd=ROOT, env=said, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as step:
        for line in step.stdout or ():
            held.append(line)
            last = line if line.strip() else last
            excused += [line.strip()] if line.startswith(EXCUSED) else []
            if not beside:
                _tell(held)
        _, status, used = os.wait4(step.pid, 0)
        step.returncode = os.waitstatus_to_exitcode(status)
    counts = counts_in(last) if "pytest" in arguments else Counter()
    processor = used.ru_utime + used.ru_stime
    seconds = time.monotonic() - started
    outcome = Outcome(name, step.returncode, seconds, counts, processor, tuple(excused))
    _tell(held)
    return outcome


def _tell(held: list[str]) -> None:
    """Print what is held, and hold it no longer."""
    text, held[:] = "".join(held), []
    print(text, end="", flush=True)


def run_all(steps: dict[str, list[str]], names: Mapping[str, str] | None = None) -> list[Outcome]:
    """Every step, four at a time on two cores, for browsers and servers wait for much of their time: one lane takes
    them from the last on, the others from the first. names: what the environment says besides."""
    with TemporaryDirectory(prefix="nestlink-tests-") as folder:
        return _run_in_lanes(steps, {SHARED: folder} | dict(names or {}))


def _run_in_lanes(steps: dict[str, list[str]], names: Mapping[str, str]) -> list[Outcome]:
    lanes = _Lanes(steps)

    def work(beside: bool, last: bool) -> list[Outcome]:
        outcomes = []
        while (name := lanes.take(last)) is not None:
            outcomes.append(run(name, steps[name], beside=beside, names=names))
            lanes.over(name)
        return outcomes

    others = LANES - 1 if len(steps) > len(LINTERS) else 0
    with ThreadPoolExecutor(max_workers=LANES) as threads:
        working = [threads.submit(work, True, number == 0) for number in range(others)]
        done = {outcome.name: outcome for outcome in work(False, False)}
        done |= {outcome.name: outcome for lane in working for outcome in lane.result()}
    return [done[name] for name in steps]


class _Lanes:
    """The steps that are left. Of those that wait for a browser, only one runs at a time."""

    def __init__(self, steps: Iterable[str]) -> None:
        self.left, self.browsing, self.lock = [*steps], False, Lock()

    def take(self, last: bool) -> str | None:
        """Return the next step, or the last one, that may begin; None where a lane has nothing more to do: whoever has
        the browser takes what waits for it."""
        with self.lock:
            ready = [name for name in self.left if not (self.browsing and name in BROWSING)]
            if not ready:
                return None
            name = ready[-1 if last else 0]
            self.left.remove(name)
            self.browsing |= name in BROWSING
            return name

    def over(self, name: str) -> None:
        """Say that a step has ended."""
        with self.lock:
            self.browsing &= name not in BROWSING


def summary(outcomes: list[Outcome], left_out: Mapping[str, str] | None = None) -> str:
    """A line for each step, the reasons of what it skipped or expected to fail below it, and, where tests ran, their
    count alone on the last line. left_out: steps that were not run, and why."""
    lines = ["== summary"]
    for outcome in outcomes:
        numbers = ", ".join(f"{number} {word}" for word, number in outcome.counts.items())
        verdict = "ok    " if outcome.code == 0 else "FAILED"
        times = f"{outcome.seconds:.0f} s, processor {outcome.processor:.0f} s"
        lines.append(f"{verdict} {outcome.name} ({times}) {numbers}".rstrip())
        lines += [f"       {line}" for line in outcome.excused]
    lines += [f"NOT RUN {name}: {why}" for name, why in (left_out or {}).items()]
    total = sum((outcome.counts for outcome in outcomes), Counter())
    if total:
        excused = [
            f", {total[word]} {word}"
            for word in ("skipped", "xfailed", "xpassed", "deselected")
            if total[word]
        ]
        lines.append(f"{total['passed']} passed, {total['failed'] + total['error']} failed{''.join(excused)}")
    return "\n".join(lines)


def without_server() -> dict[str, str]:
    """Return the step that needs a server, where none is named, and how to run it: those tests aren't even collected."""
    return {} if os.environ.get(SERVER) else {"refusals on a real server": f"set {SERVER} (CONTRIBUTING.md)"}


def main(arguments: list[str]) -> int:
    """All steps, or the linters alone with `lint`."""
    steps = LINTERS if arguments == ["lint"] else LINTERS | TESTS
    outcomes = run_all(steps)
    left_out = {} if steps == LINTERS else ELSEWHERE | without_server()
    print(summary(outcomes, left_out), flush=True)
    ran_none = any(
        name in TESTS and not outcome.counts["passed"] for name, outcome in zip(steps, outcomes, strict=True)
    )
    return int(ran_none or any(outcome.code for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
