"""What ways of storing a relationship cost a day, in words of Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.conceptual import Model, given
from ..model.constants import weights_of
from ..plan_model.decisions import Rejected
from ..plan_model.number_format import grouped
from .dictionary import NOTHING
from .markdown import Inline, Span, code, joined


def counted(model: Model) -> str:
    """How a cost is counted, with the weights that are in force; why there is none, without a frequency."""
    if not model.has_frequencies:
        return "No cost scores: the design has no frequencies. Set `per_day` on its operations."
    profile, own = given(model.workload_profile, "mixed"), given(model.weights, {})
    weights = {letter: f"{weight:g}" for letter, weight in weights_of(own, profile).items()}
    source = " (set in the design)" if own else f" ({profile} profile)" if profile != "mixed" else ""
    return (
        f"Costs are relative daily scores, not money. Weights{source}: round trip {weights['R']}, "
        f"document examined {weights['D']}, KiB read {weights['B']}, index seek {weights['I']}, document "
        f"written {weights['W']}, KiB rewritten {weights['WB']}, index entry {weights['X']}, transaction "
        f"{weights['T']}. Costs don't change decisions."
    )


_NAMED = 3
"""Operations that are called by name; of more the count is told."""


def assumed(names: Sequence[str]) -> tuple[Inline, ...]:
    """Which operations are assumed to run once a day, in a sentence."""
    which = (
        joined(code(name) for name in names) if len(names) <= _NAMED else Span(f"{len(names):,} operations")
    )
    runs = "counts" if len(names) == 1 else "count"
    return which, Span(f" {runs} as once per day (assumed; no frequency set).")


def beside(rejected: Rejected) -> tuple[Inline, ...]:
    """What a way not taken costs, and how much its writes rewrite, in brackets; empty where neither is known."""
    parts: list[Inline] = [] if rejected.cost is None else [number(rejected.cost)]
    parts += [Span(rejected.rewrites)] if rejected.rewrites else []
    return (Span(" ("), joined(parts), Span(")")) if parts else ()


def number(score: float | None) -> Inline:
    """Return a score of a day; nothing where a gate stands before it, or no model has a number."""
    return NOTHING if score is None else grouped(score, ",.0f" if score >= 100 else ",.2f")
