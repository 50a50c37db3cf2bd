"""`make soak`: what `make test` tries shortly, at length, and what needs PostgreSQL or a small disk.

One step after another, since each fills the machine; hours in all.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from tests.__main__ import PYTEST, ROOT, run, summary

TESTS = ROOT / "tests"
HOSTILE = "NESTLINK_SOAK"
"""Test modules that name it try more where it is 1."""

Step = tuple[Mapping[str, str], list[str]]


def steps() -> dict[str, Step]:
    """What is run, by name: the environment's names, and files."""
    random = ["web/test_editors_converge.py", "web/test_undo_random.py"]
    scripts = sorted(
        path.relative_to(TESTS).as_posix()
        for folder in ("oracle", "mongosh")
        for path in (TESTS / folder).glob("test_*.py")
    )
    return {
        "server killed 200 times": ({"NESTLINK_KILLS": "200"}, ["web/durability/test_killed.py"]),
        "load on a server": ({}, ["web/soak_bench_load.py"]),
        "full disk and long lock": ({}, ["web/durability/soak_sqlite.py"]),
        "PostgreSQL": ({}, ["web/durability/soak_postgresql.py"]),
        "server killed 50 times under a browser": (
            {"NESTLINK_KILLS": "50"},
            ["browser/test_killed_server.py"],
        ),
        "500 stories of three editors": ({"NESTLINK_EXAMPLES": "500"}, random),
        "500 designs of each property": (
            {"NESTLINK_EXAMPLES": "500"},
            sorted({*naming("@examples\n"), *naming("@settings(examples")}),
        ),
        "500 designs edited and compiled": ({"NESTLINK_EXAMPLES": "1500"}, ["compiler/test_remembering.py"]),
        "small designs' scripts, rewritten by mongosh": ({HOSTILE: "1"}, scripts),
        "small designs compiled as a whole": ({HOSTILE: "1"}, naming("in_parts import")),
        "hostile, at length": ({HOSTILE: "1"}, naming(HOSTILE)),
    }


def naming(word: str, folder: Path = TESTS) -> list[str]:
    """The test modules in whose text a word stands."""
    found = (path for path in folder.rglob("test_*.py") if word in path.read_text(encoding="utf-8"))
    return sorted(path.relative_to(folder).as_posix() for path in found)


def main(arguments: list[str]) -> int:
    """Run every step, or those whose names contain one of the words given. Return 1 if any failed or is empty."""
    wanted = {
        name: step
        for name, step in steps().items()
        if step[1] and any(word in name for word in arguments or [""])
    }
    outcomes = [
        run(name, [*PYTEST, *(str(TESTS / file) for file in files)], names=names)
        for name, (names, files) in wanted.items()
    ]
    print(summary(outcomes), flush=True)
    return int(not outcomes or any(one.code or not one.counts["passed"] for one in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
