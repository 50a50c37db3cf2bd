"""Find the lines of a design's files that contain some words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from designs.compiler import OutputFile

MOST_LINES = 200
"""Lines that one search lists. Who gets more needs a better word, not a longer list."""
LONGEST_WORDS = 200
_CHARACTERS_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: its number, from 1, and as much of its text as a list has room for."""

    number: int
    text: str


def lines_with(words: str, files: Iterable[OutputFile]) -> tuple[dict[str, list[Line]], bool]:
    """Return the lines with these words by path, in either case, and whether there are more than MOST_LINES."""
    sought = words.casefold()
    matches = [*islice(_matches(sought, files), MOST_LINES + 1)]
    by_path: dict[str, list[Line]] = {}
    for path, line in matches[:MOST_LINES]:
        by_path.setdefault(path, []).append(line)
    return by_path, len(matches) > MOST_LINES


def _matches(sought: str, files: Iterable[OutputFile]) -> Iterator[tuple[str, Line]]:
    for file in files:
        for number, text in enumerate(file.text.split("\n"), 1):
            if sought in text.casefold():
                yield file.path, Line(number, _excerpt(text, text.casefold().index(sought)))


def _excerpt(text: str, at: int) -> str:
    """Return the text from a little before the place on, where it begins too early to be seen."""
    start = max(0, at - 20) if at > _CHARACTERS_SHOWN // 2 else 0
    return ("…" if start else "") + text[start : start + _CHARACTERS_SHOWN].strip()
