"""What a person weighs beside a decision: what would flip it, and what each way costs a day.

It is asked for where it is shown, not on every compilation. Costs inform and never decide;
only strategies that no gate has ruled out are compared (rulebook 4); what a gate costs is told beside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..composition.embedding_graph import named_elsewhere
from ..composition.fixpoint import Composer
from ..cost.model import OPERATIONS, READS
from ..cost.pricing import Price, Pricing
from ..model.conceptual import given
from ..model.constants import weights_of
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import NO_WRITES, RATIO, Decision, Flip, Rejected, Turn
from ..plan_model.number_format import grouped
from ..plan_model.open_questions import OpenQuestion
from ..rules.deciding import by_rules, decide
from ..rules.gates import Bar, Bars, bars
from ..strategies.table import STRATEGIES, barred_by, strategies_of, strategies_with
from ..workload.inputs import DEFAULT, MEASURED, DecisionInputs, has_no_maximum
from .input_flips import flips
from .open_questions import open_questions
from .question_words import as_answered, nearest
from .rule_evaluator import Rules, composed, decided
from .threshold_search import answer_of, flip
from .workload_flips import Rates, is_gain

_EMBEDDING = strategies_with(lambda row: row.embeds_elements)
_LISTED = barred_by("G1", "one-to-many")
DERIVED = ("accessed_together", "independent_access", "from_to_per_day", "to_from_per_day")
"""What a design may state and its operations say too."""


class Advice(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """About one relationship. prices: of the chosen strategy first, then of those that could take
    its place, the cheapest first. weights: by letter, those in force.
    No price where no frequency is stated. guesses: the operations near it that count once a day because they
    don't say how often they run. derived: what the operations say of shares and directions, whether or not the design states them.
    gated: what those would cost that a gate rules out, with the gate, the cheapest first.
    shape: in words, how often children are read for each write of one, and how few there are. barred: what the other
    decisions rule out, by strategy. reasons: of each flip, why the rules decide so then; empty where all are advised."""

    relationship: str
    strategy: str
    flips: tuple[Flip, ...]
    prices: tuple[Price, ...]
    weights: dict[str, float]
    guesses: tuple[str, ...] = ()
    derived: tuple[tuple[str, float], ...] = ()
    shape: tuple[tuple[str, str], ...] = ()
    barred: tuple[tuple[str, Bar], ...] = ()
    gated: tuple[tuple[Price, Bar], ...] = ()
    reasons: tuple[str, ...] = ()


def with_advice(compilation: Compilation, composer: Composer) -> Compilation:
    """The compilation with the cost of each decision and of what it rejected, with its flips and open questions.
    composer: what its decisions were made by."""
    advice_by_name = advise(composer)
    decisions = tuple(
        _advised(decision, advice_by_name[decision.relationship]) for decision in compilation.decisions
    )
    return msgspec.structs.replace(
        compilation,
        plan=msgspec.structs.replace(compilation.plan, decisions=decisions),
        questions=_questions(composer, advice_by_name),
    )


def questions(composer: Composer) -> tuple[OpenQuestion, ...]:
    """What a design whose decisions have settled leaves open and a decision hangs on, most first."""
    return _questions(composer, advise(composer))


def _questions(composer: Composer, advice_by_name: Mapping[str, Advice]) -> tuple[OpenQuestion, ...]:
    weights = weights_of(given(composer.survey.model.weights, {}), composer.survey.profile)
    return open_questions(composer, {name: advice.flips for name, advice in advice_by_name.items()}, weights)


def _advised(decision: Decision, advice: Advice) -> Decision:
    costs = {price.strategy: _cost(price.total) for price in advice.prices}
    rewrites = {price.strategy: _rewrites(price) for price in advice.prices if math.isfinite(price.total)}

    def priced(subject: Decision | Rejected) -> dict[str, Any]:
        return {"cost": costs.get(subject.strategy), "rewrites": rewrites.get(subject.strategy, "")}

    def weighed(way: Rejected) -> Rejected:
        return replace(way, **priced(way), barred_cost=gated.get(way.strategy))

    barred = dict(advice.barred)
    gated = {price.strategy: _cost(price.total) for price, _ in advice.gated}
    rejected = tuple(
        replace(weighed(each), by=bar.gate, because=bar.because)
        if (bar := barred.get(each.strategy)) is not None and (each.by == "G1" or not each.by.startswith("G"))
        else weighed(each)
        for each in decision.rejected
    )
    return replace(
        decision,
        rejected=rejected,
        flips=advice.flips,
        shape=advice.shape,
        guesses=advice.guesses if costs else (),
        **priced(decision),
    )


_DOING = {"ADD": "adding", "UPD": "changing", "DEL": "deleting", "REASSIGN": "moving"}


def _rewrites(price: Price) -> str:
    """Of each write of a price, how many bytes it rewrites for each that it changes: `adding 4.2 ×`."""
    amplified = [
        (part.operation, part.amplification) for part in price.parts if part.amplification is not None
    ]
    return ", ".join(f"{_DOING[name]} {grouped(times, ',.1f')} ×" for name, times in amplified)


def _cost(total: float) -> float | None:
    """A score as files show it; None for one that is too large to add up."""
    return round(total, 2) if math.isfinite(total) else None


def advise(composer: Composer, wanted: Iterable[str] | None = None) -> dict[str, Advice]:
    """The advice on each relationship of a design whose decisions have settled, by its name.
    wanted: names to look at, all where absent; one that is not there is left out."""
    survey = composer.survey
    weights = weights_of(given(survey.model.weights, {}), survey.profile)
    names = survey.cases if wanted is None else [name for name in wanted if name in survey.cases]
    rates = Rates(survey)
    advised = {name: _advice(composer, rates, name, weights) for name in names}
    if wanted is None:
        return advised
    return {
        name: replace(each, reasons=tuple(_reason(composer, name, flip) for flip in each.flips))
        for name, each in advised.items()
    }


def _advice(composer: Composer, rates: Rates, name: str, weights: Mapping[str, float]) -> Advice:
    case, decision, barred = composer.survey.case(name), composer.decisions[name], composer.bars[name]
    because = named_elsewhere(composer.survey, composer.decisions, case.relationship)
    named = dict.fromkeys(_EMBEDDING if because else (), Bar("G9", because))
    ruled_out = {**named, **bars(case), **barred}
    whatever = _whatever_maximum(case, {**named, **barred})
    pricing = Pricing(case, weights)
    candidates = [pricing.price(strategy) for strategy in _compared(decision, ruled_out)]
    prices = [price for price in candidates if price is not None]
    first = [price for price in prices if price.strategy == decision.strategy]
    would_be = [
        (price, ruled_out[name])
        for name in _gated(decision, ruled_out)
        if (price := pricing.price(name)) is not None
    ]
    others = sorted(
        (price for price in prices if price.strategy != decision.strategy), key=lambda price: price.total
    )

    def gains(turned: Flip) -> bool:
        return turned.strategy == decision.strategy or is_gain(case, turned, decision.strategy, pricing)

    holding = _holding(composer, case, filter(gains, _flips(case, decision, barred, rates)))
    return Advice(
        relationship=name,
        strategy=decision.strategy,
        flips=tuple(filter(gains, holding)) or _own(decision, [price.strategy for price in others]),
        prices=(*first, *others) if case.has_frequencies() else (),
        guesses=rates.guesses(case),
        weights=dict(weights),
        derived=tuple(_derived(case)),
        shape=tuple(_shape(case, pricing.often("from"))),
        barred=tuple({**_without_limit(named, ruled_out), **whatever}.items()),
        gated=tuple(sorted(would_be, key=lambda each: each[0].total)) if case.has_frequencies() else (),
    )


def _without_limit(named: Bars, ruled_out: Bars) -> Bars:
    """What the other decisions rule out of the ways that no missing limit does."""
    return {strategy: bar for strategy, bar in named.items() if ruled_out[strategy].gate != "G1"}


def _whatever_maximum(case: DecisionInputs, others: Bars) -> Bars:
    """Of the ways that only a maximum nobody states rules out, what would with one that they allow: to state it changes
    nothing then. others: what the other decisions rule out."""
    most = case.constants.embed_max
    if case.relationship.kind != "one-to-many" or not has_no_maximum(case) or case.look("average") > most:
        return {}
    stated = case.varied({"max": most, "from.max": most})
    decision = by_rules(stated, {**bars(stated), **others})
    if decision.strategy in _LISTED:
        return {}
    return {
        each.strategy: Bar(each.by, each.because) for each in decision.rejected if each.strategy in _LISTED
    }


def _flips(case: DecisionInputs, decision: Decision, barred: Bars, rates: Rates) -> tuple[Flip, ...]:
    """What would change a decision; a designer's own gives way to the rules, where they choose otherwise."""
    if decision.chosen_by != "rulebook":
        instead = by_rules(case.unsaid(strategy=UNSET), {**bars(case), **barred})
        then, now = (
            answer_of(decided.rule, decided.strategy, decided.side, case) for decided in (instead, decision)
        )
        return (flip(Turn("strategy", ":", "auto"), then, now, case),) if then.differs(now) else ()
    rules = Rules(case, barred)
    return (*flips(rules, decision), *rates.flips(rules, decision))


def _holding(composer: Composer, case: DecisionInputs, turned: Iterable[Flip]) -> Iterable[Flip]:
    """The flips as a design that states them is decided, beside its other decisions; those left out that change
    nothing then, or the same as another value of their input."""
    name, reached = case.relationship.name, set[tuple[str, ...]]()
    before = composer.decisions[name]
    now = answer_of(before.rule, before.strategy, before.side, case)
    for each in turned:
        stated = as_answered(case, each.turn, nearest(each.turn))
        then = decided(stated, composer.bars[name])
        then = composed(composer, stated, then) if then.differs(now) else now
        held = flip(each.turn, then, now, case)
        place = (held.turn.operation, held.turn.input, held.turn.sign, held.strategy, held.holder)
        if then.differs(now) and place not in reached:
            reached.add(place)
            yield held


def _reason(composer: Composer, name: str, turned: Flip) -> str:
    """Why a relationship is decided as a flip says, once the design states what it hangs on; "" where the designer
    would decide it."""
    if turned.rule == "forced":
        return ""
    stated = as_answered(composer.survey.case(name), turned.turn, nearest(turned.turn))
    then = decide(stated, composer.bars[name])
    return (then if then.rule == turned.rule else composer.answered(stated)).reason


def _own(decision: Decision, others: list[str]) -> tuple[Flip, ...]:
    """Where no number leads elsewhere the designer's own choice still does: the cheapest of the
    others, else any."""
    own = [
        strategy for strategy in (*others, *strategies_of(decision.kind)) if strategy != decision.strategy
    ][:1]
    return tuple(
        Flip(turn=Turn("strategy", ":", strategy), rule="forced", strategy=strategy) for strategy in own
    )


def _derived(case: DecisionInputs) -> Iterable[tuple[str, float]]:
    measured = case.undeclared()
    for name in DERIVED:
        quantity = measured.quantity(name)
        if quantity.origin == MEASURED:
            yield name, float(quantity.value)


def _shape(case: DecisionInputs, often: Mapping[str, float]) -> Iterable[tuple[str, str]]:
    """Reads of children for each write of one, where there are any: those that the design states, none
    that are assumed. often: by operation, a day. Cardinality: few are embedded, many listed by their ids, more neither."""
    traffic, name = case.survey.traffic, case.relationship.name
    is_default = case.quantity("from_to_per_day").origin == DEFAULT and not (
        traffic.forward[name] + traffic.key_reads[name]
    )
    reads = sum(often[name] for name in READS if name != "P")
    reads = traffic.read_touches[case.child.name] if is_default else reads
    writes = sum(often[name] for name in OPERATIONS if name not in READS)
    if (reads or writes) and case.has_frequencies():
        yield RATIO, grouped(reads / writes, ",.4g") if writes else NO_WRITES
    if case.relationship.kind not in ("one-to-one", "is-a"):
        most, bounds = case.look("max"), case.constants
        few, many = (grouped(bound, ",g") for bound in (bounds.embed_max, bounds.ref_array_max))
        within = f"many (up to {many})" if most <= bounds.ref_array_max else f"more than {many}"
        yield "cardinality", f"few (up to {few})" if most <= bounds.embed_max else within


def _compared(decision: Decision, ruled_out: Bars) -> list[str]:
    possible = [
        strategy
        for strategy in strategies_of(decision.kind)
        if strategy not in ruled_out and not STRATEGIES[strategy].tested
    ]
    return list(dict.fromkeys([decision.strategy, *possible]))


def _gated(decision: Decision, ruled_out: Bars) -> list[str]:
    """The strategies that only a gate keeps from being compared."""
    return [
        strategy
        for strategy in strategies_of(decision.kind)
        if strategy in ruled_out and strategy != decision.strategy and not STRATEGIES[strategy].tested
    ]
