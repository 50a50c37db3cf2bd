"""Judge the functions of designs: ``python -m tests.oracle.run FILE ... | --library | --handbook | --random FROM TO``.

One line for each function that leaves something otherwise than it means to, exit code 1 where there is one; 2 where
a file is no valid design. A summary at the end, on standard error, tells how many were judged and why others
were not.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from designs.compiler import read
from tests.compiler.random_wild import wild
from tests.oracle.judging import Refused, Verdict, judge_all

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 10
"""Designs that one run of mongosh takes."""


def main(given: list[str] | None = None) -> int:
    """Judge what the command line names; return the exit code."""
    asked = _arguments(given)
    counts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    try:
        for verdict in _verdicts(_designs(asked), asked):
            outcome = "not judged" if not verdict.judged else "failed" if verdict.why else "right"
            counts[outcome] += 1
            if outcome == "failed":
                classes[verdict.kind] += 1
                print(f"{verdict.design}: {verdict.function} ({verdict.kind}): {verdict.why}", flush=True)
            elif outcome == "not judged":
                reasons[verdict.why] += 1
    except Refused as fault:
        print(fault, file=sys.stderr)
        return 2
    _sum_up(counts, classes, reasons)
    return 1 if counts["failed"] else 0


def _arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.oracle.run", description=(__doc__ or "").partition("\n\n")[2]
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="design files")
    parser.add_argument("--library", action="store_true", help="all designs of the example library")
    parser.add_argument("--handbook", action="store_true", help="all designs of the handbook")
    parser.add_argument(
        "--random", nargs=2, type=int, metavar=("FROM", "TO"), help="random designs of these numbers"
    )
    parser.add_argument("--seed", type=int, default=1, help="what the facts are chosen by")
    parser.add_argument("--tries", type=int, default=3, help="on how many facts each function is tried")
    parser.add_argument(
        "--processes", type=int, default=0, help="how many run beside each other; 0: one a core"
    )
    asked = parser.parse_args(given)
    if asked.processes == 0:
        asked.processes = 1 if len(asked.files) == 1 and not asked.random else os.cpu_count() or 1
    if not (asked.files or asked.library or asked.handbook or asked.random):
        parser.error("name a design file, or --library, --handbook or --random FROM TO")
    return asked


def _designs(asked: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in asked.files:
        yield Path(name).stem, _loaded(Path(name))
    for folder in ("library", "handbook"):
        if getattr(asked, folder):
            for path in sorted((ROOT / "designs" / folder).glob("*.json")):
                yield path.stem, _loaded(path)
    if asked.random:
        for number in range(*asked.random):
            source = wild(number)
            if read(json.dumps(source)).value is not None:
                yield f"random-{number}", source


def _loaded(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: cannot be read ({error}); give a readable design file") from error
    report = read(text)
    if report.value is None:
        raise Refused("\n".join(f"{path}: {one}" for one in report.findings))
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _verdicts(designs: Iterator[tuple[str, dict[str, Any]]], asked: argparse.Namespace) -> Iterator[Verdict]:
    work = ((batch, asked.seed, asked.tries) for batch in _batches(designs))
    if asked.processes == 1:
        for one in work:
            yield from _of_batch(one)
        return
    with get_context("spawn").Pool(asked.processes) as pool:
        for verdicts in pool.imap(_of_batch, work):
            yield from verdicts


def _batches(designs: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    batch: list[tuple[str, dict[str, Any]]] = []
    for one in designs:
        batch.append(one)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _of_batch(work: tuple[list[tuple[str, dict[str, Any]]], int, int]) -> list[Verdict]:
    """Judge several designs at once; where that ends in an error, one by one, so that it names the design."""
    batch, seed, tries = work
    try:
        return list(judge_all(batch, seed, tries))
    except Exception as error:
        if isinstance(error, Refused):
            raise
        if len(batch) > 1:
            return [verdict for one in batch for verdict in _of_batch(([one], seed, tries))]
        last = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__}: {error} ({last.name}, {Path(last.filename).name} {last.lineno})"
        return [Verdict(batch[0][0], "(oracle)", why, kind="oracle")]


def _sum_up(counts: Counter[str], classes: Counter[str], reasons: Counter[str]) -> None:
    told = ", ".join(f"{counts[one]} {one}" for one in ("right", "failed", "not judged"))
    print(f"functions: {told}", file=sys.stderr)
    for title, counted in (("failed", classes), ("not judged", reasons)):
        for name, count in counted.most_common():
            print(f"  {title}: {count:5} {name}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
