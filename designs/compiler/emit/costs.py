"""What ways of storing a relationship cost a day, in words of Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.conceptual import Model, given
from ..model.constants import weights_of
from ..plan_model.decisions import Decision, Rejected
from ..plan_model.number_format import grouped
from .dictionary import NOTHING
from .markdown import Inline, Span, code, joined


def counted(model: Model) -> str:
    """How a cost is counted, with the weights that are in force; why there is none, without a frequency."""
    if not model.has_frequencies:
        return "No cost is shown: the design does not say how often anything happens. State `per_day` of its operations."
    profile, own = given(model.workload_profile, "mixed"), given(model.weights, {})
    weights = {letter: f"{weight:g}" for letter, weight in weights_of(own, profile).items()}
    source = " as the design weighs them" if own else f" in a {profile} design" if profile != "mixed" else ""
    return (
        f"What a way costs a day is a score, not money:{source} a round trip counts {weights['R']}, "
        f"a document examined {weights['D']}, a KiB read {weights['B']}, an index seek {weights['I']}, "
        f"a document written {weights['W']}, a KiB rewritten {weights['WB']}, an index entry {weights['X']} "
        f"and a transaction {weights['T']}. Costs inform; the rules decide. "
        "Write amplification is how many bytes a write rewrites for each byte that it changes."
    )


def in_words(decision: Decision) -> tuple[Inline, ...]:
    """What the chosen way costs, and how much its writes rewrite."""
    amplified = f"; write amplification: {decision.rewrites}" if decision.rewrites else ""
    return _cost(decision.cost), *_assumed(decision.guesses), Span(amplified)


_NAMED = 3
"""Operations that are called by name; of more the count is told."""


def _assumed(names: Sequence[str]) -> tuple[Inline, ...]:
    """Which operations are assumed to run once a day."""
    if not names:
        return ()
    if len(names) > _NAMED:
        return (Span(f" (assumed: {len(names):,} operations run once a day; nobody says how often)"),)
    run = "runs" if len(names) == 1 else "run"
    return (
        Span(" (assumed: "),
        joined(code(name) for name in names),
        Span(f" {run} once a day; nobody says how often)"),
    )


def beside(rejected: Rejected) -> tuple[Inline, ...]:
    """What a way not taken costs, and how much its writes rewrite, in brackets; empty where neither is known."""
    parts: list[Inline] = [] if rejected.cost is None else [_cost(rejected.cost)]
    parts += [Span(rejected.rewrites)] if rejected.rewrites else []
    return (Span(" ("), joined(parts), Span(")")) if parts else ()


def _cost(score: float | None) -> Inline:
    """A score of a day; nothing where a gate stands before it, or no model has a number."""
    return NOTHING if score is None else grouped(score, ",.0f" if score >= 100 else ",.2f")
