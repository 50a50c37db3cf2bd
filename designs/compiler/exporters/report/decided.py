"""The decisions in the reference: each with what it hangs on, then all ways and their costs side by side, and what
to know of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...emit import costs, dictionary
from ...emit.markdown import Document, Inline, Span, code, emphasis, inline, joined, strong
from ...model.conceptual import Relationship, given, stated
from ...plan_model.compilation import Compilation
from ...plan_model.decisions import (
    NO_WRITES,
    RATIO,
    TELLING,
    Decision,
    Flip,
    Overlay,
    Rejected,
    strategy_label,
)
from ...plan_model.gate_catalog import GATES
from .page_one import are_listed, shown_on_page_one
from .wording import DETAILS, brief, named, overlay_words, sentence, shared_reason, where

MEASURED, ASSUMED = "workload", "assumed"
_UNNAMED = "no read includes it"
"""What the workload says by a share of reads that is 0: it is no measurement."""
_ASSUMED_OF_MAX = "p95_at_horizon"
"""An input that is the maximum where nobody states it: it says nothing more then."""
_GATES = {gate.code: gate.title for gate in GATES}
_MOST_FLIPS, _MOST_TURNS = 2, 2
"""Changes told of one way that a decision would take, and such ways."""
_SEVERAL = 3
"""Decisions from which on what they have in common is told once."""
_BRIEF = 130
"""Letters of a trade-off."""
_FAR = 100
"""Times what an input is today: nobody need mind what happens beyond."""
_EXACT_BELOW = 100
"""Computed numbers are shown with their decimal places below it."""
_NONE = Span("")
_AMPLIFIED = re.compile(r"(?<![\d.])(?![01]\.0\s)[\d.,]+\s×")
"""A write that rewrites more than it changes, or less; one that rewrites nothing is none."""


def decisions(page: Document, compilation: Compilation) -> None:
    """Write the section."""
    if not compilation.decisions:
        return
    page.heading(2, "Decisions")
    page.paragraph(costs.counted(compilation.model))
    guesses = tuple(dict.fromkeys(name for decision in compilation.decisions for name in decision.guesses))
    if guesses:
        page.paragraph(*costs.assumed(guesses))
    usual = _usual_inputs(compilation.decisions)
    if usual:
        page.paragraph("Unless stated otherwise: ", _facts(usual), Span("."))
    links = {link.name: link for link in compilation.model.links}
    for alike in _alike(compilation.decisions):
        shared = shared_reason(alike)
        _reason(page, alike[0], shared)
        for decision in alike:
            named_inputs = tuple(fact for fact in _inputs(decision) if fact not in usual)
            own = "" if decision.reason == shared else decision.reason
            of = decision, links[decision.relationship], named_inputs, own, are_listed(compilation)
            page.part("decision", of, partial(_decision, *of))
    _ways(page, compilation.decisions)
    _cheaper(page, compilation)
    _trade_offs(page, compilation.decisions)


def _alike(decisions: Iterable[Decision]) -> Iterable[list[Decision]]:
    """Yield the decisions for one strategy by one rule, in the order of the design."""
    groups: dict[tuple[Any, ...], list[Decision]] = {}
    for decision in decisions:
        of = decision.strategy, decision.chosen_by, decision.rule, decision.label
        groups.setdefault(of, []).append(decision)
    return groups.values()


def _reason(page: Document, decision: Decision, shared: str) -> None:
    """Write what the decisions below have in common: the strategy, why, and the rule that says so."""
    page.heading(3, decision.label, Span(" ("), code(decision.strategy), Span(f", {decision.cited})"))
    page.paragraph(f"{sentence(shared)}.")


class KnownInput(NamedTuple):
    """An input that rules have read. whence: where it is known from; "" where the design states it."""

    name: str
    value: Any
    whence: str


def _decision(
    decision: Decision,
    link: Relationship,
    inputs: Sequence[KnownInput],
    own: str,
    are_listed: bool,
    page: Document,
) -> None:
    """Write one. own: its reason, where it isn't that of all. are_listed: whether the table of page one has its place."""
    page.heading(4, decision.relationship)
    description = given(link.description, "")
    place = () if are_listed else (Span(", in "), where(decision))
    page.paragraph(
        emphasis(link.from_.entity), Span(" → "), emphasis(link.to.entity), *place, Span("."),
        f" {sentence(description)}" if description else _NONE,
    )  # fmt: skip
    because = [f"{sentence(own)}."] if own else []
    facts = [Span(inline(strong("Inputs"), Span(": "), _facts(inputs)))] if inputs else []
    dropped = [*_dropped_subset(decision, link)]
    page.bullets(
        [*because, *facts, *dropped, *_overlays(decision.overlays), *_flips(decision), *_gated(decision)]
    )


def _dropped_subset(decision: Decision, link: Relationship) -> Iterable[Inline]:
    """Why the parent has no array of the few children that the design says to show with it."""
    if not stated(link.recent) or decision.traits.inside_holder:
        return
    for way in decision.rejected:
        if way.is_slice:
            yield Span(
                inline(
                    strong("Not stored"),
                    Span(": the subset that "),
                    code("recent"),
                    f" declares, because {way.because}",
                )
            )


def _inputs(decision: Decision) -> tuple[KnownInput, ...]:
    """What the rules have read and somebody has said, or the tool assumes."""
    origin = {name: MEASURED if how else ASSUMED for name, how in _pairs(decision.assumed)}
    if origin.get("accessed_together") == MEASURED and decision.inputs.get("accessed_together") == 0:
        origin["accessed_together"] = _UNNAMED
    read = decision.inputs
    return tuple(
        KnownInput(name, value, origin.get(name, ""))
        for name, value in read.items()
        if (value is not None or name.endswith("max"))
        and not (name == _ASSUMED_OF_MAX and name in origin and value == read.get("max"))
    )


def _pairs(entries: Iterable[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        name, _, how = entry.partition(": ")
        yield name, how


def _usual_inputs(decisions: Sequence[Decision]) -> tuple[KnownInput, ...]:
    """What several decisions have in common of an input, the most frequent for each; never a measured one, or a number
    that the design states."""
    read: dict[str, list[KnownInput]] = {}
    for decision in decisions:
        for fact in _inputs(decision):
            read.setdefault(fact.name, []).append(fact)
    most = (max(dict.fromkeys(facts), key=facts.count) for facts in read.values())
    return tuple(
        fact
        for fact in most
        if fact.whence != MEASURED
        and (fact.value is None or isinstance(fact.value, str | bool) or fact.whence in (_UNNAMED, ASSUMED))
        and read[fact.name].count(fact) >= _SEVERAL
    )


def _facts(facts: Iterable[KnownInput]) -> Span:
    """Inputs with their values, by where they are known from."""
    by_origin: dict[str, list[Inline]] = {}
    for name, value, whence in facts:
        shown = "no limit" if value is None else dictionary.value(_rounded(value) if whence else value)
        by_origin.setdefault(whence, []).append(Span(inline(code(name), Span(" "), shown)))
    parts = (
        Span(inline(joined(of), f" ({whence})" if whence else _NONE)) for whence, of in by_origin.items()
    )
    return joined(parts, "; ")


def _rounded(value: Any) -> Any:
    """Return a large computed number without the places that no input of it has."""
    return round(value) if isinstance(value, float) and _EXACT_BELOW <= abs(value) < math.inf else value


def _overlays(overlays: Iterable[Overlay]) -> Iterable[Inline]:
    shown = [overlay_words(overlay) for overlay in overlays]
    if shown:
        yield Span(inline(strong("Also applied"), Span(": "), joined(shown, "; ")))


def _flips(decision: Decision) -> Iterable[Inline]:
    """What would change it, by what it would become."""
    become: dict[tuple[str, str], list[Flip]] = {}
    for flip in decision.flips:
        if not _is_far(flip, decision) and flip.rule != "forced":
            become.setdefault((flip.strategy, flip.holder), []).append(flip)
    parts = []
    for (strategy, holder), flips in become.items():
        rules = ", ".join(dict.fromkeys(flip.rule for flip in flips))
        moved = f" in {holder} instead of {flips[0].instead_of}" if holder else ""
        more = f" or {len(flips) - _MOST_FLIPS} more" if len(flips) > _MOST_FLIPS else ""
        when = joined(code(flip.when_rounded) for flip in flips[:_MOST_FLIPS])
        parts.append(
            inline(when, Span(f"{more} → "), strategy_label(strategy), Span(f"{moved} ("), rules, Span(")"))
        )
    if parts:
        left = len(parts) - _MOST_TURNS
        more = f"; {left} more" if left > 0 else ""
        shown = joined(map(Span, parts[:_MOST_TURNS]), "; ")
        yield Span(inline(strong("What would change it"), Span(": "), shown, Span(more)))


def _gated(decision: Decision) -> Iterable[Inline]:
    """What a gate costs that is against the numbers, where several are the one that costs most."""
    for way, saves in decision.gated[:1]:
        said = (Span(": "), way.because) if way.because != decision.reason else ()
        by = inline(Span(f", {saves:.0%} cheaper, by "), strong(way.by), *said)
        yield Span(inline(strong("Ruled out"), Span(": "), way.label, Span(by)))


def _is_far(flip: Flip, decision: Decision) -> bool:
    """Whether an input would have to grow so much that nobody need mind it."""
    now = decision.inputs.get(flip.turn.input)
    if (
        isinstance(now, bool)
        or not isinstance(now, int | float)
        or now <= 0
        or not flip.turn.sign.startswith(">")
    ):
        return False
    try:
        return float(flip.turn.value) > _FAR * now
    except ValueError:
        return False


# --- all ways beside one another ----------------------------------------------------------------


def _ways(page: Document, decisions: Sequence[Decision]) -> None:
    """What each way costs a day, and what is against it: a table for each kind of relationship."""
    kinds: dict[str, list[Decision]] = {}
    for decision in decisions:
        kinds.setdefault(decision.kind, []).append(decision)
    page.heading(3, "Strategies and costs")
    page.paragraph(
        "Bold: the chosen strategy. In parentheses: the rule or limit against the others. Without a "
        "score, it doesn't fit. ×: bytes rewritten per byte changed, if not 1."
    )
    for kind, of in kinds.items():
        _ways_of(page, kind, of)
    gates = dict.fromkeys(way.by for decision in decisions for way in decision.rejected if way.by in _GATES)
    page.bullets(Span(inline(strong(gate), Span(": "), _GATES[gate])) for gate in _GATES if gate in gates)


def _ways_of(page: Document, kind: str, decisions: Sequence[Decision]) -> None:
    """One table. A way that no row has a cost of is named below it, with all that rules it out."""
    chosen = dict.fromkeys(of.strategy for of in decisions)
    strategies = dict.fromkeys([*chosen, *(way.strategy for of in decisions for way in of.rejected)])
    never = _never_weighed(decisions) if len(decisions) >= _SEVERAL else {}
    shown = [name for name in strategies if name not in never]
    cells = [
        {of.strategy: _taken(of)} | {way.strategy: _against(way, of) for way in of.rejected}
        for of in decisions
    ]
    ratios = [dict(of.shape).get(RATIO, "") for of in decisions]
    ratios = ["" if said in ("0", NO_WRITES) else said for said in ratios]
    page.table(
        (sentence(kind), *[RATIO] * any(ratios), *map(strategy_label, shown)),
        [
            (code(of.relationship), *[said] * any(ratios), *(row.get(name, _NONE) for name in shown))
            for of, said, row in zip(decisions, ratios, cells, strict=True)
        ],
    )
    if never:
        listed = joined(
            Span(inline(strategy_label(name), Span(f" ({', '.join(by)})"))) for name, by in never.items()
        )
        page.paragraph("Ruled out for all: ", listed, Span("."))


def _never_weighed(decisions: Sequence[Decision]) -> dict[str, list[str]]:
    """Strategy -> what rules it out, of those that are ruled out in each decision without a cost."""
    ways = [way for of in decisions for way in of.rejected]
    weighed = {of.strategy for of in decisions} | {way.strategy for way in ways if way.cost is not None}
    by: dict[str, dict[str, None]] = {}
    for way in ways:
        if way.strategy not in weighed:
            by.setdefault(way.strategy, {})[way.by] = None
    return {strategy: list(rules) for strategy, rules in by.items()}


def _taken(decision: Decision) -> Span:
    cost = strong("✓" if decision.cost is None else costs.number(decision.cost))
    return Span(inline(cost, _amplified(decision.rewrites)))


def _against(way: Rejected, decision: Decision) -> Span:
    by = inline(Span("("), "recommended" if way.by == "forced" else way.by, Span(")"))
    if way.cost is None:
        return Span(by)
    amplified = _amplified(way.rewrites) if _costs_less(way, decision) else _NONE
    return Span(inline(costs.number(way.cost), amplified, Span(f" {by}")))


def _amplified(rewrites: str) -> Inline:
    """Return the writes that rewrite more than they change, or less, behind a comma."""
    writes = [each for each in rewrites.split(", ") if _AMPLIFIED.search(each)]
    return f", {', '.join(writes)}" if writes else _NONE


def _costs_less(way: Rejected, decision: Decision) -> bool:
    """Whether a way costs less by more than the score can tell apart."""
    return bool(decision.cost) and way.cost is not None and 1 - way.cost / (decision.cost or 1) >= TELLING


def _cheaper(page: Document, compilation: Compilation) -> None:
    """The ways not taken that cost less, and what is against each, but for those that page one has."""
    on_page_one = {
        (lower.decision.relationship, lower.instead.strategy) for lower in shown_on_page_one(compilation)
    }
    of: dict[tuple[str, str, str], list[str]] = {}
    for decision in compilation.decisions:
        for way in decision.rejected:
            if _costs_less(way, decision) and (decision.relationship, way.strategy) not in on_page_one:
                of.setdefault((way.strategy, way.because, way.by), []).append(decision.relationship)
    if of:
        page.heading(3, "Cheaper strategies")
        rows = [
            (
                strategy_label(strategy),
                Span(inline(because, Span(" ("), by, Span(")"))),
                joined(code(name) for name in names),
            )
            for (strategy, because, by), names in of.items()
        ]
        page.table(("Strategy", "Ruled out by", "Relationships"), rows)


def _trade_offs(page: Document, decisions: Sequence[Decision]) -> None:
    """Each trade-off once: with the strategy that always has it, else with its relationships."""
    of: dict[str, dict[str, None]] = {}
    names: dict[str, list[str]] = {}
    for decision in decisions:
        names.setdefault(decision.strategy, []).append(decision.relationship)
        in_short = dict(decision.in_short)
        for caveat in decision.caveats:
            of.setdefault(in_short.get(caveat, caveat), {})[decision.relationship] = None
    if of:
        page.heading(3, "Trade-offs")
        rows = [
            (brief(caveat, _BRIEF, DETAILS), _whose(relationships, names))
            for caveat, relationships in of.items()
        ]
        page.table(("Trade-off", "Applies to"), rows)


def _whose(relationships: Iterable[str], names: dict[str, list[str]]) -> Inline:
    """The strategies all of whose decisions are among the relationships, and the other ones of these."""
    rest = dict.fromkeys(relationships)
    whole = [
        strategy
        for strategy, every in names.items()
        if len(every) > 1 and all(name in rest for name in every)
    ]
    for strategy in whole:
        for name in names[strategy]:
            rest.pop(name, None)
    shown: list[Inline] = [strategy_label(strategy) for strategy in whole]
    return joined([*shown, *([named([*rest])] if rest else [])])
