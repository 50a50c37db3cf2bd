"""`make quick`: what a change needs, within a minute: linters, and the tests that import what was changed, nearest
first, then cheapest.

What is changed: everything that is not committed; if all is, what the branch adds to main; or all since a commit
that is given.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tests import seconds
from tests.__main__ import LINTERS, PYTEST, ROOT, Outcome, run_all, summary
from tests.affected import dependents, distances, is_test, read

ALWAYS = ["tests/test_house_rules.py"]
"""Whatever is changed, and however long they took when the machine was busy."""
WHOLE = 60
"""Seconds that all may take."""
LAST_START = 45
"""Seconds after which no further test begins."""
BUDGETS = {"tests without Django": 45.0, "web and browser tests": 25.0}
"""Seconds that the tests of each step may take, by what each file took before; linters run before the second."""
DJANGO = ("tests/web/", "tests/browser/", "tests/server/")
GUESSES = {"tests/browser/": 15.0, "tests/server/": 15.0, "tests/mongosh/": 4.0, "tests/web/": 3.0, "": 1.0}
"""Seconds of a file that has not run here yet, by its folder."""

SETTINGS = {"SECRET_KEY": "only-for-linters-" + "0123456789" * 5, "NESTLINK_LOCAL": "1"}
"""mypy reads Django's settings, also where no `make setup` wrote an .env."""


class Choice(NamedTuple):
    """files: what is run, by step, cheapest first. left: what depends on the change too, and is not run."""

    files: dict[str, list[str]]
    left: list[str]


def git(*arguments: str) -> list[str]:
    """Return the lines that git answers with."""
    answer = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return answer.stdout.splitlines()


def changed(since: str = "", ask: Callable[..., list[str]] = git) -> list[str]:
    """Return the paths of files that were changed, added or deleted."""
    untracked = ask("ls-files", "--others", "--exclude-standard")
    found = {*ask("diff", "--name-only", "--no-renames", since or "HEAD"), *untracked}
    if not found and not since:
        found = {*ask("diff", "--name-only", "--no-renames", ask("merge-base", "HEAD", "main")[0])}
    return sorted(found)


def cost(file: str, known: Mapping[str, float]) -> float:
    """Return the seconds that a test file takes, or a guess."""
    return known.get(file) or next(guess for folder, guess in GUESSES.items() if file.startswith(folder))


def choose(
    near: Mapping[str, int], known: Mapping[str, float], budgets: Mapping[str, float] = BUDGETS
) -> Choice:
    """Take the nearest tests first, of those the cheapest, as long as a step has time for them."""
    plain, web = budgets
    left, spent = [], dict.fromkeys(budgets, 0.0)
    files: dict[str, list[str]] = {step: [] for step in budgets}
    for file in sorted(near, key=lambda file: (near[file], cost(file, known), file)):
        step = web if file.startswith(DJANGO) else plain
        if file not in ALWAYS and spent[step] + cost(file, known) > budgets[step]:
            left.append(file)
        else:
            spent[step] += cost(file, known)
            files[step].append(file)
    for some in files.values():
        some.sort(key=lambda file: (file not in ALWAYS, cost(file, known)))
    return Choice(files, left)


def affected(paths: Iterable[str]) -> dict[str, int]:
    """Return the tests that a change concerns, and how far each is from it."""
    files = git("ls-files", "--cached", "--others", "--exclude-standard")
    reached = distances(paths, dependents(read(ROOT, files), paths))
    tests = {
        file: distance for file, distance in reached.items() if is_test(file) and (ROOT / file).is_file()
    }
    return tests | dict.fromkeys(ALWAYS, 0)


def steps(choice: Choice) -> dict[str, list[str]]:
    """Return what is run: the tests without Django in one lane, all else in the other."""
    plain, web = BUDGETS
    common = [*PYTEST, "--durations=3"]
    found = dict(LINTERS)
    if choice.files[web]:
        found[web] = [*common, *choice.files[web]]
    return found | {plain: [*common, "-p", "no:django", *choice.files[plain]]}


def main(arguments: list[str]) -> int:
    """Run what the change needs, and say what it leaves to `make test`."""
    started = time.time()
    paths = changed(*arguments[:1])
    if not paths:
        print("Nothing is changed.")
        return 0
    choice = choose(affected(paths), seconds.remembered())
    names = {seconds.UNTIL: str(started + LAST_START), **SETTINGS}
    outcomes: list[Outcome] = run_all(steps(choice), names)
    print(summary(outcomes))
    print(f"{len(paths)} files changed, {time.time() - started:.0f} s")
    if choice.left:
        print(f"left to make test: {len(choice.left)} test files, such as {', '.join(choice.left[:3])}")
    return int(any(outcome.code for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
