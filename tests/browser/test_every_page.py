"""Every page at two sizes, light and dark: quiet, accessible, no wider than the window."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Browser

from designs import store
from tests.web.conftest import small_design
from tests.web.variants import otherwise

from .drawing import signed_in
from .watched import Watched

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
A_ROUTE = 2
"""How many pages of each route are looked at: the crawl ends when the routes do."""
ASKED_FOR = (
    "/designs/web-shop/what-if/?b=cheapest",
    "/designs/web-shop/report/?whole=yes",
)
"""What pages show only for a query."""
NOT_FOUND = "/designs/nothing/"


def pages(user: User | None = None, most: int = A_ROUTE) -> list[str]:
    """Addresses that links lead to from the front page, some of each route; signed in as somebody."""
    client, found, seen = Client(), [], {"/"}
    if user:
        client.force_login(user)
    queue, counts = deque(["/", "/designs/university/"]), Counter[str]()
    while queue:
        address = queue.popleft()
        route = resolve(address).view_name
        if counts[route] == most:
            continue
        answer = client.get(address)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        counts[route] += 1
        found.append(address)
        links = re.findall(r'<a [^>]*href="(/[^"#?]*)', answer.content.decode())
        queue += [link for link in links if link not in seen and "/files/" not in link]
        seen |= set(links)
    return found


def faults(watched: Watched, address: str) -> list[str]:
    watched.page.goto(address)
    found = [*watched.complaints, *watched.too_wide(), *watched.inaccessible()]
    watched.complaints.clear()
    return [f"{address}: {fault}" for fault in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page(browser: Browser, live_server: Any, size: str, scheme: Any) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": width, "height": height}, color_scheme=scheme
    )
    watched = Watched(context.new_page())
    addresses = [*pages(), *ASKED_FOR, f"/designs/web-shop/what-if/?{otherwise(store.load('web-shop'))}"]
    assert len(addresses) >= 16, addresses
    found = [fault for address in addresses for fault in faults(watched, address)]
    watched.expected.add(404)
    found += faults(watched, NOT_FOUND)
    context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "scheme"), [("wide", "dark"), ("phone", "light")])
def test_every_page_of_who_is_signed_in(browser: Browser, live_server: Any, size: str, scheme: Any) -> None:
    """Those that visitors see too have other buttons; those of changing, and the admin, are hers alone
    (the pages within the admin: test_admin.py)."""
    ann = User.objects.create_superuser("ann")
    mine = store.create(json.dumps(small_design()), ann, slug="mine")
    store.delete(store.duplicate(mine, ann), ann)
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": width, "height": height}, color_scheme=scheme
    )
    signed_in(context, ann, live_server.url)
    watched = Watched(context.new_page())
    addresses = [one for one in pages(ann, 1) if not one.startswith("/admin/designs/")]
    routes = {resolve(address).view_name for address in addresses}
    assert {"designs:edit", "designs:about", "designs:put_away_list", "admin:index"} <= routes
    found = [fault for address in addresses for fault in faults(watched, address)]
    context.close()
    assert not found, "\n".join(found)


BROKEN = """<!doctype html><html><head><script>console.log("inline")</script></head>
<body><img src="/nothing.png"><p style="width: 3000px; color: #aaa">wide</p></body></html>"""


def test_a_broken_page_is_seen(watched: Watched) -> None:
    """The guards above see an inline script, a missing picture, bad colours and width."""
    policy = {"Content-Security-Policy": "script-src 'self'"}
    watched.page.route(
        "**/broken", lambda route: route.fulfill(body=BROKEN, headers=policy, content_type="text/html")
    )
    found = " ".join(faults(watched, "/broken"))
    for trouble in (
        "policy: script-src",
        "404 ",
        "too wide",
        "image-alt",
        "document-title",
        "color-contrast",
    ):
        assert trouble in found
