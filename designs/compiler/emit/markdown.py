"""Markdown out: a typed builder. Plain text is escaped, markup comes only from here.

Text of people cannot become a heading, a list, a link, HTML or a table's end; hidden characters
are shown as escapes. The result is meant to be read as it stands, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ..content_cache import of_a_short_text, once

_SPECIAL = re.compile(
    r"[\\`*\[\]|~@$]|(?<![^\W_])_|_(?![^\W_])|!(?=\[)|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE
)
_AT_START = re.compile(r"(?:[#+\-=>]|\d+(?=[.)](?:\s|$)))")
_WIDEST = 60  # columns that a table is padded to
_JOINERS = "\u200c\u200d"  # they shape letters and emoji


class Span(msgspec.Struct, frozen=True):
    """A piece of inline Markdown that was made here."""

    markdown: str


Inline = str | Span


def _shown(text: str) -> str:
    """The text on one line, hidden characters written as escapes."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(_visible(char) for char in line)


def _visible(char: str) -> str:
    if char.isprintable() or char in _JOINERS or unicodedata.category(char) == "Zs":
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escaped(text: str) -> str:
    """Plain text as inline Markdown that shows just this text."""
    shown = _SPECIAL.sub(lambda match: f"\\{match[0]}", _shown(text))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;")
    start = _AT_START.match(shown)
    if start is None:
        return shown
    return f"{start[0]}\\{shown[start.end() :]}" if start[0].isdigit() else f"\\{shown}"


@of_a_short_text(4096)  # names and types come again
def code(text: str) -> Span:
    """The text as a code span, its fence longer than any run of backticks inside."""
    shown = _shown(text)
    if not shown:
        return Span('""')
    if "`" not in shown:
        return Span(f"`{shown}`")
    fence = "`" * (max(len(run) for run in re.findall("`+", shown)) + 1)
    pad = " " if shown[0] == "`" or shown[-1] == "`" else ""
    return Span(f"{fence}{pad}{shown}{pad}{fence}")


def strong(*parts: Inline) -> Span:
    """The parts in bold."""
    return Span(f"**{inline(*parts)}**")


def emphasis(*parts: Inline) -> Span:
    """The parts in italics."""
    return Span(f"*{inline(*parts)}*")


def joined(parts: Iterable[Inline], between: str = ", ") -> Span:
    """Several parts with a separator of ours between them."""
    return Span(between.join([_written(part) for part in parts]))


def inline(*parts: Inline) -> str:
    """Parts side by side, as they are: what is text is escaped."""
    return "".join([_written(part) for part in parts])


def _written(part: Inline) -> str:
    return part.markdown if type(part) is Span else _kept_spaces(str(part))


@of_a_short_text(4096)  # a report says the same few words in most of its cells
def _kept_spaces(text: str) -> str:
    """Escaped, with one space kept where the part began or ended with one."""
    if not text.strip():
        return " " if text else ""
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return f"{before}{escaped(text)}{after}"


class Document:
    """A Markdown document, block by block."""

    def __init__(self) -> None:
        self._blocks: list[str] = []

    def heading(self, level: int, *parts: Inline) -> None:
        """A heading of level 1 to 6."""
        words = re.sub(r"(?<=\s)(#+)$", r"\\\1", inline(*parts))  # else it would be a closing sequence
        self._blocks.append(f"{'#' * level} {words}")

    def paragraph(self, *parts: Inline) -> None:
        """A paragraph."""
        self._blocks.append(inline(*parts))

    def bullets(self, items: Iterable[Inline | Sequence[Inline]]) -> None:
        """A list; an item is a part or several."""
        lines = [f"- {inline(item) if isinstance(item, str | Span) else inline(*item)}" for item in items]
        if lines:
            self._blocks.append("\n".join(lines))

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[Inline]],
        right: Sequence[int] = (),
        centred: Sequence[int] = (),
    ) -> None:
        """A table with its columns padded, so that it reads as text. right: columns of numbers. centred: of marks."""
        cells = [[inline(cell) for cell in head], *([_cell(cell) for cell in row] for row in rows)]
        widths = [min(_WIDEST, max(3, *_widths(column))) for column in zip(*cells, strict=True)]
        rule = [
            f"{':' if place in centred else '-'}{'-' * (width - 2)}{':' if place in right or place in centred else '-'}"
            for place, width in enumerate(widths)
        ]
        self._blocks.append("\n".join([_row(row, widths, right) for row in [cells[0], rule, *cells[1:]]]))

    def part(self, kind: str, of: Any, write: Callable[[Document], None]) -> None:
        """Blocks that need writing once while what they tell ``of`` stays the same."""
        self._blocks += once(kind, lambda: of, lambda: _part(write))

    def text(self) -> str:
        """The whole document, with a final newline."""
        return "\n\n".join(self._blocks) + "\n"


def _part(write: Callable[[Document], None]) -> list[str]:
    page = Document()
    write(page)
    return page._blocks


def _cell(part: Inline) -> str:
    """A table ends a cell at any bar, even in a code span."""
    markdown = _written(part)
    if "|" not in markdown:
        return markdown
    return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", markdown)


def _widths(column: Sequence[str]) -> Iterable[int]:
    if "".join(column).isascii():
        return map(len, column)
    return [len(text) if text.isascii() else len(text) + _wide(text) for text in column]


@of_a_short_text(4096)
def _wide(text: str) -> int:
    """How many of the characters take two columns."""
    return sum(unicodedata.east_asian_width(char) in "WF" for char in text)


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    rooms = widths
    if not "".join(cells).isascii():
        rooms = [
            width if cell.isascii() else width - _wide(cell)
            for cell, width in zip(cells, widths, strict=True)
        ]
    padded = [*map(str.ljust, cells, rooms)]
    for place in right:
        padded[place] = cells[place].rjust(rooms[place])
    return f"| {' | '.join(padded)} |"
