"""Cards: titled tables of field rows, with blocks of rows nested inside them. Two columns only, so
that names and types line up on both sides at every depth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ..model.field_types import BY_NAME
from .dot import Cell, Table, TextRun, size_of
from .palette import BLOCK, FAMILY, FRAME, INK, INVERSE, KIND, MONO, MUTED, PAPER

LONGEST = 40
"""Columns that a name may take: a Latin letter takes one, an ideograph or an emoji two."""
_ROOM = "\u00a0"
NAME_SIZE = 12
"""Points of the smallest text of a card that has names alone."""
_BREAKS = re.compile(r"(?<=[\s_])(?=[^\s_])|(?<=[a-z0-9])(?=[A-Z])")
_LONGEST_LINE = 22
"""Columns of a line of a name that has no place to break it."""
_FROM_ITS_LINE = 3
"""Points between a label and the line that it interrupts."""
_BRACKETS = {"array": "[\u00a0]", "object": "{\u00a0}"}
_WIDE = (
    (0x1100, 0x115F),
    (0x2E80, 0xA4CF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0x1F000, 0x3FFFF),
)


class Row(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One field. types: names of the type table; none where the row stands for fields that are left out. element: type of an array's elements, or of what is
    in arrays of arrays; levels: how deep they nest. bound: how many elements. remark: a word in small behind the name. block: names a ground of the palette and makes the inner rows a framed block;
    without it they are indented. port: where its edges end."""

    name: str
    types: tuple[str, ...]
    element: tuple[str, ...] = ()
    levels: int = 1
    required: bool = False
    remark: str = ""
    bound: str = ""
    port: str = ""
    block: str = ""
    rows: tuple[Row, ...] = ()


class Card(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A card. fill: of its head. remark: in small beside the title. double: a double frame."""

    title: str
    fill: str
    remark: str = ""
    rows: tuple[Row, ...] = ()
    double: bool = False
    port: str = ""


_OF_LOOP = 44
"""Points that the end of an edge that comes back takes."""
_LEAST_ROOM = 12
MOST_PLAIN = 30
"""Rows of a card with nothing inside that are all shown."""


def shortened(rows: Sequence[Row], kept: Container[str] = ()) -> tuple[Row, ...]:
    """Return the rows of a card without the last of very many plain ones, and a row in their place that says how many they
    are. kept: ports of rows that stay, as unique ones do, and those with others inside."""
    plain = [row for row in rows if not row.rows and row.port not in kept and "unique" not in row.remark]
    left_out = plain[MOST_PLAIN:]
    if len(left_out) < 2:  # the row that says so takes as much
        return tuple(rows)
    more, unseen = Row(name=f"\u2026 {len(left_out)} more", types=()), {id(row) for row in left_out}
    shown = (
        more if row is left_out[0] else row for row in rows if row is left_out[0] or id(row) not in unseen
    )
    return tuple(shown)


def columns(text: str) -> int:
    """How many columns a text takes, an ideograph or an emoji counting two."""
    return len(text) if text.isascii() else sum(2 if _is_wide(ord(letter)) else 1 for letter in text)


def shorten(text: str, longest: int = LONGEST) -> str:
    """The text on one line, cut with an ellipsis where it takes more columns than it may."""
    text = text if text.isascii() and text.isprintable() else " ".join(text.split()) or _ROOM
    if columns(text) <= longest:
        return text
    kept, used = [], 1
    for letter in text:
        used += columns(letter)
        if used > longest:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "\u2026"


def card(content: Card, least: int = 0) -> Table:
    """The table of a card: its head, then a line for each field, and room below them up to a least height in points, which
    would pull the lines apart else."""
    table = Table(
        rows=(_head(content), *_lines(content.rows, 0)),
        border=1, padding=3, colour=FRAME, fill=PAPER,
    )  # fmt: skip
    missing = least - round(size_of(table)[1])
    if missing > _LEAST_ROOM:
        table = replace(table, rows=(*table.rows, (Cell(height=missing),)))
    if not content.double:
        return table
    return Table(rows=((Cell(table=table),),), border=1, spacing=2, colour=FRAME, fill=PAPER)


def name_card(title: str, remark: str = "", parts: Sequence[str] = ()) -> Table:
    """The small card of a slide: the name in lines, the remark below it, then the names of what is inside."""
    lines = name_lines(title)
    head = [
        TextRun(text=line, size=NAME_SIZE + 1, colour=INVERSE, bold=True, below=number > 0)
        for number, line in enumerate(lines)
    ]
    if remark:
        # High blanks on both sides keep the line clear of underscores above it.
        high = TextRun(text=_ROOM, size=NAME_SIZE + 5, below=True)
        count = TextRun(text=remark, size=NAME_SIZE, colour=INVERSE)
        head += [high, count, TextRun(text=_ROOM, size=NAME_SIZE + 5)]
    fill, (ground, _) = KIND["entity"], BLOCK["embedded"]
    width = max(_least_width(line, NAME_SIZE + 1) for line in lines)
    rows = [(Cell(runs=tuple(head), fill=fill, width=width),)]
    rows += [(_part(name, ground),) for name in parts]
    return Table(rows=tuple(rows), border=1, padding=3, colour=FRAME, fill=fill)


def _part(name: str, ground: str) -> Cell:
    run = TextRun(text=name, size=NAME_SIZE, colour=INK)
    return Cell(runs=(run,), align="LEFT", fill=ground, width=_least_width(name, NAME_SIZE))


def name_lines(text: str, longest: int = 16) -> list[str]:
    """A name in lines of about so many columns, broken at spaces, behind underscores and before capitals."""
    lines = [""]
    for piece in _BREAKS.split(shorten(text)):
        if lines[-1] and columns(lines[-1] + piece.rstrip()) > longest:
            lines.append("")
        lines[-1] += piece
    return [shorten(line.strip(), _LONGEST_LINE) for line in lines]


def height_of_slots(left: int, right: int, loops: int = 0, step: int = 26) -> int:
    """Return how many points the places of `with_slots` take."""
    return max(step * left, step * (right - 2 * loops) + _OF_LOOP * 2 * loops)


def with_slots(table: Table, left: int, right: int, loops: int = 0, step: int = 26) -> Table:
    """The table with evenly spaced places on both sides where edges end: ``l1`` ..., ``r1`` ...

    No two edges then meet in one point, so that the counts at their ends keep apart. loops: how
    many pairs, the last on the right, stand close together, for edges that come back. step: points from one to the next."""
    height = max(left, right)
    if not height:
        return table
    rows: list[list[Cell]] = [[] for _ in range(height)]
    _slots(rows, "l", [""] * left, step)
    rows[0].append(Cell(table=table, rowspan=height))
    _slots(rows, "r", [""] * (right - 2 * loops) + ["BOTTOM", "TOP"] * loops, step)
    return Table(rows=tuple(map(tuple, rows)))


def slot(used: Counter[str], node: str, side: str) -> str:
    """Return the next place at a side of a card, ``l`` or ``r``, and count it."""
    used[f"{node}:{side}"] += 1
    return f"{side}{used[f'{node}:{side}']}"


def legend(title: str, subtitle: str, types: Iterable[str], lines: Sequence[tuple[TextRun, ...]]) -> Table:
    """The title of a drawing with its key: the type families that it shows, then further lines."""
    glyphs: dict[str, str] = {}
    for name in types:
        glyphs.setdefault(BY_NAME[name].family, BY_NAME[name].glyph)
    key: list[TextRun] = []
    for family in (name for name in FAMILY if name in glyphs):
        key += [TextRun(text=glyphs[family], size=9, colour=FAMILY[family], face=MONO, bold=True)]
        key += [TextRun(text=f"{_ROOM}{family}{_ROOM * 4}", size=9, colour=MUTED)]
    head = (
        TextRun(text=shorten(title, 80), size=16, colour=INK, bold=True),
        TextRun(text=_ROOM * 2 + subtitle, size=11, colour=MUTED),
    )
    rows = ((), head, *((tuple(key),) if key else ()), *lines)
    return Table(rows=tuple((Cell(runs=row, align="LEFT"),) for row in rows), padding=3)


def tag(lines: Sequence[str], room: int = 0, lowered: bool = False) -> Table:
    """A label of an edge on the drawing's ground, so that no line runs through its text. room: points kept free on both
    sides. lowered: a line lower than its place."""
    if not room:
        return Table(rows=tuple((Cell(runs=(TextRun(text=line),)),) for line in lines), fill=PAPER)
    apart = Cell(width=_FROM_ITS_LINE)
    text = Table(rows=tuple((apart, Cell(runs=(TextRun(text=line),)), apart) for line in lines), fill=PAPER)
    beside = Cell(width=room)
    above = ((Cell(runs=(TextRun(text=_ROOM),)),),) if lowered else ()
    return Table(rows=((beside, Cell(table=Table(rows=(*above, (Cell(table=text),)))), beside),))


def swatch(fill: str, text: str) -> tuple[TextRun, ...]:
    """A coloured square and what it means, for a legend."""
    return TextRun(text="\u25a0", size=11, colour=fill), words(text)


def words(text: str) -> TextRun:
    """Small text of a legend, with room behind it."""
    return TextRun(text=_ROOM + text.replace(" ", _ROOM) + _ROOM * 4, size=9, colour=MUTED)


def _is_wide(code: int) -> bool:
    return any(low <= code <= high for low, high in _WIDE)


def _head(content: Card) -> tuple[Cell, ...]:
    title = shorten(content.title)
    runs = [TextRun(text=title, size=12, colour=INVERSE, bold=True)]
    if content.remark:
        runs.append(TextRun(text=_ROOM * 3 + content.remark, size=9, colour=INVERSE, italic=True))
    width = _least_width(title, 12)
    return (
        Cell(
            runs=tuple(runs),
            colspan=2,
            align="LEFT",
            fill=content.fill,
            padding=5,
            width=width,
            port=content.port,
        ),
    )


def _lines(rows: Iterable[Row], depth: int) -> Iterable[tuple[Cell, ...]]:
    for row in rows:
        if row.block and row.rows:
            yield (Cell(table=_block(row), colspan=2, padding=3),)
            continue
        yield _line(row, depth)
        if row.rows:
            yield from _lines(row.rows, depth + 1)


def _block(row: Row) -> Table:
    ground, frame = BLOCK[row.block]
    return Table(rows=(_line(row, 0), *_lines(row.rows, 0)), border=1, padding=3, colour=frame, fill=ground)


def _line(row: Row, depth: int) -> tuple[Cell, ...]:
    name = shorten(row.name)
    if not row.types:
        return (Cell(runs=(TextRun(text=_ROOM * 5 + name, colour=MUTED),), align="LEFT", colspan=2),)
    runs = [
        _glyph(row.types[0], depth),
        TextRun(text=name, colour=INK, bold=bool(row.rows) or row.name == "_id"),
    ]
    if row.remark:
        runs.append(TextRun(text=_ROOM + row.remark, size=8, colour=MUTED, italic=True))
    types = _type_runs(row.types, row.element, bool(row.rows), row.bound, row.levels, row.required)
    return (
        Cell(runs=tuple(runs), align="LEFT", port=row.port, width=_least_width(name, 11)),
        Cell(runs=types, align="RIGHT", port=row.port and f"{row.port}r"),
    )


@lru_cache(maxsize=256)
def _glyph(name: str, depth: int) -> TextRun:
    kind = BY_NAME[name]
    text = _ROOM * 4 * depth + kind.glyph.ljust(5, _ROOM)
    return TextRun(text=text, size=9, colour=FAMILY[kind.family], face=MONO, bold=True)


@lru_cache(maxsize=1024)
def _type_runs(
    types: tuple[str, ...], element: tuple[str, ...], filled: bool, bound: str, levels: int, required: bool
) -> tuple[TextRun, ...]:
    own = _BRACKETS.get(types[0], types[0]) * levels if filled or element else types[0]
    inner = " | ".join(name for name in element if name != "object" or not filled)
    text = " | ".join([f"{inner}{_ROOM}{own}" if inner else own, *types[1:]])
    room = TextRun(text=_ROOM * 3)  # as high as the name beside it, so that both stand on one line
    runs = (room, TextRun(text=text + "!" * required, size=10, colour=FAMILY[BY_NAME[types[0]].family]))
    return (*runs, TextRun(text=_ROOM * 2 + bound, size=10, colour=INK, bold=True)) if bound else runs


def _least_width(text: str, size: int) -> int:
    """Least width of a cell whose text a reader's font may draw wider than the one at hand."""
    return 0 if text.isascii() else round((columns(text) + 5) * size * 0.6)


def _slots(rows: list[list[Cell]], side: str, places: list[str], step: int) -> None:
    """Add a narrow cell for each place; one with a vertical alignment keeps its own height."""
    for number, valign in enumerate(places):
        start, end = number * len(rows) // len(places), (number + 1) * len(rows) // len(places)
        height = _OF_LOOP if valign else step * (end - start)
        place = Cell(port=f"{side}{number + 1}", rowspan=end - start, width=1, height=height, valign=valign)
        rows[start].append(place)
