"""What a person weighs beside a decision: what would flip it, and what each way costs a day.

It is asked for when somebody looks, not on every compilation. Costs inform and never decide;
only strategies that no gate has ruled out are compared (rulebook 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from . import measures
from .composing import Composer
from .conceptual import Model, given
from .constants import constants_of
from .cost import weights_of
from .decisions import Decision, Flip, strategies_of
from .gates import Bars, bars
from .naming import Names
from .pricing import Price, price
from .search import flips

_SPECIAL = frozenset(
    {"ELEMENT_REF", "VALUE_ARRAY", "TIME_SERIES", "FOLD_ONE", "OUTLIER", "BUCKET_TIME", "EMBED_LINK"}
)
"""Forms that need more than the absence of a gate: compared only where they were chosen."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """About one relationship. prices: of the chosen strategy first, then of those that could take
    its place, the cheapest first."""

    relationship: str
    strategy: str
    flips: tuple[Flip, ...]
    prices: tuple[Price, ...]


def advise(model: Model, wanted: Iterable[str] | None = None) -> dict[str, Advice]:
    """The advice on each relationship of a design that was read without a fault, by its name.
    wanted: names to look at, all where absent; one that is not there is left out."""
    survey = measures.survey(model, Names(model), constants_of(given(model.constants, None)))
    composer = Composer(survey)
    composer.settle()
    weights = weights_of(given(model.weights, {}), survey.profile)
    names = survey.cases if wanted is None else [name for name in wanted if name in survey.cases]
    return {name: _advice(composer, name, weights) for name in names}


def _advice(composer: Composer, name: str, weights: Mapping[str, float]) -> Advice:
    case, decision, barred = composer.survey.case(name), composer.decisions[name], composer.bars[name]
    ruled_out = {**bars(case), **barred}
    found = [price(case, one, weights) for one in _compared(decision, ruled_out)]
    prices = [one for one in found if one is not None]
    first = [one for one in prices if one.strategy == decision.strategy]
    others = sorted((one for one in prices if one.strategy != decision.strategy), key=lambda one: one.total)
    return Advice(
        relationship=name,
        strategy=decision.strategy,
        flips=flips(case, decision, barred),
        prices=(*first, *others),
    )


def _compared(decision: Decision, ruled_out: Bars) -> list[str]:
    possible = [one for one in strategies_of(decision.kind) if one not in ruled_out and one not in _SPECIAL]
    return list(dict.fromkeys([decision.strategy, *possible]))
