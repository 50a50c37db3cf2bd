"""How long the advice on decisions takes: what would flip each, and what each way costs, at two sizes;
and the search for the cheapest whole design of 50 entities, with its bound.

    python -m bench.advise [--json] [--rounds N] [--relationships 100 1000]

Milliseconds are medians of the processor's time, each run in a fresh process; the design is read before, its
relationships are decided within.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from typing import Any

RELATIONSHIPS = (100, 1000)
AIMS = {1000: 2000}
ENTITIES, AIM_OF_SEARCH = 50, 1000


def _measure(relationships: int) -> dict[str, float]:
    from bench.workload import design
    from designs.compiler import advise, read

    report = read(design(-(-relationships * 10 // 13)))
    if report.value is None:
        raise SystemExit("\n".join(str(finding) for finding in report.findings[:5]))
    wanted = [one.name for one in report.value.links][:relationships]
    began = time.process_time()
    advice = advise(report.value, wanted).values()
    spent = (time.process_time() - began) * 1000
    return {
        "processor": spent,
        "each": spent / len(advice),
        "decided": len(advice),
        "flips": sum(len(one.flips) for one in advice),
        "prices": sum(len(one.prices) for one in advice),
    }


def _searched(entities: int) -> dict[str, float]:
    from bench.workload import design
    from designs.compiler import cheapest, read

    report = read(design(entities))
    if report.value is None:
        raise SystemExit("\n".join(str(finding) for finding in report.findings[:5]))
    began = time.process_time()
    found = cheapest(report.value)
    spent = (time.process_time() - began) * 1000
    return {
        "processor": round(spent, 2),
        "rulebook": round(found.total),
        "cheapest": round(found.least),
        "bound": round(found.bound),
        "above": round(100 * (found.least / found.bound - 1), 1) if found.bound > 0 else 0.0,
    }


def _run(relationships: int, rounds: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.advise", "--one", str(relationships)]
    samples = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(rounds)
    ]
    medians = {key: round(statistics.median(one[key] for one in samples), 2) for key in samples[0]}
    return {"relationships": relationships} | medians


def _table(rows: list[dict[str, Any]]) -> str:
    keys = list(rows[0])
    lines = [" ".join(f"{key:>13}" for key in keys)]
    for row in rows:
        aim = AIMS.get(row["relationships"])
        shown = " ".join(f"{row[key]:>13}" for key in keys)
        lines.append(shown + (f"   aim {aim}" if aim else ""))
    return "\n".join(lines)


def main() -> None:
    """Measure each size and print a table, or JSON for programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--relationships", type=int, nargs="+", default=RELATIONSHIPS)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--entities", type=int, default=ENTITIES, help="of the design that is searched whole")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measure(options.one)))
        return
    rows = [_run(size, options.rounds) for size in options.relationships]
    growth = round(rows[-1]["processor"] / rows[0]["processor"], 1)
    if options.json:
        print(
            json.dumps({"rows": rows, "growth": growth, "aims": AIMS, "whole": _searched(options.entities)})
        )
        return
    print(f"milliseconds of the processor, medians of {options.rounds}; in all, and each relationship's")
    print(_table(rows))
    print(f"growth: {rows[-1]['relationships']}/{rows[0]['relationships']} = {growth}x")
    whole = _searched(options.entities)
    print(
        f"the cheapest whole design of {options.entities} entities: {whole['processor']} ms, aim {AIM_OF_SEARCH};"
    )
    print(
        f"costs {whole['cheapest']:,} where the rules cost {whole['rulebook']:,}, "
        f"bound {whole['bound']:,}: at most {whole['above']} % above the cheapest there is"
    )


if __name__ == "__main__":
    main()
