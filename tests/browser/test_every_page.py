"""Every page at two sizes, light and dark: quiet, accessible, no wider than the window."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from itertools import cycle
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from designs import store
from tests.web.conftest import small_design
from tests.web.variants import otherwise

from .drawing import signed_in
from .watched import SIZES, Scheme, Watched

Looks = tuple[tuple[str, tuple[Scheme, ...]], ...]
BOTH: Looks = (("wide", ("light", "dark")), ("phone", ("light", "dark")))
SOME: Looks = (("wide", ("light",)), ("phone", ("dark",)))
AT_LENGTH = bool(os.environ.get("NESTLINK_SOAK"))
LOOKS = BOTH if AT_LENGTH else SOME
"""How a page is seen that one test alone sees: at each size and in each scheme, at length in each pair of them."""
VISITORS: Looks = SOME if AT_LENGTH else (("phone", ("dark",)),)
SIGNED_IN: Looks = (("wide", ("dark",)), ("phone", ("light",))) if AT_LENGTH else (("wide", ("light",)),)
"""How a page is seen that looks the same for both, by each of them: together at each size and in each scheme, with more
room for what only who is signed in sees; at length in each pair."""
ALONE = {"designs:library", "sign_in"}
"""Pages that are others for who is signed in, or not there."""
ASKED_FOR = (
    "/designs/web-shop/report/?whole=yes",
    "/designs/web-shop/what-if/?b=cheapest",
    "/handbook/rules/one-to-one-together/",
    "/handbook/drivers/",
)
"""What pages show only for a query, and a second kind of page of one route: every other one is seen as visitors see
pages, the others as who is signed in; at length each in both ways. The route itself is seen in both, below."""
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


def faults(watched: Watched, address: str, looks: Looks = LOOKS, *, tables: bool = True) -> list[str]:
    """What is wrong with a page, which is loaded once: at each size in its first scheme and, as far as colours go,
    in its other ones. tables: whether their heads are to stand over their columns, as in no table of Django's own."""
    watched.show(looks[0][0], looks[0][1][0])
    watched.page.goto(address)
    found: list[str] = []
    for size, (first, *others) in looks:
        watched.show(size, first)
        seen = [*watched.complaints, *watched.too_wide(), *watched.inaccessible()]
        seen += watched.crooked() if tables else []
        found += [f"{address}: {size}: {fault}" for fault in seen]
        for scheme in others:
            watched.show(size, scheme)
            found += [f"{address}: {size}: in the {scheme}: {fault}" for fault in watched.pale()]
        watched.complaints.clear()
    return found


def test_every_page(watched: Watched) -> None:
    """As a visitor. What looks the same for who is signed in is seen at the other size by the test below."""
    linked = pages()
    asked_for = [*ASKED_FOR, f"/designs/web-shop/what-if/?{otherwise(store.load('web-shop'))}"]
    assert len(linked) + len(asked_for) >= 23, linked
    assert {resolve(address).view_name for address in linked} >= ALONE
    ways = (LOOKS,) if AT_LENGTH else (VISITORS, SIGNED_IN)
    found = [fault for address, way in zip(asked_for, cycle(ways)) for fault in faults(watched, address, way)]
    for address in linked:
        found += faults(watched, address, LOOKS if resolve(address).view_name in ALONE else VISITORS)
    watched.expected.add(404)
    found += faults(watched, NOT_FOUND)
    assert not found, "\n".join(found)


def test_every_page_of_who_is_signed_in(watched: Watched, live_server: Any) -> None:
    """Those that visitors see too have more buttons; those of changing are hers alone, and looked at in both
    schemes (the pages within the admin: test_admin.py)."""
    ann = User.objects.create_superuser("ann")
    mine = store.create(json.dumps(small_design()), ann, slug="mine")
    store.delete(store.duplicate(mine, ann), ann)
    signed_in(watched.page.context, ann, live_server.url)
    public = {resolve(address).view_name for address in pages()}
    mine_alone, seen, found = set(), set(), list[str]()
    for address in (one for one in pages(ann) if not one.startswith("/admin/")):
        route = resolve(address).view_name
        if route in public:
            seen.add(route)
            found += faults(watched, address, SIGNED_IN)
        else:
            mine_alone.add(route)
            found += faults(watched, address)
    assert public - seen <= ALONE
    assert {"designs:edit", "designs:about", "designs:trash"} <= mine_alone | public
    assert len(mine_alone) >= 4
    assert not found, "\n".join(found)


def test_pages_that_both_see_are_seen_at_each_size_and_in_each_scheme() -> None:
    seen = [*VISITORS, *SIGNED_IN]
    assert {size for size, _ in seen} == {*SIZES}
    assert {scheme for _, schemes in seen for scheme in schemes} == {"light", "dark"}
    assert not AT_LENGTH or {(size, scheme) for size, schemes in seen for scheme in schemes} == {
        (size, scheme) for size, schemes in BOTH for scheme in schemes
    }


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
    found = " ".join(faults(watched, "/broken", BOTH))
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
