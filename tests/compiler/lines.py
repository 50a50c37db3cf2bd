"""What lines and labels of a drawing do to one another, read from its SVG."""

from __future__ import annotations

import re
import subprocess
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from xml.etree import ElementTree

from designs.compiler import numbered, placed

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
Point = tuple[float, float]
_COUNT = re.compile(r"[\d.]+k?(\.\.([\d.]+k?|many|\*))?\Z")
_STEPS = 24
_CLEARER = 2.0
"""Points by which a label must be nearer to its own line than to any other."""
_INTO_CARD = 9.0
"""Points that a line may run inside a card: from a row of a nested block to the card's side."""


class Label(NamedTuple):
    text: str
    box: Box

    @property
    def is_count(self) -> bool:
        return _COUNT.match(self.text) is not None


class Line(NamedTuple):
    name: str
    kind: str
    points: tuple[Point, ...]
    labels: tuple[Label, ...]
    frame: Box


@lru_cache(maxsize=400)
def as_delivered(text: str) -> bytes:
    """The SVG that people get: laid out by Graphviz, lines and labels set by us. Kept: several tests look at each."""
    layout = _dot(numbered(text), "-Tjson")
    as_set = placed(text, layout)
    assert as_set is not None
    return _dot(as_set, "-Knop2", "-Tsvg")


def by_graphviz(text: str) -> bytes:
    """The SVG that Graphviz makes of the text alone."""
    return _dot(text, "-Tsvg")


def _dot(text: str, *options: str) -> bytes:
    done = subprocess.run(["dot", *options], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert not done.stderr, done.stderr
    return done.stdout


@lru_cache(maxsize=2)
def lines(svg: bytes) -> list[Line]:
    """The lines of a drawing with their labels."""
    groups = (g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if _is(g, "edge"))
    return [_line(g) for g in groups]


def _line(group: ElementTree.Element) -> Line:
    kind = (group.get("class") or "").removeprefix("edge").strip()
    points = _points(group)
    frame = _around([(x, y, x, y) for x, y in points])
    return Line(group.findtext(f"{SVG}title") or "", kind, points, _labels(group), frame)


def cards(svg: bytes) -> list[tuple[str, Box]]:
    """The name of each card's node, and its frame."""
    groups = (g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if _is(g, "node"))
    boxes = ((g.findtext(f"{SVG}title") or "", [_box(p) for p in g.iter(f"{SVG}polygon")]) for g in groups)
    return [(name, _around(found)) for name, found in boxes if found]


def struck(svg: bytes) -> list[str]:
    """The texts of lines that a line runs through; a name may stand on its own line, a count on none."""
    drawn = lines(svg)
    return [
        f"{other.name} strikes {label.text!r} of {line.name}"
        for line in drawn
        for label in line.labels
        for other in drawn
        if (other is not line or label.is_count) and _runs_through(other, label.box, 0.5)
    ]


def misplaced(svg: bytes) -> list[str]:
    """The texts of lines that are not nearest to their own line."""
    drawn = lines(svg)
    faults = []
    for line in drawn:
        for label in line.labels:
            limit = _apart(label.box, line.points) + _CLEARER
            near = [each.name for each in drawn if each is not line and _is_nearer(each, label.box, limit)]
            faults += [f"{label.text!r} of {line.name} stands at {name}" for name in near]
    return faults


def across_cards(svg: bytes) -> list[str]:
    """The lines that run through a card."""
    frames = cards(svg)
    return [
        f"{line.name} through {name}"
        for line in lines(svg)
        for name, box in frames
        if _runs_through(line, box, _INTO_CARD)
    ]


def _is(group: ElementTree.Element, kind: str) -> bool:
    return kind in (group.get("class") or "").split()


def _points(group: ElementTree.Element) -> tuple[Point, ...]:
    """Points along the line, close together."""
    path = group.find(f"{SVG}path")
    pairs = re.findall(r"(-?[\d.]+),(-?[\d.]+)", (path.get("d") or "") if path is not None else "")
    ends = [(float(x), float(y)) for x, y in pairs]
    pieces = (ends[at : at + 4] for at in range(0, len(ends) - 1, 3))
    return tuple(chain.from_iterable(_piece(*piece) for piece in pieces))


def _piece(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    steps = _STEPS + int(abs(d[0] - a[0]) + abs(d[1] - a[1])) // 2
    points = []
    for step in range(steps + 1):
        t = step / steps
        u = 1 - t
        first, second, third, last = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        x = first * a[0] + second * b[0] + third * c[0] + last * d[0]
        y = first * a[1] + second * b[1] + third * c[1] + last * d[1]
        points.append((x, y))
    return points


def _labels(group: ElementTree.Element) -> tuple[Label, ...]:
    grounds = [p for p in group.iter(f"{SVG}polygon") if p.get("stroke") in ("transparent", "none")]
    texts = [(t.text or "", (float(t.get("x", 0)), float(t.get("y", 0)))) for t in group.iter(f"{SVG}text")]
    boxes = [_box(ground) for ground in grounds]
    return tuple(Label(" ".join(text for text, at in texts if _inside(at, box, -0.5)), box) for box in boxes)


def _box(polygon: ElementTree.Element) -> Box:
    pairs = [tuple(map(float, pair.split(","))) for pair in (polygon.get("points") or "").split()]
    return _around([(x, y, x, y) for x, y in pairs])


def _around(boxes: list[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _inside(point: Point, box: Box, by: float) -> bool:
    (x, y), (left, top, right, bottom) = point, box
    return left + by < x < right - by and top + by < y < bottom - by


def _runs_through(line: Line, box: Box, by: float) -> bool:
    """Whether a point of the line is inside the box, farther than that from its sides; the line's own frame, which is
    quick to compare, leaves most lines out."""
    (left, top, right, bottom), frame = box, line.frame
    apart = frame[2] <= left + by or frame[0] >= right - by or frame[3] <= top + by or frame[1] >= bottom - by
    return not apart and any(_inside(point, box, by) for point in line.points)


def _is_nearer(line: Line, box: Box, limit: float) -> bool:
    """Whether the line is nearer to the box than a limit, in points."""
    left, top, right, bottom = line.frame
    beside, above = max(box[0] - right, left - box[2], 0.0), max(box[1] - bottom, top - box[3], 0.0)
    return beside * beside + above * above < limit * limit and _apart(box, line.points) < limit


def _apart(box: Box, points: tuple[Point, ...]) -> float:
    left, top, right, bottom = box
    return min(
        (max(left - x, x - right, 0.0) ** 2 + max(top - y, y - bottom, 0.0) ** 2) ** 0.5 for x, y in points
    )
