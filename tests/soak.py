"""`make soak`: what `make test` tries shortly, at length, and what needs PostgreSQL or a small disk.

One step after another, since each fills the machine; hours in all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.__main__ import PYTEST, ROOT, run, summary, without_server
from tests.at_length import MARK

TESTS = ROOT / "tests"
HOSTILE = "NESTLINK_SOAK"
"""Test modules that name it try more where it is 1."""

NEEDS = {"second engine": (ROOT / ".venv-engine", "needs Python 3.13 or newer, which the setup didn't find")}
"""Steps that need what not every machine has: where it is, and what the summary says where it is not."""

Step = tuple[Mapping[str, str], list[str]]


def steps() -> dict[str, Step]:
    """What is run, by name: the environment's names, and files."""
    random = ["web/test_editors_converge.py", "web/test_undo_random.py"]
    scripts, engine = _modules("oracle", "mongosh"), _modules("second_engine")
    return {
        "server killed 200 times": ({"NESTLINK_KILLS": "200"}, ["web/durability/test_killed.py"]),
        "load on a server": ({}, ["web/soak_bench_load.py"]),
        "full disk and long lock": ({}, ["web/durability/soak_sqlite.py"]),
        "PostgreSQL": ({}, ["web/durability/soak_postgresql.py"]),
        "server killed 50 times under a browser": (
            {"NESTLINK_KILLS": "50"},
            ["browser/test_killed_server.py"],
        ),
        "500 sessions of three editors": ({"NESTLINK_EXAMPLES": "500"}, random),
        "500 designs of each property": (
            {"NESTLINK_EXAMPLES": "500"},
            sorted({*naming("@examples\n"), *naming("@settings(examples")}),
        ),
        "500 designs edited and compiled": ({"NESTLINK_EXAMPLES": "1500"}, ["compiler/test_remembering.py"]),
        "small designs' scripts, rewritten by mongosh": ({HOSTILE: "1"}, scripts),
        "small designs compiled as a whole": ({HOSTILE: "1"}, naming("in_parts import")),
        "second engine": ({HOSTILE: "1"}, engine),
        "all that is at length": (
            {HOSTILE: "1"},
            sorted({*naming(HOSTILE), *naming(f"mark.{MARK}")} - {*engine}),
        ),
    }


def _modules(*folders: str) -> list[str]:
    return sorted(
        path.relative_to(TESTS).as_posix()
        for folder in folders
        for path in (TESTS / folder).glob("test_*.py")
    )


def naming(word: str, folder: Path = TESTS) -> list[str]:
    """The test modules in whose text a word stands."""
    found = (path for path in folder.rglob("test_*.py") if word in path.read_text(encoding="utf-8"))
    return sorted(path.relative_to(folder).as_posix() for path in found)


def not_run(steps: Iterable[str]) -> dict[str, str]:
    """Return the steps that can't run on this machine, and why."""
    return {name: NEEDS[name][1] for name in steps if name in NEEDS and not NEEDS[name][0].exists()}


def main(arguments: list[str]) -> int:
    """Run every step, or those whose names contain one of the words given. Return 1 if any failed or is empty."""
    wanted = {
        name: step
        for name, step in steps().items()
        if step[1] and any(word in name for word in arguments or [""])
    }
    left_out = not_run(wanted) | without_server()
    outcomes = [
        run(name, [*PYTEST, *(str(TESTS / file) for file in files)], names=names)
        for name, (names, files) in wanted.items()
        if name not in left_out
    ]
    print(summary(outcomes, left_out), flush=True)
    return int(not outcomes or any(one.code or not one.counts["passed"] for one in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
