"""DOT, the language of Graphviz: a graph as values, and the only place where its text is escaped.

Identifiers, classes and colours are ours; text of a design stands only in cells and labels. Nothing
here can emit an attribute that loads or links something (URL, href, image, shapefile).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import msgspec

from ..content_cache import LONGEST

LIMIT = 4_000
"""Longest text of one label, in characters: far below the 16 KB that Graphviz's scanner holds."""

_PLAIN = re.compile(r"[\w\xa0 .,:;()*+/=|!?{}-]*\Z")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
    "[": "&#91;",
    "]": "&#93;",
    "\t": " ",
}
_SPECIAL = re.compile("[&<>\"'\\[\\]\t]")


_WIDTH, _HEIGHT = 0.58, 1.25
"""Of a letter and of a line, in sizes of the font."""
_SIZE = 11.0


class TextRun(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A piece of text in one style. size: points, 0 for the node's own. face: a font's name. below: whether it begins a
    new line of its cell."""

    text: str
    size: float = 0
    colour: str = ""
    face: str = ""
    bold: bool = False
    italic: bool = False
    below: bool = False


class Cell(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A cell of a table: runs on one line or below one another, or a table inside. port: where edges may end.
    width, height: least size in points, the very size where valign (TOP or BOTTOM) is set. padding: points around, None for the table's own."""

    runs: tuple[TextRun, ...] = ()
    table: Table | None = None
    port: str = ""
    align: str = ""
    colspan: int = 1
    rowspan: int = 1
    width: int = 0
    height: int = 0
    fill: str = ""
    valign: str = ""
    padding: int | None = None


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table of cells, rows in order. border, spacing, padding: points. colour: of its border."""

    rows: tuple[tuple[Cell, ...], ...]
    border: int = 0
    spacing: int = 0
    padding: int = 0
    colour: str = ""
    fill: str = ""


class DotNode(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A node that is a table. id: an identifier of ours. classes: for style sheets of a page."""

    id: str
    table: Table
    classes: str = ""


class Edge(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An edge. tail, head: ``node``, ``node:port`` or ``node:port:compass``. Labels are plain text or
    a table; outer_label: one that the layout places beside the edge when all else stands.
    attributes: further ones of ours, as (name, value)."""

    tail: str
    head: str
    classes: str = ""
    label: str | Table = ""
    tail_label: str | Table = ""
    head_label: str | Table = ""
    outer_label: str | Table = ""
    attributes: tuple[tuple[str, str], ...] = ()


class Graph(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A directed graph. label: a table beside the drawing (its title, its legend)."""

    nodes: tuple[DotNode, ...]
    edges: tuple[Edge, ...] = ()
    label: Table | None = None
    classes: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    node_attributes: tuple[tuple[str, str], ...] = ()
    edge_attributes: tuple[tuple[str, str], ...] = ()


def write(graph: Graph) -> str:
    """The graph as DOT text, one statement a line, ASCII and UTF-8 as it is."""
    lines = ["digraph design {"]
    lines += [f"  {kind} {_attributes(pairs)};" for kind, pairs in _defaults(graph) if pairs]
    if graph.label:
        lines.append(f"  label=<{_table(graph.label)}>;")
    lines += [f"  {_identifier(node.id)} {_node(node)};" for node in graph.nodes]
    lines += [f"  {_end(edge.tail)} -> {_end(edge.head)} {_edge(edge)};" for edge in graph.edges]
    return "\n".join([*lines, "}", ""])


_EDGE_LINE = re.compile(r"  [A-Za-z_][\w:]* -> [A-Za-z_][\w:]* \[")
_UNSEEN = 'style="invis"'


def is_in_columns(text: str) -> bool:
    """Return whether a text of ours draws cards in columns, between which lines lead to the right."""
    return text.startswith("digraph design {") and 'rankdir="LR"' in text


def numbered(text: str) -> str:
    """Return a text of ours in which each edge has its number, to be found again in what Graphviz makes of it."""
    return _with_attributes(text, lambda number: {"number": str(number)})


def with_places(text: str, nodes: Mapping[str, str], edges: Mapping[int, Mapping[str, str]]) -> str:
    """Return a text of ours to be drawn as it stands: each node's place, and what each edge has beside its own
    attributes, by its number. Edges that are not to be seen are left out."""
    body = _with_attributes(text, lambda number: edges.get(number, {})).rstrip().removesuffix("}")
    places = [f"  {_identifier(name)} {_attributes([('pos', place)])};" for name, place in nodes.items()]
    lines = [line for line in body.splitlines() if not (_EDGE_LINE.match(line) and _UNSEEN in line)]
    return "\n".join([*lines, *places, "}", ""])


def _with_attributes(text: str, of_edge: Callable[[int], Mapping[str, str]]) -> str:
    lines = text.split("\n")
    numbers = (place for place, line in enumerate(lines) if _EDGE_LINE.match(line))
    for number, place in enumerate(numbers):
        more = _attributes(of_edge(number).items())[1:-1]
        head = _EDGE_LINE.match(lines[place])
        if more and head:
            lines[place] = f"{head[0]}{more}, {lines[place][head.end() :]}"
    return "\n".join(lines)


def invisible(tail: str, head: str, span: int) -> Edge:
    """An edge that only keeps its ends so many ranks apart."""
    apart = (("minlen", str(span)),) if span > 1 else ()
    return Edge(tail=tail, head=head, attributes=(("style", "invis"), *apart))


def plain(text: str) -> str:
    """Text as a quoted DOT string whose rendered label is that text, line for line."""
    if _PLAIN.match(text) and len(text) <= LIMIT:
        return f'"{text}"'
    text = _NOT_XML.sub("\ufffd", text[:LIMIT]).replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def html(text: str, size: float = 0) -> str:
    """Text inside an HTML label. Each backslash is a run of its own, else ``\\N`` would be expanded."""
    if _PLAIN.match(text) and len(text) <= LIMIT:
        return text
    text = _NOT_XML.sub("", text[:LIMIT]).replace("\r\n", "\n").replace("\r", "\n")
    backslash = f'<FONT POINT-SIZE="{size or 14:g}">&#92;</FONT>'
    lines = (_SPECIAL.sub(lambda hit: _ENTITIES[hit[0]], line) for line in text.split("\n"))
    return "<BR/>".join(line.replace("\\", backslash) or "&#160;" for line in lines)


def _defaults(graph: Graph) -> Iterable[tuple[str, tuple[tuple[str, str], ...]]]:
    classes = (("class", graph.classes),) if graph.classes else ()
    yield "graph", (*classes, *graph.attributes)
    yield "node", graph.node_attributes
    yield "edge", graph.edge_attributes


def _attributes(pairs: Iterable[tuple[str, str]]) -> str:
    return f"[{', '.join(f'{_identifier(name)}={plain(value)}' for name, value in pairs)}]"


def _identifier(text: str) -> str:
    if not _IDENTIFIER.match(text):
        raise ValueError(f"not an identifier of ours: {text!r}")
    return text


def _end(text: str) -> str:
    return ":".join(_identifier(part) for part in text.split(":"))


def _node(node: DotNode) -> str:
    return f"[class={plain(node.classes)}, label=<{_table(node.table)}>]"


def _edge(edge: Edge) -> str:
    labels = {
        "label": edge.label, "taillabel": edge.tail_label, "headlabel": edge.head_label, "xlabel": edge.outer_label,
    }  # fmt: skip
    parts = [f"class={plain(edge.classes)}"]
    for name, label in labels.items():
        if label:
            parts.append(f"{name}={plain(label) if isinstance(label, str) else f'<{_table(label)}>'}")
    parts += [f"{_identifier(name)}={plain(value)}" for name, value in edge.attributes]
    return f"[{', '.join(parts)}]"


def _table(table: Table) -> str:
    head = (
        f'BORDER="{table.border}" CELLBORDER="0" CELLSPACING="{table.spacing}" CELLPADDING="{table.padding}"'
    )
    head += f' COLOR="{table.colour}"' if table.colour else ""
    head += f' BGCOLOR="{table.fill}"' if table.fill else ""
    rows = "".join([f"<TR>{''.join([_cell(cell) for cell in row])}</TR>" for row in table.rows])
    return f"<TABLE {head}>{rows}</TABLE>"


def _cell(cell: Cell) -> str:
    head = f' PORT="{cell.port}"' if cell.port else ""
    head += f' ALIGN="{cell.align}"' if cell.align else ""
    head += f' BGCOLOR="{cell.fill}"' if cell.fill else ""
    head += f' COLSPAN="{cell.colspan}"' if cell.colspan > 1 else ""
    head += f' ROWSPAN="{cell.rowspan}"' if cell.rowspan > 1 else ""
    head += f' WIDTH="{cell.width}"' if cell.width else ""
    head += f' HEIGHT="{cell.height}"' if cell.height else ""
    head += f' FIXEDSIZE="TRUE" VALIGN="{cell.valign}"' if cell.valign else ""
    head += f' CELLPADDING="{cell.padding}"' if cell.padding is not None else ""
    return f"<TD{head}>{_table(cell.table) if cell.table else ''.join(map(_run, cell.runs))}</TD>"


def _run(run: TextRun) -> str:
    return _short_run(run) if len(run.text) <= LONGEST else _any_run(run)


def _any_run(run: TextRun) -> str:
    head = f' POINT-SIZE="{run.size:g}"' if run.size else ""
    head += f' COLOR="{run.colour}"' if run.colour else ""
    head += f' FACE="{run.face}"' if run.face else ""
    text = html(run.text, run.size)
    for tag, wanted in (("I", run.italic), ("B", run.bold)):
        text = f"<{tag}>{text}</{tag}>" if wanted and run.text else text
    text = f"<FONT{head}>{text}</FONT>" if head and run.text else text
    return f"<BR/>{text}" if run.below else text


_short_run = lru_cache(maxsize=4096)(_any_run)
"""Glyphs, types and marks come again in every card."""


def size_of(table: Table) -> tuple[float, float]:
    """Return about how wide and high a table is drawn, in points."""
    widths, heights = [0.0], [0.0]
    for row in table.rows:
        cells = [_size_of_cell(cell, table) for cell in row]
        widths.append(sum(width for width, _ in cells))
        heights.append(max((height for _, height in cells), default=0.0))
    return max(widths), sum(heights)


def _size_of_cell(cell: Cell, table: Table) -> tuple[float, float]:
    padding = 2 * (table.padding if cell.padding is None else cell.padding)
    if cell.table:
        width, height = size_of(cell.table)
    else:
        width, height = _size_of_runs(cell.runs)
    return max(width + padding, cell.width), height + padding


def _size_of_runs(runs: Iterable[TextRun]) -> tuple[float, float]:
    widest = above = width = height = 0.0
    for run in runs:
        if run.below:
            widest, above = max(widest, width), above + height
            width = height = 0.0
        size = run.size or _SIZE
        width += len(run.text) * size * _WIDTH
        height = max(height, size * _HEIGHT)
    return max(widest, width), above + height
