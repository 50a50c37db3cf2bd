"""Signing in and out in a browser: by the printed address, by hand without scripts, by password."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from modeler.sign_in.address import sign_in_address
from modeler.sign_in.owner import owner

from .profile import Profile
from .watched import Watched

PASSWORD = "a long enough password"


def expect_signed_in(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Designs")
    open_menu(page)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def open_menu(page: Page) -> None:
    page.locator(".bar .menu > summary").click()


def test_the_printed_address_is_enough(watched: Watched, live_server: Any) -> None:
    page, sent = watched.page, []
    page.on("request", lambda request: sent.append(f"{request.url} {request.headers}"))
    address = sign_in_address(live_server.url, owner())
    code = address.partition("#")[2]
    page.goto(address)
    expect_signed_in(page)
    assert code not in page.url
    assert sent and not any(code in request for request in sent)  # it went in a form's body alone
    page.go_back()
    assert code not in page.url


def test_an_address_used_before_says_what_to_do(
    watched: Watched, live_server: Any, elsewhere: Profile
) -> None:
    address = sign_in_address(live_server.url, owner())
    other = elsewhere.page()
    other.goto(address)
    expect_signed_in(other)
    watched.expected.add(403)
    watched.page.goto(address)
    expect(watched.page.get_by_role("alert")).to_contain_text("has expired")
    expect(watched.page.get_by_text("manage.py sign_in")).to_be_visible()
    assert watched.inaccessible() == []
    assert watched.too_wide() == []


def test_signing_out_in_another_tab_is_told(watched: Watched, live_server: Any) -> None:
    """The page that stayed open holds a token from before the second sign-in."""
    watched.page.goto(sign_in_address(live_server.url, owner()))
    expect_signed_in(watched.page)
    stale = watched.page.context.new_page()
    stale.goto("/handbook/")
    watched.page.get_by_role("button", name="Sign out").click()
    expect(watched.page.get_by_role("link", name="Sign in")).to_be_visible()
    watched.page.goto(sign_in_address(live_server.url, owner()))
    expect_signed_in(watched.page)
    open_menu(stale)
    stale.get_by_role("button", name="Sign out").click()
    expect(stale.get_by_role("heading", level=1)).to_contain_text("signed in or out after opening this page")
    stale.get_by_role("link", name="All designs").click()
    expect_signed_in(stale)


def test_a_password_by_keys_alone(watched: Watched) -> None:
    User.objects.create_user("curator", password=PASSWORD)
    page = watched.page
    page.goto("/sign-in/?next=/handbook/")
    page.get_by_text("Use a password").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("curator")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/handbook/")
    open_menu(page)
    expect(page.locator(".account-name")).to_have_text("curator")


@pytest.mark.parametrize("name", ["ann", "n" * 150, "مها ‮abc"])
def test_the_name_shows_on_a_phone(watched: Watched, live_server: Any, name: str) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(sign_in_address(live_server.url, User.objects.create_superuser(name)))
    expect_signed_in(page)
    shown = page.locator(".account-name").bounding_box()
    assert shown and shown["width"] > 20
    assert watched.too_wide() == []
    page.goto("/sign-in/")
    assert watched.too_wide() == []
    assert watched.inaccessible() == []


class TestWithoutScripts:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"java_script_enabled": False}

    def test_the_code_is_pasted(self, page: Page, live_server: Any) -> None:
        address = sign_in_address(live_server.url, owner())
        page.goto(address)
        page.get_by_label("One-time code").fill(address)
        page.get_by_role("button", name="Open Nestlink").click()
        expect_signed_in(page)
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
