"""Designs whose every name is hostile: no address fails on our side, and no page shows a name as markup.

The addresses come from the table of addresses, the links from the pages, the parameters from the code: what is
new is covered without a word here.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

import designs
from designs import store
from designs.delivery.compiled.compiled_design import compiled
from designs.models import Design, Entity, Operation, Relationship, Revision
from designs.store import edits

from .hostile_library import CANARY, NAMES, hostile

pytestmark = pytest.mark.django_db
HOST = "http://testserver"
AT_LENGTH = bool(os.environ.get("NESTLINK_SOAK"))
TRIED = ("university", "web_shop") if AT_LENGTH else ("university",)
"""Designs of which each name is made hostile."""
MOST_ALIKE = 8 if AT_LENGTH else 4
"""Links of one page and one set of parameters that are followed: the names that differ most."""
MOST_ROWS = 20 if AT_LENGTH else 3
"""Addresses of one route to which every parameter is sent."""
OF_A_ROW = re.compile("^admin:.*_(entity|relationship|operation|revision)_")
"""Routes whose addresses differ in a row alone: the same view, which reads a parameter alike whatever the row. One
address of each, and all rows at length; their pages themselves are opened for each row by the test of addresses."""
EACH = 17 if AT_LENGTH else 34
"""Of how many values one is sent to each address, another one to each."""
LINKS = ("href", "src", "hx-get", "data-href", "data-findings", "srcset")
SLOW = {"designs:cheapest"}
DOINGS = (("aside", "back"), ("fix",))
"""What is done to a finding, in turn; to each of them all at length."""


TAG = re.compile(r"""<[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*+>|<[a-zA-Z][^>]*>?""")
"""A start tag, its values in quotes whole; where quotes do not fit together, as far as it may go."""


class Tag(HTMLParser):
    """What a start tag links to, and whether it was meant as text and became markup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.is_foreign = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or "canary" in name or (value or "").startswith("javascript:"):
                self.is_foreign = True
            if name in LINKS and value:
                self.links.append(value)

    handle_startendtag = handle_starttag


@lru_cache(maxsize=50_000)
def read_tag(text: str) -> tuple[list[str], bool]:
    """The links of a tag, and whether it is foreign. Most tags stand in many pages."""
    tag = Tag(text)
    return tag.links, tag.is_foreign


class Page:
    """What a page links to, and what of it was meant as text and became markup."""

    def __init__(self, content: str) -> None:
        self.links: list[str] = []
        self.foreign: list[str] = []
        for text in dict.fromkeys(TAG.findall(content)):
            links, is_foreign = read_tag(text)
            self.links += links
            self.foreign += [text] if is_foreign else []


class Crawler:
    """A curator who opens pages and remembers what was wrong with them."""

    def __init__(self, user: User) -> None:
        self.client = Client(raise_request_exception=False)
        self.client.force_login(user)
        self.seen: set[str] = set()
        self.wrong: list[str] = []
        self.statuses: defaultdict[int, int] = defaultdict(int)

    def open(self, address: str) -> list[str]:
        """Open an address once; return the addresses that its page links to."""
        address = urldefrag(address)[0]
        if address in self.seen:
            return []
        self.seen.add(address)
        answer = self.client.get(address)
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code} for {address}")
        if answer.streaming or not answer.headers["Content-Type"].startswith(("text/html", "image/svg")):
            return []
        page = Page(answer.content.decode())
        self.wrong += [f"{address}: {one[:120]}" for one in page.foreign]
        local = (local_address(address, link) for link in dict.fromkeys(page.links))
        return [link for link in local if link]


def local_address(page: str, link: str) -> str:
    """Where a link of a page leads to on our side, without its anchor; "" where it leads elsewhere."""
    return _local("" if link.startswith("/") else page, link)


@lru_cache(maxsize=50_000)
def _local(page: str, link: str) -> str:
    whole = urljoin(HOST + page, link.split(" ")[0] if link.startswith("/") else link)
    local = whole.startswith(HOST + "/") and "/static/" not in whole
    return urldefrag(whole)[0].removeprefix(HOST) if local else ""


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every named address that takes something, as its whole name and what it takes."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            named = f"{prefix}{one.namespace}:" if one.namespace else prefix
            yield from routes(one, named)
        elif isinstance(one, URLPattern) and one.name:
            yield prefix + one.name, tuple(one.pattern.converters or one.pattern.regex.groupindex)


def addresses(design: Design) -> list[str]:
    """Every address, of this design where it takes one."""
    return [address for alike in by_route(design).values() for address in alike]


def by_route(design: Design) -> dict[str, list[str]]:
    """Every address by the name of its route."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, takes in routes():
        ways = [dict(zip(takes, each, strict=True)) for each in _given(name, takes, design)]
        found[name] += [reverse(name, kwargs=way) for way in ways]
    return dict(found)


def _given(name: str, takes: tuple[str, ...], design: Design) -> Iterator[tuple[Any, ...]]:
    made = compiled(design.text.encode())
    assert not hasattr(made, "faults"), made
    examples: dict[str, list[Any]] = {
        "slug": [design.slug],
        "number": [1, 2],
        "scheme": ["light"],
        "view": ["documents", "conceptual", "nothing"],
        "name": [f"{design.slug}-text"],
        "path": [file.path for file in made.files],  # type: ignore[union-attr]
        "key": [design.pk],
        "app_label": ["designs"],
        "content_type_id": [1],
        "object_id": _rows(name, design),
        "id": [design.owner_id],
        "url": ["nothing"],
        "ticket": ["guessed"],
    }
    if name == "designs:handbook_entry":
        yield "guidelines", "B7"
        return
    ways: list[tuple[Any, ...]] = [()]
    for one in takes:
        ways = [(*way, value) for way in ways for value in examples[one]]
    yield from ways


def _rows(name: str, design: Design) -> list[int]:
    kinds = {"entity": Entity, "relationship": Relationship, "operation": Operation, "revision": Revision}
    for word, kind in kinds.items():
        if f"_{word}_" in name:
            rows = kind.objects.filter(design=design).order_by("pk").values_list("pk", flat=True)
            return list(rows)[:20]
    return [design.pk]


def parameters() -> set[str]:
    """Every parameter that the code asks an address for."""
    found = set()
    for path in Path(designs.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "request.GET" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.fullmatch("[a-z_]{1,12}", node.value)
            ):
                found.add(node.value)
    return found


def spread(links: list[str]) -> Iterator[str]:
    """Of links to one page with the same parameters, those whose values differ most."""
    alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for link in dict.fromkeys(links):
        parts = urlsplit(link)
        try:
            view = resolve(parts.path).view_name
        except Exception:  # noqa: BLE001  (a link to nowhere is opened too, and says so)
            view = parts.path
        # What a relationship is compared by has its id in the name: b.i12=EMBED_ONE.
        names = sorted({name.partition(".")[0] for name, _ in parse_qsl(parts.query)})
        alike[view, *names].append(link)
    for key, some in alike.items():
        if key[0] not in SLOW:
            yield from some[:: max(1, len(some) // MOST_ALIKE)]


@pytest.fixture
def design(request: Any, ann: User) -> Design:
    name = getattr(request, "param", "university")
    made = store.create(hostile(name, len(name)), ann, slug="hostile", in_library=True)
    said = edits.Set(id=edits.DESIGN, path=("description",), value=f"said {CANARY}")
    store.commit(made, 1, said, ann, "described", f'Said "{CANARY}"')
    return Design.objects.get(pk=made.pk)


@pytest.fixture
def crawler(design: Design, bob: User) -> Crawler:
    return Crawler(bob)


@pytest.mark.parametrize("design", TRIED, indirect=True)
def test_every_address_and_every_link_of_its_page_answers(design: Design, crawler: Crawler) -> None:
    links = [link for address in addresses(design) for link in crawler.open(address)]
    first = len(crawler.seen)
    for link in spread(links):
        crawler.open(link)
    assert crawler.wrong == []
    assert first > 60 and len(crawler.seen) > first + 40
    assert crawler.statuses[200] > 100


def test_every_parameter_takes_any_name(design: Design, crawler: Crawler) -> None:
    """Each address of a design with hostile values, markup among them, for every parameter that any page knows; of
    one route, a few."""
    raw = json.loads(design.text)
    own = [one["name"] for kind in ("entities", "relationships", "operations") for one in raw[kind]]
    asked = [*own, *(f"{kind}:{name}" for kind in ("operation", "relationship") for name in own[:9])]
    values = [*NAMES, *asked]
    known = sorted(parameters() - {"whole"})
    assert {"of", "q", "tag", "part", "show", "id", "revision", "page", "does", "file"} <= set(known)
    of_a_route = [
        alike[: None if AT_LENGTH or not OF_A_ROW.match(route) else 1][:: max(1, len(alike) // MOST_ROWS)]
        for route, alike in by_route(design).items()
    ]
    markup = [value for value in NAMES if CANARY in value]
    assert sum(map(len, of_a_route)) >= EACH, "so that each value is sent somewhere"
    for number, address in enumerate(address for alike in of_a_route for address in alike):
        if "/files/" in address:
            continue
        for value in {markup[number % len(markup)], *values[number % EACH :: EACH]}:
            crawler.open(f"{address}?{urlencode(dict.fromkeys(known, value))}")
    for value in values:
        crawler.open(f"/designs/hostile/edits/live/?{urlencode({'part': 'weighed', 'of': value})}")
        crawler.open(f"/designs/hostile/queries/?{urlencode({'of': value})}")
        crawler.open(f"/designs/hostile/edits/goes-with/?{urlencode({'id': value})}")
    for value in NAMES:
        crawler.open(f"/designs/hostile/queries/?{urlencode({'q': value})}")
        crawler.open(f"/designs/hostile/scripts/?{urlencode({'file': value})}")
    assert crawler.wrong == []


@pytest.mark.parametrize("design", TRIED[-1:], indirect=True)
def test_findings_are_settled_by_any_name(design: Design, crawler: Crawler) -> None:
    plan = compiled(design.text.encode()).plan  # type: ignore[union-attr]
    subjects = [*(one["subject"] for one in plan["findings"][:6]), *NAMES]
    for number, subject in enumerate(subjects):
        code = plan["findings"][number % len(plan["findings"])]["code"]
        for do in ("aside", "back", "fix") if AT_LENGTH else DOINGS[number % len(DOINGS)]:
            form = {"do": do, "code": code, "subject": subject, "reason": CANARY}
            answer = crawler.client.post("/designs/hostile/findings/settle/", form)
            assert answer.status_code in (302, 409), (do, subject)
        if number % 9 == 0:
            crawler.open(f"/designs/hostile/findings/?after={number}")
            crawler.open(f"/designs/hostile/history/?after={number}")
    assert crawler.wrong == []


def test_what_is_not_escaped_is_seen(crawler: Crawler) -> None:
    assert Page(f"<p>{CANARY}</p>").foreign
    assert Page(f'<p title="{NAMES[0]}">').foreign == []
    assert Page('<a href="javascript:x">').foreign
    assert not Page(f"<p>{CANARY.replace('<', '&lt;')}</p>").foreign


def test_tags_read_one_by_one_say_what_the_whole_page_says(crawler: Crawler) -> None:
    """Pages as they are, and with a name put in without escaping: as text, and as a value in each kind of quotes."""
    found = 0
    for page in ("", "findings/"):
        content = crawler.client.get(f"/designs/hostile/{page}").content.decode()
        planted = [way % value for way in ("<p>%s</p>", '<p lang="%s">', "<p lang='%s'>") for value in NAMES]
        for one in ("", *planted):
            text = content.replace("</h1>", f"</h1>{one}", 1)
            page_of_tags, whole = Page(text), Tag(text)
            assert bool(page_of_tags.foreign) == whole.is_foreign, one
            assert set(whole.links) <= set(page_of_tags.links), one
            found += whole.is_foreign
    assert found >= 10
