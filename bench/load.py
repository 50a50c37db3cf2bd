"""Measure how long editors and viewers wait under load, and check that every acknowledged edit is stored.

    python -m bench.load [--json] [--editors 50] [--viewers 100] [--seconds 60] [--every 2] [--follows]
                         [--scenario spike] [--against CHECKOUT] [--rounds 2] [--pin both|other|none]

Starts `manage.py serve` on an empty database with a design for each editor. Editors save edits and now and then
undo one; viewers read pages and ask for other people's changes. Each request has an intended time, and its latency
counts from that time. At the end an oracle compares every acknowledged edit with the database. Exits with 1 if one
is missing, or if an answer was a 5xx other than a 503 with Retry-After. With --against, two checkouts take turns.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bench import processes
from bench.loading.clock import Sample, percentile, row, statuses
from bench.loading.driving import Load, Run, cores, run
from bench.loading.served import served
from bench.loading.visitors import LIVE, READS, SAVES

AIMS = {"saves": {"p95": 150, "p99": 500}, "reads": {"p95": 200}}
"""Milliseconds, on two cores of which this program takes a share."""
MIB = 1024 * 1024
_RECOVERED, _BUCKET, _MOST_SAID = 150, 5.0, 10
_QUIET = 0.2
"""Cores that other programs may take before latencies say more about them than about the server."""
_NUMBERS = ("median", "p95", "p99", "most")


def _kinds() -> tuple[str, ...]:
    return (*SAVES, *LIVE, *(kind.name for kind in READS))


def _rows(samples: list[Sample]) -> dict[str, Any]:
    """Latencies by kind of request, and of all saves and all reads together."""
    groups = {"saves": SAVES, "reads": tuple(kind.name for kind in READS)} | {
        kind: (kind,) for kind in _kinds()
    }
    found = {name: row(one for one in samples if one.kind in kinds) for name, kinds in groups.items()}
    return {name: values for name, values in found.items() if values["n"]}


def _phases(samples: list[Sample], load: Load) -> dict[str, Any]:
    """Before, during and after a spike; and how long after it saves were slow or refused for the last time."""
    begins, ends = load.spike_from, load.spike_from + load.spike_seconds
    spans = {"before": (0.0, begins), "spike": (begins, ends), "after": (ends, load.seconds + 1)}
    parts = {name: [one for one in samples if a <= one.due < b] for name, (a, b) in spans.items()}
    slow = [ends]
    for number in range(int((load.seconds - ends) / _BUCKET)):
        begin = ends + number * _BUCKET
        bucket = [one for one in samples if one.kind in SAVES and begin <= one.due < begin + _BUCKET]
        latencies = sorted(one.latency * 1000 for one in bucket)
        if latencies and percentile(latencies, 0.95) > _RECOVERED:
            slow.append(begin + _BUCKET)
    told = {name: {"rows": _rows(part), "statuses": statuses(part)} for name, part in parts.items()}
    return told | {"recovered_after_s": round(slow[-1] - ends, 1)}


def failures(samples: list[Sample]) -> int:
    """How many answers were 5xx and no invitation to come again."""
    return sum(one.status >= 500 and not (one.status == 503 and one.invited) for one in samples)


def _told(done: Run, load: Load) -> dict[str, Any]:
    """A run as JSON."""
    samples, usage = done.clock.samples, done.usage
    busy = sum(one.status == 503 and one.invited for one in samples)
    told = {
        "rows": _rows(samples),
        "statuses": statuses(samples),
        "failures": failures(samples),
        "busy_share": round(busy / max(1, len(samples)), 5),
        "acknowledged": done.acknowledged,
        "complaints": done.complaints,
        "server_cores": round(usage.server_cpu / usage.wall, 3),
        "server_ms_each": round(1000 * usage.server_cpu / max(1, sum(one.status > 0 for one in samples)), 2),
        "client_cores": round(usage.client_cpu / usage.wall, 3),
        "other_cores": round(usage.other_cpu / usage.wall, 3),
        "client_late_p99_ms": round(percentile(sorted(done.clock.late) or [0], 0.99) * 1000, 1),
        "peak_mib": round(usage.peak / MIB),
        "end_mib": round(usage.end / MIB),
        "processes": usage.processes,
    }
    return told | ({"phases": _phases(samples, load)} if load.spike else {})


def _measured(checkouts: dict[str, Path], load: Load, rounds: int, pinning: str) -> dict[str, Any]:
    """Each checkout in its turn, again and again: what disturbs the machine meets both."""
    of_server, own = cores(pinning)
    os.sched_setaffinity(0, own or os.sched_getaffinity(0))
    samples: dict[str, list[Sample]] = {name: [] for name in checkouts}
    runs: list[dict[str, Any]] = []
    for number in range(rounds):
        for name, checkout in checkouts.items():
            print(f"{name}, round {number + 1} of {rounds}: {load.seconds:g} s …", file=sys.stderr)
            with served(checkout, of_server) as server:
                done = run(server, load)
            samples[name] += done.clock.samples
            runs.append({"checkout": name, "round": number + 1} | _told(done, load))
    rows = {name: _rows(found) for name, found in samples.items()}
    pins = {"server": sorted(of_server or ()), "client": sorted(own or ())}
    return {"load": vars(load) | {"rounds": rounds}, "cores": pins, "rows": rows, "runs": runs, "aims": AIMS}


def _print_rows(rows: dict[str, dict[str, Any]]) -> None:
    """A line for each kind of request; of two checkouts with the other's number and the quotient."""
    (_, mine), *others = rows.items()
    other = others[0][1] if others else {}
    print(f"{'milliseconds':<13}{'n':>7}" + "".join(f"{name:>{23 if other else 10}}" for name in _NUMBERS))
    for kind, values in mine.items():
        there = other.get(kind)
        cells = (_cell(values[name], there and there[name]) for name in _NUMBERS)
        print(f"{kind:<13}{values['n']:>7}" + "".join(cells))


def _cell(value: float, other: float | None) -> str:
    if other is None:
        return f"{value:>10}"
    return f"{value:>9} {f'({other}':>8} {value / max(other, 0.1):>3.2f})"


def _print_runs(runs: list[dict[str, Any]]) -> None:
    for one in runs:
        answers = ", ".join(f"{count} x {status}" for status, count in one["statuses"].items())
        print(
            f"\n{one['checkout']}, round {one['round']}: {answers}; refused as busy {one['busy_share']:.2%}"
        )
        print(
            f"  cores: server {one['server_cores']} ({one['server_ms_each']} ms a request), this program {one['client_cores']} (late by"
            f" {one['client_late_p99_ms']} ms, p99), everything else {one['other_cores']}"
        )
        if one["other_cores"] > _QUIET:
            print("  Other programs were busy: compare the server's ms a request, not the latencies.")
        print(
            f"  memory: {one['peak_mib']} MiB at most, {one['end_mib']} at the end, in {one['processes']} processes"
        )
        for name, phase in one.get("phases", {}).items():
            print(f"  {name}: {phase if isinstance(phase, float) else _phase(phase)}")
        print(f"  oracle: {one['acknowledged']} acknowledged, {len(one['complaints'])} complaints")
        for complaint in one["complaints"][:_MOST_SAID]:
            print(f"    {complaint}")


def _phase(phase: dict[str, Any]) -> str:
    waits = (f"{name} p95 {row['p95']}" for name, row in phase["rows"].items() if name in AIMS)
    return f"{', '.join(waits)}; {phase['statuses']}"


def _aims(rows: dict[str, Any]) -> str:
    told = [
        f"{kind} {name} {rows[kind][name]} ms (aim {most}: {'met' if rows[kind][name] <= most else 'missed'})"
        for kind, aims in AIMS.items()
        for name, most in aims.items()
        if kind in rows
    ]
    return ", ".join(told)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--editors", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2, help="seconds between requests of one visitor")
    parser.add_argument("--designs", type=int, default=50, help="at most so many; more editors share them")
    parser.add_argument(
        "--follows", action="store_true", help="editors ask for what follows, as their page does"
    )
    parser.add_argument("--scenario", choices=("steady", "spike"), default="steady")
    parser.add_argument("--spike", type=int, default=200, help="editors while a spike lasts")
    parser.add_argument("--spike-seconds", type=float, default=10)
    parser.add_argument("--against", type=Path, help="another checkout, which takes turns with this one")
    parser.add_argument("--rounds", type=int, default=0, help="for each checkout: 1, and 2 with --against")
    parser.add_argument("--pin", choices=("both", "other", "none"), default="both",
                        help="this program on one core, the server on both, or on the other")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Measure and print tables, or JSON for programs."""
    options = _options()
    if not processes.available():
        sys.exit("bench.load reads processes from /proc: run it on Linux, or in the container.")
    signal.signal(signal.SIGTERM, _interrupted)  # ends the servers on its way out
    load = Load(
        editors=options.editors, viewers=options.viewers, seconds=options.seconds, period=options.every,
        spike=options.spike if options.scenario == "spike" else 0, spike_seconds=options.spike_seconds,
        follows=options.follows, designs=options.designs, seed=options.seed,
    )  # fmt: skip
    checkouts = {"this": Path(__file__).resolve().parent.parent}
    if options.against:
        checkouts["against"] = options.against.resolve()
    rounds = options.rounds or len(checkouts)
    try:
        found = _measured(checkouts, load, rounds, options.pin)
    except KeyboardInterrupt:
        sys.exit("Interrupted: the servers have ended, nothing was measured.")
    if options.json:
        print(json.dumps(found))
    else:
        print(
            f"{load.editors} editors and {load.viewers} viewers, a request each {load.period:g} s; {found['cores']}"
        )
        _print_rows(found["rows"])
        print(_aims(found["rows"]["this"]))
        _print_runs(found["runs"])
    sys.exit(any(one["complaints"] or one["failures"] for one in found["runs"]))


if __name__ == "__main__":
    main()
