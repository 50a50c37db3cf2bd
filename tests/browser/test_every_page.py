"""Every page at two sizes, light and dark: quiet, accessible, no wider than the window."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from designs import store
from tests.web.conftest import small_design
from tests.web.variants import otherwise

from .drawing import signed_in
from .watched import Watched

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
ASKED_FOR = (
    "/designs/web-shop/what-if/?b=cheapest",
    "/designs/web-shop/report/?whole=yes",
    "/handbook/rules/one-to-one-together/",
)
"""What pages show only for a query, and a second kind of page of one route."""
NOT_FOUND = "/designs/nothing/"


def pages(user: User | None = None) -> list[str]:
    """Addresses that links lead to from the front page, one of each route; signed in as somebody."""
    client, found = Client(), dict[str, str]()
    if user:
        client.force_login(user)
    queue = deque(["/", "/designs/university/"])
    while queue:
        address = queue.popleft()
        route = resolve(address).view_name
        if route in found:
            continue
        answer = client.get(address)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        found[route] = address
        links = re.findall(r'<a [^>]*href="(/[^"#?]*)', answer.content.decode())
        queue += [link for link in links if "/files/" not in link]
    return [*found.values()]


def faults(watched: Watched, address: str) -> list[str]:
    """What is wrong with a page."""
    watched.page.goto(address)
    found = [*watched.complaints, *watched.too_wide(), *watched.crooked(), *watched.inaccessible()]
    watched.complaints.clear()
    return [f"{address}: {fault}" for fault in found]


def faults_in_both(watched: Watched, address: str) -> list[str]:
    """What is wrong with a page in the light and, as far as colours go, in the dark."""
    watched.page.emulate_media(color_scheme="light")
    found = faults(watched, address)
    watched.page.emulate_media(color_scheme="dark")
    found += [f"{address}: in the dark: {one}" for one in watched.pale()]
    watched.complaints.clear()
    return found


@pytest.mark.parametrize("size", SIZES)
def test_every_page(watched: Watched, size: str) -> None:
    """As a visitor."""
    width, height = SIZES[size]
    watched.page.set_viewport_size({"width": width, "height": height})
    addresses = [*pages(), *ASKED_FOR, f"/designs/web-shop/what-if/?{otherwise(store.load('web-shop'))}"]
    assert len(addresses) >= 23, addresses
    found = [fault for address in addresses for fault in faults_in_both(watched, address)]
    watched.expected.add(404)
    found += faults_in_both(watched, NOT_FOUND)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "scheme"), [("wide", "dark"), ("phone", "light")])
def test_every_page_of_who_is_signed_in(watched: Watched, live_server: Any, size: str, scheme: Any) -> None:
    """Those that visitors see too have more buttons; those of changing are hers alone, and looked at in both
    schemes (the pages within the admin: test_admin.py)."""
    ann = User.objects.create_superuser("ann")
    mine = store.create(json.dumps(small_design()), ann, slug="mine")
    store.delete(store.duplicate(mine, ann), ann)
    width, height = SIZES[size]
    watched.page.set_viewport_size({"width": width, "height": height})
    signed_in(watched.page.context, ann, live_server.url)
    public = {resolve(address).view_name for address in pages()}
    mine_alone, found = set(), list[str]()
    for address in (one for one in pages(ann) if not one.startswith("/admin/")):
        route = resolve(address).view_name
        watched.page.emulate_media(color_scheme=scheme)
        if route in public:
            found += faults(watched, address)
        else:
            mine_alone.add(route)
            found += faults_in_both(watched, address)
    assert {"designs:edit", "designs:about", "designs:put_away_list"} <= mine_alone | public
    assert len(mine_alone) >= 4
    assert not found, "\n".join(found)


BROKEN = """<!doctype html><html><head><script>console.log("inline")</script>
<style>@media (prefers-color-scheme: dark) { .faint { color: #222; background: #111 } }</style></head>
<body><img src="/nothing.png"><p style="width: 3000px; color: #aaa">wide</p>
<p class="faint">pale</p>
<table class="odd" style="display: grid; grid-template-columns: 1fr 1fr"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></body></html>"""


def test_a_broken_page_is_seen(watched: Watched) -> None:
    """The guards above see an inline script, a missing picture, bad colours and width."""
    policy = {"Content-Security-Policy": "script-src 'self'"}
    watched.page.route(
        "**/broken", lambda route: route.fulfill(body=BROKEN, headers=policy, content_type="text/html")
    )
    found = " ".join(faults_in_both(watched, "/broken"))
    for trouble in (
        "policy: script-src",
        "404 ",
        "too wide",
        "image-alt",
        "document-title",
        "color-contrast",
        "odd: heads beside",
        '<p class="faint"',
    ):
        assert trouble in found
    assert "in the dark" in found[: found.rindex('<p class="faint"')]
