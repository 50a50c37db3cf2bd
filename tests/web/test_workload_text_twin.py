"""Programs read and write filters and sorts as the editor's table does (`designs/delivery/properties/workload_text.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from designs.delivery.properties import workload_text
from tests.js.test_workload import FILTERS, SORTS, asked


def test_programs_read_and_write_filters_and_sorts_as_the_table_does() -> None:
    wrong = ["price > 100", "a sounds-like", "a in many", "a = {", "a near 3", "a range b c", "at>=", "a ="]
    texts = [
        *FILTERS,
        *wrong,
        "a  =  b c",
        "x>=1,y<=-2.5e3",
        "a eq",
        "a = null, b = [1, 2]",
        'a = "b", c in 0',
        "",
        " * ",
        "*, a",
    ]
    for text, told in zip(texts, asked(*(["filterRead", text] for text in texts)), strict=True):
        assert made_by(workload_text.filter_read, text) == told.get("made"), text
    sorts = [*SORTS, "-a, b 1, c -1", "a up", "-a desc", ""]
    for text, told in zip(sorts, asked(*(["sortRead", text] for text in sorts)), strict=True):
        assert made_by(workload_text.sort_read, text) == told.get("made"), text
    filters = [
        *FILTERS.values(),
        [],
        *([{"field": "a", "value": one}] for one in ("7", "a, b", "x ", "", [1], None, 0.5)),
    ]
    for value, told in zip(filters, asked(*(["filterWritten", one] for one in filters)), strict=True):
        assert workload_text.filter_written(value) == told["made"], value


def made_by(read_text: Callable[[str], Any], text: str) -> Any:
    try:
        return read_text(text)
    except workload_text.Misread:
        return None


def test_numbers_are_read_as_the_table_does() -> None:
    said = [
        "200k",
        "1.2M",
        "1.2 million",
        "85 000",
        "60,000",
        "about 40",
        "~ 5",
        "2e4",
        "0.5",
        "12",
        "3bn",
        "-1",
    ]
    wrong = ["lots", "", "k", "1,2", "200q", "1.2.3", "about", "20 per"]
    for text, told in zip(
        [*said, *wrong], asked(*(["numberRead", text] for text in [*said, *wrong])), strict=True
    ):
        number = workload_text.number_said(text)
        assert (None if math.isnan(number) else number) == told.get("made"), text
