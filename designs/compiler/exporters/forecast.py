"""The forecast's charts: for each collection one of a single document and one of all of them, as SVG."""

from __future__ import annotations

from ..emit import growth
from ..physical import Compilation
from .base import Exporter, OutputFile

FOLDER = "forecast"
_SVG = "image/svg+xml"


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """Two files for each collection whose numbers follow from the design."""
    made = []
    for one in compilation.forecasts:
        for name, text in (("document", growth.document_chart(one)), ("collection", growth.data_chart(one))):
            made.append(OutputFile(path=f"{FOLDER}/{one.file}.{name}.svg", text=text, media_type=_SVG))
    return tuple(made)


EXPORTER = Exporter(
    slug="forecast",
    output="report",
    title="Forecast",
    help="How each collection grows over three years, as charts.",
    render=render,
)
