"""How long a design takes from text to all text outputs (not SVG, PNG, PDF), at four sizes.

    python -m bench.compile [--json] [--rounds N] [--sizes 20 100 300 1000]

Milliseconds are medians of whole runs in a fresh process each; "processor" is the processor's time of all
three phases, which a busy machine disturbs less. Memory is the process's peak.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import statistics
import subprocess
import sys
import time
from typing import Any

SIZES = (20, 100, 300, 1000)
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


def _run(size: int, rounds: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.compile", "--one", str(size)]
    samples = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(rounds)
    ]
    return {"entities": size} | {
        key: round(statistics.median(s[key] for s in samples), 1) for key in samples[0]
    }


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
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measure(options.one)))
        return
    rows = [_run(size, options.rounds) for size in options.sizes]
    growth = {
        f"{b['entities']}/{a['entities']}": round(b["processor"] / a["processor"], 1)
        for a, b in itertools.pairwise(rows)
    }
    hundred = next((row for row in rows if row["entities"] == 100), None)
    thousand = next((row for row in rows if row["entities"] == 1000), None)
    if hundred and thousand:
        growth["1000/100"] = round(thousand["processor"] / hundred["processor"], 1)
    if options.json:
        print(json.dumps({"rows": rows, "growth": growth}))
        return
    print(f"milliseconds, medians of {options.rounds}; memory and text in MiB and KiB")
    print(_table(rows))
    print("growth of the processor's time:", ", ".join(f"{key} = {value}x" for key, value in growth.items()))


if __name__ == "__main__":
    main()
