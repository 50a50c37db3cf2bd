"""A secret in every input of every address: whatever is logged of it, the secret is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import IntegrityError, OperationalError
from django.http import Http404
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from designs.models import Design

from .logged import Lines, text_lines

pytestmark = pytest.mark.django_db
SECRET = "c4n4ry5ecret"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Each address of the program, with the secret, or a number where it must be one."""
    for one in resolver.url_patterns:
        text = before + re.sub(r"[\^$]", "", str(one.pattern).replace("\\Z", ""))
        if isinstance(one, URLResolver):
            yield from routes(one, text)
        elif isinstance(one, URLPattern):
            plain = re.sub(r"<(\w+:)?\w+>", lambda found: "1" if found[1] == "int:" else SECRET, text)
            yield re.sub(r"\(.*\)", SECRET, plain)


ADDRESSES = sorted(set(routes(get_resolver())))
RAISED = (
    ValueError, KeyError, IntegrityError, OperationalError, SuspiciousOperation, BadRequest, PermissionDenied, Http404,
)  # fmt: skip


class TestNoContents:
    """Each line is written that can be."""

    @pytest.fixture(autouse=True)
    def _everything_is_slow(self, settings: Any) -> None:
        settings.SLOW_SECONDS = -1

    @staticmethod
    def ask(client: Client, address: str, slug: str = SECRET) -> None:
        headers = {"Referer": f"http://localhost/{SECRET}", "User-Agent": SECRET, "X-Request-ID": SECRET}
        headers |= {"Accept-Language": SECRET, "X-Forwarded-For": SECRET, "HX-Current-URL": f"/{SECRET}"}
        query = f"{address.replace(SECRET, slug)}?q={SECRET}&{SECRET}=1&next=/{SECRET}"
        client.cookies[SECRET] = SECRET
        client.get(query, headers=headers)
        fields = ("username", "password", "code", "text", "name", "reason", "description", "edits", "next")
        client.post(query, dict.fromkeys(fields, SECRET), headers=headers)
        client.post(query, json.dumps({SECRET: SECRET}), content_type="application/json", headers=headers)

    @pytest.mark.parametrize(
        ("lines", "who"), [("text", "visitor"), ("json", "superuser")], indirect=["lines"]
    )
    def test_as_it_is(
        self, lines: Lines, who: str, bob: User, design: Design, capfd: pytest.CaptureFixture[str]
    ) -> None:
        for slug in (SECRET, design.slug):
            client = Client(raise_request_exception=False)
            if who == "superuser":
                client.force_login(bob)
            for address in ADDRESSES:
                if "sign-out" not in address and "logout" not in address:
                    self.ask(client, address, slug)
        assert len(lines.text.splitlines()) > 5 * len(ADDRESSES)
        assert SECRET not in lines.text
        assert SECRET not in capfd.readouterr().err

    @text_lines
    def test_when_everything_fails(
        self, lines: Lines, monkeypatch: pytest.MonkeyPatch, bob: User, capfd: pytest.CaptureFixture[str]
    ) -> None:
        kinds = iter(RAISED * 1000)

        def broken(request: Any, *rest: Any, **more: Any) -> Any:
            kind = next(kinds)
            raise kind("away" if kind is OperationalError else SECRET) from RuntimeError(SECRET)

        monkeypatch.setattr(
            "django.core.handlers.base.BaseHandler.make_view_atomic", lambda handler, view: broken
        )
        client = Client(raise_request_exception=False)
        client.force_login(bob)
        for address in ADDRESSES:
            self.ask(client, address)
        assert lines.text.count("RuntimeError") > len(ADDRESSES)
        assert SECRET not in lines.text
        assert SECRET not in capfd.readouterr().err
