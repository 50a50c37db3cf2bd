"""What 07_explain.js printed on a server, beside the forecasts: which of them held, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy

from designs.compiler import ForecastRow, PasteRefused, compared_forecasts, forecast_rows

from ..compiled.compiled_design import Compiled

_SAID = {
    "held": gettext_lazy("as forecast"),
    "unforeseen": gettext_lazy("better than forecast: an index serves it"),
    "scans": gettext_lazy("not as forecast: scans the whole collection"),
    "other_index": gettext_lazy("not as forecast: uses another index"),
    "examines_more": gettext_lazy("not as forecast: examines more than it returns"),
    "joins_scan": gettext_lazy("not as forecast: the join scans a whole collection"),
    "finds_nothing": gettext_lazy("uses the index, but found no documents"),
    "refused": gettext_lazy("rejected by the server"),
    "missing": gettext_lazy("not in the output"),
}
_MEANS = {
    "held": gettext_lazy("Served by the index: examines at most 1.2 documents per document returned."),
    "unforeseen": gettext_lazy("No index was planned, but the server used one. No action needed."),
    "scans": gettext_lazy(
        "The server reads every document. Run setup.js, then check for the index with db.collection.getIndexes()."
    ),
    "other_index": gettext_lazy(
        "The server prefers another index. If it examines few documents, you may not need the expected one. If it examines"
        " many, try hiding the other one: db.collection.hideIndex(name)."
    ),
    "examines_more": gettext_lazy(
        "The index returns more than the query needs. If these reads are frequent, add the filtered fields to the index,"
        " unless writes are more frequent."
    ),
    "joins_scan": gettext_lazy("The joined collection has no index on the joined field. Add one."),
    "finds_nothing": gettext_lazy("Run it again on a database with real data."),
    "refused": gettext_lazy(
        "The server’s message gives the reason, usually missing permissions or the time limit."
    ),
    "missing": gettext_lazy("The run ended before it, or explained selected operations only."),
}
"""What each verdict means for whoever runs the server."""
_GOOD = frozenset({"held", "unforeseen"})
_UNKNOWN = frozenset({"finds_nothing", "missing", "refused"})
_PASTES = {
    "empty": gettext_lazy("Nothing to compare. Paste the output of 07_explain.js."),
    "long": gettext_lazy("The text is too long. Paste the output of one run of 07_explain.js."),
    "none": gettext_lazy(
        "This isn’t the output of 07_explain.js: no line starts with “--- explain of”. Paste all of it."
    ),
    "cut": gettext_lazy("The end is missing. Paste everything up to the line “--- end of explain ---”."),
    "other_design": gettext_lazy(
        "This is the output of another design, “%(detail)s”. Run this design’s script."
    ),
    "broken": gettext_lazy(
        "Line %(detail)s can’t be read. Paste the output unchanged, without added line breaks."
    ),
}


@dataclass(frozen=True)
class Explained:
    """An operation. kind: good, bad or unknown, "" before anything is known; numbers: what was examined and returned."""

    name: str
    often: float | None
    collection: str
    wanted: str
    walked: str
    numbers: str
    verdict: str
    kind: str


@dataclass(frozen=True)
class Explanation:
    """The rows of the table. problem: what is wrong with the text; held and tried: how many forecasts held, of how many
    that were compared; legend: each verdict in the table, with what it means."""

    rows: tuple[Explained, ...]
    problem: str = ""
    held: int = 0
    tried: int = 0
    legend: tuple[tuple[str, str], ...] = ()


def explained(compiled: Compiled, text: str | None) -> Explanation:
    """Return the forecasts of a design's operations. text: what was pasted, None where nothing was."""
    problem, tried = "", text is not None
    rows = forecast_rows(compiled.compilation)
    try:
        rows = rows if text is None else compared_forecasts(compiled.compilation, text)
    except PasteRefused as refused:
        problem, tried = str(_PASTES[refused.code]) % {"detail": refused.detail[:80]}, False
    shown = tuple(_row(row, tried) for row in rows)
    held = sum(row.kind == "good" for row in shown)
    verdicts = {row.verdict for row in rows} if tried else set()
    legend = tuple((str(_SAID[each]), str(_MEANS[each])) for each in _SAID if each in verdicts)
    return Explanation(shown, problem, held, sum(row.kind in ("good", "bad") for row in shown), legend)


def _row(row: ForecastRow, tried: bool) -> Explained:
    scan, answer = row.scan, row.answer
    kind = "good" if row.verdict in _GOOD else "unknown" if row.verdict in _UNKNOWN else "bad"
    numbers = ""
    if answer is not None and not answer.refused:
        numbers = gettext("%(examined)s examined, %(returned)s returned") % {
            "examined": f"{answer.all_examined:,}",
            "returned": f"{answer.returned:,}",
        }
        if answer.join_docs:
            numbers += gettext(" (%(joined)s of them by joins)") % {"joined": f"{answer.join_docs:,}"}
    said = str(_SAID[row.verdict])
    return Explained(
        name=scan.name,
        often=scan.per_day,
        collection=scan.statement.collection,
        wanted=", ".join(scan.indexes) or gettext("the whole collection"),
        walked="" if answer is None else answer.refused or ", ".join([*answer.stages, *answer.indexes]),
        numbers=numbers,
        verdict=said if tried else "",
        kind=kind if tried else "",
    )
