"""A design of 100 entities: few questions to the database, pages that a browser takes at once."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.test import Client

from bench.workload import design
from designs import store
from designs.store.commits import creating

from .test_pages import PAGES

pytestmark = pytest.mark.django_db

ENTITIES = 100
MOST_QUESTIONS = 12
MOST_BYTES = 800_000
MOST_OF_REPORT = 1_000_000  # one text, to print and search as a whole


@pytest.fixture
def large(client: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    # With the same ids it is the same text in each test, and compiled once.
    monkeypatch.setattr(creating, "new_ids", lambda: (f"made{number:08}" for number in count()))
    store.create(design(ENTITIES), slug="large", in_library=True)
    client.get("/designs/large/")  # compiled once, as for every later visitor
    return "/designs/large/"


def test_every_page_opens_with_few_questions_and_bytes(
    client: Client, large: str, django_assert_max_num_queries: Any
) -> None:
    for view in ("conceptual", "documents"):  # a drawing that is kept is still not part of the pages
        assert (
            "<svg" in client.get(f"{large}diagrams/{view}/", headers={"HX-Request": "true"}).content.decode()
        )
    sizes = {}
    for page in (*PAGES, "scripts/?file=mongosh/04_queries.js", "queries/?page=2", "documents/?page=3"):
        with django_assert_max_num_queries(MOST_QUESTIONS):
            response = client.get(large + page)
        assert response.status_code == 200
        sizes[page] = len(response.content)
    assert sizes.pop("report/") < MOST_OF_REPORT
    assert max(sizes.values()) < MOST_BYTES, sizes


def test_what_is_long_is_folded_or_paged(client: Client, large: str) -> None:
    overview = client.get(large).content.decode()
    assert "more</summary>" in overview and "Drawing diagram" in overview
    for page in ("documents/", "decisions/", "queries/"):
        assert "Page 1 of " in client.get(large + page).content.decode()
    scripts = client.get(large + "scripts/").content.decode()
    assert scripts.count("<pre") == 2 and scripts.count('<a href="?file=') >= 7  # one file at a time
