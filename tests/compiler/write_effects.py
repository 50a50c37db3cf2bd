"""Print what functions leave behind: ``python -m tests.compiler.write_effects FILE ... | --library | --handbook |
--random FROM TO``.

One line for each place that stores, too, what a function changes, and that nothing brings after it: the design, the
function, the change and the place. Exit code 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from designs.compiler import pipeline, read
from designs.compiler.operations import complete_functions
from designs.compiler.operations.context import OperationContext, ScriptFunction
from designs.compiler.operations.effects.left_behind import LeftBehind, LeftBehindChecker
from tests.compiler.library import ROOT
from tests.compiler.random_wild import wild

Named = tuple[str, str]


def functions_of(text: str) -> tuple[OperationContext, list[ScriptFunction]]:
    """Return the functions of a design file and what their makers ask. Raises ValueError where it is no valid one."""
    model = read(text).value
    if model is None:
        raise ValueError("not a valid design")
    planned = pipeline.plan_design(model)
    world = OperationContext(planned.compilation, planned.placement, planned.names, planned.paths)
    return world, list(complete_functions(world))


def left_behind(text: str) -> list[LeftBehind]:
    """Return what the functions of a design file leave behind."""
    world, functions = functions_of(text)
    return list(LeftBehindChecker(world, functions).all())


def designs(asked: argparse.Namespace) -> Iterator[Named]:
    """Yield the name and the text of each design that is asked for."""
    for name in asked.files:
        yield Path(name).stem, Path(name).read_text(encoding="utf-8")
    for folder in ("library", "handbook"):
        for path in sorted((ROOT / "designs" / folder).glob("*.json")) if getattr(asked, folder) else ():
            yield path.stem, path.read_text(encoding="utf-8")
    for number in range(*asked.random) if asked.random else ():
        yield f"random-{number}", json.dumps(wild(number))


def report(design: Named) -> list[str]:
    """Return the lines of one design, none where it is no valid design."""
    name, text = design
    return [f"{name}: {each}" for each in left_behind(text)] if read(text).value is not None else []


def main(given: list[str] | None = None) -> int:
    """Print what the functions of the named designs leave behind; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.write_effects")
    parser.add_argument("files", nargs="*", metavar="FILE", help="design files")
    parser.add_argument("--library", action="store_true", help="all designs of the example library")
    parser.add_argument("--handbook", action="store_true", help="all designs of the handbook")
    parser.add_argument("--random", nargs=2, type=int, metavar=("FROM", "TO"), help="random designs")
    lines: list[str] = []
    with get_context("spawn").Pool(2) as pool:
        for found in pool.imap(report, designs(parser.parse_args(given)), chunksize=5):
            lines += found
            print("\n".join(found), end="\n" if found else "", flush=True)
    functions = {line.split(": ")[0] + line.split(": ")[1] for line in lines}
    print(f"{len(lines)} places left behind by {len(functions)} functions", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
