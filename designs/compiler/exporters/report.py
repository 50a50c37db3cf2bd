"""report.md: all that was decided, for people: decisions with their reasons, the collections with
a data dictionary, sizes and findings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..emit import costs, dictionary, growth, json
from ..emit.dictionary import NOTHING
from ..emit.markdown import Document, Inline, Span, code, emphasis, joined, strong
from ..model.conceptual import Relationship, given
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import Decision, Flip, Overlay
from ..plan_model.findings import Finding
from ..plan_model.physical import Collection, PlannedIndex, walk
from ..plan_model.sources import SOURCES, key_of
from .base import Exporter, OutputFile

PATH = "report.md"
_SEVERITIES = ("error", "warning", "info")


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The report as one Markdown file."""
    page = Document()
    _summary(page, compilation)
    _decisions(page, compilation)
    _collections(page, compilation)
    _storage(page, compilation)
    _forecast(page, compilation)
    _findings(page, compilation.findings)
    _sources(page, compilation.decisions)
    return (OutputFile(path=PATH, text=page.text(), media_type="text/markdown"),)


# --- summary ------------------------------------------------------------------------------------


def _summary(page: Document, compilation: Compilation) -> None:
    model, plan = compilation.model, compilation.plan
    page.heading(1, plan.design)
    if given(model.description, ""):
        page.paragraph(given(model.description, ""))
    page.paragraph(
        "Database ", code(plan.database), Span(": "), _counted(len(model.entities), "entity", "entities"), Span(", "),
        _counted(len(model.links), "relationship"), Span(" and "), _counted(len(model.workload), "operation"),
        Span(" become "), _counted(len(plan.collections), "collection"), Span(" with "),
        _counted(sum(len(collection.indexes) for collection in plan.collections), "index", "indexes"), Span("."),
    )  # fmt: skip
    page.paragraph(_tally(compilation.findings))
    rows = [
        (
            code(decision.relationship),
            decision.kind,
            code(decision.strategy),
            _where(decision),
            decision.reason,
        )
        for decision in compilation.decisions
    ]
    if rows:
        page.heading(2, "At a glance")
        page.table(("Relationship", "Kind", "Stored as", "Where", "Why"), rows)


def _counted(number: int, singular: str, many: str = "") -> str:
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


def _tally(findings: tuple[Finding, ...]) -> Inline:
    counts = {name: sum(finding.severity == name for finding in findings) for name in _SEVERITIES}
    if not findings:
        return "Nothing was found to object to."
    parts = [
        _counted(counts["error"], "error"), _counted(counts["warning"], "warning"), _counted(counts["info"], "remark"),
    ]  # fmt: skip
    return Span(f"{parts[0]}, {parts[1]} and {parts[2]} are listed under Findings.")


def _where(decision: Decision) -> Inline:
    places = [
        code(f"{holder.collection}.{holder.path}" if holder.path else holder.collection)
        for holder in decision.holders
    ]
    return joined(places) if places else NOTHING


# --- decisions ----------------------------------------------------------------------------------


def _decisions(page: Document, compilation: Compilation) -> None:
    if not compilation.decisions:
        return
    page.heading(2, "Decisions")
    page.paragraph(costs.counted(compilation.model))
    links = {link.name: link for link in compilation.model.links}
    for decision in compilation.decisions:
        of = decision, links[decision.relationship]
        page.part("decision", of, partial(_decision, *of))


def _decision(decision: Decision, link: Relationship, page: Document) -> None:
    page.heading(3, decision.relationship, Span(": "), decision.strategy)
    page.paragraph(
        strong(decision.rule), Span(": "), decision.reason, Span(". "), _sentence(decision.kind), Span(", "),
        emphasis(link.from_.entity), Span(" to "), emphasis(link.to.entity), Span("; stored at "),
        _where(decision), Span("." if decision.chosen_by == "rulebook" else "; chosen by the designer."),
    )  # fmt: skip
    if given(link.description, ""):
        page.paragraph(_sentence(given(link.description, "")))
    _inputs(page, decision)
    _alternatives(page, decision)
    if decision.caveats:
        page.paragraph(strong("Mind"))
        page.bullets(decision.caveats)
    if decision.sources:
        page.paragraph(emphasis("Sources: ", joined(decision.sources), Span(".")))


def _sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def _inputs(page: Document, decision: Decision) -> None:
    origin = _assumed(decision)
    rows: list[tuple[Inline, ...]] = [
        (
            code(name),
            "no bound" if value is None and name.endswith("max") else dictionary.value(value),
            origin.pop(name, "the design" if value is not None else NOTHING),
        )
        for name, value in decision.inputs.items()
    ]
    rows += [(code(name), NOTHING, how) for name, how in origin.items()]
    rows += [(name, value, "derived") for name, value in decision.shape]
    if rows:
        page.table(("Input", "Value", "Known from"), rows)


def _alternatives(page: Document, decision: Decision) -> None:
    if decision.overlays:
        page.paragraph(strong("On top of it"))
        page.bullets(_overlay(overlay) for overlay in decision.overlays)
    if decision.cost is not None:
        page.paragraph(strong("Cost a day"), Span(": "), *costs.in_words(decision))
    if decision.rejected:
        page.table(*costs.table(decision.rejected), right=(3,))
    if decision.flips:
        page.paragraph(strong("What would change it"))
        page.bullets(_flip(change) for change in decision.flips)


def _flip(flip: Flip) -> tuple[Inline, ...]:
    """What changes, and to what; "strategy: X" leads to X and need not be told twice."""
    if flip.rule == "forced":
        return (
            Span("no number does; only a strategy that you choose yourself, such as "),
            code(flip.strategy),
        )
    moved = f" in {flip.holder} instead of {flip.instead_of}" if flip.holder else ""
    return (code(flip.when), Span(": "), code(flip.strategy), Span(f"{moved} by "), flip.rule)


def _assumed(decision: Decision) -> dict[str, str]:
    """Where the inputs come from that nobody stated."""
    pairs = (entry.partition(": ") for entry in decision.assumed)
    return {name: "measured from the operations" if how else "assumed" for name, _, how in pairs}


def _overlay(overlay: Overlay) -> tuple[Inline, ...]:
    place = f"{overlay.collection}.{overlay.path}" if overlay.path else overlay.collection
    covered = overlay.fields or ((overlay.field,) if overlay.field else ())
    parts: list[Inline] = [strong(overlay.kind), Span(" at "), code(place)]
    if covered:
        parts += [Span(" for "), joined(code(name) for name in covered)]
    if overlay.policy:
        parts += [Span(", policy "), emphasis(overlay.policy)]
    return tuple(parts)


# --- collections --------------------------------------------------------------------------------


def _collections(page: Document, compilation: Compilation) -> None:
    page.heading(2, "Collections")
    overlays = compilation.plan.entity_overlays
    for collection in compilation.plan.collections:
        of = collection, [overlay for overlay in overlays if overlay.collection == collection.name]
        page.part("collection", of, partial(_collection, *of))


def _collection(collection: Collection, overlays: list[Overlay], page: Document) -> None:
    page.heading(3, code(collection.name))
    _about(page, collection)
    page.table(dictionary.HEAD, [dictionary.row(located) for located in walk(collection.fields)])
    if overlays:
        page.paragraph(strong("On top of it"))
        page.bullets(_overlay(overlay) for overlay in overlays)
    if collection.indexes:
        page.table(("Index", "Options", "Why"), [_index(index) for index in collection.indexes])


def _about(page: Document, collection: Collection) -> None:
    if collection.description:
        page.paragraph(collection.description)
    parts: list[Inline] = [f"A {collection.kind} collection"]
    if collection.entity:
        parts += [Span(" of "), emphasis(collection.entity)]
    if collection.validator is None:
        parts.append(Span(", without a validator"))
    elif (collection.validation_level, collection.validation_action) != ("strict", "error"):
        parts.append(f", validation {collection.validation_level} with action {collection.validation_action}")
    if collection.shard_key:
        parts += [Span(", sharded by "), code(_keys(collection.shard_key))]
    page.paragraph(*parts, Span("."))


def _keys(keys: Iterable[tuple[str, int | str]]) -> str:
    return ", ".join(f"{path}: {kind}" for path, kind in keys)


def _index(index: PlannedIndex) -> tuple[Inline, ...]:
    options = [f"{name}: {json.text(value).strip()}" for name, value in json.relaxed(index.options).items()]
    why = index.reason or ("declared" if index.declared else "")
    return (
        code(_keys(index.keys)),
        joined(code(option) for option in options) if options else NOTHING,
        why or NOTHING,
    )


# --- where each fact is stored ------------------------------------------------------------------


def _storage(page: Document, compilation: Compilation) -> None:
    from ..storage import StorageMap  # loaded with the first report: compiling alone needs no map
    from ..storage.table import storage_summary

    rows = [
        (
            strong(row.owner) if row.owner else Span(""),
            row.facts,
            code(row.place),
            row.role,
            row.updated or NOTHING,
        )
        for row in storage_summary(StorageMap(compilation))
    ]
    if rows:
        page.heading(2, "Where is it stored?")
        page.paragraph(
            "Each field and link has an original. Copies, subsets, and computed values follow it; the last column says"
            " how. Fields that are stored side by side share a row."
        )
        page.table(("Entity or relationship", "Facts", "Stored in", "Role", "Updated"), rows)


# --- forecast, findings, sources ----------------------------------------------------------------


def _forecast(page: Document, compilation: Compilation) -> None:
    if not compilation.forecasts:
        return
    page.heading(2, "Forecast")
    page.paragraph(
        "Three years ahead, by the counts, inserts and additions that the design states. Bytes are BSON's, before"
        " the storage engine compresses them; the 95th percentile of all documents is a bound: as if each were so large."
    )
    for forecast in compilation.forecasts:
        page.heading(3, code(forecast.collection))
        page.paragraph(growth.headroom(forecast))
        page.table(growth.HEAD, growth.rows(forecast), right=tuple(range(1, len(growth.HEAD))))
        if forecast.assumed:
            page.paragraph(emphasis("Assumed: ", "; ".join(forecast.assumed), Span(".")))
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


def _findings(page: Document, findings: tuple[Finding, ...]) -> None:
    if not findings:
        return
    page.heading(2, "Findings")
    ordered = sorted(findings, key=lambda finding: _SEVERITIES.index(finding.severity))
    page.table(
        ("Severity", "Code", "Where", "What", "Remedy"),
        [
            (finding.severity, finding.code, code(finding.subject), finding.message, finding.hint or NOTHING)
            for finding in ordered
        ],
    )


def _sources(page: Document, decisions: tuple[Decision, ...]) -> None:
    cited = {key_of(source) for decision in decisions for source in decision.sources}
    names = [name for name in SOURCES if name in cited]
    if names:
        page.heading(2, "Sources")
        page.bullets((strong(name), Span(": "), SOURCES[name]) for name in names)


EXPORTER = Exporter(
    slug="report",
    output="report",
    title="Report",
    help="All that was decided, for people, as Markdown.",
    render=render,
    advised=PATH,
)
