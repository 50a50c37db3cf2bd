"""How long a design takes from text to all text outputs (not SVG, PNG, PDF), at four sizes.

    python -m bench.compile [--json] [--rounds N] [--sizes 20 100 300 1000] [--against FOLDER]

Milliseconds are medians of whole runs in a fresh process each; "processor" is the processor's time of all
three phases, which a busy machine disturbs less. Memory is the process's peak. --against compares the processor's time
with that of another checkout, such as an older commit's: both run in turn, so that both meet the same load.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = (20, 100, 300, 1000)
AIMS = {100: 250, 1000: 3000}
"""Milliseconds of the processor, by the number of entities."""
_PHASES = ("read", "compile", "render")


def _measure(size: int) -> dict[str, Any]:
    from bench.workload import design
    from designs.compiler import EXPORTERS, compile_design, read

    text = design(size)
    began, clock = time.process_time(), [time.perf_counter()]
    report = read(text)
    clock.append(time.perf_counter())
    if report.value is None:
        raise SystemExit("\n".join(str(finding) for finding in report.findings[:5]))
    compilation = compile_design(report.value)
    clock.append(time.perf_counter())
    files = [file for exporter in EXPORTERS for file in exporter.render(compilation)]
    clock.append(time.perf_counter())
    processor = (time.process_time() - began) * 1000
    spans = {name: (clock[i + 1] - clock[i]) * 1000 for i, name in enumerate(_PHASES)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform != "darwin" else 1024 * 1024
    )
    return spans | {
        "total": sum(spans.values()),
        "processor": processor,
        "peak_mib": peak,
        "files": len(files),
        "kib": sum(len(f.text) for f in files) / 1024,
    }


def _sample(size: int, folder: Path = ROOT) -> dict[str, Any]:
    """One run in a fresh process. folder: of the checkout that is measured."""
    command = [sys.executable, "-m", "bench.compile", "--one", str(size)]
    run = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=folder, env=os.environ | {"PYTHONPATH": "."}
    )
    sample: dict[str, Any] = json.loads(run.stdout)
    return sample


def _run(size: int, rounds: int) -> dict[str, Any]:
    samples = [_sample(size) for _ in range(rounds)]
    row = {"entities": size} | {
        key: round(statistics.median(s[key] for s in samples), 1) for key in samples[0]
    }
    return row | {"aim": AIMS.get(size, "")}


def compared(size: int, rounds: int, folder: Path) -> dict[str, Any]:
    """Return the processor's milliseconds of another checkout and of this one, run in turn, and how much this one
    takes of the other's: the median of the rounds."""
    before, now = list[float](), list[float]()
    for _ in range(rounds):
        before.append(_sample(size, folder)["processor"])
        now.append(_sample(size)["processor"])
    shares = [one / other for one, other in zip(now, before, strict=True)]
    return {
        "entities": size,
        "before": round(statistics.median(before), 1),
        "now": round(statistics.median(now), 1),
        "share": round(statistics.median(shares), 2),
        "aim": AIMS.get(size, ""),
    }


def growth_of(rows: list[dict[str, Any]], key: str) -> dict[str, float]:
    """Return how many times as long each size takes as the one before it, and 1,000 entities as 100."""
    by_size = {row["entities"]: row[key] for row in rows}
    pairs = [*itertools.pairwise(by_size)]
    pairs += [(100, 1000)] if {100, 1000} <= by_size.keys() and (100, 1000) not in pairs else []
    return {f"{large}/{small}": round(by_size[large] / by_size[small], 1) for small, large in pairs}


def _table(rows: list[dict[str, Any]]) -> str:
    keys = list(rows[0])
    lines = [" ".join(f"{key:>10}" for key in keys)]
    lines += [" ".join(f"{row[key]:>10}" for key in keys) for row in rows]
    return "\n".join(lines)


def main() -> None:
    """Measure each size and print a table, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, to compare with")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measure(options.one)))
        return
    if options.against:
        rows = [compared(size, options.rounds, options.against) for size in options.sizes]
        growth = {
            f"{key} {name}": times
            for name in ("before", "now")
            for key, times in growth_of(rows, name).items()
        }
    else:
        rows = [_run(size, options.rounds) for size in options.sizes]
        growth = growth_of(rows, "processor")
    if options.json:
        print(json.dumps({"rows": rows, "growth": growth}))
        return
    print(f"milliseconds, medians of {options.rounds}; memory and text in MiB and KiB")
    print(_table(rows))
    print("growth of the processor's time:", ", ".join(f"{key} = {value}x" for key, value in growth.items()))


if __name__ == "__main__":
    main()
