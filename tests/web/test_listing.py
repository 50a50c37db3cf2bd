"""Listings: the text stays itself, comments and fields link, hostile text stays text."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from designs.delivery.compiled.compiled_design import opened
from designs.delivery.compiled.queries import functions
from designs.delivery.intake.examples import Example, examples
from designs.delivery.pages.listing import Mark, annotated

from .library_rows import SLUGS

TEXT = """// Example, "B7" as a word
[
  {
    _id: 1,  // primary key
    // embedded: few (B7, guideline 3)
    emails: [
      {
        email: "a",
        "odd \\" key": 2,  // an index (B5: unbounded)
      },
    ],
    email: "b",
  },
]
"""
MARK = Mark("emails.email", "place-1-1", "/d#decision-1", "Decision: emails")


def bare(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def test_its_words_are_the_text() -> None:
    assert bare(annotated(TEXT, "a.js", (MARK,))) == TEXT


@pytest.mark.parametrize("example", examples(), ids=SLUGS)
def test_every_file_of_the_library_stays_itself(example: Example) -> None:
    result = opened(example.text)
    for file in (*result.within("documents"), *result.within("mongosh")):
        assert bare(annotated(file.text, file.path)) == file.text


@pytest.mark.parametrize("example", examples(), ids=SLUGS)
def test_each_function_of_a_script_has_an_anchor_around_its_lines(example: Example) -> None:
    (text,) = (file.text for file in opened(example.text).files if file.path == "mongosh/04_queries.js")
    parts = functions(text)
    html = annotated(text, "a.js", parts=tuple((f"f-{name}", code) for name, code in parts))
    assert bare(html) == text
    for name, code in parts:
        inside = html.partition(f'<span class="part" id="f-{name}">')[2]
        assert bare(inside).startswith(f"{code}\n")
    assert html.count('class="part"') == len(parts) > 0


def test_rules_in_comments_are_links_and_words_are_not() -> None:
    html = annotated(TEXT, "a.js")
    assert re.findall(r'<a href="(/handbook/[^"]*)">(\w+)</a>', html) == [
        ("/handbook/rules/few-and-owned/", "B7"),
        ("/handbook/rules/too-many/", "B5"),
    ]


def test_overlays_and_gates_in_comments_are_links_too() -> None:
    html = annotated("// attributes: a, b (P3: one index)\n// may outgrow it (G2: up to 9)\n[]\n", "a.js")
    assert re.findall(r'<a href="(/handbook/[^"]*)">(\w+)</a>', html) == [
        ("/handbook/patterns/attribute/", "P3"),
        ("/handbook/gates/too-many-embedded/", "G2"),
    ]


def test_a_line_of_comment_folds_with_its_line_break() -> None:
    assert annotated(TEXT, "a.js").count('<span class="remark">') == 2
    assert re.search(r'<span class="remark">[^\n]*\n</span>', annotated(TEXT, "a.js"))


def test_a_field_gets_the_anchor_of_its_decision() -> None:
    line = next(one for one in annotated(TEXT, "a.js", (MARK,)).split("\n") if "place-1-1" in one)
    assert bare(line).strip() == 'email: "a",'
    assert 'href="/d#decision-1"' in line and 'aria-label="Decision: emails"' in line


def test_hostile_text_stays_text() -> None:
    hostile = '</span><script>alert(1)</script>"'
    text = f"// {hostile} (B7)\nname: '{hostile}',  // {hostile}\n"
    mark = Mark("name", "place-1-1", "/d", hostile)
    html = annotated(text, "a.js", (mark,))
    assert "<script" not in html and bare(html) == text


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_link_between_decisions_and_documents_arrives(client: Client, slug: str) -> None:
    decisions = client.get(f"/designs/{slug}/decisions/").content.decode()
    documents = client.get(f"/designs/{slug}/documents/").content.decode()
    to_documents = re.findall(r'href="/designs/[^"]*/documents/#([^"]*)"', decisions)
    to_decisions = re.findall(r'href="/designs/[^"]*/decisions/#([^"]*)"', documents)
    assert all(f'id="{anchor}"' in documents for anchor in to_documents), to_documents
    assert all(f'id="{anchor}"' in decisions for anchor in to_decisions)
    assert to_documents or "decision-1" not in decisions
