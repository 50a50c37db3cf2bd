"""The faults of a design file at their lines: the file numbered, whole or around the faults."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from designs.compiler import Finding, offsets

MOST_SHOWN = 100
SHOWN_WHOLE = 120
AROUND = 3
WIDEST = 240
_BEFORE = 60
_BYTE = re.compile(r"byte (\d+)\Z")


@dataclass(frozen=True)
class Fault:
    """A fault with its line, None where it is about the whole file, and the anchor of its row."""

    finding: Finding
    line: int | None = None
    anchor: str = ""


@dataclass
class Row:
    """A line of the file, or the part of a long one that a fault stands in. skipped: lines left out
    before it. cut_before, cut_after: the line goes on there."""

    line: int
    anchor: str
    text: str
    cut_before: bool = False
    cut_after: bool = False
    skipped: int = 0
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True)
class Listing:
    """The faults that are shown, the rows that show them, and how many faults and lines are left."""

    faults: tuple[Fault, ...]
    rows: tuple[Row, ...]
    more: int
    skipped_after: int

    @property
    def count(self) -> int:
        """How many faults there are."""
        return len(self.faults) + self.more


def text_of(content: bytes) -> str:
    """The content as text, what is no UTF-8 as U+FFFD."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def listing(content: bytes, findings: Iterable[Finding]) -> Listing:
    """Each fault at its line."""
    every = tuple(findings)
    text = content.decode("utf-8-sig", "replace")
    shown = every[:MOST_SHOWN]
    places = _offsets(content, text, shown)
    lines = text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    placed = [_placed(finding, places.get(finding.subject), starts) for finding in shown]
    placed.sort(key=lambda pair: (pair[0].line or 0, pair[1]))
    rows = _rows(lines, placed)
    left = len(lines) - rows[-1].line if rows else 0
    return Listing(tuple(fault for fault, _ in placed), tuple(rows), len(every) - len(shown), left)


def _offsets(content: bytes, text: str, findings: tuple[Finding, ...]) -> dict[str, int]:
    subjects = [finding.subject for finding in findings]
    bare = content.removeprefix(codecs.BOM_UTF8)
    hits = ((subject, _BYTE.match(subject)) for subject in subjects)
    by_subject = {
        subject: len(bare[: int(hit[1])].decode("utf-8", "replace")) for subject, hit in hits if hit
    }
    try:
        return by_subject or offsets(text, subjects)
    except ValueError:  # too large or too deep to have been read
        return {}


def _placed(finding: Finding, offset: int | None, starts: list[int]) -> tuple[Fault, int]:
    """The fault, and how far into its line it stands. starts: of each line, and of one behind the last."""
    if offset is None:
        return Fault(finding), 0
    line = min(bisect_right(starts, offset), len(starts) - 1)
    start, end = starts[line - 1], starts[line] - 1
    anchor = f"line-{line}-{offset - start}" if end - start > WIDEST else f"line-{line}"
    return Fault(finding, line, anchor), offset - start


def _rows(lines: list[str], placed: list[tuple[Fault, int]]) -> list[Row]:
    by_line: dict[int, list[tuple[Fault, int]]] = {}
    for fault, column in placed:
        if fault.line is not None:
            by_line.setdefault(fault.line, []).append((fault, column))
    rows: list[Row] = []
    before = 0
    for number in _shown_lines(len(lines), by_line):
        fresh = list(_rows_of(number, lines[number - 1].rstrip("\r"), by_line.get(number, [])))
        fresh[0].skipped = number - before - 1
        rows += fresh
        before = number
    return rows


def _shown_lines(count: int, faulty: Iterable[int]) -> list[int]:
    if not faulty:
        return []
    if count <= SHOWN_WHOLE:
        return list(range(1, count + 1))
    near = {line + step for line in faulty for step in range(-AROUND, AROUND + 1)}
    return sorted(line for line in near if 1 <= line <= count)


def _rows_of(number: int, line: str, faults: list[tuple[Fault, int]]) -> Iterator[Row]:
    if len(line) <= WIDEST or not faults:
        row = Row(number, f"line-{number}", line[:WIDEST], cut_after=len(line) > WIDEST)
        row.faults = [fault for fault, _ in faults]
        yield row
        return
    for column in sorted({column for _, column in faults}):
        start = max(0, column - _BEFORE)
        shown = line[start : start + WIDEST]
        row = Row(number, f"line-{number}-{column}", shown, start > 0, start + WIDEST < len(line))
        row.faults = [fault for fault, at in faults if at == column]
        yield row
