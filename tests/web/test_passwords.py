"""Signing in with a password: nothing is told to those who guess, and guessing is slow."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from modeler.sign_in import owner as owners
from modeler.sign_in import throttle
from modeler.sign_in.models import FailedSignIn

from .test_sign_in import PASSWORD, is_signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    """A password's hash is slow on purpose; here only how often it is made matters."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def curator() -> User:
    return User.objects.create_user("curator", password=PASSWORD)


def by_password(client: Client, name: str, password: str, **more: Any) -> Any:
    return client.post("/sign-in/", {"username": name, "password": password}, **more)


class TestPasswords:
    def test_the_right_one(self, client: Client, curator: User) -> None:
        assert by_password(client, "curator", PASSWORD).status_code == 302
        assert is_signed_in(client)

    def test_wrong_names_and_passwords_look_the_same(self, client: Client, curator: User) -> None:
        User.objects.create_user("closed", password=PASSWORD, is_active=False)
        owners.owner()
        tries = [("curator", "wrong"), ("nobody", "wrong"), ("closed", PASSWORD), ("owner", "wrong")]
        pages = [by_password(client, name, word) for name, word in tries]
        assert [page.status_code for page in pages] == [422] * 4
        texts = {self._bare(page.content.decode()) for page in pages}
        assert len(texts) == 1

    def test_an_unknown_name_costs_a_hash_too(
        self, client: Client, curator: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time is the hasher's: each wrong try, whatever is wrong with it, runs it once."""
        owners.owner()
        runs: list[str] = []
        encode = type(get_hasher()).encode

        def counted(self: Any, password: str, *rest: Any, **more: Any) -> str:
            runs.append(password)
            return encode(self, password, *rest, **more)

        monkeypatch.setattr(type(get_hasher()), "encode", counted)
        for name in ("curator", "nobody", owners.owner().username):
            by_password(client, name, name)
        assert len(runs) == 3

    def test_guessing_ends_at_the_sixth_try(self, client: Client, curator: User) -> None:
        codes = [by_password(client, name, "x").status_code for name in ("curator", "Curator") * 3]
        assert codes == [422] * 5 + [429]
        answer = by_password(client, "curator", PASSWORD)
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 900
        assert "15 minutes" in answer.content.decode()
        assert by_password(client, "curator", PASSWORD, REMOTE_ADDR="127.0.0.2").status_code == 302

    def test_it_ends_for_names_that_are_not_there_too(self, client: Client) -> None:
        assert [by_password(client, "nobody", "x").status_code for _ in range(6)] == [422] * 5 + [429]

    def test_waiting_and_success_forgive(self, client: Client, curator: User) -> None:
        for _ in range(5):
            by_password(client, "curator", "x")
        FailedSignIn.objects.update(made_at=timezone.now() - throttle.WINDOW)
        assert by_password(client, "curator", "x").status_code == 422
        assert FailedSignIn.objects.count() == 1
        by_password(client, "curator", PASSWORD)
        assert FailedSignIn.objects.count() == 0

    def test_no_name_is_kept_of_failures(self, client: Client) -> None:
        by_password(client, "somebody", "x")
        assert "somebody" not in str(vars(FailedSignIn.objects.get()))

    @staticmethod
    def _bare(page: str) -> str:
        return re.sub(r'value="[^"]*"', "", page)


class TestWhereItLeads:
    @pytest.mark.parametrize(
        ("wanted", "led"),
        [
            ("/handbook/", "/handbook/"),
            ("//evil.example/", "/"),
            ("https://evil.example/", "/"),
            ("/\\evil.example", "/"),
            ("javascript:alert(1)", "/"),
        ],
    )
    def test_only_to_addresses_of_ours(self, client: Client, curator: User, wanted: str, led: str) -> None:
        fields = {"username": "curator", "password": PASSWORD, "next": wanted}
        assert client.post("/sign-in/", fields).headers["Location"] == led

    def test_the_form_remembers_it(self, client: Client) -> None:
        page = client.get("/sign-in/?next=/handbook/").content.decode()
        assert page.count('name="next" value="/handbook/"') == 2

    def test_a_server_shows_the_password_first(self, client: Client, settings: Any) -> None:
        here = client.get("/sign-in/").content.decode()
        settings.LOCAL = False
        there = client.get("/sign-in/").content.decode()
        assert here.index('id="code"') < here.index('id="password"')
        assert there.index('id="code"') > there.index('id="password"')
