"""The reference: every decision with its evidence, the data dictionary, forecasts, findings and sources."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...emit import costs, dictionary, growth, json
from ...emit.dictionary import NOTHING
from ...emit.markdown import Document, Inline, Span, code, emphasis, inline, joined, strong
from ...model.conceptual import Relationship, given
from ...plan_model.compilation import Compilation
from ...plan_model.decisions import NO_WRITES, Decision, Flip, Overlay, Rejected
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import Forecast
from ...plan_model.gate_catalog import GATES
from ...plan_model.physical import Collection, PlannedIndex, walk
from ...plan_model.sources import SOURCES, key_of
from ...storage.table import SummaryRow
from .page_one import SEVERITIES
from .wording import keys, place_of, sentence, where

HEADING = "Reference"
"""The second heading of level 1: what stands behind it is looked up, and folded on the page."""
STATED, MEASURED = "stated", "measured"
_GATES = frozenset(gate.code for gate in GATES)
_MOST_FLIPS = 4
_FAR = 100
"""Times what an input is today: nobody need mind what happens beyond."""


def reference(page: Document, compilation: Compilation, storage: tuple[SummaryRow, ...]) -> None:
    """Write all that stands behind page one."""
    page.heading(1, HEADING)
    _decisions(page, compilation)
    _collections(page, compilation)
    _storage(page, storage)
    _forecast(page, compilation)
    _findings(page, compilation.findings)
    _sources(page, compilation.decisions)


# --- decisions ----------------------------------------------------------------------------------


def _decisions(page: Document, compilation: Compilation) -> None:
    if not compilation.decisions:
        return
    page.heading(2, "Decisions")
    page.paragraph(costs.counted(compilation.model))
    page.paragraph(
        "Behind a way not taken stand its cost and the rules or gates against it; what is against it in every design"
        " is under Trade-offs."
    )
    links = {link.name: link for link in compilation.model.links}
    for decision in compilation.decisions:
        of = decision, links[decision.relationship]
        page.part("decision", of, partial(_decision, *of))
    _trade_offs(page, compilation.decisions)


def _decision(decision: Decision, link: Relationship, page: Document) -> None:
    page.heading(3, decision.relationship, Span(": "), decision.strategy)
    description = given(link.description, "")
    page.paragraph(
        strong(decision.rule), Span(": "), decision.reason, Span(". "), sentence(decision.kind), Span(", "),
        emphasis(link.from_.entity), Span(" → "), emphasis(link.to.entity), Span(", in "),
        where(decision), Span("." if decision.chosen_by == "rulebook" else "; chosen by the designer."),
        f" {sentence(description)}" if description else Span(""),
    )  # fmt: skip
    page.bullets([*_inputs(decision), *_overlays(decision.overlays), *_ways(decision), *_flips(decision)])


def _inputs(decision: Decision) -> Iterable[Inline]:
    """What the rules have read, by where it is known from."""
    origin = _assumed(decision)
    by_origin: dict[str, list[Inline]] = {}
    for name, value in decision.inputs.items():
        if value is None and not name.endswith("max") and name not in origin:
            continue
        shown = "no bound" if value is None and name.endswith("max") else dictionary.value(value)
        whence = origin.pop(name, "" if value is None else STATED)
        by_origin.setdefault(whence, []).append(Span(inline(code(name), Span(" "), shown)))
    for name, how in origin.items():
        by_origin.setdefault(how, []).append(code(name))
    parts = [
        inline(joined(facts), Span(f" ({whence})" if whence else "")) for whence, facts in by_origin.items()
    ]
    parts += [inline(name, Span(" "), value) for name, value in decision.shape if value != NO_WRITES]
    if parts:
        yield Span(inline(strong("Inputs"), Span(": "), joined(map(Span, parts), "; ")))


def _assumed(decision: Decision) -> dict[str, str]:
    """Where the inputs come from that nobody stated."""
    pairs = (entry.partition(": ") for entry in decision.assumed)
    return {name: MEASURED if how else "assumed" for name, _, how in pairs}


def _overlays(overlays: Iterable[Overlay]) -> Iterable[Inline]:
    shown = [Span(inline(*_overlay(overlay))) for overlay in overlays]
    if shown:
        yield Span(inline(strong("On top of it"), Span(": "), joined(shown, "; ")))


def _overlay(overlay: Overlay) -> tuple[Inline, ...]:
    covered = overlay.fields or ((overlay.field,) if overlay.field else ())
    parts: list[Inline] = [overlay.kind, Span(" at "), code(place_of(overlay))]
    if covered and not overlay.policy and not f".{overlay.path}".endswith(f".{covered[0]}"):
        parts += [Span(" for "), joined(code(name) for name in covered)]
    if overlay.policy:
        parts += [Span(", "), emphasis(overlay.policy)]
    return tuple(parts)


def _ways(decision: Decision) -> Iterable[Inline]:
    """What it costs, and the ways not taken: those against which the same is said, together. What is against a way
    in every design is said once, under Trade-offs; a rule that was asked for a way of its own, which has no cost
    here, is only named."""
    if decision.cost is not None:
        yield Span(inline(strong("Cost"), Span(": "), *costs.in_words(decision)))
    said: dict[str, list[Rejected]] = {}
    for rejected in decision.rejected:
        is_brief = rejected.is_for_its_price or (rejected.cost is None and rejected.by not in _GATES)
        because = "" if is_brief else rejected.because
        said.setdefault(because, []).append(rejected)
    for because, ways in sorted(said.items(), key=lambda item: not item[0]):
        shown = joined(Span(inline(code(way.strategy), *costs.beside(way))) for way in ways)
        by = joined(dict.fromkeys(way.by for way in ways), ", ")
        against = inline(because, Span(" ("), by, Span(")")) if because else inline(by)
        yield Span(inline(strong("Not"), Span(" "), shown, Span(": "), Span(against)))


def _flips(decision: Decision) -> Iterable[Inline]:
    """What would change it, by what it would become."""
    become: dict[tuple[str, str, str], list[Flip]] = {}
    for flip in decision.flips:
        if not _is_far(flip, decision):
            become.setdefault((flip.strategy, flip.holder, flip.rule), []).append(flip)
    parts = []
    for (strategy, holder, rule), flips in become.items():
        if rule == "forced":
            words = Span("no number; only a strategy that you choose yourself, such as ")
            parts.append(inline(words, code(strategy)))
            continue
        moved = f" in {holder} instead of {flips[0].instead_of}" if holder else ""
        more = f" or {len(flips) - _MOST_FLIPS} more" if len(flips) > _MOST_FLIPS + 1 else ""
        first = flips[:_MOST_FLIPS] if more else flips
        when = joined(code(flip.when) for flip in first)
        parts.append(inline(when, Span(f"{more} → "), code(strategy), Span(f"{moved} ("), rule, Span(")")))
    if parts:
        yield Span(inline(strong("Would change it"), Span(": "), joined(map(Span, parts), "; ")))


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


def _trade_offs(page: Document, decisions: Iterable[Decision]) -> None:
    """Each trade-off once, with the relationships that it comes with; and what is against ways in every design."""
    of: dict[str, dict[str, None]] = {}
    for decision in decisions:
        for caveat in decision.caveats:
            of.setdefault(caveat, {})[decision.relationship] = None
    prices = {
        rejected.strategy: rejected.because
        for decision in decisions
        for rejected in decision.rejected
        if rejected.is_for_its_price
    }
    if of or prices:
        page.heading(3, "Trade-offs")
        page.table(
            ("What to know", "Of"),
            [
                *((caveat, joined(code(name) for name in names)) for caveat, names in of.items()),
                *((price, code(strategy)) for strategy, price in prices.items()),
            ],
        )


# --- collections --------------------------------------------------------------------------------


def _collections(page: Document, compilation: Compilation) -> None:
    page.heading(2, "Data dictionary")
    overlays = compilation.plan.entity_overlays
    for collection in compilation.plan.collections:
        of = collection, [overlay for overlay in overlays if overlay.collection == collection.name]
        page.part("collection", of, partial(_collection, *of))


def _collection(collection: Collection, overlays: list[Overlay], page: Document) -> None:
    page.heading(3, code(collection.name))
    _about(page, collection)
    page.table(dictionary.HEAD, [dictionary.row(located) for located in walk(collection.fields)])
    page.bullets(_overlays(overlays))
    if collection.indexes:
        page.table(("Index", "Options", "Why"), [_index(index) for index in collection.indexes])


def _about(page: Document, collection: Collection) -> None:
    parts: list[Inline] = [f"A {collection.kind} collection"]
    if collection.entity:
        parts += [Span(" of "), emphasis(collection.entity)]
    if collection.validator is None:
        parts.append(Span(", without a validator"))
    elif (collection.validation_level, collection.validation_action) != ("strict", "error"):
        parts.append(f", validation {collection.validation_level} with action {collection.validation_action}")
    if collection.shard_key:
        parts += [Span(", sharded by "), code(keys(collection.shard_key))]
    about = f": {collection.description}" if collection.description else ""
    page.paragraph(*parts, about or Span("."))


def _index(index: PlannedIndex) -> tuple[Inline, ...]:
    options = [f"{name}: {json.text(value).strip()}" for name, value in json.relaxed(index.options).items()]
    why = index.why or ("declared" if index.declared else "")
    return (
        code(keys(index.keys)),
        joined(code(option) for option in options) if options else NOTHING,
        why or NOTHING,
    )


# --- where each fact is stored ------------------------------------------------------------------


def _storage(page: Document, storage: tuple[SummaryRow, ...]) -> None:
    rows = [
        (
            strong(row.owner) if row.owner else Span(""),
            row.facts,
            code(row.place),
            row.role,
            row.updated or NOTHING,
        )
        for row in _followed(storage)
    ]
    if rows:
        page.heading(2, "Where is it stored?")
        page.paragraph(
            "What is stored more than once, or follows from something else; all else stands once, where the data"
            " dictionary has it."
        )
        page.table(("Entity or relationship", "Facts", "Stored in", "Role", "Updated"), rows)


def _followed(storage: Iterable[SummaryRow]) -> list[SummaryRow]:
    """The rows of facts that have several places, or are computed; the first of each owner names it."""
    facts: list[tuple[str, list[SummaryRow]]] = []
    owner = ""
    for row in storage:
        owner = row.owner or owner
        if row.facts:
            facts.append((owner, []))
        facts[-1][1].append(row)
    kept = [(owner, row) for owner, rows in facts if len(rows) > 1 or rows[0].updated for row in rows]
    owners = [owner for owner, _ in kept]
    return [
        row._replace(owner="" if place and owners[place - 1] == owner else owner)
        for place, (owner, row) in enumerate(kept)
    ]


# --- forecast, findings, sources ----------------------------------------------------------------


def _forecast(page: Document, compilation: Compilation) -> None:
    if not compilation.forecasts:
        return
    page.heading(2, "Forecast")
    page.paragraph(
        "Three years ahead, by the counts, inserts and additions that the design states. Bytes are BSON's, before"
        " the storage engine compresses them; the 95th percentile of all documents is a bound: as if each were so large."
    )
    rows = [growth.row(forecast) for forecast in compilation.forecasts]
    page.table(growth.TABLE_HEAD, [(code(name), *cells) for name, *cells in rows], right=growth.TABLE_NUMBERS)
    _assumed_counts(page, compilation.forecasts)
    forecast_names = {forecast.collection for forecast in compilation.forecasts}
    others = [
        code(collection.name)
        for collection in compilation.plan.collections
        if collection.name not in forecast_names
    ]
    if others:
        page.paragraph(
            "How many documents these will have does not follow from the design: ", joined(others), Span(".")
        )


def _assumed_counts(page: Document, forecasts: Iterable[Forecast]) -> None:
    assumed = list(dict.fromkeys(words for forecast in forecasts for words in forecast.assumed))
    if assumed:
        page.paragraph(emphasis("Assumed: ", "; ".join(assumed), Span(".")))


def _findings(page: Document, findings: tuple[Finding, ...]) -> None:
    """Each finding once, with all the places that it is said of."""
    if not findings:
        return
    page.heading(2, "Findings")
    alike: dict[tuple[str, str, str, str], list[str]] = {}
    for finding in sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)):
        key = finding.severity, finding.code, finding.message, finding.hint
        alike.setdefault(key, []).append(finding.subject)
    rows: list[tuple[Inline, ...]] = []
    hint_above = ""
    for (severity, rule, message, hint), subjects in alike.items():
        remedy = "as above" if hint and hint == hint_above else hint or NOTHING
        rows.append((severity, rule, joined(code(name) for name in subjects), message, remedy))
        hint_above = hint
    page.table(("Severity", "Code", "Where", "What", "Remedy"), rows)


def _sources(page: Document, decisions: tuple[Decision, ...]) -> None:
    """Each source once, with the rules that follow it."""
    rules: dict[str, dict[str, None]] = {}
    for decision in decisions:
        for source in decision.sources:
            detail = source.removeprefix(key_of(source)).strip(" :")
            rules.setdefault(key_of(source), {})[
                f"{decision.rule}: {detail}" if detail else decision.rule
            ] = None
    names = [name for name in SOURCES if name in rules]
    if names:
        page.heading(2, "Sources")
        page.bullets(
            (strong(name), Span(": "), SOURCES[name], Span(" ("), ", ".join(rules[name]), Span(")"))
            for name in names
        )
