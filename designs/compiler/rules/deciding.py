"""One relationship's decision: its gates, then the rules of its kind in order, the first that
does not refuse (rulebook 3), with all that was used, assumed and rejected."""

from __future__ import annotations

import math

from ..attributes.attribute_groups import Attributes, has_groups
from ..model.conceptual import Model, given, stated
from ..model.constants import Constants
from ..names.inflection import with_articles
from ..names.naming import Names
from ..names.paths import Paths
from ..plan_model.decisions import Decision, Rejected
from ..plan_model.number_format import grouped
from ..strategies import Strategy
from ..strategies.table import STRATEGIES, strategies_of, strategies_with
from ..workload.input_derivations import INPUTS
from ..workload.inputs import DecisionInputs, Quantity, Survey, plain
from .choices import Choice, array_limit, choice, holder, offers
from .gates import WINDOW_DAYS, Bars, bars
from .guidelines import BY_KIND
from .guidelines.base import Guideline

AUTO = "auto"
_INSTANT = ("event", "measurement")
_RULES_OF = {
    (kind, name): tuple(rule for rule in block if name in rule.strategies)
    for kind, block in BY_KIND.items()
    for name in STRATEGIES
}


def survey(model: Model, names: Names, constants: Constants, attributes: Attributes | None = None) -> Survey:
    """Sum the workload of a design once, ready to answer for each of its relationships. Which similar fields become one
    array (P3) follows from the entity and from what operations ask for, and from no decision: it is known before any size
    is compared, and gates, costs and documents count alike."""
    paths = attributes.paths if attributes is not None else Paths(names)
    if attributes is None and has_groups(model):
        attributes = Attributes(model, paths)
    summed = Survey(model, names, constants, INPUTS, paths)
    if attributes is not None:
        summed.folded, summed.folded_on_links = attributes.folded(), attributes.folded_on_links()
    return summed


def forced_strategy(case: DecisionInputs) -> str | None:
    """The designer's own strategy, None where the rulebook decides."""
    own = given(case.relationship.strategy, AUTO)
    return None if own == AUTO else own


def decide(case: DecisionInputs, barred: Bars) -> Decision:
    """The decision of one relationship; ``barred``: what composing has ruled out, by strategy."""
    case.forget()
    ruled_out = {**bars(case), **barred}
    own = forced_strategy(case)
    return _forced(case, own, ruled_out) if own else by_rules(case, ruled_out)


def by_rules(case: DecisionInputs, ruled_out: Bars) -> Decision:
    """What the rules decide with these strategies ruled out, whatever the designer states."""
    refused: dict[str, str] = {}
    block = BY_KIND[case.relationship.kind]
    for rule in block:
        refused[rule.code] = rule.refuse(case, ruled_out)
        if not refused[rule.code]:
            return _decision(
                case, rule, rule.pick(case), _rejected(case, rule, refused, ruled_out), ruled_out
            )
    raise AssertionError(f"no {case.relationship.kind} rule applies to {case.relationship.name}")


def _decision(
    case: DecisionInputs, rule: Guideline, chosen: Choice, rejected: tuple[Rejected, ...], barred: Bars
) -> Decision:
    return Decision(
        relationship=case.relationship.name,
        kind=case.relationship.kind,
        rule=rule.code,
        strategy=chosen.strategy,
        side=chosen.side,
        bound=chosen.bound,
        window=chosen.window,
        reason=with_articles(rule.because(case, barred)),
        sources=rule.sources,
        caveats=_lowered(case, chosen) + rule.caveats + _apart(case, chosen) + offers(case),
        inputs=case.inputs,
        assumed=case.assumed + _assumed_window(case, chosen),
        rejected=tuple(r for r in rejected if r.strategy != chosen.strategy),
    )


def _assumed_window(case: DecisionInputs, chosen: Choice) -> tuple[str, ...]:
    """The window that a strategy of the designer's takes, where the rules asked for none."""
    assumed = chosen.window and not stated(case.relationship.time_window)
    return ("time_window",) if assumed and "time_window" not in case.assumed else ()


def element_reference(case: DecisionInputs, holder: str) -> Decision:
    """The decision B0, which composing takes when both ends live in one document, of entity ``holder``."""
    case.forget()
    case.used["holder"] = Quantity(holder)
    rule = next(rule for rule in BY_KIND["one-to-many"] if rule.code == "B0")
    skipped = [r for r in BY_KIND["one-to-many"] if r.code == "C1"]
    refused = {r.code: r.refuse(case, {}) for r in skipped}
    barred = bars(case)
    return _decision(
        case, rule, choice(rule.strategies[0], case), _rejected(case, rule, refused, barred), barred
    )


def _forced(case: DecisionInputs, own: str, ruled_out: Bars) -> Decision:
    """The designer's choice, kept, with what the rulebook would have chosen beside it."""
    rulebook = by_rules(case, ruled_out)
    chosen = choice(own, case)
    others = [rejected for rejected in rulebook.rejected if rejected.strategy not in (own, rulebook.strategy)]
    rule = next((r for r in BY_KIND[case.relationship.kind] if own in r.strategies), None)
    instead = Rejected(
        strategy=rulebook.strategy,
        by="forced",
        because=(f"recommended by {rulebook.rule}: {rulebook.reason}"),
    )
    return Decision(
        relationship=case.relationship.name,
        kind=case.relationship.kind,
        rule="forced",
        strategy=own,
        side=chosen.side,
        bound=chosen.bound,
        window=chosen.window,
        reason=STRATEGIES[own].gain,
        sources=("designer",),
        inputs=rulebook.inputs,
        assumed=tuple(dict.fromkeys(rulebook.assumed + _assumed_window(case, chosen))),
        rejected=(*((instead,) if rulebook.strategy != own else ()), *others),
        caveats=_against(case, own, ruled_out)
        + _lowered(case, chosen)
        + (rule.caveats if rule else (STRATEGIES[own].price,))
        + _apart(case, chosen),
        chosen_by="designer",
    )


def _against(case: DecisionInputs, own: str, ruled_out: Bars) -> tuple[str, ...]:
    """What speaks against a designer's choice: the gate that it breaks, else what its own rule tests."""
    if own in ruled_out:
        return (f"exceeds limit {ruled_out[own].gate}: {ruled_out[own].because}",)
    if STRATEGIES[own].holder == "navigated" and (
        most := case.look(f"{holder(own, case)}.max")
    ) > array_limit(case):
        least = "no limit" if math.isinf(most) else f"up to {grouped(plain(most))} links"
        return (f"exceeds limit {'G1' if math.isinf(most) else 'G3'}: the side with the array has {least}",)
    tested = STRATEGIES[own].tested and not STRATEGIES[own].within_document
    tests = _RULES_OF.get((case.relationship.kind, own), ()) if tested else ()
    refusals = {rule.code: rule.refuse(case, ruled_out) for rule in tests}
    return tuple(f"doesn't meet {code}: {because}" for code, because in refusals.items() if because)


def _lowered(case: DecisionInputs, chosen: Choice) -> tuple[str, ...]:
    """Where a window or a page is smaller than the one that was asked for, and why."""
    limits = case.constants
    if chosen.traits.is_windowed:
        wanted = case.look("time_window") or "day"
        items = grouped(math.ceil(case.look("adds_per_day") * WINDOW_DAYS[wanted]))
        message = f"uses one bucket per {chosen.window}: a {wanted} would hold {items} items, over the limit of {plain(limits.bucket_items):,}"
        return (message,) if chosen.window != wanted else ()
    asked = given(case.relationship.page_size, limits.bucket_size)
    if not chosen.traits.is_numbered or chosen.bound is None or chosen.bound >= asked:
        return ()
    most = f"{plain(limits.bucket_items):,} items and {plain(limits.bucket_bytes):,} bytes"
    return (
        (
            f"uses {grouped(chosen.bound)} items per page, not {grouped(plain(asked))}: a bucket holds up "
            f"to {most}"
        ),
    )


def _apart(case: DecisionInputs, chosen: Choice) -> tuple[str, ...]:
    """What is asked of writers where two things that are to change together are stored apart."""
    if not given(case.relationship.atomic, False) or chosen.traits.atomic:
        return ()
    return (
        f"{case.parent.name} and {case.child.name} must change together: use a transaction, or keep the "
        "shared value (a count, a status) in the parent",
    )


def _candidates(case: DecisionInputs, ruled_out: Bars) -> list[str]:
    """The strategies worth a word: those of the kind that could have come into question."""
    kind = case.relationship.kind
    names = list(strategies_of(kind))
    if kind in ("many-to-many", "graph"):
        names += [name for name in strategies_with(lambda row: row.is_whole_array) if name in ruled_out]
    return [name for name in names if not _is_pointless(case, STRATEGIES[name], ruled_out)]


def _is_pointless(case: DecisionInputs, traits: Strategy, ruled_out: Bars) -> bool:
    """Whether nobody would think of a strategy here, so that nothing is said of it."""
    if traits.within_document:
        return traits.name not in ruled_out
    if traits.holds_values:
        return "lookup" not in (case.child.kind_or_default, case.parent.kind_or_default)
    return traits.is_time_series and case.child.kind_or_default not in _INSTANT


def _rejected(
    case: DecisionInputs, rule: Guideline, refused: dict[str, str], ruled_out: Bars
) -> tuple[Rejected, ...]:
    """Why not the others: the gate, the rule of its own that refused, or the rule before it."""
    rejected = []
    for name in _candidates(case, ruled_out):
        if name in ruled_out:
            rejected.append(Rejected(strategy=name, by=ruled_out[name].gate, because=ruled_out[name].because))
            continue
        own = _RULES_OF.get((case.relationship.kind, name), ())
        if any(r.code not in refused or r.code == rule.code for r in own):
            rejected.append(Rejected(strategy=name, by=rule.code, because=STRATEGIES[name].price))
        elif own:
            rejected.append(
                Rejected(strategy=name, by=own[0].code, because=with_articles(refused[own[0].code]))
            )
    return tuple(rejected)
