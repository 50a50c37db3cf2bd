"""What Graphviz made of a drawing, read from its JSON: where cards stand, where lines end, and how large labels are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

import msgspec

Point = tuple[float, float]
Size = tuple[float, float]
_SLOT = re.compile(r"[lr]\d+(:|\Z)")
_STEPS = 8
"""Points looked at on each piece of a curve."""


class LaidCard(msgspec.Struct):
    """A card. x, y: its middle, in points, upwards."""

    name: str
    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """Return its left side."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """Return its right side."""
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        """Return its upper side."""
        return self.y + self.height / 2

    @property
    def bottom(self) -> float:
        """Return its lower side."""
        return self.y - self.height / 2


class LineEnd(msgspec.Struct):
    """Where a line meets a card. apart, above: how far right of the card's middle its tip is, and how far above it. arrow:
    how long its arrow is, 0 for none. count: size of the text beside it. is_free: whether it may move along the side of
    the card."""

    card: LaidCard
    apart: float
    above: float
    arrow: float
    count: Size
    is_free: bool

    @property
    def x(self) -> float:
        """Return where its tip is across."""
        return self.card.x + self.apart

    @property
    def y(self) -> float:
        """Return how high its tip is."""
        return self.card.y + self.above

    def move(self, height: float) -> None:
        """Move its tip along the card's side."""
        self.above = height - self.card.y

    @property
    def room(self) -> float:
        """Return how much of the line its arrow and count take."""
        return self.arrow + (self.count[0] + _BESIDE if self.count[0] else 0)


_BESIDE = 4.0


class LaidLine(msgspec.Struct):
    """A line from a card to one on its right, or back to itself. number: of its statement. kind: lines of one kind may
    share their way. label: its size. aside: from the middle of its text to its place. sampled: the curve that Graphviz drew."""

    number: int
    kind: str
    tail: LineEnd
    head: LineEnd
    label: Size
    aside: Point
    is_loop: bool
    sampled: list[Point]

    def height_at(self, x: float) -> float:
        """Return how high Graphviz's curve runs there."""
        return min(self.sampled, key=lambda point: abs(point[0] - x))[1]


class _DrawOp(msgspec.Struct):
    op: str
    points: list[Point] = []


class _JsonNode(msgspec.Struct):
    name: str
    gvid: int = msgspec.field(name="_gvid", default=0)
    pos: str = ""
    width: str = "0"
    height: str = "0"


class _JsonEdge(msgspec.Struct):
    tail: int
    head: int
    pos: str = ""
    lp: str = ""
    xlp: str = ""
    number: str = ""
    kind: str = msgspec.field(name="class", default="")
    style: str = ""
    tailport: str = ""
    headport: str = ""
    label_ops: list[_DrawOp] = msgspec.field(name="_ldraw_", default_factory=list)
    head_ops: list[_DrawOp] = msgspec.field(name="_hldraw_", default_factory=list)
    tail_ops: list[_DrawOp] = msgspec.field(name="_tldraw_", default_factory=list)


class _JsonDrawing(msgspec.Struct):
    objects: list[_JsonNode] = []
    edges: list[_JsonEdge] = []


class Layout(msgspec.Struct):
    """A drawing as Graphviz laid it out, without its invisible lines."""

    cards: list[LaidCard]
    lines: list[LaidLine]


def read(content: bytes) -> Layout | None:
    """Return the drawing, None for what is none of ours."""
    try:
        drawing = msgspec.json.decode(content, type=_JsonDrawing)
        cards = {each.gvid: _card(each) for each in drawing.objects}
        lines = [_line(each, cards) for each in drawing.edges if each.style != "invis"]
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, KeyError, IndexError):
        return None
    return Layout([*cards.values()], sorted(lines, key=lambda line: line.number))


def _card(object_: _JsonNode) -> LaidCard:
    x, y = _point(object_.pos)
    return LaidCard(object_.name, x, y, float(object_.width) * 72, float(object_.height) * 72)


def _line(line: _JsonEdge, cards: dict[int, LaidCard]) -> LaidLine:
    start, end, curve = None, None, []
    for word in line.pos.split():
        if word.startswith("s,"):
            start = _point(word[2:])
        elif word.startswith("e,"):
            end = _point(word[2:])
        else:
            curve.append(_point(word))
    tail = _end(cards[line.tail], start, curve[0], line.tailport, line.tail_ops)
    head = _end(cards[line.head], end, curve[-1], line.headport, line.head_ops)
    (left, bottom, right, top), place = _around(line.label_ops), line.lp or line.xlp
    x, y = _point(place) if place else (0.0, 0.0)
    aside = (x - (left + right) / 2, y - (bottom + top) / 2)
    size = (right - left, top - bottom)
    return LaidLine(
        int(line.number), line.kind, tail, head, size, aside, line.tail == line.head, [*_sampled(curve)]
    )


def _end(card: LaidCard, tip: Point | None, last: Point, port: str, count: Iterable[_DrawOp]) -> LineEnd:
    x, y = tip or last
    arrow = math.dist(tip, last) if tip else 0.0
    return LineEnd(card, x - card.x, y - card.y, arrow, _size(count), bool(_SLOT.match(port)))


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _sampled(curve: list[Point]) -> Iterator[Point]:
    for first in range(0, len(curve) - 1, 3):
        a, b, c, d = curve[first : first + 4]
        for step in range(_STEPS + 1):
            t = step / _STEPS
            u = 1 - t
            weights = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            yield (
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            )


def _size(ops: Iterable[_DrawOp]) -> Size:
    left, bottom, right, top = _around(ops)
    return right - left, top - bottom


def _around(ops: Iterable[_DrawOp]) -> tuple[float, float, float, float]:
    """The sides of the ground of a label's text."""
    points = [point for each in ops if each.op == "P" for point in each.points]
    across, up = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return min(across), min(up), max(across), max(up)
