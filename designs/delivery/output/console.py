"""Text for a terminal: names that people typed can't move its cursor or turn its direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
_WIDE = frozenset("WF")


def plain(text: str) -> str:
    """The text with control, direction and unpaired characters as escapes."""
    return "".join(_escaped(char) if _unsafe(char) else char for char in text)


def table(rows: Iterable[Sequence[str]], widest: int = 48) -> str:
    """Columns of left-aligned cells, two spaces apart; the last is not cut."""
    lines = [[plain(cell) for cell in row] for row in rows]
    lines = [[_cut(cell, widest) for cell in row[:-1]] + list(row[-1:]) for row in lines]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(_padded, row, widths)).rstrip() for row in lines)


def _unsafe(char: str) -> bool:
    return char in _DIRECTION or unicodedata.category(char) in ("Cc", "Cs")


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in _WIDE else 1 for char in text)


def _cut(text: str, widest: int) -> str:
    return text if len(text) <= widest else text[: widest - 1] + "…"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
