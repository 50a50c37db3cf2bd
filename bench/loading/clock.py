"""Intended times, and what was measured from them.

Whoever waits for an answer before the next request is due hides how long that one would have waited too
(coordinated omission). Here each request has its time beforehand, and its latency counts from that time.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

GRACE = 20.0
"""Seconds after the end in which requests that were due earlier are still sent."""
UNSENT, AWAY, BROKEN, BUSY = -1, 0, 500, 503


class Sample(NamedTuple):
    """One request. due: seconds after the start. latency: seconds from then to the end of the answer.
    status: of HTTP; AWAY without an answer in time, UNSENT where its turn never came. invited: whether a
    refusal said when to come again."""

    kind: str
    due: float
    latency: float
    status: int
    invited: bool = False

    @property
    def answered(self) -> bool:
        """Whether the visitor got what was asked for, or waited in vain: what percentiles count."""
        return self.status in (200, 304, AWAY, UNSENT)


@dataclass
class Clock:
    """The time of a run, and its samples. late: how much later than intended this program itself began."""

    seconds: float
    began: float = 0.0
    samples: list[Sample] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def now(self) -> float:
        """Return the seconds since the start."""
        return asyncio.get_running_loop().time() - self.began

    @property
    def over(self) -> bool:
        """Whether nothing is sent any more."""
        return self.now() > self.seconds + GRACE

    async def until(self, due: float) -> None:
        """Wait for a moment; at once if it has passed."""
        wait = due - self.now()
        if wait > 0:
            await asyncio.sleep(wait)
            self.late.append(self.now() - due)

    def note(self, kind: str, due: float, status: int, invited: bool = False) -> None:
        """Keep what became of a request that was due then and has ended now."""
        self.samples.append(Sample(kind, due, self.now() - due, status, invited))


def dues(period: float, first: float, last: float, draw: Random) -> Iterator[float]:
    """Return the times of one visitor's requests: one in each period, at a moment that nobody else shares."""
    offset = draw.uniform(0, period)
    for number in range(int((last - first) / period) + 1):
        due = first + offset + period * (number + draw.uniform(-0.25, 0.25))
        if first <= due < last:
            yield due


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest of sorted values that this share of them doesn't exceed (nearest rank)."""
    return values[max(0, math.ceil(share * len(values)) - 1)]


def row(samples: Iterable[Sample]) -> dict[str, Any]:
    """Return how many requests were answered, and their latencies in milliseconds."""
    latencies = sorted(one.latency * 1000 for one in samples if one.answered)
    if not latencies:
        return {"n": 0}
    shares = {"median": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
    return {"n": len(latencies)} | {
        name: round(percentile(latencies, share), 1) for name, share in shares.items()
    }


def statuses(samples: Iterable[Sample]) -> dict[str, int]:
    """Return how often each outcome came. `503` has an invitation to come again; `503 bare` has none."""
    found: dict[str, int] = {}
    for one in samples:
        name = {AWAY: "no answer", UNSENT: "not sent"}.get(one.status, str(one.status))
        name += " bare" if one.status == BUSY and not one.invited else ""
        found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items()))
