"""report.md as a page: the few kinds of block that the report is written in, as HTML.

It reads what `compiler/emit/markdown` writes, nothing else; every word is escaped on its way, and the
codes of rules lead to the handbook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from designs.compiler import weight
from designs.kept import keeping

from ..handbook.citations import cited, cited_alone
from ..output.breakable import breakable

_TOKEN = re.compile(
    r"\\(?P<kept>.)|(?P<fence>`+)(?P<code>.+?)(?<!`)(?P=fence)(?!`)|(?P<mark>\*\*|\*)|&(?P<name>amp|lt);"
)
FORECAST = "Forecast"
"""The section with the table of the collections whose growth follows from the design."""
_CELL_END = re.compile(r"(?<!\\)(?:\\\\)*\|")
_TAGS = {"**": "strong", "*": "em"}
_SIGNS = {"amp": "&", "lt": "<"}


@dataclass(frozen=True)
class Block:
    """kind: title, section, part, text, list, table or charts. html: of a heading or paragraph. rows: items
    of a list (one cell each) or rows of a table, the head first. right: columns of numbers. marks: whether the last
    columns hold a mark each. charts: each with its caption."""

    kind: str
    html: str = ""
    rows: tuple[tuple[SafeString, ...], ...] = ()
    right: tuple[int, ...] = ()
    marks: bool = False
    charts: tuple[tuple[str, SafeString], ...] = ()


_OF_BLOCK, _OF_ROW, _OF_CELL = 500, 100, 24
"""Bytes of a block, of a row of it and of a cell, beside its words: what a short text takes is rounded up."""


def size_of_blocks(blocks: Sequence[Block], *_: str) -> int:
    """Return about how many bytes blocks take."""
    return sum(
        _OF_BLOCK
        + weight(block.html)
        + weight(block.rows)
        + sum(_OF_ROW + _OF_CELL * len(row) for row in block.rows)
        for block in blocks
    )


@keeping(size_of_blocks)
def blocks(text: str) -> tuple[Block, ...]:
    """The report's blocks in order."""
    return tuple(_block(part) for part in text.strip("\n").split("\n\n") if part)


@dataclass(frozen=True)
class Section:
    """Blocks under one heading. anchor: its id on the page. folded: whether it is looked up: it stands in the
    reference, behind what everybody reads."""

    html: str
    anchor: str
    folded: bool
    blocks: tuple[Block, ...]


def sections(
    report: Sequence[Block], charts: Sequence[tuple[str, SafeString]] = (), findings: str = ""
) -> tuple[tuple[Block, ...], list[Section]]:
    """Return what stands before the first section, and the sections. charts: with their captions, put behind the
    numbers of the forecast. findings: the address of the page of findings, which the report names."""
    intro: list[Block] = []
    parts: list[tuple[Block, bool, list[Block]]] = []
    is_reference = False
    for plain in report[1:]:  # the design's name is the page's
        block = _linked(plain, findings) if findings else plain
        if block.kind == "title":
            is_reference = True
        elif block.kind == "section":
            parts.append((block, is_reference, []))
        else:
            (parts[-1][2] if parts else intro).append(block)
            if charts and parts and parts[-1][0].html == FORECAST and block.kind == "table":
                parts[-1][2].append(Block("charts", charts=tuple(charts)))
    return tuple(intro), [
        Section(heading.html, f"part-{number}", folded, tuple(inside))
        for number, (heading, folded, inside) in enumerate(parts, 1)
    ]


_SEE_FINDINGS = "See Findings"


def _linked(block: Block, findings: str) -> Block:
    """A block whose mention of the page of findings leads there."""
    link = format_html('See <a href="{}">Findings</a>', findings)
    rows = tuple(tuple(_with(cell, link) for cell in row) for row in block.rows)
    return replace(block, html=_with(block.html, link), rows=rows)


def _with(html: str, link: SafeString) -> SafeString:
    return mark_safe(html.replace(_SEE_FINDINGS, link))  # noqa: S308  (of parts that are escaped)


def inline(text: str) -> SafeString:
    """A line of the report as HTML."""
    open_tags: list[str] = []
    html = "".join([*_pieces(text, open_tags), *(f"</{tag}>" for tag in reversed(open_tags))])
    return mark_safe(html)  # noqa: S308  (words are escaped one by one; a test feeds hostile text)


def _pieces(text: str, open_tags: list[str]) -> Iterator[str]:
    place = 0
    for token in _TOKEN.finditer(text):
        yield _said(text[place : token.start()], open_tags)
        place = token.end()
        if token["mark"]:
            yield _mark(_TAGS[token["mark"]], open_tags)
        elif token["code"]:
            yield f"<code><bdi>{breakable(_code(token['code']))}</bdi></code>"
        else:
            yield escape(token["kept"] or _SIGNS[token["name"]])
    yield _said(text[place:], open_tags)


def _said(text: str, open_tags: list[str]) -> str:
    """Words, escaped. A name that a person gave stands in italics and cites nothing."""
    words = str(escape(text))
    return words if "em" in open_tags else cited(cited_alone(words))


def _mark(tag: str, open_tags: list[str]) -> str:
    if open_tags and open_tags[-1] == tag:
        open_tags.pop()
        return f"</{tag}>"
    open_tags.append(tag)
    return f"<{tag}>"


def _code(text: str) -> str:
    """Without the pad that a backtick at either end asks for; a bar in a table is escaped in code too."""
    padded = "`" in text and text[:1] == text[-1:] == " "
    return (text[1:-1] if padded else text).replace("\\|", "|")


def _block(part: str) -> Block:
    head = re.match(r"(#{1,3}) ", part)
    if head:
        return Block(("title", "section", "part")[len(head[1]) - 1], inline(part[head.end() :]))
    if part.startswith("- "):
        return Block("list", rows=tuple((inline(line[2:]),) for line in part.split("\n")))
    if part.startswith("| "):
        head_row, rule, *rows = part.split("\n")
        ways = _cells(rule)
        right = tuple(place for place, way in enumerate(ways) if way[0] != ":" and way[-1] == ":")
        cells = tuple(tuple(map(inline, _cells(row))) for row in (head_row, *rows))
        return Block("table", rows=cells, right=right, marks=ways[-1].startswith(":"))
    return Block("text", inline(part))


def _cells(row: str) -> list[str]:
    """The cells of a table's row, without the bars around it."""
    cells, start = [], 1
    for end in _CELL_END.finditer(row, 1):
        cells.append(row[start : end.end() - 1].strip())
        start = end.end()
    return cells
