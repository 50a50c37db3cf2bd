"""Page one, for whoever decides: what was decided, what may go wrong, what it grows to, and what each operation uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...emit import growth
from ...emit.dictionary import NOTHING
from ...emit.markdown import Document, Inline, Span, code, inline, joined
from ...model.conceptual import given
from ...model.constants import WITHOUT_SERIES_INDEX
from ...plan_model.compilation import Compilation
from ...plan_model.decisions import TELLING, Decision, strategy_label
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import Forecast
from ...plan_model.number_format import daily, grouped
from ...plan_model.open_questions import Consequence, OpenQuestion
from ...plan_model.physical import Collection, Statement, archives_in
from ...storage.table import SummaryRow
from .index_use import ID, NumberedIndex, OperationUse, numbered_indexes, uses_of
from .lower_costs import LowerCost, lower_costs
from .risks import MOST, Evidence, risks_of, sentences
from .wording import counted, keys, listed_briefly, named, purpose, shared_reason, traits_of_index, where

SEVERITIES = ("error", "warning", "info")
_MOST_DECISIONS, _MOST_COLLECTIONS, _MOST_OPERATIONS, _MOST_LOWER = 16, 12, 20, 5
"""Rows of the tables of page one. More decisions than that are told by how they are stored; of the others the
largest, or most frequent, are shown."""
_HOTTEST = 2
_MOST_UNREAD = 8
_TOLD = {"unique", "expireAfterSeconds"}
"""Options that the table of collections has in a word: an index with one of them needs no other reason."""
_INDEXES = "02_indexes"
_LEAST_STAKE = 0.5
"""What is at stake below it is told as nothing, and isn't asked."""
_MOST_QUESTIONS, _MOST_CHANGES = 5, 2
_YES, _UPDATED = Span("●"), Span("○")


class Front(NamedTuple):
    """What page one is made of. shown: the collections and operations of its tables."""

    compilation: Compilation
    uses: tuple[OperationUse, ...]
    indexes: tuple[NumberedIndex, ...]
    lower: tuple[LowerCost, ...]
    storage: tuple[SummaryRow, ...]
    collections: tuple[Collection, ...]
    operations: tuple[OperationUse, ...]


def page_one(
    page: Document, compilation: Compilation, storage: tuple[SummaryRow, ...]
) -> tuple[OperationUse, ...]:
    """Write all that stands before the reference. Return the operations that its table leaves out."""
    uses = uses_of(compilation)
    collections = _shown_collections(compilation, uses)
    names = {collection.name for collection in collections}
    operations = tuple(use for use in uses if names & {*use.collections})[:_MOST_OPERATIONS]
    front = Front(
        compilation, uses, numbered_indexes(compilation), lower_costs(compilation), storage, collections, operations
    )  # fmt: skip
    _summary(page, compilation)
    _at_a_glance(page, compilation)
    _risks(page, front)
    _questions(page, compilation)
    _collections(page, front)
    _matrix(page, front)
    _whom_to_follow(page, front)
    return tuple(use for use in uses if use not in operations)


def _summary(page: Document, compilation: Compilation) -> None:
    model, plan = compilation.model, compilation.plan
    page.heading(1, plan.design)
    if given(model.description, ""):
        page.paragraph(given(model.description, ""))
    page.paragraph(
        "Database ", code(plan.database), Span(": "), counted(len(model.entities), "entity", "entities"), Span(", "),
        counted(len(model.links), "relationship"), Span(", and "), counted(len(model.workload), "operation"),
        Span(" become "), counted(len(plan.collections), "collection"), Span(" with "),
        counted(sum(len(collection.indexes) for collection in plan.collections), "index", "indexes"),
        _beside(compilation), Span("."),
    )  # fmt: skip
    page.paragraph(_tally(compilation.findings))


def _beside(compilation: Compilation) -> Inline:
    """The archives, which setup makes too."""
    archives = {*archives_in(compilation.plan.statements).values()}
    indexes = sum(len(_made_for(compilation, archive)) for archive in archives)
    theirs = f" with {counted(indexes, 'index', 'indexes')}" if indexes else ""
    return Span(f", and {counted(len(archives), 'archive')}{theirs}" if archives else "")


def _made_for(compilation: Compilation, archive: str) -> list[Statement]:
    """What makes the indexes of an archive."""
    statements = compilation.plan.statements
    creates = [each for each in statements if (each.op, each.collection) == ("createIndex", archive)]
    return [each for each in creates if each.script == _INDEXES]


def _tally(findings: tuple[Finding, ...]) -> Inline:
    counts = {name: sum(finding.severity == name for finding in findings) for name in SEVERITIES}
    if not findings:
        return "No findings."
    parts = [
        counted(counts["error"], "error"), counted(counts["warning"], "warning"), counted(counts["info"], "suggestion"),
    ]  # fmt: skip
    return Span(f"{parts[0]}, {parts[1]}, and {parts[2]}. See Findings.")


# --- what was decided ---------------------------------------------------------------------------


def are_listed(compilation: Compilation) -> bool:
    """Return whether the table of page one has each decision, with its place."""
    return len(compilation.decisions) <= _MOST_DECISIONS


def _at_a_glance(page: Document, compilation: Compilation) -> None:
    decisions, titles = compilation.decisions, compilation.titles
    if not decisions:
        return
    page.heading(2, "Summary")
    if len(decisions) <= _MOST_DECISIONS:
        page.table(
            ("Relationship", "Kind", "Strategy", "Where", "Why"),
            [(titles[of.relationship], of.kind, of.label, where(of), _why([of])) for of in decisions],
        )
        return
    alike: dict[tuple[str, str], list[Decision]] = {}
    for decision in decisions:
        alike.setdefault((decision.strategy, decision.rule), []).append(decision)
    groups = sorted(alike.values(), key=len, reverse=True)
    page.table(
        ("Strategy", "Count", "Relationships", "Why"),
        [
            (
                group[0].label,
                f"{len(group):,}",
                listed_briefly([titles[of.relationship] for of in group]),
                _why(group),
            )
            for group in groups[:_MOST_DECISIONS]
        ],
        right=(1,),
    )
    left = sum(map(len, groups[_MOST_DECISIONS:]))
    if left:
        page.paragraph(counted(left, "more relationship"), Span(" and each one is under Decisions."))


def _why(group: Sequence[Decision]) -> Inline:
    """What they have in common, with the rule that has it."""
    return Span(inline(shared_reason(group), Span(" ("), group[0].cited, Span(")")))


# --- what may go wrong --------------------------------------------------------------------------


def _risks(page: Document, front: Front) -> None:
    page.heading(2, "Largest risks")
    risks = risks_of(Evidence(front.compilation, front.uses, front.storage, front.lower))
    if risks:
        page.bullets(sentences(risk) for risk in risks[:MOST])
    else:
        of_findings = "no major findings" if front.compilation.findings else "no findings"
        page.paragraph(
            f"No major risks: {of_findings}, no unbounded arrays, and no copies that can become stale."
        )


# --- what nobody has answered -------------------------------------------------------------------


def _questions(page: Document, compilation: Compilation) -> None:
    """The questions whose answers would change most."""
    if not compilation.decisions:
        return
    page.heading(2, "Open questions")
    questions = [
        each for each in compilation.questions if each.at_stake is None or each.at_stake >= _LEAST_STAKE
    ]
    if not questions:
        page.paragraph(
            "No open question would change "
            + ("the cost per day." if compilation.questions else "a decision.")
        )
        return
    page.table(
        ("Question", "Assumed", "A different answer changes", "Cost difference per day"),
        [
            (question.ask, question.assumed, _changes(question, compilation.titles), _stake(question))
            for question in questions[:_MOST_QUESTIONS]
        ],
        right=(3,),
    )
    more = len(questions) - _MOST_QUESTIONS
    if more > 0:
        page.paragraph(f"{counted(more, 'more question')} would change less.")


def _changes(question: OpenQuestion, titles: Mapping[str, str]) -> Inline:
    first: dict[str, Consequence] = {}
    for change in question.consequences:
        first.setdefault(change.relationship, change)
    shown = [
        Span(inline(change.when, Span(": "), titles[name], *_becomes(change)))
        for name, change in list(first.items())[:_MOST_CHANGES]
    ]
    more = len(first) - len(shown)
    return Span(inline(joined(shown, "; "), f" and {more:,} more" if more else ""))


def _becomes(change: Consequence) -> tuple[Inline, ...]:
    """What is decided instead: another strategy, or the other end that holds the same."""
    if change.then == change.now and change.holder:
        return (Span(" stays "), strategy_label(change.then), Span(f", stored in {change.holder}"))
    return (Span(" becomes "), strategy_label(change.then))


def _stake(question: OpenQuestion) -> Inline:
    return NOTHING if question.at_stake is None else grouped(question.at_stake, ",.0f")


# --- collections and operations -----------------------------------------------------------------


def is_on_page_one(compilation: Compilation) -> bool:
    """Return whether the table of page one has every collection."""
    return len(compilation.plan.collections) <= _MOST_COLLECTIONS


def _shown_collections(compilation: Compilation, uses: Sequence[OperationUse]) -> tuple[Collection, ...]:
    """All, or those with the largest share of all calls, of all documents or of all bytes, in the plan's order."""
    collections = compilation.plan.collections
    if len(collections) <= _MOST_COLLECTIONS:
        return tuple(collections)
    heat = {collection.name: 0.0 for collection in collections}
    for use in uses:
        for name in heat.keys() & {*use.collections}:
            heat[name] += use.per_day or 0.0
    later = [(forecast.collection, forecast.moments[-1]) for forecast in compilation.forecasts]
    measures = (
        heat,
        {name: moment.documents for name, moment in later},
        {name: moment.data for name, moment in later},
    )
    shares = [
        {name: number / (sum(measure.values()) or 1.0) for name, number in measure.items()}
        for measure in measures
    ]
    weight = {name: max(share.get(name, 0.0) for share in shares) for name in heat}
    first = {*sorted(weight, key=lambda name: -weight[name])[:_MOST_COLLECTIONS]}
    return tuple(collection for collection in collections if collection.name in first)


def _collections(page: Document, front: Front) -> None:
    page.heading(2, "Collections")
    forecasts = {forecast.collection: forecast for forecast in front.compilation.forecasts}
    rows: list[tuple[Inline, ...]] = []
    for collection in front.collections:
        forecast = forecasts.get(collection.name)
        rows.append(
            (
                code(collection.name),
                *(_grows(forecast) if forecast else (NOTHING,) * 4),
                _indexes(front, collection),
                _hottest(front, collection),
            )
        )
    rows += [
        (
            code(each.collection),
            *_grows(each),
            _indexes_of_archive(front.compilation, each.collection),
            NOTHING,
        )
        for each in front.compilation.archives
    ]
    head = (
        "Collection",
        "Documents",
        "in 3 years",
        "Data",
        "in 3 years",
        "Indexes",
        "Most frequent operations, per day",
    )
    page.table(head, rows, right=(1, 2, 3, 4))
    left = len(front.compilation.plan.collections) - len(front.collections)
    if left:
        page.paragraph(
            f"{counted(left, 'smaller, less used collection')} {'is' if left == 1 else 'are'} under "
            "Reference."
        )


def _grows(forecast: Forecast) -> tuple[Inline, ...]:
    """Documents and bytes, today and in three years."""
    today, later = forecast.moments[0], forecast.moments[-1]
    assumed = "assumed " if forecast.has_assumed_count else ""
    return (
        f"{assumed}{grouped(today.documents, ',.0f')}", grouped(later.documents, ",.0f"),
        growth.spelled(today.data), growth.spelled(later.data),
    )  # fmt: skip


def _indexes(front: Front, collection: Collection) -> Inline:
    cells = [
        inline(
            f"{numbered.number} ", code(keys(numbered.planned.keys)),
            f" {words}" if (words := traits_of_index(numbered.planned)) else Span(""),
        )
        for numbered in front.indexes
        if numbered.collection == collection.name
    ]  # fmt: skip
    if collection.servers_index and front.compilation.model.server_version not in WITHOUT_SERIES_INDEX:
        cells.append(inline("the server's ", code(keys(collection.servers_index))))
    return joined(map(Span, cells), "; ") if cells else NOTHING


def _indexes_of_archive(compilation: Compilation, archive: str) -> Inline:
    """Return the keys of its indexes, which have no number: they serve results and deletes, and no operation itself."""
    cells = [code(keys(each.keys.items())) for each in _made_for(compilation, archive)]
    return joined(cells, "; ") if cells else NOTHING


def _hottest(front: Front, collection: Collection) -> Inline:
    there = [use for use in front.uses if collection.name in use.collections and (use.per_day or 0.0) >= 1][
        :_HOTTEST
    ]
    if not there:
        return NOTHING
    return joined(Span(inline(use.name, Span(" "), daily(use.per_day or 0.0))) for use in there)


def _matrix(page: Document, front: Front) -> None:
    if not front.operations:
        return
    page.heading(2, "Operations and indexes")
    page.paragraph("● uses the index numbered above; ○ updates it.")
    used = {number for use in front.operations for number in use.found_by | use.updates}
    columns = [numbered.number for numbered in front.indexes if numbered.number in used]
    columns = [ID, *columns] if ID in used else columns
    page.table(
        (
            "Operation",
            "Per day",
            "Collection",
            *(str(number) if number else "_id" for number in columns),
            "No index",
        ),
        [_matrix_row(use, columns) for use in front.operations],
        right=(1,),
        centred=range(3, len(columns) + 4),
    )
    _unread(page, front)
    left = len(front.uses) - len(front.operations)
    if left:
        page.paragraph(
            f"{counted(left, 'less frequent operation')} {'is' if left == 1 else 'are'} under Reference."
        )
    used_names = {use.name for use in front.uses}
    unwritten = [each.name for each in front.compilation.model.workload if each.name not in used_names]
    if unwritten:
        page.paragraph(
            "No generated function: " if len(unwritten) == 1 else "No generated functions: ",
            named(unwritten),
            Span(". See Findings, OPERATION_UNWRITTEN."),
        )


def _unread(page: Document, front: Front) -> None:
    """Say what the indexes are for by which no operation finds anything, of those that the table above numbers."""
    read = {number for use in front.uses for number in use.found_by}
    shown = {collection.name for collection in front.collections}
    whys = [
        Span(inline(f"{each.number} ", Span("("), reason, Span(")")))
        for each in front.indexes
        if each.number not in read
        and each.collection in shown
        and not {*each.planned.options} & _TOLD
        and (reason := purpose(each.planned))
    ]
    if whys:
        more = len(whys) - _MOST_UNREAD
        rest = f" and {more:,} more" if more > 0 else ""
        page.paragraph("Indexes that serve no operation: ", joined(whys[:_MOST_UNREAD]), f"{rest}.")


def _matrix_row(use: OperationUse, columns: Sequence[int]) -> tuple[Inline, ...]:
    return (
        use.name,
        NOTHING if use.per_day is None else daily(use.per_day),
        code(use.collections[0]),
        *(
            _YES if number in use.found_by else _UPDATED if number in use.updates else Span("")
            for number in columns
        ),
        _YES if use.scans else Span(""),
    )


# --- whom to follow -----------------------------------------------------------------------------


def shown_on_page_one(compilation: Compilation) -> tuple[LowerCost, ...]:
    """Return what the table of rules and lowest cost has."""
    return _telling(lower_costs(compilation))[:_MOST_LOWER]


def _telling(lower: Sequence[LowerCost]) -> tuple[LowerCost, ...]:
    return tuple(way for way in lower if way.saves >= TELLING)


def _whom_to_follow(page: Document, front: Front) -> None:
    """Where the rules and the lowest cost differ by more than the score can tell apart."""
    telling, titles = _telling(front.lower), front.compilation.titles
    if not any(decision.cost is not None for decision in front.compilation.decisions):
        return
    page.heading(2, "Recommendations and lowest cost")
    close = len(front.lower) - len(telling)
    near = (
        f"{counted(close, 'decision')} could save less than {TELLING:.0%}, too little to matter: keep "
        "the recommendation."
    )
    if not telling:
        page.paragraph(near if close else "The rules and the lowest cost agree.")
        return
    page.table(
        ("Relationship", "Recommended", "Lowest cost alone", "Saves", "Keep it while"),
        [
            (
                titles[lower.decision.relationship], lower.decision.label, lower.instead.label,
                f"{lower.saves:.0%}", _advice(lower),
            )
            for lower in telling[:_MOST_LOWER]
        ],
        right=(3,),
    )  # fmt: skip
    more = len(telling) - _MOST_LOWER
    rest = f"{more:,} more {'is' if more == 1 else 'are'} under Decisions. " if more > 0 else ""
    if rest or close:
        page.paragraph(rest, near if close else Span(""))
    _cost_of_gates(page, front.compilation)


def _cost_of_gates(page: Document, compilation: Compilation) -> None:
    """Where limits of the server, or what would be lost, go before a lower cost: the largest share, and how many more."""
    gated = [(decision, *decision.gated[0]) for decision in compilation.decisions if decision.gated]
    if not gated:
        return
    decision, way, saves = max(gated, key=lambda each: each[2])
    more = len(gated) - 1
    others = f"; {more:,} more under Decisions" if more else ""
    page.paragraph(
        compilation.titles[decision.relationship], Span(" would cost "), f"{saves:.0%} less as ", way.label,
        f", ruled out by {way.by}: ", way.because, f"{others}.",
    )  # fmt: skip


def _advice(lower: LowerCost) -> Inline:
    """What the rules stand on, and what would end it."""
    if not lower.until:
        return lower.instead.because
    turns = joined((code(when) for when in lower.until[:2]), " or ")
    return Span(inline(lower.instead.because, Span("; not when "), turns))
