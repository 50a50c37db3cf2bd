"""Signing in by one-time addresses; the owner; the command that prints them; signing out."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from modeler.sign_in import address, tokens
from modeler.sign_in import owner as owners
from modeler.sign_in.models import SignInToken

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    """A password's hash is slow on purpose; here only how often it is made matters."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def curator() -> User:
    return User.objects.create_user("curator", password=PASSWORD)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


class TestOneTimeAddresses:
    def test_it_opens_the_library_once(self, client: Client) -> None:
        code = tokens.issue(owners.owner())
        answer = client.post("/sign-in/", {"code": code})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")
        assert is_signed_in(client)
        again = Client().post("/sign-in/", {"code": code})
        assert again.status_code == 403
        assert "has expired" in again.content.decode()
        assert "sign_in" in again.content.decode()  # the command that prints a new one

    def test_the_whole_address_can_be_pasted(self, client: Client) -> None:
        pasted = f" {address.sign_in_address('http://127.0.0.1:8000/', owners.owner())} "
        assert re.fullmatch(r" http://127\.0\.0\.1:8000/sign-in/#[\w-]{43} ", pasted)
        assert client.post("/sign-in/", {"code": pasted}).status_code == 302

    def test_reading_the_page_uses_nothing_up(self, client: Client) -> None:
        code = tokens.issue(owners.owner())
        assert client.get("/sign-in/", {"code": code}).status_code == 200
        assert client.head("/sign-in/").status_code == 200
        assert not is_signed_in(client)
        assert client.post("/sign-in/", {"code": code}).status_code == 302

    def test_it_ends_after_ten_minutes(self, client: Client) -> None:
        code = tokens.issue(owners.owner())
        SignInToken.objects.update(made_at=timezone.now() - timedelta(minutes=9, seconds=59))
        assert tokens.redeem("another") is None
        SignInToken.objects.update(made_at=timezone.now() - timedelta(minutes=10))
        assert client.post("/sign-in/", {"code": code}).status_code == 403
        tokens.issue(owners.owner())
        assert SignInToken.objects.count() == 1  # the old one was swept out

    def test_only_a_hash_is_kept(self) -> None:
        code = tokens.issue(owners.owner())
        (row,) = SignInToken.objects.all()
        assert code not in str(vars(row))
        assert len(row.digest) == 64

    def test_of_two_who_come_at_once_one_gets_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        code = tokens.issue(owners.owner())
        read = QuerySet.first

        def read_and_lose(rows: Any) -> Any:
            """The other one's deletion falls between this one's question and its own deletion."""
            found = read(rows)
            rows.delete()
            return found

        monkeypatch.setattr(QuerySet, "first", read_and_lose)
        assert tokens.redeem(code) is None

    def test_a_closed_account_stays_closed(self, curator: User) -> None:
        code = tokens.issue(curator)
        User.objects.update(is_active=False)
        assert tokens.redeem(code) is None

    def test_a_code_needs_a_form_of_ours(self) -> None:
        code = tokens.issue(owners.owner())
        answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"code": code})
        assert answer.status_code == 403
        assert "allow cookies for this address" in answer.content.decode()
        assert tokens.redeem(code)

    def test_the_session_gets_a_new_key(self, client: Client) -> None:
        session = client.session
        session["x"] = 1
        session.save()
        before = session.session_key
        client.post("/sign-in/", {"code": tokens.issue(owners.owner())})
        assert client.session.session_key != before

    def test_a_used_address_is_no_trouble_for_who_is_in(self, client: Client) -> None:
        code = tokens.issue(owners.owner())
        client.post("/sign-in/", {"code": code})
        assert client.post("/sign-in/", {"code": code}).status_code == 302
        assert "You are signed in" in client.get("/sign-in/").content.decode()


class TestOwner:
    def test_there_is_one_and_it_has_no_password(self) -> None:
        first = owners.owner()
        assert owners.owner() == first
        assert (first.is_staff, first.is_superuser, first.has_usable_password()) == (True, True, False)
        assert User.objects.count() == 1

    def test_an_administrator_who_is_there_is_the_owner(self) -> None:
        boss = User.objects.create_superuser("boss", password=PASSWORD)
        assert owners.owner() == boss

    def test_somebody_elses_account_is_not_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(owners, "system_name", lambda: "ann")
        for name in ("ann", "ann2", "annabel"):
            User.objects.create_user(name)
        assert owners.owner().username == "ann3"

    @pytest.mark.parametrize(
        ("system", "name"),
        [("ann", "ann"), ("Ann.B-1", "ann.b-1"), ("root", "owner"), ("x y", "owner"), ("a" * 40, "owner")],
    )
    def test_its_name(self, monkeypatch: pytest.MonkeyPatch, system: str, name: str) -> None:
        monkeypatch.setattr("getpass.getuser", lambda: system)
        assert owners.system_name() == name

    def test_a_system_without_names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nameless() -> str:
            raise KeyError("uid not found: 10001")

        monkeypatch.setattr("getpass.getuser", nameless)
        assert owners.system_name() == "owner"


class TestSigningOut:
    def test_it_takes_a_post(self, client: Client) -> None:
        client.post("/sign-in/", {"code": tokens.issue(owners.owner())})
        page = client.get("/").content.decode()
        assert f"<bdi>{owners.owner().username}</bdi>" in page
        assert client.get("/sign-out/").headers["Location"] == "/sign-in/"
        assert is_signed_in(client)
        assert client.post("/sign-out/").headers["Location"] == "/"
        assert not is_signed_in(client)
        assert 'href="/sign-in/"' in client.get("/").content.decode()

    def test_a_name_is_text(self, client: Client) -> None:
        client.force_login(User.objects.create_user("<b>x</b>"))
        assert "<bdi>&lt;b&gt;x&lt;/b&gt;</bdi>" in client.get("/").content.decode()


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def _home(self, settings: Any, tmp_path: Path) -> None:
        settings.HOME = tmp_path

    @staticmethod
    def printed(**options: Any) -> str:
        out = StringIO()
        call_command("sign_in", stdout=out, **options)
        return out.getvalue().strip()

    def test_it_needs_a_server(self) -> None:
        with pytest.raises(CommandError, match="make run"):
            self.printed()

    def test_a_server_that_ended_is_none(self) -> None:
        address.note("http://127.0.0.1:1/")
        with pytest.raises(CommandError, match="make run"):
            self.printed()

    def test_it_prints_an_address_that_works(self, client: Client, live_server: Any) -> None:
        address.note(f"http://127.0.0.1:{live_server.url.rpartition(':')[2]}/")
        base, _, code = self.printed().partition("sign-in/#")
        assert base == address.base_address()
        assert client.post("/sign-in/", {"code": code}).status_code == 302
        address.forget("http://127.0.0.1:1/")
        assert address.base_address()
        address.forget(base)
        assert not address.base_address()

    def test_on_a_server_it_helps_who_lost_a_password(self, settings: Any, curator: User) -> None:
        settings.LOCAL, settings.ALLOWED_HOSTS = False, [".nestlink.example"]
        base, _, code = self.printed(user="curator").partition("sign-in/#")
        assert base == "https://nestlink.example/"
        assert tokens.redeem(code) == curator

    def test_it_names_what_is_wrong_with_an_account(self, settings: Any, curator: User) -> None:
        settings.LOCAL = False
        User.objects.update(is_active=False)
        with pytest.raises(CommandError, match="inactive"):
            self.printed(user="curator")
        with pytest.raises(CommandError, match="No account"):
            self.printed(user="nobody")
