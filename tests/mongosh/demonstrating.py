"""Run demo() of designs: ``python -m tests.mongosh.demonstrating FILE ... | --library | --handbook | --brought | --random FROM TO``.

One line for each refusal, with the design, the function and the message; exit code 1 where there is one. The summary, on
standard error, counts them by class: the message without names and values.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.mongosh.cases import Built, built_once, server_of
from tests.mongosh.runs import audit_of_all
from tests.mongosh.shell import run, sources
from tests.oracle.known import DESIGNS, brought
from tests.oracle.run import loaded, random_designs, shipped

Json = dict[str, Any]
Named = tuple[str, Json]
REFUSED = " was rejected: "
NOT_OURS = "unknown top level operator: $text"
"""What the tests' engine says, which has no text indexes: a server has."""
END = "  endWithSamples();\n"
"""What puts the samples back, in 04_queries.js."""
AT_ONCE = 10
"""Designs that one run of mongosh takes."""
SCRIPTS = ("setup", "03_sample_data", "04_queries")


class Refusal(NamedTuple):
    """What a demonstration told instead of an answer. function: empty where the scripts ended there."""

    design: str
    function: str
    message: str

    @property
    def kind(self) -> str:
        """The class of the message: what it says without names and values."""
        return re.sub(r'"[^"]*"|\'[^\']*\'|\{.*\}|\b[0-9a-f]{24}\b|\d+', "…", self.message)

    def __str__(self) -> str:
        return f"{self.design}: {self.function or '(script)'}: {self.message}"


def _job(name: str, built: Built, paths: Mapping[str, str], *steps: Json) -> Json:
    """All scripts in order, as their heads say, and these steps."""
    loads = [{"load": paths[script], "name": script} for script in SCRIPTS]
    server = server_of(built.compilation)
    return {"id": name, "live": True, "direct": True, **server, "steps": [*loads, *steps]}


def loading(name: str, source: Json) -> Json:
    """All scripts in order, and the reads at last."""
    built = built_once(source)
    return _job(name, built, sources(built.scripts, name), {"call": "showReads"})


def job(name: str, source: Json) -> Json:
    """All scripts, and demo() at last, twice: it is safe to run again."""
    built = built_once(source)
    return _job(name, built, sources(built.scripts, name), *[{"call": "demo"}] * 2)


def audited(name: str, source: Json, *, puts_back: bool = True) -> Json:
    """All scripts, and demo() between two audits of everything. puts_back: whether demo() does so with the samples."""
    built = built_once(source)
    scripts = built.scripts
    if not puts_back:
        (queries,) = (path for path in scripts if path.endswith("04_queries.js"))
        assert END in scripts[queries]
        scripts = {**scripts, queries: scripts[queries].replace(END, "")}
    paths = sources(scripts, f"{name}-{puts_back}")
    load, audit = audit_of_all(paths["06_audit"])
    return _job(name, built, paths, load, audit, {"call": "demo"}, audit)


def _audited_and_again(name: str, source: Json) -> Json:
    once = audited(name, source)
    return {**once, "steps": [*once["steps"], {"call": "demo"}]}


@cache
def demonstrated() -> Mapping[str, Json]:
    """Return the journals of the library's designs and of those that users brought: all scripts, demo() between two
    audits, and demo() again. Once for all tests that ask what demo() does."""
    return dict(journals([*shipped("library"), *brought(DESIGNS)], _audited_and_again))


def journals(designs: Iterable[Named], job: Callable[[str, Json], Json]) -> Iterator[tuple[str, Json]]:
    """Yield the name and the journal of each design's job, in their order."""
    batch: list[Json] = []
    for name, source in designs:
        batch.append(job(name, source))
        if len(batch) == AT_ONCE:
            yield from run(batch).items()
            batch = []
    if batch:
        yield from run(batch).items()


def refusals(name: str, journal: Json) -> Iterator[Refusal]:
    """Yield what was refused, or ended the demonstration."""
    if journal["error"]:
        yield Refusal(name, "", journal["error"])
    for text in (str(line[0]) for line in journal["printed"] if line):
        function, refused, message = text.partition(REFUSED)
        if refused and not message.startswith(NOT_OURS):
            yield Refusal(name, function, message)


def told(designs: Iterable[Named]) -> Iterator[Refusal]:
    """Yield each refusal of these designs' demonstrations, in their order."""
    for name, journal in journals(designs, job):
        yield from refusals(name, journal)


def asked_for(given: list[str] | None) -> Iterator[Named]:
    """Yield the designs that a command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.mongosh.demonstrating")
    parser.add_argument("files", nargs="*", metavar="FILE", help="design files")
    parser.add_argument("--library", action="store_true", help="all designs of the example library")
    parser.add_argument("--handbook", action="store_true", help="all designs of the handbook")
    parser.add_argument("--brought", action="store_true", help="the designs that users brought")
    parser.add_argument(
        "--random", nargs=2, type=int, metavar=("FROM", "TO"), help="random designs of these numbers"
    )
    asked = parser.parse_args(given)
    for name in asked.files:
        yield Path(name).stem, loaded(Path(name))
    for folder in ("library", "handbook"):
        if getattr(asked, folder):
            yield from shipped(folder)
    if asked.brought:
        yield from brought(DESIGNS)
    if asked.random:
        yield from random_designs(range(*asked.random))


def main(given: list[str] | None = None) -> int:
    """Run the demonstrations that the command line names; return the exit code."""
    kinds: Counter[str] = Counter()
    designs: set[str] = set()
    for refusal in told(asked_for(given)):
        kinds[refusal.kind] += 1
        designs.add(refusal.design)
        print(refusal, flush=True)
    print(f"{sum(kinds.values())} refusals in {len(designs)} designs", file=sys.stderr)
    for kind, count in kinds.most_common():
        print(f"  {count:5} {kind}", file=sys.stderr)
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
