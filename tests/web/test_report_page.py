"""The report as a page: what its emitter writes comes back as the words that it was given."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.compiler.emit.markdown import Document, _shown, code, emphasis, escaped, strong
from designs.delivery.pages.report_page import Block, blocks, inline

from .conftest import LIBRARY

GOLDEN = sorted((Path(__file__).resolve().parent.parent / "golden").glob("*/report.md"))
ANY = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40) | st.text("*`|\\_&<>#- a", max_size=20)
HOSTILE = "</bdi><script>alert(1)</script>*`|` **<img src=x onerror=alert(1)>\\"


def bare(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@given(ANY)
@settings(deadline=None)
def test_text_comes_back(text: str) -> None:
    assert bare(inline(escaped(text))) == _shown(text)
    assert bare(inline(strong(text).markdown)) == _shown(text) or not text.strip() or text != text.strip()


@given(ANY)
@settings(deadline=None)
def test_code_comes_back(text: str) -> None:
    assert bare(inline(code(text).markdown)) == (_shown(text) or '""').replace("\\|", "|")


@given(st.lists(st.tuples(ANY, ANY), min_size=1, max_size=3))
@settings(deadline=None)
def test_cells_of_a_table_come_back(rows: list[tuple[str, str]]) -> None:
    page = Document()
    page.table(("One", "Two"), [(one, code(two)) for one, two in rows], right=(1,))
    (table,) = blocks(page.text())
    assert table.kind == "table" and table.right == (1,)
    for (one, two), cells in zip(rows, table.rows[1:], strict=True):
        assert len(cells) == 2
        assert bare(cells[0]) == _shown(one)
        assert bare(cells[1]).replace("\\", "") == (_shown(two) or '""').replace("\\", "")


def cites(markdown: str) -> list[str]:
    """The codes that are links."""
    return re.findall(r'<a href="/handbook/[^"]*">([^<]*)</a>', inline(markdown))


def test_what_cites_a_rule_or_an_overlay_leads_to_the_handbook() -> None:
    assert cites("attributes: colour (P3: one index)") == ["P3"]
    assert cites("`x: 1`: `BUCKET` by B4") == ["B4"]
    assert cites("G5") == ["G5"] and cites("**B4**: a page") == ["B4"]
    assert cites("*B4* and (X99: none), P3 and B4 by name, `(B4: code)`") == []


def test_marks_become_tags() -> None:
    page = Document()
    page.heading(2, "Part ", emphasis("one"))
    page.paragraph(strong("B7"), ": ", emphasis("x ", code("a`b")))
    page.bullets(["first", ("second ", code("c"))])
    heading, text, items = blocks(page.text())
    assert heading == Block("section", inline("Part *one*"))
    assert text.html == (
        '<strong><a href="/handbook/rules/few-and-owned/">B7</a></strong>: <em>x <code><bdi>a`b</bdi></code></em>'
    )
    assert [bare(one[0]) for one in items.rows] == ["first", "second c"]


def test_hostile_text_stays_text() -> None:
    page = Document()
    page.paragraph(HOSTILE, strong(HOSTILE), code(HOSTILE))
    page.bullets([HOSTILE])
    page.table(("a", "b"), [(HOSTILE, code(HOSTILE))])
    for block in blocks(page.text()):
        for html in (block.html, *(cell for row in block.rows for cell in row)):
            tags = set(re.findall(r"<[^>]*>", html))
            assert tags <= {"<strong>", "</strong>", "<em>", "</em>", "<code>", "</code>", "<bdi>", "</bdi>"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_every_report_is_read_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = blocks(text)
    assert {"title", "section", "part", "text", "table"} <= {block.kind for block in found}
    lines = [line for line in text.splitlines() if line and not re.match(r"\| ?-", line)]
    assert sum(max(1, len(block.rows)) for block in found) == len(lines)


@pytest.mark.usefixtures("library")
def test_heads_of_numbers_stand_as_their_numbers_do(client: Client) -> None:
    page = client.get("/designs/log-hosts/report/").content.decode()
    forecast = page.partition("<summary><h3>Forecast</h3>")[2]
    columns = re.findall(r'<table class="([^"]+)">', forecast)[0].split()
    assert columns[0] == "right-1"
    sheet = (LIBRARY.parents[1] / "static" / "css" / "queries.css").read_text(encoding="utf-8")
    for name in columns:  # the head and its column by one rule
        assert f".{name} tr > :nth-child({int(name.removeprefix('right-')) + 1})" in sheet


@pytest.mark.usefixtures("library")
def test_the_whole_design_is_searched_where_it_is_asked_for(client: Client) -> None:
    page = client.get("/designs/blog/report/").content.decode()
    assert 'href="?whole=yes#whole"' in page and "Lower bound" not in page
    page = client.get("/designs/blog/report/?whole=yes").content.decode()
    assert "Lower bound" in page and "Differences" in page
    assert 'id="whole"' in page and "/designs/blog/what-if/?b=cheapest" in page
