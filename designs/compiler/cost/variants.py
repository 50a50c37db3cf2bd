"""A design as somebody weighs it beside a variant of it: by what each relationship could be stored,
what each operation takes, and whether its decisions stand together."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..composition.conflicts import Clash, broken
from ..composition.fixpoint import Composer
from ..model.conceptual import given
from ..model.constants import weights_of
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import Decision
from ..rules.deciding import AUTO, by_rules
from ..rules.gates import Bars, bars
from ..strategies.table import STRATEGIES, strategies_of
from ..workload.inputs import DecisionInputs, Survey
from .demands import Demand
from .model import Effort, score
from .whole_cost import Whole


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A strategy that a relationship could have. by: the gate or rule that is against it, with its words;
    "" where none is."""

    strategy: str
    by: str = ""
    because: str = ""


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """By what a relationship may be stored. key: its id, its name where it has none. strategy: as it is.
    stated: the designer's own, "" where the rules decide. open: the others that may be chosen; one that
    only the other decisions are against says by which gate. barred: those that may not."""

    key: str
    relationship: str
    kind: str
    strategy: str
    stated: str
    open: tuple[Way, ...]
    barred: tuple[Way, ...]


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What happens ``per_day`` times, and what one of it takes. name: the operation's, or the relationship's
    whose numbers state it, as ``of`` says. kind: read, insert, update, delete or move, at ``entity``.
    forward: of a read that a relationship states, whether it starts at its ``from`` end."""

    name: str
    of: str
    kind: str
    entity: str
    forward: bool
    per_day: float
    effort: Effort
    score: float


def ways_of(composer: Composer) -> tuple[Ways, ...]:
    """Of each relationship of a design whose decisions have settled, in file order."""
    return tuple(
        _ways(composer.survey.case(name), composer.decisions[name], composer.bars[name])
        for name in composer.survey.cases
    )


def _ways(case: DecisionInputs, decision: Decision, others: Bars) -> Ways:
    own, stated = bars(case), given(case.relationship.strategy, AUTO)
    rules = by_rules(case, own)
    tested = {
        rejected.strategy: rejected for rejected in rules.rejected if STRATEGIES[rejected.strategy].tested
    }
    open_: list[Way] = []
    barred: list[Way] = []
    for name in strategies_of(decision.kind):
        if name == decision.strategy:
            continue
        if name in own:
            barred.append(Way(strategy=name, by=own[name].gate, because=own[name].because))
        elif name in tested:
            barred.append(Way(strategy=name, by=tested[name].by, because=tested[name].because))
        elif name in others:
            open_.append(Way(strategy=name, by=others[name].gate, because=others[name].because))
        elif not STRATEGIES[name].tested or name == rules.strategy:
            open_.append(Way(strategy=name))
    return Ways(
        key=given(case.relationship.id, case.relationship.name),
        relationship=case.relationship.name,
        kind=decision.kind,
        strategy=decision.strategy,
        stated="" if stated == AUTO else stated,
        open=tuple(open_),
        barred=tuple(barred),
    )


def loads(compilation: Compilation, survey: Survey) -> tuple[Load, ...]:
    """A design's workload under its decisions, taken together: operations first, then what relationships
    state beyond them."""
    weights = weights_of(given(compilation.model.weights, {}), survey.profile)
    whole = Whole(survey, weights)
    efforts = whole.efforts({decision.relationship: decision.strategy for decision in compilation.decisions})
    return tuple(
        _load(demand, effort, weights) for demand, effort in zip(whole.demands, efforts, strict=True)
    )


def _load(demand: Demand, effort: Effort, weights: Mapping[str, float]) -> Load:
    return Load(
        name=demand.name,
        of=demand.of,
        kind=demand.kind,
        entity=demand.entity,
        forward=all(hop.forward for hop in demand.hops),
        per_day=demand.per_day,
        effort=effort,
        score=demand.per_day * score(effort, weights),
    )


def clashing(compilation: Compilation, survey: Survey) -> tuple[Clash, ...]:
    """What does not stand together in the documents, the designer's own choices held against the gates as well."""
    return tuple(broken(survey, compilation.composition.decisions))
