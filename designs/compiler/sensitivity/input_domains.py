"""The scale of each input of a decision: how far apart its values are, which of them a design may state,
and how one of them is said."""

from __future__ import annotations

import math
from typing import Any

from ..model.conceptual import given
from ..workload.inputs import DecisionInputs

_DUST = 1e-9
"""What a fraction may be off a whole number by its binary form."""
_COUNTS = frozenset(
    {"max", "from.max", "to.max", "tree.depth", "count", "from.count", "to.min", "child_bytes"}
)
_SHARES = frozenset({"independent_access", "accessed_together", "share_over"})


def least(at: float) -> float:
    """A gap that is no more than rounding."""
    return 1e-9 * max(1.0, abs(at))


def step(name: str, at: float) -> float:
    """How far the next value of an input is: of a count one, of anything else a hair."""
    return 1.0 if name in _COUNTS else max(1e-6, abs(at) * 1e-6)


def edge(name: str, value: float, way: int) -> float:
    """The first value of an input at a threshold or past it."""
    if name not in _COUNTS:
        return float(f"{value:.9g}")  # without the dust of binary fractions
    return float(math.ceil(value - _DUST) if way > 0 else math.floor(value + _DUST))


def beyond(name: str, edge: float, way: int) -> float:
    """The next value of an input after a threshold."""
    return edge + way * step(name, edge)


def shown(name: str, value: float) -> float:
    """A threshold in as many digits as people read."""
    return value if name in _COUNTS else float(f"{value:.6g}")


def digits(value: float) -> str:
    """A number as a flip says it: whole without a point."""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def room(case: DecisionInputs) -> dict[str, tuple[float, float]]:
    """The least and the most that a design may state for an input beside what it states already:
    min <= average <= max and min <= p95 <= max, a share within 0 and 1, one parent of a 1:N."""
    domains = dict.fromkeys(_SHARES, (0.0, 1.0))
    for side, most, average, others in (
        ("from", "from.max", "average", ("p95",)),
        ("to", "to.max", "to.average", ()),
    ):
        count, single = case.count(side), side == "to" and case.relationship.kind == "one-to-many"
        low = float(given(count.min, 0))
        high = float(given(count.max, None) or math.inf)
        stated = [float(given(quantity, 0)) for quantity in (count.average, count.p95)]
        domains[most] = (max(1.0, low, *stated), 1.0 if single else math.inf)
        domains |= dict.fromkeys((average, *others), (low, high))
    domains["to.min"] = (
        0.0,
        1.0 if case.relationship.kind in ("one-to-one", "one-to-many") else domains["to.average"][1],
    )
    return domains | {"max": domains["from.max"]}


def said(word: Any) -> str:
    """A word as a flip says it, as JSON has it."""
    return str(word).lower() if isinstance(word, bool) else str(word)
