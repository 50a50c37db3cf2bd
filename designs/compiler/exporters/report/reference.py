"""The reference: every decision with its evidence, the data dictionary, forecasts, findings and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...emit import dictionary, growth, json
from ...emit.dictionary import NOTHING
from ...emit.markdown import Document, Inline, Span, code, emphasis, inline, joined, strong
from ...plan_model.compilation import Compilation
from ...plan_model.decisions import Decision, Overlay
from ...plan_model.forecast_types import COUNT_OF, OF_PARENTS, TIME_OF, Forecast, Moment
from ...plan_model.number_format import daily, grouped, listed
from ...plan_model.physical import Collection, PlannedIndex, walk
from ...plan_model.sources import SOURCES, key_of
from ...storage.table import ROLES, SummaryRow
from ..base import COLLECTION_KINDS
from .decided import decisions
from .findings_table import findings
from .index_use import OperationUse, numbered_indexes
from .page_one import is_on_page_one
from .wording import keys, overlay_words, purpose

if TYPE_CHECKING:
    from ...plan_model.jobs import Job

HEADING = "Reference"
"""The second heading of level 1: what stands behind it is looked up, and folded on the page."""


_IN_A_COLUMN = {
    "about ": "", "at most ": "≤ ", " writes per day": "", " write per day": "", "one write per": "one per", "one entry per": "for each",
}  # fmt: skip
"""The words of an index's upkeep that the head of its column says."""
_EARLIER, _ORIGINAL = ROLES["history"], ROLES["home"]
_NAMED_ALONE = {"partialFilterExpression": "partial"}
"""Options whose value 02_indexes.js has: it is long, and follows from the fields and what the index serves."""
_INSERTS, _NO_MORE = "inserts of ", " per day: 0"
_ON_PAGE_ONE = (1, 2, 6, 7)
"""Columns of the forecast that the table of collections has, too."""


def reference(
    page: Document,
    compilation: Compilation,
    storage: tuple[SummaryRow, ...],
    in_place: Mapping[str, tuple[str, ...]],
    rare: Sequence[OperationUse],
) -> None:
    """Write all that stands behind page one. in_place: by collection with versions, what changes without a new one.
    rare: the operations that page one leaves out."""
    page.heading(1, HEADING)
    decisions(page, compilation)
    _operations(page, compilation, rare)
    _collections(page, compilation, in_place)
    _storage(page, storage)
    _forecast(page, compilation)
    _jobs(page, compilation)
    findings(page, compilation.findings)
    _sources(page, compilation.decisions)


# --- operations ---------------------------------------------------------------------------------


def _operations(page: Document, compilation: Compilation, rare: Sequence[OperationUse]) -> None:
    """Tell of each operation that page one leaves out how it finds its documents: a rare one may need an index, too."""
    if not rare:
        return
    indexes = {each.number: each.planned.keys for each in numbered_indexes(compilation)}
    page.heading(2, "Less frequent operations")
    page.table(
        ("Operation", "Per day", "Collection", "Indexes used", "No index"),
        [
            (
                use.name,
                NOTHING if use.per_day is None else daily(use.per_day),
                code(use.collections[0]),
                joined(code(keys(indexes[number]) if number else "_id") for number in sorted(use.found_by))
                or NOTHING,
                "●" if use.scans else Span(""),
            )
            for use in rare
        ],
        right=(1,),
    )


# --- collections --------------------------------------------------------------------------------


def _collections(page: Document, compilation: Compilation, in_place: Mapping[str, tuple[str, ...]]) -> None:
    page.heading(2, "Data dictionary")
    page.paragraph("✓ required, ∅ nullable, → referenced collection.")
    overlays = compilation.plan.entity_overlays
    for collection in compilation.plan.collections:
        own = [overlay for overlay in overlays if overlay.collection == collection.name]
        of = collection, own, in_place.get(collection.name, ())
        page.part("collection", of, partial(_collection, *of))


def _collection(
    collection: Collection, overlays: list[Overlay], in_place: tuple[str, ...], page: Document
) -> None:
    page.heading(3, code(collection.name))
    _about(page, collection)
    page.table(dictionary.HEAD, [dictionary.row(located, collection) for located in walk(collection.fields)])
    page.bullets([*map(overlay_words, overlays), *_unversioned(in_place)])
    if collection.indexes:
        page.table(
            ("Index", "Options", "Serves", "Writes per day (≈)"),
            [_index(index) for index in collection.indexes],
        )


def _unversioned(in_place: tuple[str, ...]) -> Iterator[Inline]:
    """Say what no version is kept of."""
    if in_place:
        begins = Span(
            "Changes that create no new version; a past version shows the last value stored while it was current: "
        )
        yield Span(inline(begins, joined(map(code, in_place))))


def _about(page: Document, collection: Collection) -> None:
    parts: list[Inline] = [emphasis(collection.entity)] if collection.entity else []
    if collection.kind in COLLECTION_KINDS:
        parts.append(f"{', ' if parts else ''}{COLLECTION_KINDS[collection.kind]}")
    elif not parts:
        parts.append("standard collection")
    if collection.validator is None:
        parts.append(Span(", without a validator"))
    elif (collection.validation_level, collection.validation_action) != ("strict", "error"):
        parts.append(
            f", validation level {collection.validation_level}, action {collection.validation_action}"
        )
    if collection.shard_key:
        parts += [Span(", sharded by "), code(keys(collection.shard_key))]
    about = f": {collection.description}" if collection.description else ""
    page.paragraph(*parts, about or Span("."))


def _index(index: PlannedIndex) -> tuple[Inline, ...]:
    """Keys, options, whom it serves, and what it costs a day in writes. Page one has the frequencies."""
    options = [
        code(_NAMED_ALONE.get(name, name))
        if value is True or name in _NAMED_ALONE
        else code(f"{name}: {json.text(value).strip()}")
        for name, value in json.relaxed(index.options).items()
    ]
    cost = index.upkeep.partition("costs ")[2]
    for words, fewer in _IN_A_COLUMN.items():
        cost = cost.replace(words, fewer)
    return (
        code(keys(index.keys)),
        joined(options) if options else NOTHING,
        purpose(index) or NOTHING,
        cost or NOTHING,
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
        page.paragraph("Copied and computed data.")
        page.table(("Entity or relationship", "Fields and links", "Stored in", "Role", "Updated"), rows)
    places = (row.place.partition(".")[0] for row in storage if row.role == _EARLIER)
    earlier = dict.fromkeys(place.partition(" (")[0] for place in places)  # of several subtypes, one
    if earlier:
        page.paragraph("Earlier versions, which never change: ", joined(map(code, earlier)), Span("."))


def _followed(storage: Iterable[SummaryRow]) -> list[SummaryRow]:
    """The rows of facts that are copied or computed; the first of each owner names it. Earlier versions are left out."""
    facts: list[tuple[str, list[SummaryRow]]] = []
    owner = ""
    for row in storage:
        owner = row.owner or owner
        if row.facts:
            facts.append((owner, []))
        if row.role != _EARLIER:
            facts[-1][1].append(row)
    kept = [
        (owner, row)
        for owner, rows in facts
        if any(row.role != _ORIGINAL for row in rows) and (len(rows) > 1 or rows[0].updated)
        for row in rows
    ]
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
        "Uncompressed BSON, from the design's numbers. The 95th-percentile total is an upper bound."
    )
    hidden = _ON_PAGE_ONE if is_on_page_one(compilation) else ()
    kept = [place for place in range(len(growth.TABLE_HEAD)) if place not in hidden]
    every = (*compilation.forecasts, *compilation.archives)
    rows: list[tuple[Inline, ...]] = [
        (code(row[0]), *(row[place] for place in kept[1:])) for row in map(growth.row, every)
    ]
    numbers = [number for number, place in enumerate(kept) if place in growth.TABLE_NUMBERS]
    page.table([growth.TABLE_HEAD[place] for place in kept], rows, right=numbers)
    _assumed_counts(page, every)
    forecast_names = {forecast.collection for forecast in compilation.forecasts}
    others = [
        code(collection.name)
        for collection in compilation.plan.collections
        if collection.name not in forecast_names
    ]
    if others:
        page.paragraph("No forecast (no counts set): ", joined(others), Span("."))


def _jobs(page: Document, compilation: Compilation) -> None:
    """What somebody has to run, without which copies and results grow old and nothing is archived."""
    if not any(statement.has_to_run for statement in compilation.plan.statements):
        return
    from ...plan_model.jobs import jobs_of  # not where nothing has to run

    page.heading(2, "Jobs")
    sizes = {each.collection: each.moments[0] for each in (*compilation.forecasts, *compilation.archives)}
    page.table(
        ("Function", "Script", "How often", "Reads per run"),
        [
            *(
                (code(job.call), code(f"{job.script}.js"), job.due, _reads_of_run(job, sizes))
                for job in jobs_of(compilation)
            ),
            (code('audit("all")'), code("06_audit.js"), "before going live, then weekly", "every document"),
        ],
    )


def _reads_of_run(job: Job, sizes: Mapping[str, Moment]) -> Inline:
    """How many documents one run of a job reads today, and of how many bytes; nothing where nobody knows."""
    if job.most is not None:
        return f"up to {grouped(job.most)} documents"
    if not job.whole or not sizes.keys() >= {*job.whole}:
        return NOTHING
    whole = [sizes[name] for name in job.whole]
    documents = sum(each.documents for each in whole)
    return f"{grouped(documents, ',.0f')} documents, {growth.spelled(sum(each.data for each in whole))}"


def _assumed_counts(page: Document, forecasts: Iterable[Forecast]) -> None:
    assumed = list(dict.fromkeys(words for forecast in forecasts for words in forecast.assumed))
    if assumed:
        still = [words.removeprefix(_INSERTS).removesuffix(_NO_MORE) for words in assumed if _is_still(words)]
        none = [f"no inserts of {', '.join(still)}"] if still else []
        others = [words for words in assumed if not _is_still(words)]
        page.paragraph(emphasis("Assumed: ", "; ".join([*_gathered(others), *none]), Span(".")))


def _gathered(assumed: list[str]) -> list[str]:
    """Return assumptions of which those of several things say once what is said of each."""
    counts = [words for words in assumed if words.startswith(COUNT_OF) and words.endswith(f", {OF_PARENTS}")]
    stays = [words for words in assumed if words.startswith(TIME_OF)]
    together: list[str] = []
    if len(counts) > 1:
        things = [words.removeprefix(f"{COUNT_OF} ").removesuffix(f", {OF_PARENTS}") for words in counts]
        together.append(
            f"from the counts of their parents: {listed([thing.replace(': ', ' ') for thing in things])}"
        )
    for value in dict.fromkeys(words.rpartition(": ")[2] for words in stays):
        same = [words.rpartition(": ")[0] for words in stays if words.endswith(f": {value}")]
        places = listed([words.removeprefix(f"{TIME_OF} ") for words in same])
        together.append(f"{TIME_OF} {places}: {value}")
    gathered = {*(counts if len(counts) > 1 else ()), *stays}
    return [*(words for words in assumed if words not in gathered), *together]


def _is_still(words: str) -> bool:
    """Whether it is assumed that none is inserted."""
    return words.startswith(_INSERTS) and words.endswith(_NO_MORE)


def _sources(page: Document, decided: tuple[Decision, ...]) -> None:
    """Each source once, with the rules that follow it."""
    rules: dict[str, dict[str, None]] = {}
    for decision in decided:
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
