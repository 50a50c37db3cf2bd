"""A collection's forecast in words, rows and charts: the same in the report and on pages."""

from __future__ import annotations

from ..model.constants import Constants
from ..plan_model.forecast_types import Forecast, Moment
from ..plan_model.number_format import byte_size, grouped
from .svg import Line, chart

HEAD = (
    "When", "Documents", "Average size", "95th percentile", "Total size", "95th percentile",
    "Indexes", "Working set",
)  # fmt: skip
TABLE_HEAD = (
    "Collection", "Documents", "in 3 years", "Average size", "in 3 years", "95th percentile", "Total size",
    "in 3 years", "Indexes in 3 years", "Working set in 3 years", "16 MiB",
)  # fmt: skip
TABLE_NUMBERS = tuple(range(1, 10))
"""Columns of numbers in the table of all collections."""
SHOWN = (0, 12, 24, 36)
"""Months that tables show; charts draw them all."""
spelled = byte_size
_THREE_YEARS = 3 * 365


def rows(forecast: Forecast) -> list[tuple[str, ...]]:
    """The numbers of the months that tables show, under HEAD."""
    return [_row(moment) for moment in forecast.moments if moment.month in SHOWN]


def _row(moment: Moment) -> tuple[str, ...]:
    sizes = (
        moment.document,
        moment.document_p95,
        moment.data,
        moment.data_p95,
        moment.indexes,
        moment.working,
    )
    return (
        ahead(moment.month),
        grouped(moment.documents, ",.0f"),
        *("–" if size is None else spelled(size) for size in sizes),
    )


def row(forecast: Forecast) -> tuple[str, ...]:
    """A collection in one row, under TABLE_HEAD."""
    today, later = forecast.moments[0], forecast.moments[-1]
    large = "–" if later.document_p95 is None else spelled(later.document_p95)
    return (
        forecast.collection,
        grouped(today.documents, ",.0f"), grouped(later.documents, ",.0f"),
        spelled(today.document), spelled(later.document), large,
        spelled(today.data), spelled(later.data), spelled(later.indexes), spelled(later.working),
        _reached(forecast),
    )  # fmt: skip


def _reached(forecast: Forecast) -> str:
    """When a document reaches 16 MiB: an average one, else one of the 95th percentile."""
    average, high = forecast.days_to_16_mib, forecast.days_to_16_mib_p95
    if average is not None:
        return f"in {until(average)}" if average else "over it today"
    if high is None:
        return "–"
    return f"the 95th percentile in {until(high)}" if high else "the 95th percentile today"


def ahead(month: int) -> str:
    """The moment in words."""
    years = month / 12
    return "today" if not month else f"{years:g} year{'s' if years > 1 else ''}"


def until(days: float | None) -> str:
    """How long until 16 MiB."""
    if days is None:
        return "never"
    if days < 2:
        return f"{days * 24:,.1f} hours"
    return f"{grouped(days, ',.0f')} days" if days < 730 else f"{grouped(days / 365, ',.1f')} years"


def headroom(forecast: Forecast) -> str:
    """When a document reaches 16 MiB, on average and at the 95th percentile, in a sentence."""
    average, high = forecast.days_to_16_mib, forecast.days_to_16_mib_p95
    if average is None:
        return (
            f"A 95th-percentile document {_full(high)}."
            if high is not None
            else "No document reaches 16 MiB."
        )
    later = f", a 95th-percentile document in {until(high)}" if high else ""
    return f"An average document {_full(average)}{later}."


def _full(days: float) -> str:
    return f"reaches 16 MiB in {until(days)}" if days else "already exceeds MongoDB's 16 MiB limit"


def is_near(forecast: Forecast) -> bool:
    """Whether an average document or a large one is at 16 MiB within the three years."""
    days_to_limit = (forecast.days_to_16_mib, forecast.days_to_16_mib_p95)
    return any(days is not None and days <= _THREE_YEARS for days in days_to_limit)


def document_chart(forecast: Forecast) -> str:
    """One document over three years; the limit of 16 MiB where it comes near."""
    lines = [
        Line(kind="average", label="average", values=tuple(moment.document for moment in forecast.moments))
    ]
    large = [moment.document_p95 for moment in forecast.moments if moment.document_p95 is not None]
    if large:
        lines.append(Line(kind="p95", label="95th percentile", values=tuple(large)))
    limit = Constants().doc_max
    if max(value for line in lines for value in line.values) > limit / 4:
        lines.append(Line(kind="limit", label="16 MiB", values=(limit,) * len(forecast.moments)))
    return chart("One document", _marks(forecast), lines, spelled)


def data_chart(forecast: Forecast) -> str:
    """All documents, the indexes and what a day reads, over three years."""
    lines = [
        Line(kind="average", label="all documents", values=tuple(moment.data for moment in forecast.moments)),
        Line(kind="indexes", label="indexes", values=tuple(moment.indexes for moment in forecast.moments)),
        Line(
            kind="working",
            label="working set",
            values=tuple(moment.working for moment in forecast.moments),
        ),
    ]
    return chart("The collection", _marks(forecast), lines, spelled)


def _marks(forecast: Forecast) -> list[str]:
    return [ahead(moment.month) if moment.month in SHOWN else "" for moment in forecast.moments]
