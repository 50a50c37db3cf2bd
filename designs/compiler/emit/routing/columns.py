"""The columns of a drawing: which cards share one, where lines pass between two of its cards, and in which order lines
leave a card."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

import msgspec

from .layout import LaidCard, LaidLine, Layout, LineEnd

_APART, _FROM_CARDS, _LEAST = 11.0, 12.0, 5.0
"""Points between two lines that pass the same gap, wanted and at least, and from a line to a card."""
_BETWEEN_LABELS, _BETWEEN_ENDS, _FROM_CORNER = 3.0, 18.0, 9.0
_IN_LOOP, _BETWEEN_KINDS = 38.0, 8.0
"""Points between the ends of a loop, and between ends of two kinds at one place."""
_STRAIGHTENED = 24.0
"""How far an end may be moved along its card so that its line needs no turn."""
_BESIDE, _ROUND_LOOPS = 3.0, 10.0
"""Points from counts to labels, and for the turn of a loop before these."""
_SWEEPS = 12
_MANY = 300
"""Lines above which one sweep has to do."""
_BETWEEN_CARDS, _LONELY, _LOOSER = 26.0, 0.05, 1.04
"""Points between two cards of a column, the weight of a card without lines beside a line's, and
how much higher than its tallest column a drawing may be."""
Key = tuple[str | int | float, ...]


class ChannelPass(msgspec.Struct):
    """A line's way through one channel: how high it comes in and goes out. enters, leaves: what lines share that may run
    as one on that side; channel: the number of the column on its left."""

    line: LaidLine
    channel: int
    enters: Key
    leaves: Key
    start: float = 0.0
    end: float = 0.0


class Columns:
    """The columns from left to right, and each line's passes from column to column."""

    def __init__(self, columns: Sequence[Sequence[LaidCard]], lines: Sequence[LaidLine]) -> None:
        self.columns = columns
        self.number = {card.name: place for place, column in enumerate(columns) for card in column}
        self.lines = [line for line in lines if not line.is_loop]
        self.loops = [line for line in lines if line.is_loop]
        self._gap = {line.number: self._gaps(line) for line in self.lines}
        self.height: dict[tuple[int, Key], float] = {}
        """How high lines pass a column: by the column, and by what shares the way."""
        self._part_kinds()
        self._through = self._ways()
        self._stack()
        for sweep in range(_SWEEPS if len(self.lines) <= _MANY else 1):
            self._order_ends()
            self._pass_all()
            self._level(sweep)
        for _ in range(2):
            self._order_ends()
            self._pass_all()
            self._straighten()
        self.labels_from = self._labels_from()
        """How far right of the middle of each card labels begin: behind all of its counts, and behind loops."""
        self.passes = [crossed for line in self.lines for crossed in self._passes(line)]

    def _gaps(self, line: LaidLine) -> dict[int, int]:
        """For each column that a line passes, in which gap: 0 above its highest card."""
        first, last = self.number[line.tail.card.name], self.number[line.head.card.name]
        return {
            place: sum(card.y > line.height_at(card.x) for card in self.columns[place])
            for place in range(first + 1, last)
        }

    def passing(self, line: LaidLine, column: int) -> Key:
        """Return what tells the way of a line through a column: those to one end that is fixed may run as one."""
        if line.head.is_free:
            return (line.number,)
        return (
            "to",
            line.kind,
            line.head.card.name,
            round(line.head.above, 1),
            self._gap[line.number][column],
        )

    def height_in(self, line: LaidLine, column: int) -> float:
        """Return how high a line is in a column where it begins, ends or passes."""
        if column == self.number[line.tail.card.name]:
            return line.tail.y
        if column == self.number[line.head.card.name]:
            return line.head.y
        height = self.height.get((column, self.passing(line, column)))
        if height is not None:
            return height
        cards, gap = self.columns[column], self._gap[line.number][column]
        upper = cards[gap - 1].bottom if gap else cards[0].top + 2 * _FROM_CARDS
        return (upper + (cards[gap].top if gap < len(cards) else upper - 2 * _FROM_CARDS)) / 2

    def _room_between(self) -> list[list[float]]:
        """Of each column, how far apart the middles of a card and the one below it are at least."""
        return [
            [
                (upper.height + lower.height) / 2
                + max(_BETWEEN_CARDS, 2 * _FROM_CARDS + _APART * (len(self._through[place].get(gap, ())) - 1))
                for gap, (upper, lower) in enumerate(pairwise(column), 1)
            ]
            for place, column in enumerate(self.columns)
        ]

    def _stack(self) -> None:
        """Stack the cards of each column as closely as the lines between them let it be, around one height."""
        self._rooms = self._room_between()
        self._half = 0.0
        for column, rooms in zip(self.columns, self._rooms, strict=True):
            half = ((column[0].height + column[-1].height) / 2 + sum(rooms)) / 2
            self._half = max(self._half, half * _LOOSER)
            column[0].y = half - column[0].height / 2
            for (upper, lower), room in zip(pairwise(column), rooms, strict=True):
                lower.y = upper.y - room

    def _level(self, sweep: int) -> None:
        """Move the cards of each column as near to where their lines lead as the others let them."""
        pulled: dict[str, list[tuple[LaidLine, LineEnd, int]]] = {}
        for line in self.lines:
            for end, way in ((line.tail, 1), (line.head, -1)):
                pulled.setdefault(end.card.name, []).append((line, end, self.number[end.card.name] + way))
        order = range(len(self.columns))
        for place in order if sweep % 2 else reversed(order):
            column = self.columns[place]
            wanted, weights = [], []
            for card in column:
                pulls = sorted(
                    self.height_in(line, at) - end.y for line, end, at in pulled.get(card.name, ())
                )
                middle = (pulls[(len(pulls) - 1) // 2] + pulls[len(pulls) // 2]) / 2 if pulls else 0.0
                wanted.append(card.y + middle)
                weights.append(len(pulls) or _LONELY)
            top, bottom = self._half - column[0].height / 2, column[-1].height / 2 - self._half
            heights = levelled(wanted, weights, self._rooms[place], bottom, top)
            for card, height in zip(column, heights, strict=True):
                card.y = height
            self._pass(place)

    def _ways(self) -> list[dict[int, dict[Key, list[LaidLine]]]]:
        """For each column which lines pass it, by the gap, and together as they share their way."""
        ways: list[dict[int, dict[Key, list[LaidLine]]]] = [{} for _ in self.columns]
        for line in self.lines:
            for place, gap in self._gap[line.number].items():
                ways[place].setdefault(gap, {}).setdefault(self.passing(line, place), []).append(line)
        return ways

    def _pass(self, place: int) -> None:
        """Set how high lines pass a column: as they come, without touching cards or one another."""
        cards = self.columns[place]
        for gap, ways in self._through[place].items():
            upper = cards[gap - 1].bottom - _FROM_CARDS if gap else math.inf
            lower = cards[gap].top + _FROM_CARDS if gap < len(cards) else -math.inf
            self._set_in_gap(place, ways, lower, upper)

    def _pass_all(self) -> None:
        for place in range(len(self.columns)):
            self._pass(place)

    def _set_in_gap(
        self, place: int, ways: Mapping[Key, Sequence[LaidLine]], lower: float, upper: float
    ) -> None:
        def wanted(key: Key) -> float:
            before = [self.height_in(line, place - 1) for line in ways[key]]
            after = [self.height_in(line, place + 1) for line in ways[key]]
            inside = [height for height in (*after, *before) if lower <= height <= upper]
            height = inside[0] if inside else sum((*before, *after)) / (2 * len(before))
            return min(max(height, lower), upper)

        def order(key: Key) -> tuple[float, float]:
            around = [self.height_in(line, at) for line in ways[key] for at in (place - 1, place + 1)]
            return -wanted(key), -sum(around) / len(around)

        keys = sorted(ways, key=order)
        apart = _APART
        if math.isfinite(upper - lower) and len(keys) > 1:
            apart = min(apart, max(_LEAST, (upper - lower) / (len(keys) - 1)))
        for key, height in zip(keys, spread([wanted(key) for key in keys], lower, upper, apart), strict=True):
            self.height[place, key] = height

    def _order_ends(self) -> None:
        """Let the lines at a side of a card leave it in the order of where they lead, loops at its foot, as far apart as
        their labels are high."""
        sides: dict[tuple[str, bool], list[tuple[float, LaidLine, LineEnd]]] = {}
        for line in self.lines:
            for end, is_tail in ((line.tail, True), (line.head, False)):
                if end.is_free:
                    beside = self.number[end.card.name] + (1 if is_tail else -1)
                    side = sides.setdefault((end.card.name, is_tail), [])
                    side.append((self.height_in(line, beside), line, end))
        for line in self.loops:
            side = sides.setdefault((line.tail.card.name, True), [])
            side += [(-math.inf, line, line.tail), (-math.inf, line, line.head)]
        for (_, is_tail), ends in sides.items():
            card, even = ends[0][2].card, sorted((end.y for _, _, end in ends), reverse=True)
            ends.sort(key=lambda row: -row[0])
            rooms = [_room(upper[1:], lower[1:], is_tail) for upper, lower in pairwise(ends)]
            lowest, highest = card.bottom + _FROM_CORNER, card.top - _FROM_CORNER
            share = min(
                1.0, max(0.0, highest - lowest) / (sum(rooms) or 1.0)
            )  # closer, rather than beside the card
            rooms = [room * share for room in rooms]
            heights = levelled(even, [1.0] * len(even), rooms, min(lowest, card.y), max(highest, card.y))
            for (_, _, end), height in zip(ends, heights, strict=True):
                end.move(height)

    def _part_kinds(self) -> None:
        """Set ends of lines of two kinds at one place a little apart."""
        places: dict[Key, dict[str, list[LineEnd]]] = {}
        for line in self.lines:
            for end in (line.tail, line.head):
                if not end.is_free:
                    place = (end.card.name, round(end.apart), round(end.above))
                    places.setdefault(place, {}).setdefault(line.kind, []).append(end)
        for kinds in places.values():
            for number, (_, ends) in enumerate(sorted(kinds.items())):
                for end in ends:
                    end.above += ((len(kinds) - 1) / 2 - number) * _BETWEEN_KINDS

    def _straighten(self) -> None:
        """Move free ends along their cards where a line then runs straight."""
        ends: dict[tuple[str, bool], list[tuple[float, LineEnd]]] = {}
        for line in (*self.lines, *self.loops):
            ends.setdefault((line.tail.card.name, True), []).append((line.label[1], line.tail))
            ends.setdefault((line.head.card.name, line.is_loop), []).append((line.head.count[1], line.head))
        for line in self.lines:
            for end, is_tail in ((line.head, False), (line.tail, True)):
                beside = self.number[end.card.name] + (1 if is_tail else -1)
                height = self.height_in(line, beside)
                if end.is_free and _may_stand(end, height, ends[end.card.name, is_tail]):
                    end.move(height)

    def _labels_from(self) -> dict[str, float]:
        begin: dict[str, float] = {}
        for line in (*self.lines, *self.loops):
            name = line.tail.card.name
            for end in (line.tail, line.head) if line.is_loop else (line.tail,):
                begin[name] = max(begin.get(name, 0.0), end.apart + end.room + _BESIDE)
        for name in {line.tail.card.name: None for line in self.loops}:
            begin[name] += _ROUND_LOOPS
        return begin

    def _passes(self, line: LaidLine) -> Iterable[ChannelPass]:
        first, last = self.number[line.tail.card.name], self.number[line.head.card.name]
        for place in range(first, last):
            enters = _shared(line, line.tail) if place == first else self.passing(line, place)
            leaves = _shared(line, line.head) if place + 1 == last else self.passing(line, place + 1)
            start, end = self.height_in(line, place), self.height_in(line, place + 1)
            yield ChannelPass(line, place, enters, leaves, start, end)


def spread(wanted: Sequence[float], lower: float, upper: float, apart: float) -> list[float]:
    """Return heights from the highest down, as near to the wanted ones as so much apart lets them be."""
    heights: list[float] = []
    for number, height in enumerate(wanted):
        height = min(height, upper - number * apart)
        heights.append(min(height, heights[-1] - apart) if heights else height)
    for number in range(len(heights)):
        place = len(heights) - 1 - number
        heights[place] = max(heights[place], lower + number * apart)
        if number:
            heights[place] = max(heights[place], heights[place + 1] + apart)
    return heights


def levelled(
    wanted: Sequence[float], weights: Sequence[float], rooms: Sequence[float], lowest: float, highest: float
) -> list[float]:
    """Return heights from the highest down, at least so much apart and within bounds, whose squared distances from the
    wanted ones are least in sum."""
    above = [0.0, *accumulate(rooms)]
    blocks: list[tuple[float, float, int]] = []
    for height, weight, moved in zip(wanted, weights, above, strict=True):
        block = (height + moved, weight, 1)
        while blocks and blocks[-1][0] < block[0]:
            upper, heavy, count = blocks.pop()
            together = heavy + block[1]
            block = ((upper * heavy + block[0] * block[1]) / together, together, count + block[2])
        blocks.append(block)
    level = [height for height, _, count in blocks for _ in range(count)]
    return [
        max(lowest + above[-1], min(highest, height)) - moved
        for height, moved in zip(level, above, strict=True)
    ]


def columns_of(layout: Layout) -> Columns | None:
    """Return the columns of a drawing; None where cards don't stand in columns, or a line leads back."""
    middles: dict[int, list[LaidCard]] = {}
    for card in layout.cards:
        middles.setdefault(round(card.x), []).append(card)
    columns: list[list[LaidCard]] = []
    for _, cards in sorted(middles.items()):
        near = columns and abs(columns[-1][0].x - cards[0].x) <= 2
        columns = [*columns[:-1], [*columns[-1], *cards]] if near else [*columns, cards]
    for column in columns:
        column.sort(key=lambda card: -card.y)
    for left, right in pairwise(columns):
        if max(card.right for card in left) > min(card.left for card in right):
            return None
    number = {card.name: place for place, column in enumerate(columns) for card in column}
    for line in layout.lines:
        first, last = number[line.tail.card.name], number[line.head.card.name]
        at_sides = line.tail.apart > 0 and (line.is_loop or line.head.apart < 0)
        if not at_sides or (first >= last and not line.is_loop):
            return None
    return Columns(columns, layout.lines)


def _shared(line: LaidLine, end: LineEnd) -> Key:
    if end.is_free:
        return (line.number,)
    return ("at", line.kind, end.card.name, round(end.apart), round(end.above, 1))


def _room(upper: tuple[LaidLine, LineEnd], lower: tuple[LaidLine, LineEnd], is_tail: bool) -> float:
    """How far apart the ends of two lines at a side of a card are at least."""
    (line, end), (other, below) = upper, lower
    if line is other:
        return max(_IN_LOOP, line.label[1] + _BETWEEN_LABELS)
    sizes = (line.label[1] + other.label[1]) / 2 if is_tail else (end.count[1] + below.count[1]) / 2
    return max(_BETWEEN_ENDS, sizes + _BETWEEN_LABELS)


def _may_stand(end: LineEnd, height: float, beside: Sequence[tuple[float, LineEnd]]) -> bool:
    """Whether an end may be so high: on its card, clear of its neighbours, and not past one of them."""
    card = end.card
    if not card.bottom + _FROM_CORNER <= height <= card.top - _FROM_CORNER:
        return False
    own = next(size for size, other in beside if other is end)
    for size, other in beside:
        apart = max(_BETWEEN_ENDS, (own + size) / 2 + _BETWEEN_LABELS)
        crosses = (other.y < end.y) != (other.y < height)
        if other is not end and (crosses or abs(other.y - height) < apart):
            return False
    return abs(height - end.y) <= _STRAIGHTENED
