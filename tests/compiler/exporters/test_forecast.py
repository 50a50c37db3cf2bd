"""The forecast's files: two charts a collection, which the report shows."""

from __future__ import annotations

from xml.etree import ElementTree

from designs.compiler import EXPORTERS, Compilation, compile_design, read
from designs.compiler.exporters import forecast, report
from tests.compiler.library import text_of


def compiled(name: str) -> Compilation:
    model = read(text_of(name)).value
    assert model is not None
    return compile_design(model)


def test_each_collection_has_two_charts_that_the_report_shows() -> None:
    compilation = compiled("university")
    files = forecast.render(compilation)
    assert forecast.EXPORTER in EXPORTERS
    assert len(files) == 2 * len(compilation.plan.collections)
    text = report.render(compilation)[0].text
    for file in files:
        assert ElementTree.fromstring(file.text).tag.endswith("svg")
        assert f"]({file.path})" in text


def test_a_line_of_the_95th_percentile_stands_where_it_is_known() -> None:
    files = {file.path: file.text for file in forecast.render(compiled("university"))}
    assert "chart-p95" in files["forecast/students.document.svg"]
    assert "chart-p95" not in files["forecast/messages.document.svg"]
