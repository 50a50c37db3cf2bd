"""How the collections of a design grow, as the forecast's page shows it: charts with their numbers beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from designs.compiler import Forecast, growth

from ..compiled.compiled_design import Compiled
from ..output.inline_svg import inline_svg


@dataclass(frozen=True)
class Grown:
    """A collection. charts: with their captions, safe to stand in HTML. rows: the same numbers, under growth.HEAD."""

    name: str
    headroom: str
    near: bool
    charts: tuple[tuple[str, SafeString], ...]
    rows: tuple[tuple[str, ...], ...]
    assumed: tuple[str, ...]


def grown(wanted: Sequence[Forecast]) -> list[Grown]:
    """These forecasts, drawn."""
    titles = (
        (
            growth.document_chart,
            gettext("One document"),
            gettext("One document of %(name)s over three years"),
        ),
        (growth.data_chart, gettext("The collection"), gettext("The collection %(name)s over three years")),
    )
    return [
        Grown(
            name=forecast.collection,
            headroom=growth.headroom(forecast),
            near=growth.is_near(forecast),
            charts=tuple(
                (caption, _drawn(draw(forecast), f"{number}-{place}", title % {"name": forecast.collection}))
                for place, (draw, caption, title) in enumerate(titles)
            ),
            rows=tuple(growth.rows(forecast)),
            assumed=forecast.assumed,
        )
        for number, forecast in enumerate(wanted, 1)
    ]


def _drawn(text: str, prefix: str, title: str) -> SafeString:
    return inline_svg(text.encode(), f"chart-{prefix}", title)


def totals(compiled: Compiled) -> list[tuple[str, str]]:
    """Data, indexes and working set of the whole database, today and in three years."""
    rows = []
    every = compiled.compilation.forecasts
    for number, when in ((0, gettext("today")), (-1, gettext("in three years"))):
        moments = [forecast.moments[number] for forecast in every]
        rows += [
            (
                gettext("Documents, %(when)s") % {"when": when},
                growth.spelled(sum(moment.data for moment in moments)),
            ),
            (
                gettext("Indexes, %(when)s") % {"when": when},
                growth.spelled(sum(moment.indexes for moment in moments)),
            ),
            (
                gettext("Working set, %(when)s") % {"when": when},
                growth.spelled(sum(moment.working for moment in moments)),
            ),
        ]
    return rows
