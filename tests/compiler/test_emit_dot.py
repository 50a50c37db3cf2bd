"""DOT: what is written is read back from a drawn SVG, however hostile the text."""

from __future__ import annotations

import re
import subprocess
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designs.compiler.emit.dot import Cell, DotNode, Edge, Graph, Table, TextRun, html, plain, write

SVG = "{http://www.w3.org/2000/svg}"
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
HOSTILE = (
    r"\N", r"\G \E \T \H \L \l \r \n", "\\", "a\\", '"', "'", "<b>x</b>", "&amp;", "&#92;N", "]]>", "[x]", "<", ">", "&",
    "</TABLE>>]; evil [label=x", "<!--", "-->", "${x}", "%%{init}", "\u2028", "\u202e abc", "\U0001f600", "日本語", "العربية",
    "a\r\nb", "a\n\nb", "\t", "\x00\x01\x1b", "\x7f\x85\x9f", "\ufffe\uffff", "__proto__", "javascript:alert(1)", "x" * 5000,
)  # fmt: skip
pieces = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.sampled_from("\\NGETHLlrn\"'<>&;#[]{}|%$`\n\t 0é日"), max_size=12)
)
texts = st.one_of(
    st.lists(pieces, max_size=4).map("".join), st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
)


def drawn(text: str) -> ElementTree.Element:
    """The SVG of a graph, strictly parsed."""
    made = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert not made.stderr, made.stderr
    return ElementTree.fromstring(made.stdout)


def words(element: ElementTree.Element) -> str:
    """All drawn text, without white space."""
    return bare("".join(part.text or "" for part in element.iter(f"{SVG}text")))


def bare(text: str) -> str:
    return "".join(text.split())


def groups(root: ElementTree.Element, kind: str) -> dict[str, ElementTree.Element]:
    found = (group for group in root.iter(f"{SVG}g") if kind in group.get("class", "").split())
    return {group.findtext(f"{SVG}title", ""): group for group in found}


def one_cell(number: int, text: str) -> DotNode:
    return DotNode(
        id=f"e{number}",
        table=Table(rows=((Cell(runs=(TextRun(text=text, size=9),), port="p"),),)),
        classes="card",
    )


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(texts, min_size=1, max_size=25))
def test_every_text_is_drawn_as_it_is(found: list[str]) -> None:
    nodes = tuple(one_cell(number, text) for number, text in enumerate(found))
    edges = tuple(
        Edge(tail=f"e{n}:p", head="e0:p", classes="tie", label=text) for n, text in enumerate(found)
    )
    root = drawn(
        write(Graph(nodes=nodes, edges=edges, label=Table(rows=((Cell(runs=(TextRun(text=found[0]),)),),))))
    )
    cells, ties = (
        groups(root, "card"),
        [g for g in root.iter(f"{SVG}g") if "tie" in g.get("class", "").split()],
    )
    assert [words(cells[f"e{n}"]) for n in range(len(found))] == [
        bare(NOT_XML.sub("", text[:4000])) for text in found
    ]
    assert sorted(map(words, ties)) == sorted(bare(NOT_XML.sub("\ufffd", text[:4000])) for text in found)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "g", "title", "text", "path", "polygon", "polyline", "ellipse",
    }  # fmt: skip


def test_a_backslash_is_a_run_of_its_own() -> None:
    assert html(r"a\N", 9) == 'a<FONT POINT-SIZE="9">&#92;</FONT>N'


def test_plain_labels_double_backslashes_and_decode_no_entities() -> None:
    assert plain('\\"&lt;\r\n\x00') == '"\\\\\\"&amp;lt;\\n\ufffd"'


@pytest.mark.parametrize("end", ["e1 e2", "e1:", 'e1"', "1e", "e1:p;", ""])
def test_ends_are_identifiers_of_ours(end: str) -> None:
    with pytest.raises(ValueError, match="identifier"):
        write(Graph(nodes=(), edges=(Edge(tail=end, head="e1"),)))


def test_nothing_that_loads_or_links_can_be_written() -> None:
    node = one_cell(1, 'x" URL="javascript:alert(1)" <IMG SRC="/etc/passwd"/>')
    text = write(
        Graph(nodes=(node,), edges=(Edge(tail="e1", head="e1", label='x", URL="javascript:alert(1)'),))
    )
    root = drawn(text)
    assert not [name for element in root.iter() for name in element.attrib if "href" in name]
    assert not [element for element in root.iter() if element.tag.endswith(("}a", "}image"))]
