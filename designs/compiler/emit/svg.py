"""Line charts as SVG: elements and numbers that are made here, no text of a design, no style, no script.

The colours hold on a light and on a dark ground; a page gives its own by the classes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

WIDTH, HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 10, 40, 24
_STEPS = 4
_FITS = 10
"""Characters that stand beside the axis; more are set narrower."""
_COLOURS = {
    "average": "#2f7de1",
    "p95": "#c2620a",
    "indexes": "#2a8a5b",
    "working": "#9155c4",
    "limit": "#d03a3a",
}
_DASHES = {"p95": "6 3", "indexes": "2 3", "working": "8 3 2 3", "limit": "1 3"}
_GREY = "#76808c"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """kind: average, p95, indexes, working or limit. label: our own word for it. values: one for each x."""

    kind: str
    label: str
    values: tuple[float, ...]


def chart(title: str, marks: Sequence[str], lines: Sequence[Line], spelled: Callable[[float], str]) -> str:
    """One chart as an SVG file. marks: what stands below each x, "" for nothing. spelled: how a value of
    the y-axis is written; the axis begins at 0."""
    top, step = _scale(max((value for line in lines for value in line.values), default=0.0))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="chart"'
        ' font-family="sans-serif" font-size="11">',
        f"<title>{title}</title>",
    ]
    parts += [_level(number * step, top, spelled) for number in range(round(top / step) + 1)]
    parts += [_mark(place, len(marks), word) for place, word in enumerate(marks) if word]
    for number, line in enumerate(lines):
        parts += [_drawn(line, top), _legend(number, line)]
    return "\n".join([*parts, "</svg>", ""])


def _scale(most: float) -> tuple[float, float]:
    """The end of the axis and the distance of its levels: 1, 2 or 5 times a power of ten, of 1024s."""
    if most <= 0:
        return float(_STEPS), 1.0
    unit = 1024.0 ** math.floor(math.log(max(1.0, most), 1024))
    rough = most / unit / _STEPS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9)) * unit
    step = max(step, 1.0)
    return math.ceil(most / step - 1e-9) * step, step


def _x(place: int, count: int) -> str:
    return _number(_LEFT + (WIDTH - _LEFT - _RIGHT) * place / max(1, count - 1))


def _y(value: float, top: float) -> str:
    return _number(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _level(value: float, top: float, spelled: Callable[[float], str]) -> str:
    y, below = _y(value, top), _number(float(_y(value, top)) + 4)
    word = spelled(value)
    fitted = f' textLength="{_LEFT - 8}" lengthAdjust="spacingAndGlyphs"' if len(word) > _FITS else ""
    return (
        f'<line class="chart-grid" x1="{_LEFT}" y1="{y}" x2="{WIDTH - _RIGHT}" y2="{y}" stroke="{_GREY}" stroke-opacity="0.35"/>'
        f'<text class="chart-text" x="{_LEFT - 6}" y="{below}" text-anchor="end"{fitted} fill="{_GREY}">{word}</text>'
    )


def _mark(place: int, count: int, word: str) -> str:
    anchor = "end" if place == count - 1 else "middle"
    return f'<text class="chart-text" x="{_x(place, count)}" y="{HEIGHT - 8}" text-anchor="{anchor}" fill="{_GREY}">{word}</text>'


def _drawn(line: Line, top: float) -> str:
    points = " ".join(
        f"{_x(place, len(line.values))},{_y(value, top)}" for place, value in enumerate(line.values)
    )
    return f'<polyline {_stroke(line)} points="{points}"/>'


def _legend(number: int, line: Line) -> str:
    x, y = _LEFT + 150 * (number % 2), 12 + 15 * (number // 2)
    return (
        f'<line {_stroke(line)} x1="{x}" y1="{y}" x2="{x + 22}" y2="{y}"/>'
        f'<text class="chart-text" x="{x + 28}" y="{y + 4}" fill="{_GREY}">{line.label}</text>'
    )


def _stroke(line: Line) -> str:
    dash = f' stroke-dasharray="{_DASHES[line.kind]}"' if line.kind in _DASHES else ""
    return f'class="chart-line chart-{line.kind}" fill="none" stroke="{_COLOURS[line.kind]}" stroke-width="2"{dash}'
