"""Markdown out: text of people stays text, and tables can be read as they stand."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, strategies

from designs.compiler.emit.markdown import Document, Span, code, emphasis, escaped, inline, joined, strong

HOSTILE = [
    "# heading", "- item", "1. item", "1) item", "> quote", "```fence", "`code`", "*a*", "_a_", "__init__", "[a](b)",
    "![a](b)", "<script>", "a | b", "~~a~~", "&lt;", "a\nb", "---", "===", "+ a", "https://x.org", "www.x.org", "a@b.c",
    "$x$", "\\", "\\*", "\u202eabc", "\u2028", "\x07", "a\tb", "学生 🎓", "|", "!", "http:", "a_b", "\\|", "`|`",
]  # fmt: skip


def read_back(markdown: str) -> str:
    """The text that inline Markdown without markup shows."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown))


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text(text: str) -> None:
    markdown = escaped(text)
    assert "\n" not in markdown
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", markdown)
    assert not re.search(r"[`*\[\]|<~$]|!\[|://|www\.", bare)
    assert not re.match(r"[#>+\-=]|\d+[.)](\s|$)", markdown)
    assert not re.search(r"(?<!\w)_|_(?!\w)", bare)


@given(strategies.text())
def test_text_reads_back(text: str) -> None:
    shown = read_back(escaped(text))
    plain = " ".join(text.split())
    if all(char.isprintable() for char in plain):
        assert shown == plain
    assert shown.isprintable() or any(ord(char) > 127 for char in shown)


def test_hidden_characters_are_shown() -> None:
    assert read_back(escaped("a\u202eb")) == "a\\u202eb"
    assert read_back(escaped("a\x07b")) == "a\\u0007b"


@given(strategies.text(min_size=1).filter(lambda text: text.strip() != ""))
def test_a_code_span_ends_where_it_should(text: str) -> None:
    span = code(text).markdown
    fence = re.match("`+", span)
    if fence is None:
        assert span == '""'
        return
    inner = span[len(fence[0]) : -len(fence[0])]
    assert max((len(run) for run in re.findall("`+", inner)), default=0) < len(fence[0])
    assert "\n" not in span


def test_readable_text_is_left_alone() -> None:
    for text in (
        "Reference to orders (B5, guideline 5: unbounded)",
        "1..5 per student; at most 10%",
        "snake_case, it's",
    ):
        assert escaped(text) == text


def test_blocks() -> None:
    page = Document()
    page.heading(1, "C #")
    page.heading(2, "A *b*", Span(": "), code("c"))
    page.paragraph(strong("x"), " and ", emphasis("y"), Span("."))
    page.bullets(["# one", ("two ", code("2"))])
    page.bullets([])
    assert page.text() == "# C \\#\n\n## A \\*b\\*: `c`\n\n**x** and *y*.\n\n- \\# one\n- two `2`\n"


def test_tables_are_aligned_and_keep_their_cells() -> None:
    page = Document()
    page.table(
        ("Name", "Size"), [("a|b", "1"), (code("x|y"), "22"), (joined([code("p"), "q|r"]), "学")], right=(1,)
    )
    lines = page.text().splitlines()
    assert lines[0] == "| Name      | Size |"
    assert lines[1] == "| --------- | ---: |"
    assert lines[2] == "| a\\|b      |    1 |"
    assert lines[3] == "| `x\\|y`    |   22 |"
    assert lines[4] == "| `p`, q\\|r |   学 |"


@given(
    strategies.lists(
        strategies.tuples(strategies.text(), strategies.sampled_from(HOSTILE)), min_size=1, max_size=4
    )
)
def test_a_table_has_as_many_cells_as_it_was_given(rows: list[tuple[str, str]]) -> None:
    page = Document()
    page.table(("A", "B"), [(one, code(other)) for one, other in rows])
    lines = page.text().splitlines()
    assert len(lines) == len(rows) + 2
    for line in lines:
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3, line


def test_parts_side_by_side() -> None:
    assert inline("a ", Span("b"), " c", "") == "a b c"
