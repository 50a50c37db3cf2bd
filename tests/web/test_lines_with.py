"""Find in outputs: the lines of all files that contain some words."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from designs.compiler import OutputFile
from designs.delivery.output.lines_with import MOST_LINES, Line, lines_with

PAGE = "/designs/university/scripts/"


def text_file(path: str, text: str) -> OutputFile:
    return OutputFile(path=path, text=text, media_type="text/plain")


def test_lines_with_words_in_either_case() -> None:
    files = [
        text_file("a.js", "// Students\nfind();\n"),
        text_file("b.js", "x\n\nstudents"),
        text_file("c", ""),
    ]
    by_path, are_more = lines_with("sTUDents", files)
    assert by_path == {"a.js": [Line(1, "// Students")], "b.js": [Line(3, "students")]} and not are_more


def test_many_lines_are_listed_in_part() -> None:
    files = [text_file("a.js", "x\n" * (MOST_LINES - 1)), text_file("b.js", "x\nx\n")]
    by_path, are_more = lines_with("x", files)
    assert [len(lines) for lines in by_path.values()] == [MOST_LINES - 1, 1] and are_more
    assert not lines_with("x", files[:1])[1]


def test_a_late_match_in_a_long_line_is_in_sight() -> None:
    (line,) = lines_with("here", [text_file("a.js", "a" * 5000 + "here" + "b" * 5000)])[0]["a.js"]
    assert "here" in line.text and line.text.startswith("…") and len(line.text) < 200


def test_the_page_lists_lines_and_marks_those_of_the_file(client: Client, library: None) -> None:
    html = client.get(PAGE, {"q": "posted_by"}).content.decode()
    listed = re.findall(r'href="(\?q=posted_by&amp;file=[^"]*#line-(\d+))"', html)
    assert len({unescape(address).partition("#")[0] for address, _ in listed}) > 3
    address = next(unescape(address) for address, _ in listed if "02_indexes" in address)
    shown = client.get(PAGE + address.partition("#")[0]).content.decode()
    marked = dict(re.findall(r'<mark id="line-(\d+)">(.*?)</mark>', shown, re.DOTALL))
    assert address.rpartition("-")[2] in marked
    assert all("posted_by" in re.sub(r"<[^>]*>", "", line) for line in marked.values())


def test_the_first_file_with_the_words_is_shown(client: Client, library: None) -> None:
    html = client.get(PAGE, {"q": "digraph"}).content.decode()
    assert '<h2 id="output-name"><bdi>diagrams/conceptual.dot</bdi></h2>' in html


def test_words_that_no_line_contains(client: Client, library: None) -> None:
    html = client.get(PAGE, {"q": '<script>"&'}).content.decode()
    assert "No line contains this text." in html and "<mark" not in html
    assert 'value="&lt;script&gt;&quot;&amp;"' in html
    assert "mongosh/setup.js" in html


def test_spaces_alone_are_no_search(client: Client, library: None) -> None:
    html = client.get(PAGE, {"q": "   "}).content.decode()
    assert "output-lines" not in html and '<details class="output-list" open>' in html
