"""The server compiles nothing itself: whatever compiles says so, and is answered by a worker."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import unwrap
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from designs import store
from designs.compiler import advise, cheapest, complete, plan_design
from designs.models import Design
from modeler.server.routing import MARK, route_of

WORK: tuple[Any, ...] = (plan_design, complete, advise, cheapest)
GIVEN = {
    "number": 1,
    "view": "documents",
    "scheme": "light",
    "name": "small",
    "path": "plan.json",
    "ticket": "none",
}
GIVEN |= {"shelf": "rules", "content_type_id": 1, "app_label": "designs", "id": 1, "url": "nothing"}


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one, f"{prefix}{one.namespace}:" if one.namespace else prefix)
        elif isinstance(one, URLPattern) and one.name:
            yield prefix + one.name, one


def compiles(pattern: URLPattern) -> bool:
    return bool(getattr(pattern.callback, MARK, {}).get("GET"))


QUICK = sorted(name for name, one in routes() if not compiles(one))


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever compiles fails the test, by whichever name it was imported."""

    def refuse(*args: Any, **options: Any) -> Any:
        raise AssertionError("this route compiles: mark its view with designs.http.compiles")

    for one in WORK:
        monkeypatch.setattr(unwrap(one), "__code__", refuse.__code__)


@pytest.fixture
def asked(design: Design, bob: User) -> Client:
    store.publish(design, bob)
    client = Client()
    client.force_login(bob)
    return client


def address(name: str, design: Design) -> str:
    pattern = next(one for known, one in routes() if known == name)
    names = getattr(pattern.pattern, "converters", None) or pattern.pattern.regex.groupindex
    own = {"slug": design.slug, "key": design.pk, "object_id": design.pk}
    return reverse(name, kwargs={one: (own | GIVEN)[one] for one in names})


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize("name", QUICK)
def test_a_route_that_is_not_marked_compiles_nothing(asked: Client, design: Design, name: str) -> None:
    """As in a server process, where a view may hand its request on."""
    answer = asked.get(address(name, design), **{"nestlink.front": "1"})  # type: ignore[arg-type]
    assert answer.status_code < 500 or answer.headers.get("Retry-After")


@pytest.mark.usefixtures("never")
def test_one_that_compiles_unmarked_would_be_seen(asked: Client, design: Design) -> None:
    with pytest.raises(AssertionError, match=r"mark its view with designs\.http\.compiles"):
        asked.get(reverse("designs:decisions", args=(design.slug,)))


def test_routes_lead_to_lanes() -> None:
    assert route_of("GET", "/designs/a/decisions/").lane == "page"
    assert route_of("GET", "/designs/a/decisions/").design == "a"
    assert route_of("POST", "/new/file/").lane == "check"
    assert route_of("GET", "/new/file/").lane == ""
    assert route_of("POST", "/designs/a/edits/").lane == ""
    assert route_of("POST", "/admin/designs/design/").lane == "actions"
    assert route_of("GET", "/nowhere/").lane == ""
