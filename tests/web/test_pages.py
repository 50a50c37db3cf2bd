"""Every page of every example design: it works, with every header, and without inline code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from .library_rows import SLUGS

pytestmark = pytest.mark.usefixtures("library")

PAGES = (
    "",
    "documents/",
    "diagrams/",
    "scripts/",
    "queries/",
    "storage/",
    "decisions/",
    "findings/",
    "forecast/",
    "report/",
    "downloads/",
)
FILES = (
    "sketch-light.svg",
    "files/plan.json",
    "files/report.md",
    "files/mongosh/setup.js",
    "files/diagrams/documents.dot",
)
SLUG = "university"
ADDRESSES = ["/", "/new/", "/new/templates/", "/new/file/", "/sign-in/", "/handbook/"]
ADDRESSES += ["/handbook/rules/few-and-owned/", "/handbook/drivers/"]
ADDRESSES += [
    *(
        f"/designs/{SLUG}/{page}"
        for page in (
            *PAGES,
            "what-if/",
            "explain/",
            "cheapest/",
            "edit/",
            "diagrams/documents/",
            "slide/",
            *FILES,
            f"{SLUG}-text.zip",
        )
    )
]
# Pages of those who may change the design, and addresses that only take what is sent to them.
OWN = (
    "/trash/",
    "/trash/empty/",
    *(
        f"/designs/{SLUG}/{page}"
        for page in ("copy/", "replace/", "about/", "weights/", "history/", "history/1/")
    ),
)
SENT_TO = (
    "/sign-out/",
    "/new/blank/",
    *(
        f"/designs/{SLUG}/{page}"
        for page in (
            "delete/",
            "share/",
            "undelete/",
            "findings/settle/",
            "questions/answer/",
            "what-if/keep/",
            "history/1/restore/",
        )
    ),
    *(f"/designs/{SLUG}/edits/{way}" for way in ("", "undo/", "redo/")),
)
SINCE = f"/designs/{SLUG}/edits/since/?revision=1"
LIVE, GOES = f"/designs/{SLUG}/edits/live/", f"/designs/{SLUG}/edits/goes-with/"
OWN_FILE = f"/designs/{SLUG}/history/1/design.json"
STRANGE = ["/nowhere", "/handbook/rules/nothing/", "/designs/nothing/", f"/designs/{SLUG}/files/nothing.js"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_works(client: Client, slug: str) -> None:
    for page in PAGES:
        response = client.get(f"/designs/{slug}/{page}")
        assert response.status_code == 200, page
        assert 'aria-current="page"' in response.content.decode(), page


@pytest.mark.parametrize(
    ("page", "tab"),
    [("cheapest", "decisions"), ("explain", "scripts"), ("diagrams/documents", "diagrams")],
)  # fmt: skip
def test_a_page_beneath_a_tab_marks_it(client: Client, page: str, tab: str) -> None:
    page = client.get(f"/designs/web-shop/{page}/").content.decode()
    said = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    assert said.count("aria-current") == 1
    assert f'<a href="/designs/web-shop/{tab}/" aria-current="true">' in said


def test_the_front_page_lists_every_design(client: Client) -> None:
    page = client.get("/").content.decode()
    assert len(SLUGS) >= 9
    assert all(f'href="/designs/{slug}/"' in page for slug in SLUGS)


@pytest.mark.parametrize("address", [*ADDRESSES, SINCE, *STRANGE])
def test_every_answer_has_the_headers(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == (404 if address in STRANGE else 200)
    policy = dict(
        part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";")
    )
    expected = {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    assert policy == expected
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    kept = "private, max-age=31536000, immutable" if address.endswith(".svg") else "private, no-store"
    assert response.headers["Cache-Control"] == kept


def test_no_route_is_left_out() -> None:
    """A new route needs an address above."""
    groups = [group for group in get_resolver().url_patterns if getattr(group, "app_name", "") != "admin"]
    routes = {route.name for group in groups for route in getattr(group, "url_patterns", [group])}
    addresses = (
        *ADDRESSES,
        *OWN,
        *SENT_TO,
        SINCE.partition("?")[0],
        LIVE,
        GOES,
        OWN_FILE,
        "/waiting/none/",
        "/shared/guessed/",
        f"/designs/{SLUG}/erase/",  # of a design in Trash: test_trash.py
    )
    covered = {get_resolver().resolve(address).url_name for address in addresses}
    assert routes == covered


@pytest.mark.parametrize(
    "address", [address for address in [*ADDRESSES, *STRANGE] if "files/" not in address]
)
def test_no_inline_script_or_style(client: Client, address: str) -> None:
    response = client.get(address)
    if response.headers["Content-Type"].startswith("text/html"):
        assert inline_code(response.content.decode()) == []


@pytest.mark.parametrize("address", [*OWN, OWN_FILE])
def test_ones_own_pages_work_too(admin_client: Client, address: str) -> None:
    response = admin_client.get(address)
    assert response.status_code == 200
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "private, no-store"
    if address != OWN_FILE:
        assert inline_code(response.content.decode()) == []


def inline_code(page: str) -> list[str]:
    """Tags that a strict policy would refuse."""
    tags = re.findall(r"<[a-zA-Z][^>]*>", page)
    return [
        tag
        for tag in tags
        if re.match(r'<style|<script(?![^>]*(\bsrc=|\stype="application/json">))', tag)
        or re.search(r"\s(style|on\w+)=", tag)
    ]


def test_planted_inline_code_is_seen() -> None:
    assert (
        len(
            inline_code(
                '<p style="x">a</p><script type="module">b</script><script id="d" type="application/json">1</script><a onclick="c">d</a><style>e</style>'
            )
        )
        == 4
    )


def test_the_404_page_says_what_is_missing(client: Client) -> None:
    page = client.get("/designs/<b>nothing").content.decode()
    assert "Page not found" in page
    assert "&lt;b&gt;nothing" in page


@pytest.mark.parametrize("address", ["/", f"/designs/{SLUG}/"])
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_is_changed_without_a_token(address: str, method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)(address)
    assert response.status_code == 403


def test_a_page_that_fails_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: bytes) -> Any:
        raise ValueError("secret detail")

    monkeypatch.setattr("designs.views.report.opened", broken)
    client.raise_request_exception = False
    response = client.get(f"/designs/{SLUG}/report/")
    assert response.status_code == 500
    assert b"Something went wrong on the server" in response.content
    assert b"secret detail" not in response.content
