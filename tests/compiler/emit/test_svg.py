"""Charts as SVG: well-formed, of known elements only, their axis round and their lines where the values are."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from designs.compiler.emit.growth import spelled
from designs.compiler.emit.svg import HEIGHT, Line, _scale, chart

_ALLOWED = {"svg", "title", "line", "text", "polyline"}


def drawn(*values: float) -> ElementTree.Element:
    text = chart(
        "One document",
        ["today", "", "3 years"],
        [Line(kind="average", label="average", values=values)],
        spelled,
    )
    return ElementTree.fromstring(text)


def test_nothing_but_lines_and_words() -> None:
    root = drawn(10, 20, 30)
    assert {one.tag.rpartition("}")[2] for one in root.iter()} == _ALLOWED
    names = {name for one in root.iter() for name in one.attrib}
    assert not names & {"style", "href", "id"} and not any(name.startswith("on") for name in names)


def test_a_line_rises_with_its_values() -> None:
    (line,) = drawn(0, 20, 40).iter("{http://www.w3.org/2000/svg}polyline")
    points = [tuple(map(float, one.split(","))) for one in line.attrib["points"].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert points[0][1] == HEIGHT - 24 and points[2][1] == 40
    assert points[1][1] == pytest.approx((points[0][1] + points[2][1]) / 2)


@pytest.mark.parametrize(
    ("most", "end", "step"),
    [
        (0, 4, 1),
        (4, 4, 1),
        (100, 100, 50),
        (1023, 1500, 500),
        (1024, 1024, 512),
        (2 * 1024**2, 2 * 1024**2, 512 * 1024),
    ],
)
def test_the_axis_ends_on_a_round_number(most: float, end: float, step: float) -> None:
    assert _scale(most) == (end, step)


def test_the_same_numbers_make_the_same_bytes() -> None:
    assert ElementTree.tostring(drawn(1, 2, 3)) == ElementTree.tostring(drawn(1, 2, 3))
    assert re.fullmatch(r"[\x20-\x7e\n]+", ElementTree.tostring(drawn(1e15, 2e15, 3e15)).decode())
