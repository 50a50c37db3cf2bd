"""Where a way that the rules did not take costs less, how much, and whom to follow."""

from __future__ import annotations

from typing import NamedTuple

from ...plan_model.compilation import Compilation
from ...plan_model.decisions import Decision, Rejected


class LowerCost(NamedTuple):
    """A decision beside the way that costs least. saves: a share of the decision's cost. until: what would make the
    rules take that way, in the words of the decision's flips; empty where no number does."""

    decision: Decision
    instead: Rejected
    saves: float
    until: tuple[str, ...]


def lower_costs(compilation: Compilation) -> tuple[LowerCost, ...]:
    """Return the decisions that cost more than another way, by any share, the largest share first."""
    cheaper = [lower for decision in compilation.decisions if (lower := _lower(decision))]
    return tuple(sorted(cheaper, key=lambda lower: -lower.saves))


def _lower(decision: Decision) -> LowerCost | None:
    priced = [rejected for rejected in decision.rejected if rejected.cost is not None]
    if not decision.cost or decision.cost <= 0 or not priced:
        return None
    least = min(priced, key=lambda rejected: rejected.cost or 0.0)
    saves = 1 - (least.cost or 0.0) / decision.cost
    until = tuple(
        flip.when_rounded
        for flip in decision.flips
        if flip.strategy == least.strategy and flip.turn.input != "strategy"
    )
    return LowerCost(decision, least, saves, until) if saves > 0 else None
