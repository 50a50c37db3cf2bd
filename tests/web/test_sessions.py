"""Sessions end: without use, after a fortnight, with a new password, and with the account."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.utils import timezone

from modeler.sign_in import sessions

from .test_settings import LOCAL, SERVER, asked
from .test_sign_in import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/handbook/"
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
HOURS = 3600


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _server(settings: Any) -> None:
    settings.SESSION_COOKIE_AGE = 12 * HOURS


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_superuser("ann", password=PASSWORD)


def signed_in(user: User) -> Client:
    client = Client()
    answer = client.post("/sign-in/", {"username": user.username, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def opens(client: Client) -> bool:
    """Whether a page, as a browser asks for it, is still signed in."""
    return "Sign out" in client.get(PAGE, headers={"Accept": BROWSER}).content.decode()


def shift(client: Client, **seconds: float) -> None:
    session = client.session
    for name, by in seconds.items():
        session[name] += by
    session.save()


def left() -> timedelta:
    return Session.objects.get().expire_date - timezone.now()


class TestIdle:
    def test_what_is_not_used_ends(self, ann: User) -> None:
        client = signed_in(ann)
        assert timedelta(hours=11.9) < left() <= timedelta(hours=12)
        Session.objects.update(expire_date=timezone.now())
        assert not opens(client)

    def test_use_makes_it_last(self, ann: User) -> None:
        client = signed_in(ann)
        Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
        shift(client, used_at=-HOURS)
        Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
        assert opens(client)
        assert left() > timedelta(hours=11.9)

    def test_most_pages_store_nothing(self, ann: User) -> None:
        client = signed_in(ann)
        Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
        assert opens(client)
        assert left() < timedelta(hours=1.1)

    @pytest.mark.parametrize(
        ("method", "accept", "is_use"),
        [("GET", BROWSER, True), ("GET", "application/json", False), ("POST", "application/json", True)],
    )
    def test_a_tab_left_open_is_no_use(self, method: str, accept: str, is_use: bool) -> None:
        request = RequestFactory().generic(method, "/", headers={"Accept": accept})
        assert sessions.is_use(request) is is_use


class TestAFortnight:
    def test_it_ends_what_is_used_each_day(self, ann: User) -> None:
        client = signed_in(ann)
        shift(client, began_at=-14 * 24 * HOURS + 60)
        assert opens(client)
        assert left() <= timedelta(seconds=60)
        shift(client, began_at=-120)
        assert not opens(client)

    def test_the_browser_forgets_it_then_too(self, ann: User, settings: Any) -> None:
        client = signed_in(ann)
        shift(client, began_at=-14 * 24 * HOURS + 60, used_at=-HOURS)
        assert opens(client)
        assert 0 < client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] <= 60

    def test_one_of_an_older_version_begins_now(self, ann: User) -> None:
        client = Client()
        client.force_login(ann)
        session = client.session
        del session["began_at"], session["used_at"]
        session.save()
        assert opens(client)
        assert time.time() - client.session["began_at"] < 60

    def test_a_clock_that_ran_ahead_gives_no_more(self, ann: User) -> None:
        client = signed_in(ann)
        shift(client, began_at=365 * 24 * HOURS, used_at=365 * 24 * HOURS)
        assert opens(client)
        assert client.session["began_at"] <= time.time()

    def test_signing_in_clears_what_is_over(self, ann: User) -> None:
        signed_in(ann)
        Session.objects.update(expire_date=timezone.now())
        signed_in(ann)
        assert Session.objects.count() == 1

    def test_a_visitor_has_none(self, client: Client) -> None:
        client.get(PAGE, headers={"Accept": BROWSER})
        assert Session.objects.count() == 0


class TestOtherSessions:
    def test_a_new_password_ends_them(self, ann: User) -> None:
        here, there = signed_in(ann), signed_in(ann)
        new = "another long password"
        fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
        assert here.post("/admin/password_change/", fields).status_code == 302
        assert (opens(here), opens(there)) == (True, False)

    def test_so_does_one_that_somebody_else_set(self, ann: User) -> None:
        there = signed_in(ann)
        ann.set_password("another long password")
        ann.save()
        assert not opens(there)

    def test_closing_the_account_ends_them(self, ann: User) -> None:
        here, there = signed_in(ann), signed_in(ann)
        User.objects.update(is_active=False)
        assert (opens(here), opens(there)) == (False, False)


def test_a_local_copy_keeps_its_owner_signed_in() -> None:
    """There is no password to sign in with again."""
    assert asked(**SERVER)["SESSION_COOKIE_AGE"] == 12 * HOURS
    assert asked(**LOCAL)["SESSION_COOKIE_AGE"] == 14 * 24 * HOURS
