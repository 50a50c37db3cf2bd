"""What is most likely to go wrong: what happens, when, and what to do about it, ranked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...emit import growth
from ...emit.markdown import Inline, Span, code, inline, joined
from ...model.conceptual import Operation, given, stated
from ...plan_model.compilation import Compilation
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import SHARE_OF, TIME_OF, Forecast
from ...plan_model.number_format import grouped
from ...plan_model.physical import archives_in, walk
from ...storage.table import FRESHNESS, WITHOUT_REPLICA_SET, SummaryRow
from .index_use import OperationUse
from .lower_costs import LowerCost
from .wording import MOST_NAMED, brief, counted, listed_briefly, named, sentence

MOST = 5
_OF_SEVERITY = {"error": 100.0, "warning": 60.0}
"""What a finding weighs. A remark is no risk."""
_FOREMOST, _LESS = 3, 30.0
"""How many kinds of warnings come first, and what further ones weigh less: what happens in operation has its place, too."""
_FOR_EVER = 20.0
"""What a finding weighs more that tells of documents that stay for ever: it makes the forecasts beside it wrong."""
_AT_EACH_WRITE = 15.0
"""What a finding weighs more that tells of much reading at each write: it is there from the first day."""
_TO_OTHERS = 35.0
"""What a finding weighs more that tells of what some may see or change though it is of others."""
_NEVER = 10.0
"""What a finding weighs more that tells of an operation that can never succeed."""
_THREE_YEARS = 3 * 365.0
_HOT_WRITES = 86_400.0
"""Writes a day to one document on average from where on writers wait for one another: one a second."""
_LARGE, _TREBLED = 10 * 1024**3, 1024**3
"""Bytes in three years that need a plan of their own: in any case, and where they are three times today's."""
_OFTEN = 100.0
"""Calls a day from where on transactions may meet. Not measured: at a call in a quarter of an hour none waits."""
_WORTH_SAVING = 0.1
"""A share of the costliest decision of the design."""
_WORTH_A_LOOK = 0.5
"""The share of its cost that a decision could save for the difference to be a risk, though the rules decide otherwise."""
_MUCH_AT_STAKE = 0.01
"""The share of all costs from which on answers to open questions matter."""
_LITTLE_AT_STAKE = 20.0
"""What open questions weigh whose answers change hardly any cost."""
_FOLLOWING = frozenset({"revisions", "overflow"})
"""Kinds of collections whose documents come with those of another one: nobody can state how many."""
_MUCH_DATA = 0.1
"""The share of all data in three years from which on a collection's size matters."""
NAMED_COPIES = 2
_SIZE_DISKS = "Plan disks and backups for it"
_BRIEF = 110
"""Letters of a finding's message that fit in a headline."""


class Risk(NamedTuple):
    """weight: the higher, the further up. headline: what happens. rest: when, and what to do."""

    weight: float
    headline: tuple[Inline, ...]
    rest: tuple[Inline, ...]


class Evidence(NamedTuple):
    """What risks are found in beside the compilation."""

    compilation: Compilation
    uses: tuple[OperationUse, ...]
    storage: tuple[SummaryRow, ...]
    lower: tuple[LowerCost, ...]


def risks_of(evidence: Evidence) -> tuple[Risk, ...]:
    """Return every risk, the largest first."""
    kinds = (
        _findings, _full_documents, _endless_arrays, _hot_documents, _scans, _assumptions, _unknown, _lists, _stale_copies,
        _archived, _sensitive, _transactions, _growth, _costs, _dangling,
    )  # fmt: skip
    risks = [risk for kind in kinds for risk in kind(evidence)]
    return tuple(sorted(risks, key=lambda risk: -risk.weight))


def _findings(evidence: Evidence) -> Iterator[Risk]:
    """Each kind of finding once, by its first."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in evidence.compilation.findings:
        if finding.is_risk and finding.severity in _OF_SEVERITY:
            kinds.setdefault((finding.severity, finding.code), []).append(finding)
    warnings = 0
    for (severity, code_of_it), findings in sorted(
        kinds.items(), key=lambda each: -_weight(each[0][0], each[1])
    ):
        warnings += severity == "warning"
        first, more = findings[0], len(findings) - 1
        others = f"Also applies to {counted(more, 'more place')}" if more else "See Findings"
        hint = f"{sentence(first.hint).removesuffix('.')}. " if first.hint else ""
        yield Risk(
            _weight(severity, findings) - (_LESS if warnings > _FOREMOST and severity == "warning" else 0.0),
            (code(first.subject), Span(": "), brief(first.message, _BRIEF).removesuffix("."), Span(".")),
            (hint, others, Span(f" ({code_of_it})." if more else f", {code_of_it}.")),
        )


_MORE = {"stays": _FOR_EVER, "read_a_day": _AT_EACH_WRITE, "tenants": _TO_OTHERS, "never": _NEVER}
"""What a finding weighs more, by what it tells."""


def _weight(severity: str, findings: list[Finding]) -> float:
    """What findings of one kind weigh together."""
    said = findings[0].params
    more = sum(weighs for name, weighs in _MORE.items() if name in said)
    return _OF_SEVERITY[severity] + min(9, len(findings) - 1) + more


def _full_documents(evidence: Evidence) -> Iterator[Risk]:
    for forecast in evidence.compilation.forecasts:
        average, large = forecast.days_to_16_mib, forecast.days_to_16_mib_p95
        days = average if average is not None and average <= _THREE_YEARS else large
        if days is None or days > _THREE_YEARS:
            continue
        whose = "An average document" if days == average else "One document in 20"
        when = f"reaches 16 MiB in {growth.until(days)}" if days else "already exceeds 16 MiB"
        arrays = _arrays_in(evidence.compilation, forecast.collection)
        cure = (
            ("Cap ", named(arrays), Span(" or move it to a collection"))
            if arrays
            else ("Split the document",)
        )
        yield Risk(
            (95.0 if days == average else 85.0) - 5 * days / _THREE_YEARS,
            (whose, Span(" of "), code(forecast.collection), f" {when}."),
            (Span("MongoDB then rejects every write to it. "), *cure, Span(" before that day.")),
        )


def _arrays_in(compilation: Compilation, collection: str) -> list[str]:
    """The arrays of a collection's documents that nothing caps."""
    return [
        f"{holder.collection}.{holder.path}"
        for decision in compilation.decisions
        if _is_endless(decision)
        for holder in decision.holders
        if holder.collection == collection and holder.path
    ]


def _is_endless(decision: Decision) -> bool:
    """Whether it stores an array that only a stated maximum would cap, and none is stated."""
    traits = decision.traits
    return decision.bound is None and (
        traits.capped_by == "count" or bool(traits.ends_with_arrays(decision.side))
    )


def _endless_arrays(evidence: Evidence) -> Iterator[Risk]:
    places = [
        f"{holder.collection}.{holder.path}"
        for decision in evidence.compilation.decisions
        if _is_endless(decision)
        for holder in decision.holders
        if holder.path
    ]
    if places:
        many = "arrays have" if len(places) > 1 else "array has"
        yield Risk(
            70.0 + min(9, len(places)),
            (f"{len(places):,} {many} no maximum: ", named(places), Span(".")),
            (
                Span("Every insert slows down later reads and writes of the document. Set a maximum,"),
                Span(" so that validation enforces it."),
            ),
        )


def _hot_documents(evidence: Evidence) -> Iterator[Risk]:
    today = {
        forecast.collection: forecast.moments[0].documents for forecast in evidence.compilation.forecasts
    }
    writes: dict[str, dict[str, float]] = {}
    frequencies = {use.name: use.per_day for use in evidence.uses}
    for statement in evidence.compilation.plan.statements:
        operation = statement.subject.removeprefix("operation:")
        if statement.op.startswith(("update", "findOneAndUpdate", "replace")) and frequencies.get(operation):
            writes.setdefault(statement.collection, {})[operation] = frequencies[operation] or 0.0
    for collection, by in writes.items():
        total = sum(by.values())
        each = total / max(1.0, today.get(collection, math.inf))
        if each >= _HOT_WRITES:
            yield Risk(
                50.0 + 4 * math.log10(each),
                (Span("Writers block each other: a document of "), code(collection),
                 f" is written {grouped(each, ',.0f')} times per day on average."),
                (Span("By "), joined(code(name) for name in list(by)[:2]),
                 Span(". Write in batches, or spread the writes over several documents.")),
            )  # fmt: skip


def _scans(evidence: Evidence) -> Iterator[Risk]:
    reported = {finding.subject for finding in evidence.compilation.findings}
    sizes = {
        forecast.collection: forecast.moments[-1].documents for forecast in evidence.compilation.forecasts
    }
    for use in evidence.uses:
        for collection in use.scans:
            examined = (use.per_day or 0.0) * sizes.get(collection, 0.0)
            if use.name not in reported and examined >= 1e6:
                yield Risk(
                    45.0 + 2 * math.log10(examined),
                    (code(use.name), Span(" scans every document in "), code(collection), Span(".")),
                    (f"That is {grouped(sizes[collection], ',.0f')} documents per call in three years, "
                     f"{grouped(use.per_day or 0.0, ',.0f')} times per day. Add an index, or accept it if it's rare.",),
                )  # fmt: skip


def _assumptions(evidence: Evidence) -> Iterator[Risk]:
    decisions, of = evidence.compilation.decisions, len(evidence.compilation.open_decisions)
    if not of:
        return
    depend = f"{of} of {len(decisions)} decisions depend{'s' if of == 1 else ''} on"
    yield Risk(
        40.0 + 25 * of / len(decisions) if _is_much_at_stake(evidence.compilation) else _LITTLE_AT_STAKE,
        ("The decision depends on" if len(decisions) == 1 else depend, Span(" an open question.")),
        (Span("Most important: "), evidence.compilation.questions[0].ask,
         Span(" Answer it before loading data: a later change needs a migration.")),
    )  # fmt: skip


def _is_much_at_stake(compilation: Compilation) -> bool:
    """Whether answers may change more than a hundredth of what all decisions cost; so they may where no cost is known."""
    stakes = [question.at_stake for question in compilation.questions]
    costs = [decision.cost for decision in compilation.decisions]
    if None in stakes or None in costs:
        return True
    return sum(each or 0.0 for each in stakes) > _MUCH_AT_STAKE * sum(each or 0.0 for each in costs)


def _unknown(evidence: Evidence) -> Iterator[Risk]:
    """Frequencies and counts that nobody states, so that nothing can be said of cost and growth."""
    compilation = evidence.compilation
    warned = {finding.subject for finding in compilation.findings if finding.is_risk}
    silent = [use.name for use in evidence.uses if use.per_day is None and use.name not in warned]
    if silent:
        share = len(silent) / len(evidence.uses)
        which = Span("the operations") if share == 1 else named(silent, NAMED_COPIES)
        yield Risk(
            45.0 + 20 * share,
            (Span("No frequency is set for "), which, "."),
            (
                Span(
                    "Costs exclude it, and indexes may serve the wrong reads. Set a frequency; a rough one will do."
                ),
            ),
        )
    counted_ones = {
        forecast.collection for forecast in compilation.forecasts if not forecast.has_assumed_count
    }
    unknown = [
        collection.name
        for collection in compilation.plan.collections
        if collection.name not in counted_ones and collection.kind not in _FOLLOWING
    ]
    if unknown:
        coming = {operation.entity for operation in compilation.model.workload if _comes_in(operation)}
        entities = {collection.name: collection.entity for collection in compilation.plan.collections}
        lacking = "" if {entities[name] for name in unknown} <= coming else " and how many are added per day"
        yield Risk(
            42.0 + 20 * len(unknown) / len(compilation.plan.collections),
            (Span("Sizes are forecast from assumed counts: "), named(unknown), Span(".")),
            (f"Set how many there are{lacking}, so that you can plan disks and memory.",),
        )


def _lists(evidence: Evidence) -> Iterator[Risk]:
    """Lists of which only the limit is known, where much of all data is in them."""
    forecasts = evidence.compilation.forecasts
    total = sum(forecast.moments[-1].data for forecast in forecasts)
    lists = [
        path
        for forecast in forecasts
        if forecast.moments[-1].data >= _MUCH_DATA * total
        for path in forecast.assumed_lists
    ]
    if lists:
        size = "size depends" if len(lists) == 1 else "sizes depend"
        yield Risk(
            41.0,
            (Span(f"Forecast {size} on how long lists are: "), named(lists), Span(".")),
            (Span("The average is assumed from max_items. Set average_bytes on each list."),),
        )
    if any(forecast.assumed_states(TIME_OF, SHARE_OF) for forecast in forecasts):
        from .partial_risks import of_unknown_size  # where an index holds some states only

        yield from of_unknown_size(forecasts)


def _comes_in(operation: Operation) -> bool:
    return operation.kind == "insert" and stated(operation.per_day)


def _archived(evidence: Evidence) -> Iterator[Risk]:
    """What an archive takes out of sight, and what it leaves behind."""
    if archives_in(evidence.compilation.plan.statements):
        from .archive_risks import left_behind, unseen  # not where nothing is archived

        yield from unseen(evidence)
        yield from left_behind(evidence)


def _sensitive(evidence: Evidence) -> Iterator[Risk]:
    """What not everybody may see: the functions leave it out, and the server gives it to whoever asks."""
    places = [
        f"{collection.name}.{located.path}"
        for collection in evidence.compilation.plan.collections
        for located in walk(collection.fields)
        if located.field.source is not None and given(located.field.source.sensitive, False)
    ]
    if places:
        field = "field is" if len(places) == 1 else "fields are"
        yield Risk(
            38.0 + min(6, len(places)),
            (f"{len(places):,} {field} sensitive: ", named(places, NAMED_COPIES), Span(".")),
            (Span("Functions return them only if an operation or copy includes them, but anyone who can "
                  "read the collection sees them. Use views without them, or encrypt them in the driver."),),
        )  # fmt: skip


def _stale_copies(evidence: Evidence) -> Iterator[Risk]:
    for updated, weight, when, cure in (
        (FRESHNESS["stream"], 46.0, "while the change stream is down",
         "Run watch() from 05_sync.js as a service, and 06_audit.js weekly"),
        (WITHOUT_REPLICA_SET["stream"], 46.0, "until their function runs",
         "Standalone servers don't support change streams: call the functions in 05_sync.js after each "
         "change, or set the copies' policy to batch and schedule their job"),
        (FRESHNESS["job"], 38.0, "between job runs",
         "Schedule its function in 05_sync.js from day one, with an alert if it fails"),
    ):  # fmt: skip
        rows = [
            row for row in _with_facts(evidence.storage) if row.updated == updated and row.role != "original"
        ]
        places = list(dict.fromkeys(place for row in rows for place in _places(row)))
        if places:
            are = "place is" if len(places) == 1 else "places are"
            yield Risk(
                weight + min(6, len(places)),
                (f"{len(places):,} {are} out of date {when}: ", named(places, NAMED_COPIES), Span(".")),
                (f"{cure}.",),
            )


def _with_facts(rows: Iterable[SummaryRow]) -> Iterator[SummaryRow]:
    """Yield the rows with the facts that only the first of theirs names."""
    facts = ""
    for row in rows:
        facts = row.facts or facts
        yield row._replace(facts=facts)


def _places(row: SummaryRow) -> list[str]:
    """Where a row's facts stand: the place itself, or the fields of a document or element that holds several."""
    is_whole = row.role == "computed" or row.place.endswith("[]") or "." not in row.place
    facts = row.facts.split(", ") if is_whole else []
    return [f"{row.place}.{fact}" for fact in facts if not row.place.endswith(fact)] or [row.place]


def _transactions(evidence: Evidence) -> Iterator[Risk]:
    frequencies = {use.name: use.per_day for use in evidence.uses}
    across: dict[str, dict[str, None]] = {}
    for statement in evidence.compilation.plan.statements:
        operation = statement.subject.removeprefix("operation:")
        if (
            statement.transaction
            and statement.writes
            and operation in frequencies
            and statement.op != "aggregate"
        ):
            across.setdefault(operation, {})[statement.collection] = None
    if not across:
        return
    hottest = max(across, key=lambda name: frequencies[name] or 0.0)
    per_day = frequencies[hottest]
    often = f" {grouped(per_day, ',.0f')} times per day" if per_day else ""
    others = len(across) - 1
    more = (
        f" {counted(others, 'other operation')} {'uses' if others == 1 else 'use'} a transaction, too."
        if others
        else ""
    )
    alone = given(evidence.compilation.model.topology, "replica-set") == "standalone"
    if not alone and per_day is not None and per_day < _OFTEN:
        return
    yield Risk(
        (90.0 if alone else 36.0) + 2 * math.log10(max(1.0, per_day or 1.0)),
        (code(hottest), Span(" writes "), joined((code(name) for name in across[hottest]), " and "),
         f" in one transaction{often}."),
        (
            f"{more.strip()} " if more else "",
            "Standalone servers don't support transactions: deploy a replica set." if alone
            else "If two conflict on a document, one aborts. Use the generated function, which retries.",
        ),
    )  # fmt: skip


def _growth(evidence: Evidence) -> Iterator[Risk]:
    """The collection that becomes largest, and the others that need a plan of their own, by their sizes."""
    large, archives = [], {forecast.collection for forecast in evidence.compilation.archives}
    for forecast in (*evidence.compilation.forecasts, *evidence.compilation.archives):
        today, later = (_bytes(forecast, month) for month in (0, -1))
        if later >= _LARGE or (later >= _TREBLED and later >= 3 * today):
            large.append(forecast)
    if not large:
        return
    first, *others = sorted(large, key=lambda forecast: -_bytes(forecast, -1))
    today, later = (_bytes(first, month) for month in (0, -1))
    sizes = [growth.spelled(size) for size in (today, later)]
    grows = later > today and sizes[0] != sizes[1]
    begins = f" from {sizes[0]}" if first.moments[0].documents else ""
    becomes = f"grows{begins} to {sizes[1]} in three years" if grows else f"is {sizes[0]}"
    listed = [inline(code(other.collection), f" {growth.spelled(_bytes(other, -1))}") for other in others]
    more = len(listed) - MOST_NAMED
    rest = f" and {more:,} more" if more > 0 else ""
    also = (
        (Span(" Also large by then: "), joined(map(Span, listed[:MOST_NAMED])), f"{rest}.") if listed else ()
    )
    cure = _cure_of_growth(evidence, first.collection) if grows else _SIZE_DISKS
    if first.collection in archives:
        cure = "Decide when to delete from the archive, or use cheaper disks for it"
    working = (
        ""
        if first.collection in archives
        else f"Its working set is {growth.spelled(first.moments[-1].working)}{' then' if grows else ''}. "
    )
    yield Risk(
        30.0 + 12 * math.log10(later / _TREBLED),
        (code(first.collection), f" {becomes}, including indexes, before compression."),
        (f"{working}{cure}.", *also),
    )


def _cure_of_growth(evidence: Evidence, collection: str) -> str:
    kept = {
        overlay.collection
        for overlay in evidence.compilation.plan.entity_overlays
        if overlay.kind in ("TTL", "ARCHIVE", "ROLLING")
    }
    return _SIZE_DISKS if collection in kept else "Decide now what to expire or archive"


def _bytes(forecast: Forecast, moment: int) -> float:
    return forecast.moments[moment].data + forecast.moments[moment].indexes


def _costs(evidence: Evidence) -> Iterator[Risk]:
    """What costs less by a way that the rules take as soon as one thing is stated otherwise: of others page one has the
    table, and nobody could follow it. What is saved matters beside the costliest decision."""
    most = max((decision.cost or 0.0 for decision in evidence.compilation.decisions), default=0.0)
    for lower in [each for each in evidence.lower if each.until][:1]:
        saved = lower.saves * (lower.decision.cost or 0.0)
        if lower.saves >= _WORTH_A_LOOK and saved >= _WORTH_SAVING * most:
            yield Risk(
                35.0 + 25 * lower.saves,
                (evidence.compilation.titles[lower.decision.relationship], f" alone could cost {lower.saves:.0%} less as ",
                 lower.instead.label, Span(".")),
                (Span("Other decisions stay the same. Recommended: "), lower.decision.label, Span(", since "), lower.instead.because,
                 Span("; if not, change it before loading data.")),
            )  # fmt: skip


def _dangling(evidence: Evidence) -> Iterator[Risk]:
    titles = evidence.compilation.titles
    names = [
        titles[decision.relationship]
        for decision in evidence.compilation.decisions
        if decision.traits.can_dangle and decision.traits.ids_at and not decision.traits.embeds
    ]
    if names:
        many = "references" if len(names) > 1 else "reference"
        yield Risk(
            15.0 + min(9, len(names)),
            (f"{len(names):,} {many} can point to a deleted document: ", listed_briefly(names), Span(".")),
            (
                Span(
                    "MongoDB doesn't check references. Delete with the generated functions; "
                    "run 06_audit.js weekly."
                ),
            ),
        )


def sentences(risk: Risk) -> tuple[Inline, ...]:
    """Return a risk in one or two sentences."""
    return Span(f"**{inline(*risk.headline)}** "), *risk.rest
