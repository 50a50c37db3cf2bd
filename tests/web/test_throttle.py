"""The throttle: other spellings, other accounts, other forms, many at once and a wrong clock don't pass by."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import aauthenticate, authenticate
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone

from modeler.sign_in import throttle, tokens
from modeler.sign_in.models import FailedSignIn

from .test_passwords import by_password
from .test_sign_in import PASSWORD, is_signed_in

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.django_db

SPELLINGS = (
    "curator",
    "  curator",
    "curator\t",
    "\u3000curator\u2003",
    "\uff43urator",
    "CURATOR",
    "curator\n",
    "\U0001d41curator",
)
"""Names that Django's form cleans to one, and names that people take for it."""


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def curator() -> User:
    return User.objects.create_user("curator", password=PASSWORD)


class TestNames:
    @pytest.mark.parametrize("last", SPELLINGS)
    def test_another_spelling_is_the_same_name(self, client: Client, curator: User, last: str) -> None:
        for _ in range(5):
            assert by_password(client, "curator", "x").status_code == 422
        assert by_password(client, last, PASSWORD).status_code == 429

    def test_each_spelling_once_is_too_many_too(self, client: Client, curator: User) -> None:
        codes = [by_password(client, name, "x").status_code for name in SPELLINGS]
        assert codes == [422] * 5 + [429] * 3

    def test_accounts_that_differ_in_case_wait_together(self, client: Client, curator: User) -> None:
        User.objects.create_user("Curator", password=PASSWORD)
        assert [by_password(client, "Curator", "x").status_code for _ in range(5)] == [422] * 5
        assert by_password(client, "curator", PASSWORD).status_code == 429


class TestNetworks:
    def test_many_accounts_from_one_address_are_slowed(self, client: Client) -> None:
        codes = [by_password(client, f"person{number}", "x").status_code for number in range(30)]
        assert codes == [422] * throttle.MOST_OF_NETWORK + [429] * 10

    def test_successes_of_a_full_room_count_for_nothing(self, client: Client, curator: User) -> None:
        assert {by_password(Client(), "curator", PASSWORD).status_code for _ in range(30)} == {302}

    def test_an_account_of_ones_own_buys_no_tries_at_others(self, curator: User) -> None:
        for number in range(throttle.MOST_OF_NETWORK - 1):
            by_password(Client(), f"person{number}", "x")
            by_password(Client(), "curator", PASSWORD)
        assert by_password(Client(), "another", "x").status_code == 422
        assert by_password(Client(), "another", "x").status_code == 429

    @pytest.mark.parametrize(
        ("address", "network"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80::/64"),
            ("", ""),
            ("unix", "unix"),
        ],
    )
    def test_what_one_visitor_can_choose_from_is_one(self, address: str, network: str) -> None:
        assert throttle.network_of(address) == network

    def test_a_proxys_word_counts_only_behind_one(self, settings: Any) -> None:
        request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="6.6.6.6, 9.9.9.9")
        settings.BEHIND_TLS = False
        assert throttle.address_of(request.META) == "127.0.0.1"
        settings.BEHIND_TLS = True
        assert throttle.address_of(request.META) == "9.9.9.9"


class TestOtherForms:
    """The count is made where passwords are checked, not in one page."""

    @pytest.fixture(autouse=True)
    def _five_failures(self, client: Client, curator: User) -> None:
        for _ in range(5):
            by_password(client, "curator", "x")

    def test_the_admins_own_form(self, curator: User) -> None:
        User.objects.update(is_staff=True)
        form = AdminAuthenticationForm(
            RequestFactory().post("/"), {"username": "curator", "password": PASSWORD}
        )
        with pytest.raises(throttle.TooManyFailures):
            form.is_valid()

    def test_the_admins_page_leads_to_ours(self, client: Client) -> None:
        answer = client.post("/admin/login/", {"username": "curator", "password": PASSWORD})
        assert answer.headers["Location"].startswith("/sign-in/")
        assert not is_signed_in(client)

    def test_code_that_asks_django(self) -> None:
        request = RequestFactory().post("/")
        with pytest.raises(throttle.TooManyFailures):
            authenticate(request, username="curator", password=PASSWORD)

    def test_asynchronous_code_goes_the_same_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []
        monkeypatch.setattr(throttle, "keys_of", lambda request, name: asked.append(name) or 1 / 0)
        with pytest.raises(ZeroDivisionError):
            asyncio.run(aauthenticate(None, username="curator", password=PASSWORD))
        assert asked == ["curator"]

    def test_a_one_time_code_always_works(self, client: Client, curator: User) -> None:
        assert by_password(client, "curator", PASSWORD).status_code == 429
        assert client.post("/sign-in/", {"code": tokens.issue(curator)}).status_code == 302


class TestClocks:
    def test_set_back_it_neither_locks_for_ever_nor_forgets(self, client: Client, curator: User) -> None:
        """Failures noted while the clock was a year ahead."""
        for _ in range(5):
            by_password(client, "curator", "x")
        FailedSignIn.objects.update(made_at=timezone.now() + timedelta(days=365))
        answer = by_password(client, "curator", PASSWORD)
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 900
        FailedSignIn.objects.update(made_at=timezone.now() - throttle.WINDOW)
        assert by_password(client, "curator", PASSWORD).status_code == 302

    def test_waiting_is_not_made_longer_by_trying(self, client: Client, curator: User) -> None:
        for _ in range(5):
            by_password(client, "curator", "x")
        FailedSignIn.objects.update(made_at=timezone.now() - timedelta(minutes=14))
        for _ in range(5):
            answer = by_password(client, "curator", PASSWORD)
            assert 0 < int(answer.headers["Retry-After"]) <= 60
        assert "in a minute" in answer.content.decode()


class TestTheTable:
    def test_it_has_a_limit(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(throttle, "MOST_ROWS", 7)
        for number in range(12):
            by_password(client, "x", "x", REMOTE_ADDR=f"127.0.1.{number}")
        assert FailedSignIn.objects.count() == 7

    def test_refused_attempts_add_nothing(self, client: Client) -> None:
        for _ in range(9):
            by_password(client, "nobody", "x")
        assert FailedSignIn.objects.count() == 5

    def test_what_could_not_be_checked_is_no_failure(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*rest: Any, **more: Any) -> None:
            raise OperationalError("away")

        monkeypatch.setattr(ModelBackend, "authenticate", broken)
        client.raise_request_exception = False
        assert by_password(client, "curator", "x").status_code == 503
        assert FailedSignIn.objects.count() == 0


AT_ONCE = """
import sys, threading, django
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
from django.test import Client
def attempt():
    start.wait()
    codes.append(Client(HTTP_HOST="localhost").post("/sign-in/", {"username": "curator", "password": "x"}).status_code)
codes, start = [], threading.Barrier(10)
print("ready", flush=True)
sys.stdin.readline()
threads = [threading.Thread(target=attempt) for _ in range(10)]
for one in threads: one.start()
for one in threads: one.join()
print(*codes)
"""


def test_of_twenty_at_once_five_get_through(tmp_path: Path, migrated: Path) -> None:
    """Two processes, ten threads each, on one database."""
    names = os.environ | {"NESTLINK_HOME": str(tmp_path), "SQLITE_PATH": str(migrated)}
    names["DJANGO_SETTINGS_MODULE"] = "modeler.settings"
    command = [sys.executable, "-c", AT_ONCE]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with (
        subprocess.Popen(command, cwd=ROOT, env=names, **pipes) as one,
        subprocess.Popen(command, cwd=ROOT, env=names, **pipes) as two,
    ):
        for process in (one, two):
            assert process.stdout.readline() == "ready\n"
        for process in (one, two):
            process.stdin.write("go\n")
            process.stdin.flush()
        codes = [process.communicate(timeout=120)[0].split() for process in (one, two)]
    assert Counter(codes[0] + codes[1]) == {"422": 5, "429": 15}
