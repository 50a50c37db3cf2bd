"""The charts of a forecast are well-formed SVG, with a line for each thing that is known."""

from __future__ import annotations

from xml.etree import ElementTree

from designs.compiler import read
from designs.compiler.emit import growth
from tests.compiler.in_parts import compile_design
from tests.compiler.library import text_of


def test_charts_are_svg_and_the_95th_percentile_has_a_line_where_it_is_known() -> None:
    model = read(text_of("university")).value
    assert model is not None
    forecasts = {one.collection: one for one in compile_design(model).forecasts}
    for one in forecasts.values():
        for draw in (growth.document_chart, growth.data_chart):
            assert ElementTree.fromstring(draw(one)).tag.endswith("svg")
    assert "chart-p95" in growth.document_chart(forecasts["students"])
    assert "chart-p95" not in growth.document_chart(forecasts["messages"])
