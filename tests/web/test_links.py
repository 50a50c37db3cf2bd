"""Links between the pages of a design: from decisions and findings to what they are about, and back."""

from __future__ import annotations

import json
import os
import re
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from bench.workload import design as large_design
from designs import store
from designs.compiler import read
from designs.delivery.compiled.compiled_design import opened
from designs.delivery.pages.page_anchors import Addresses
from designs.delivery.pages.variants import offered, query_of_way

from .conftest import LIBRARY, small_design
from .library_rows import SLUGS
from .test_queries import check_links, links_of, text_of

HANDBOOK = sorted((LIBRARY.parent / "handbook").glob("*.json"))
# What no page shows: the name of the database, an operation without any statement.
NOWHERE = {"L39", "OPERATION_UNWRITTEN", "L38", "L59", "BAD_NUMBER", "IMPOSSIBLE_NUMBER"}
EACH = bool(os.environ.get("NESTLINK_SOAK"))
"""Whether every page of a comparison is opened, which compiles two designs for it, and every tab of every design."""
FOLLOWED = SLUGS if EACH else (
    "city-theatre", "company-wiki", "log-hosts", "template-queue", "web-shop",
)  # fmt: skip
"""Of which designs each link is followed: subtypes and histories, trees, capped and sharded collections, a template, and
the one with most strategies. All at length."""
_compared: set[tuple[str, str]] = set()
"""The turns, from a strategy to another, whose comparison was opened for a design."""


def without_comparisons_like_those_before(slug: str, page: str) -> str:
    """Return a page without its links to comparisons of a turn, from a strategy to another, whose page was opened
    for another relationship; each of these names a way that its relationship offers."""
    offers = {ways.key: ways for ways in offered(store.load(slug).text.encode())}
    for link in sorted(one for one in links_of(page) if "/what-if/?b." in one):
        ((key, (strategy,)),) = parse_qs(urlsplit(link).query).items()
        ways = offers[key.removeprefix("b.")]
        assert urlsplit(link).query == query_of_way(ways, strategy)
        turn = ways.strategy, strategy
        if turn in _compared and not EACH:
            page = page.replace(f'href="{escape(link)}"', "")
        _compared.add(turn)
    return page


def with_a_sixth_of_its_tabs(page: str, number: int) -> str:
    """Return a page with a sixth of the links that lead to whole pages: each tab is opened for some ten of the
    handbook's designs, and what a finding leads to for all."""
    tabs = sorted(link for link in links_of(page) if not {"#", "?"} & set(link))
    for at, tab in enumerate(tabs):
        if (at + number) % 6 and not EACH:
            page = page.replace(f'href="{escape(tab)}"', "")
    return page


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("slug", FOLLOWED)
def test_every_link_arrives(client: Client, slug: str) -> None:
    """From overview, decisions, findings, documents and queries, to one another and to the handbook."""
    pages = {
        f"/designs/{slug}/{page}": text_of(client.get(f"/designs/{slug}/{page}"))
        for page in ("", "decisions/", "findings/", "documents/", "queries/")
    }
    decisions = f"/designs/{slug}/decisions/"
    pages[decisions] = without_comparisons_like_those_before(slug, pages[decisions])
    check_links(client, pages)
    found = {resolve(urlsplit(link).path).url_name for link in links_of(pages[f"/designs/{slug}/queries/"])}
    assert {"decisions", "documents", "scripts"} <= found


@pytest.mark.django_db
def test_every_finding_of_the_handbooks_designs_leads_to_its_subject(client: Client) -> None:
    seen = set()
    for at, path in enumerate(HANDBOOK):
        text = path.read_text(encoding="utf-8")
        if read(text).value is None:
            continue
        made = opened(store.create(text, slug=path.stem, in_library=True).text.encode())  # as its pages do
        if not made.plan["findings"]:
            continue
        address = f"/designs/{path.stem}/findings/"
        page = text_of(client.get(address))
        check_links(client, {address: with_a_sixth_of_its_tabs(page, at)})
        for number, finding in enumerate(made.plan["findings"], 1):
            place = Addresses(path.stem, made).subject(number, finding["subject"])
            assert place or finding["code"] in NOWHERE, finding["subject"]
            seen.add(place.kind if place else "")
    assert seen == {"decision", "field", "index", "collection", "operation", ""}


def subject_of(design: dict[str, Any], subject: str) -> Any:
    place = Addresses("tried", opened(json.dumps(design).encode())).subject(1, subject)
    return place and (place.kind, place.name)


@pytest.mark.parametrize(
    ("subject", "place"),
    [
        ("emails", ("decision", "emails")),
        ("Student.emails", ("decision", "emails")),
        ("students", ("collection", "students")),
        ("Student", ("collection", "students")),
        ("Email", ("decision", "emails")),
        ("Student.name", ("field", "name")),
        ("students.emails.address", ("field", "emails.address")),
        ("Email.address", ("field", "emails.address")),
        ("Student.indexes[0]", ("collection", "students")),
        ("list", ("operation", "list")),
        ("nothing", None),
        ("nothing.at.all", None),
    ],
)
def test_a_subject_is_found(subject: str, place: Any) -> None:
    design = small_design(operations=[{"name": "list", "kind": "read", "entity": "Student"}])
    design["entities"][0]["fields"].append({"name": "paid", "type": "double", "money": True})  # one finding
    assert subject_of(design, subject) == place


@pytest.mark.usefixtures("library")
def test_a_finding_and_its_field_lead_to_each_other(client: Client) -> None:
    store.create(
        (LIBRARY.parent / "handbook" / "date-string.json").read_text(), slug="tried", in_library=True
    )
    findings = text_of(client.get("/designs/tried/findings/"))
    anchor = next(link.partition("#")[2] for link in links_of(findings) if "#about-" in link)
    documents = text_of(client.get("/designs/tried/documents/"))
    assert f'<span class="place" id="{anchor}">' in documents
    assert re.search(
        r'<a class="found" href="/designs/tried/findings/#finding-\d+" aria-label="Finding: ', documents
    )


@pytest.mark.django_db
def test_links_of_a_paged_design_go_to_the_right_page(client: Client) -> None:
    store.create(large_design(34), slug="large", in_library=True)
    addresses = [f"/designs/large/{page}" for page in ("", "decisions/?page=2", "documents/?page=2")]
    pages = {address: text_of(client.get(address)) for address in addresses}
    # What-if pages know no paging; those of smaller designs are all followed above.
    check_links(
        client, {own: re.sub(r'href="/designs/large/what-if/[^"]*"', "", page) for own, page in pages.items()}
    )
    assert all(any("?page=2#" in link for link in links_of(page)) for page in pages.values())


EMPTY: dict[str, Any] = {"format": "nestlink/1", "name": "Empty", "database": "empty", "entities": []}
ALONE = EMPTY | {"entities": [{"name": "Student", "fields": [{"name": "name", "type": "string"}]}]}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("design", "page", "words"),
    [
        (EMPTY, "", "This design is empty"),
        (EMPTY, "documents/", "No documents yet"),
        (EMPTY, "diagrams/", "No diagrams yet"),
        (EMPTY, "scripts/", "No scripts yet"),
        (EMPTY, "queries/", "No queries yet"),
        (EMPTY, "decisions/", "No decisions yet"),
        (EMPTY, "cheapest/", "Nothing to compare yet"),
        (EMPTY, "what-if/", "Nothing to compare yet"),
        (EMPTY, "findings/", "No findings yet"),
        (EMPTY, "forecast/", "No forecast yet"),
        (EMPTY, "report/", "report.md"),
        (EMPTY, "downloads/", "Download all (ZIP)"),
        (ALONE, "", "No decisions yet"),
        (ALONE, "queries/", "No queries yet"),
        (ALONE, "decisions/", "No decisions yet"),
        (ALONE, "cheapest/", "Nothing to compare yet"),
        (ALONE, "what-if/", "Nothing to compare yet"),
        (ALONE, "findings/", "No findings"),
        (small_design(), "queries/", "These functions come from relationships only"),
    ],
)
def test_where_there_is_nothing_the_page_says_what_to_do(
    client: Client, design: dict[str, Any], page: str, words: str
) -> None:
    store.create(json.dumps(design), slug="tried", in_library=True)
    assert words in text_of(client.get(f"/designs/tried/{page}"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page",
    [
        "documents",
        "diagrams",
        "scripts",
        "queries",
        "storage",
        "decisions",
        "cheapest",
        "what-if",
        "findings",
        "forecast",
    ],
)
def test_a_blank_design_leads_to_the_canvas_from_each_page(client: Client, ann: User, page: str) -> None:
    store.create(json.dumps(EMPTY), ann, slug="tried")
    client.force_login(ann)
    shown = text_of(client.get(f"/designs/tried/{page}/")).partition("</nav>")[2].partition("</main>")[0]
    nothing = shown.partition('<div class="nothing">')[2]
    assert (
        'class="button" href="/designs/tried/edit/"' in nothing
        and "<form" not in nothing
        and "<pre" not in nothing
    )


@pytest.mark.django_db
def test_a_design_without_relationships_is_not_sent_to_be_searched(client: Client) -> None:
    store.create(json.dumps(ALONE), slug="tried", in_library=True)
    assert 'id="whole"' not in text_of(client.get("/designs/tried/report/?whole=yes"))
    assert ">Find</a>" not in text_of(client.get("/designs/tried/report/"))
