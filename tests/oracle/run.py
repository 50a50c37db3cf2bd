"""Judge the functions of designs: ``python -m tests.oracle.run FILE ... | --library | --handbook | --random FROM TO``.

One line for each function that leaves something otherwise than it means to, exit code 1 where there is one; 2 where
a file is no valid design, whose faults and remedies are then told on standard error, while the other files are
judged all the same. A summary at the end, on standard error, tells how many were judged and why others were not.
Errors of the oracle itself are told apart, with the functions that they kept from being judged; they don't change the
exit code.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from designs.compiler import Memory, lending, read
from tests.compiler.random_wild import wild
from tests.oracle.judging import OWN_ERROR, TRIES, Refused, Verdict, judge_all

ROOT = Path(__file__).resolve().parents[2]
_SAMPLED = Memory(64 << 20)
"""What samples of things are made of once: each trial makes a state anew, and few of its things are new."""
AT_ONCE = 10
"""Designs that one run of mongosh takes."""
NO_DESIGNS = ("sides.json",)
"""Files beside the handbook's designs that hold what to change in them."""
Named = tuple[str, dict[str, Any]]


def main(given: list[str] | None = None) -> int:
    """Judge what the command line names; return the exit code."""
    asked = _arguments(given)
    counts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    faults: list[Refused] = []
    own_errors: list[str] = []
    for verdict in verdicts(
        _designs(asked, faults), asked.seed, asked.tries, asked.processes, direct=_is_all_random(asked)
    ):
        outcome = "not judged" if not verdict.judged else "failed" if verdict.why else "right"
        counts[outcome] += 1
        if outcome == "failed":
            classes[verdict.kind] += 1
            print(f"{verdict.design}: {verdict.function} ({verdict.kind}): {verdict.why}", flush=True)
        elif verdict.why.startswith(OWN_ERROR):
            own_errors.append(f"{verdict.design}: {verdict.function}: {verdict.why}")
        elif outcome == "not judged":
            reasons[verdict.why] += 1
    _sum_up(counts, classes, reasons)
    for error in own_errors:
        print(error, file=sys.stderr)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 2 if faults else 1 if counts["failed"] else 0


def _is_all_random(asked: argparse.Namespace) -> bool:
    """Return whether nobody drew any of the designs. Their scripts are made as those of all others are, of which the
    real mongosh's rewriting is tried: it takes half of the time."""
    return bool(asked.random) and not (asked.files or asked.library or asked.handbook)


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
    parser.add_argument("--tries", type=int, default=TRIES, help="on how many facts each function is tried")
    parser.add_argument(
        "--processes", type=int, default=0, help="how many run beside each other; 0: one a core"
    )
    asked = parser.parse_args(given)
    if asked.processes == 0:
        asked.processes = 1 if len(asked.files) == 1 and not asked.random else os.cpu_count() or 1
    if not (asked.files or asked.library or asked.handbook or asked.random):
        parser.error("name a design file, or --library, --handbook or --random FROM TO")
    return asked


def _designs(asked: argparse.Namespace, faults: list[Refused]) -> Iterator[Named]:
    """Yield the designs that were asked for; a file that is none becomes a fault."""
    for name in asked.files:
        try:
            yield Path(name).stem, loaded(Path(name))
        except Refused as fault:
            faults.append(fault)
    for folder in ("library", "handbook"):
        if getattr(asked, folder):
            yield from shipped(folder)
    if asked.random:
        yield from random_designs(range(*asked.random))


def shipped(folder: str) -> Iterator[Named]:
    """Yield the designs of the library or of the handbook."""
    for path in sorted((ROOT / "designs" / folder).glob("*.json")):
        if path.name not in NO_DESIGNS:
            yield path.stem, loaded(path)


def random_designs(numbers: Iterable[int]) -> Iterator[Named]:
    """Yield the random designs of these numbers, as far as they are valid."""
    for number in numbers:
        source = wild(number)
        if read(json.dumps(source)).value is not None:
            yield f"random-{number}", source


def loaded(path: Path) -> dict[str, Any]:
    """Return what a design file holds. Raises Refused, with the place of each fault, where it is no valid design."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: cannot be read ({error}); give a readable design file") from error
    report = read(text)
    if report.value is None:
        raise Refused("\n".join(f"{path}: {one}" for one in report.findings))
    design: dict[str, Any] = json.loads(text)
    return design


def verdicts(
    designs: Iterable[Named],
    seed: int = 1,
    tries: int = TRIES,
    processes: int = 1,
    *,
    direct: bool = False,
    rewritten: Collection[str] = (),
) -> Iterator[Verdict]:
    """Yield what came of each function of these designs, in their order; several processes share the work. direct:
    whether scripts are run without mongosh's rewriting, but for those of the designs that are named as rewritten."""
    work = ((batch, seed, tries, direct, rewritten) for batch in _batches(designs))
    if processes == 1:
        for one in work:
            yield from _of_batch(one)
        return
    with get_context("spawn").Pool(processes) as pool:
        for judged in pool.imap(_of_batch, work):
            yield from judged


def _batches(designs: Iterable[Named]) -> Iterator[list[Named]]:
    batch: list[Named] = []
    for one in designs:
        batch.append(one)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _of_batch(work: tuple[list[Named], int, int, bool, Collection[str]]) -> list[Verdict]:
    """Judge several designs at once; where that ends in an error, one by one, so that it names the design."""
    batch, *how = work
    seed, tries, direct, rewritten = how
    try:
        with lending(_SAMPLED):
            return list(judge_all(batch, seed, tries, direct=direct, rewritten=rewritten))
    except Exception as error:  # noqa: BLE001 (no design may keep the others from being judged)
        if len(batch) > 1:
            return [verdict for one in batch for verdict in _of_batch(([one], *how))]
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
