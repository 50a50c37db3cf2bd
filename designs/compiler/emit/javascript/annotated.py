"""Example documents as a JavaScript array: values with comments above and beside their fields.

A comment is written where its field first appears and not again, so that the first document
explains and the others show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

import msgspec

from .values import INDENT, comment, head, literal

_WIDEST = 120  # of a line with the comment beside it
_GAP = 2

Path = tuple[str, ...]


class Words(msgspec.Struct, frozen=True, gc=False):
    """What is said of a field. above: on lines before it; beside: behind it; end: the last line
    of its array, or behind it where the array stands on one line. where: the name of the field
    beside it that tells the kinds apart, and the kinds that it is said of; None: of all."""

    above: str = ""
    beside: str = ""
    end: str = ""
    where: tuple[str, tuple[str, ...]] | None = None

    def fits(self, beside: Mapping[str, Any]) -> bool:
        """Whether it is said of a field of this object."""
        return self.where is None or beside.get(self.where[0]) in self.where[1]


class _Row(msgspec.Struct, frozen=True, gc=False):
    text: str
    beside: str = ""


_NONE = Words()


def documents(
    values: Iterable[Mapping[str, Any]], words: Mapping[Path, list[Words]], heads: Iterable[str] = ()
) -> str:
    """An array literal of documents. words: by path of names, array elements adding none; several
    where kinds differ in a field of one name.
    heads: for each document the comment above it, "" for none."""
    writer = _Writer(words)
    rows = [_Row("[")]
    for value, above in zip(values, heads, strict=True):
        if above:
            rows.append(_Row(comment(above, 1)))
        rows += writer.document(value)
    return "\n".join(_lines([*rows, _Row("]")])) + "\n"


class _Writer:
    """Writes documents one after the other, and each comment once."""

    def __init__(self, words: Mapping[Path, list[Words]]) -> None:
        self.words = {path: list(said) for path, said in words.items()}
        self.leading = {path[:length] for path in words for length in range(len(path))}
        """Paths of what holds something with words."""

    def document(self, value: Mapping[str, Any]) -> list[_Row]:
        return [_Row(f"{INDENT}{{"), *self.members(value, (), 2), _Row(f"{INDENT}}},")]

    def members(self, value: Mapping[str, Any], path: Path, depth: int) -> list[_Row]:
        rows: list[_Row] = []
        for name, inner in value.items():
            here = (*path, name)
            words = self.taken(here, value)
            if words.above:
                rows.append(_Row(comment(words.above, depth)))
            rows += self.entry(head(name), inner, here, depth, words)
        return rows

    def taken(self, path: Path, beside: Mapping[str, Any]) -> Words:
        """What is said here, and not again."""
        waiting = self.words.get(path, [])
        words = next((candidate for candidate in waiting if candidate.fits(beside)), _NONE)
        if words is not _NONE:
            waiting.remove(words)
        return words

    def entry(self, head: str, value: Any, path: Path, depth: int, words: Words) -> list[_Row]:
        pad = INDENT * depth
        if not self.says(value, path):
            return _plain(head, value, depth, words)
        if isinstance(value, dict):
            return [
                _Row(f"{pad}{head}{{", words.beside),
                *self.members(value, path, depth + 1),
                _Row(f"{pad}}},"),
            ]
        rows = [_Row(f"{pad}{head}[", words.beside)]
        for item in value:
            rows += self.entry("", item, path, depth + 1, _NONE)
        end = [_Row(comment(words.end, depth + 1))] if words.end else []
        return [*rows, *end, _Row(f"{pad}],")]

    def says(self, value: Any, path: Path) -> bool:
        """Whether something inside of the value has words that are not written yet."""
        if path not in self.leading or not isinstance(value, dict | list | tuple):
            return False
        if isinstance(value, dict):
            return any(
                any(candidate.fits(value) for candidate in self.words.get((*path, name), ()))
                or self.says(inner, (*path, name))
                for name, inner in value.items()
            )
        return any(self.says(item, path) for item in value)


def _plain(head: str, value: Any, depth: int, words: Words) -> list[_Row]:
    """A value without comments inside: on one line where it fits."""
    pad = INDENT * depth
    text = literal(value, depth, room=len(head) + 1)
    if "\n" not in text:
        beside = f"{words.beside}; {words.end}" if words.beside and words.end else words.beside or words.end
        return [_Row(f"{pad}{head}{text},", beside)]
    lines = text.split("\n")
    end = [_Row(comment(words.end, depth + 1))] if words.end else []
    inner = [_Row(line) for line in lines[1:-1]]
    return [_Row(f"{pad}{head}{lines[0]}", words.beside), *inner, *end, _Row(f"{lines[-1]},")]


def _lines(rows: Iterable[_Row]) -> list[str]:
    """The rows as lines; comments beside neighbours of one depth stand in one column."""
    lines: list[str] = []
    for depth, run in groupby(rows, key=lambda row: _indent(row.text) if row.beside else None):
        alike = list(run)
        lines += [row.text for row in alike] if depth is None else _aligned(alike)
    return lines


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _aligned(rows: list[_Row]) -> list[str]:
    said = [(row.text, comment(row.beside), row.beside) for row in rows]
    short = [text for text, words, _ in said if len(text) + _GAP + len(words) <= _WIDEST]
    column = max(map(len, short), default=0) + _GAP
    lines: list[str] = []
    for text, words, plain in said:
        if column + len(words) <= _WIDEST and len(text) + _GAP <= column:
            lines.append(f"{text:<{column}}{words}")
        elif len(text) + _GAP + len(words) <= _WIDEST:
            lines.append(f"{text}{' ' * _GAP}{words}")
        else:
            lines += [comment(plain, _indent(text) // len(INDENT)), text]
    return lines
