"""A drawing in its columns: how far these stand apart, the way of each line, and the places of its label and counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..dot import with_places
from .columns import Columns, columns_of
from .layout import LaidLine, LineEnd, Point, read
from .tracks import tracks

_TRACK, _TURN = 9.0, 10.0
"""Points between two tracks, and from a label or card to the first."""
_NARROWEST = 44.0
"""The least room between two columns."""
_ROUND = 7.0
"""The radius of a corner."""
_UNDER = 2.0
"""Points that the tip of an arrow or a foot reaches under its card, which is drawn over it: none stops short of its frame."""
_BESIDE, _ABOVE = 3.0, 2.0
"""Points from an arrow or a turn to a count or label beside it, and from a line to the count above it."""


def placed(text: str, layout: bytes) -> str | None:
    """Return DOT text of ours with places for cards, lines and labels, to be drawn as it stands. None where its cards
    don't stand in columns. layout: what Graphviz makes of `numbered` text, as JSON."""
    laid_out = read(layout)
    columns = columns_of(laid_out) if laid_out and laid_out.cards else None
    if columns is None:
        return None
    turns = _set_apart(columns)
    cards = {card.name: f"{card.x:.2f},{card.y:.2f}" for column in columns.columns for card in column}
    labels = _label_places(columns)
    lines = {
        line.number: {"pos": way, **labels[line.number]}
        for line, way in (
            *((line, _pos(line, _way(columns, line, turns))) for line in columns.lines),
            *((line, _pos(line, _loop(columns, line))) for line in columns.loops),
        )
    }
    return with_places(text, cards, lines)


class _Turns(msgspec.Struct):
    """Where lines turn: by the number of a line, and of the channel."""

    at: dict[tuple[int, int], float]


def _set_apart(columns: Columns) -> _Turns:
    """Set the columns as far apart as labels, counts and turns between them need."""
    turns = _Turns({})
    left_room, right_room = _rooms(columns, True), _rooms(columns, False)
    place = 0.0
    for number, column in enumerate(columns.columns):
        half = max(card.width for card in column) / 2
        for card in column:
            card.x = place + half
        side = place + 2 * half
        if number + 1 == len(columns.columns):
            break
        rows = tracks([crossed for crossed in columns.passes if crossed.channel == number])
        first = side + left_room[number] + _TURN
        for at, nets in enumerate(rows):
            for net in nets:
                for crossed in net.passes:
                    turns.at[crossed.line.number, number] = first + at * _TRACK
        last = first + max(0, len(rows) - 1) * _TRACK
        place = max(side + _NARROWEST, last + _TURN + right_room[number + 1])
    return turns


def _rooms(columns: Columns, is_right: bool) -> list[float]:
    """How much arrows, counts and labels take beside each column: on its right, or on its left."""
    widths = [max(card.width for card in column) / 2 for column in columns.columns]
    rooms = [0.0] * len(widths)
    for line in (*columns.lines, *columns.loops) if is_right else columns.lines:
        end = line.tail if is_right else line.head
        place = columns.number[end.card.name]
        taken = columns.labels_from[end.card.name] + line.label[0] if is_right else end.room - end.apart
        rooms[place] = max(rooms[place], taken - widths[place])
    return rooms


def _label_places(columns: Columns) -> dict[int, dict[str, str]]:
    """The middle of each text of a line, by the name of its attribute."""
    places = {}
    for line in (*columns.lines, *columns.loops):
        x = line.tail.card.x + columns.labels_from[line.tail.card.name] + line.label[0] / 2
        y = (line.tail.y + line.head.y) / 2 if line.is_loop else line.tail.y
        texts = {}
        if line.label[0]:
            texts["xlp" if line.is_loop else "lp"] = (x + line.aside[0], y + line.aside[1])
        if line.tail.count[0]:
            texts["tail_lp"] = _beside(line.tail, 1)
        if line.head.count[0]:
            texts["head_lp"] = _beside(line.head, 1 if line.is_loop else -1)
        places[line.number] = {name: _written(at) for name, at in texts.items()}
    return places


def _beside(end: LineEnd, way: int) -> Point:
    width, height = end.count
    return end.x + way * (end.arrow + _BESIDE + width / 2), end.y + _ABOVE + height / 2


def _way(columns: Columns, line: LaidLine, turns: _Turns) -> list[Point]:
    """The corners of a line, from its tail to its head."""
    first, last = columns.number[line.tail.card.name], columns.number[line.head.card.name]
    points = [(line.tail.x, line.tail.y)]
    for place in range(first, last):
        turn = turns.at.get((line.number, place))
        if turn is not None:
            points += [(turn, points[-1][1]), (turn, columns.height_in(line, place + 1))]
    return [*points, (line.head.x, points[-1][1])]


def _loop(columns: Columns, line: LaidLine) -> list[Point]:
    turn = line.tail.card.x + columns.labels_from[line.tail.card.name] - _BESIDE
    return [(line.tail.x, line.tail.y), (turn, line.tail.y), (turn, line.head.y), (line.head.x, line.head.y)]


def _pos(line: LaidLine, corners: list[Point]) -> str:
    """The way as Graphviz writes a curve: the tips of arrows, then pieces of three points each."""
    back = 1 if line.is_loop else -1
    tail_under, head_under = (_UNDER if end.arrow else 0.0 for end in (line.tail, line.head))
    (first, above), (last, below) = corners[0], corners[-1]
    corners = [(first - tail_under, above), *corners[1:-1], (last - back * head_under, below)]
    (tail_x, tail_y), (head_x, head_y) = corners[0], corners[-1]
    points = [(tail_x + line.tail.arrow, tail_y), *corners[1:-1], (head_x + back * line.head.arrow, head_y)]
    words = [f"s,{_written(corners[0])}"] if line.tail.arrow else []
    words += [f"e,{_written(corners[-1])}"] if line.head.arrow else []
    return " ".join([*words, *map(_written, _rounded(points))])


def _rounded(corners: Sequence[Point]) -> Iterator[Point]:
    """A curve along these corners, each rounded as far as its neighbours let it be."""
    place = corners[0]
    yield place
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        radius = min(_ROUND, _distance(before, corner) / 2, _distance(corner, after) / 2)
        into, out = _towards(corner, before, radius), _towards(corner, after, radius)
        yield from _straight(place, into)
        yield from (_towards(corner, into, radius * 0.45), _towards(corner, out, radius * 0.45), out)
        place = out
    yield from _straight(place, corners[-1])


def _straight(start: Point, end: Point) -> Iterable[Point]:
    return (
        _towards(start, end, _distance(start, end) / 3),
        _towards(end, start, _distance(start, end) / 3),
        end,
    )


def _distance(point: Point, other: Point) -> float:
    return abs(point[0] - other[0]) + abs(point[1] - other[1])


def _towards(point: Point, goal: Point, far: float) -> Point:
    whole = _distance(point, goal)
    share = far / whole if whole else 0.0
    return point[0] + (goal[0] - point[0]) * share, point[1] + (goal[1] - point[1]) * share


def _written(point: Point) -> str:
    return f"{point[0]:.2f},{point[1]:.2f}"
