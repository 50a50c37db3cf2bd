"""Headers of every kind of answer, also of those that never reach a page; and what htmx may do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from modeler.headers import PageHeaders

pytestmark = pytest.mark.django_db
WANTED = {
    "Content-Security-Policy": "script-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=()",
    "X-Request-ID": "",
}
ANSWERS: dict[str, tuple[int, Callable[[Client], Any]]] = {
    "a page": (200, lambda client: client.get("/handbook/")),
    "no page": (404, lambda client: client.get("/nowhere/")),
    "a slash that is missing": (301, lambda client: client.get("/handbook")),
    "a foreign host": (400, lambda client: client.get("/", HTTP_HOST="evil.example")),
    "another machine": (403, lambda client: client.get("/", REMOTE_ADDR="192.0.2.1")),
    "a forged form": (403, lambda client: Client(enforce_csrf_checks=True).post("/sign-in/")),
    "a wrong method": (405, lambda client: client.put("/sign-in/")),
    "a file that is not there": (404, lambda client: client.get("/static/nowhere.css")),
    "a health check": (200, lambda client: client.get("/healthz")),
    "the admin": (302, lambda client: client.get("/admin/")),
}


def missing(answer: Any) -> list[str]:
    return [name for name, part in WANTED.items() if part not in answer.headers.get(name, "\0")]


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_has_them(kind: str, client: Client) -> None:
    status, ask = ANSWERS[kind]
    answer = ask(client)
    assert answer.status_code == status
    assert missing(answer) == []


@pytest.mark.parametrize(
    ("kind", "is_told"),
    [("text/javascript; charset=utf-8", False), ("text/css", False), ("image/svg+xml", True)],
)
def test_what_a_page_is_made_of_is_told_nothing_of_sensors(
    kind: str, is_told: bool, rf: RequestFactory
) -> None:
    def served(request: HttpRequest) -> HttpResponse:
        return HttpResponse(content_type=kind)

    answer = PageHeaders(served)(rf.get("/static/a"))
    assert ("Permissions-Policy" in answer.headers) is is_told
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_redirect_to_tls_has_them(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get("/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://testserver/")
    assert missing(answer) == []


def test_a_foreign_host_before_tls_has_them(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get("/", HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert missing(answer) == []


def test_a_failure_has_them(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("designs.views.handbook.render", lambda *rest: 1 / 0)
    client.raise_request_exception = False
    answer = client.get("/handbook/")
    assert answer.status_code == 500
    assert missing(answer) == []


def test_htmx_runs_nothing_that_an_answer_holds(client: Client) -> None:
    page = client.get("/handbook/").content.decode()
    config = re.search(r"name=\"htmx-config\" content='([^']+)'", page)
    assert config
    assert json.loads(config[1]) == {
        "allowEval": False,
        "allowScriptTags": False,
        "selfRequestsOnly": True,
        "includeIndicatorStyles": False,
        "historyCacheSize": 0,
    }
