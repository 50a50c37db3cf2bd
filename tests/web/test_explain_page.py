"""The page Explain: what each operation should walk, and what came of it where the script's output is pasted."""

from __future__ import annotations

import json

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("library")
ADDRESS = "/designs/web-shop/explain/"


def _paste(*changes: dict[str, object]) -> str:
    lines = ['--- explain of "Web shop" ---']
    lines += [json.dumps(change) for change in changes]
    return "\n".join([*lines, "--- end of explain ---"])


def test_before_a_paste_the_forecasts_are_shown(client: Client) -> None:
    page = client.get(ADDRESS).content.decode().partition("<main")[2].partition("</main>")[0]
    assert "product page" in page and "slug_1" in page and "verdict" not in page and "<dt>" not in page


def test_a_paste_is_compared(client: Client) -> None:
    read = {"stages": ["FETCH", "IXSCAN"], "returned": 1, "docsExamined": 1}
    paste = _paste(
        {"operation": "product page", "indexes": ["slug_1"], **read},
        {"operation": "log in", "stages": ["COLLSCAN"], "docsExamined": 9000, "returned": 1},
        {"operation": "order page", "refused": "<b>not authorized</b>"},
    )
    page = client.post(ADDRESS, {"text": paste}).content.decode()
    assert "1 of 2 forecasts were right." in page
    assert "not as forecast: scans the whole collection" in page and "9,000 examined, 1 returned" in page
    assert "&lt;b&gt;not authorized" in page and "<b>not" not in page
    assert "<dt>not as forecast: scans the whole collection</dt>" in page and "Run setup.js" in page
    assert "<dt>rejected by the server</dt>" in page and "uses another index" not in page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing to compare."),
        ("rs0 [direct: primary]", "This isn’t the output of 07_explain.js"),
        ('--- explain of "Zoo" ---\n--- end of explain ---', "another design, “Zoo”"),
        ('--- explain of "Web shop" ---\n{"operation"', "The end is missing"),
        ('--- explain of "Web shop" ---\n{"operation"\n--- end of explain ---', "Line 2 can’t be read"),
    ],
)
def test_a_bad_paste_gets_a_clear_word(client: Client, text: str, words: str) -> None:
    response = client.post(ADDRESS, {"text": text})
    assert response.status_code == 422 and words in response.content.decode()
