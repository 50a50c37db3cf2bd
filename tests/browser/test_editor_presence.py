"""Two people at one design: each sees the other's initials and what the other has selected, until one leaves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from designs import presence, store
from designs.models import Design
from tests.web.conftest import small_design

from .profile import Profile
from .test_unsent_edits import sign_in

STUDENT = ".thing:has(header .name:text-is('Student'))"
pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def design() -> Design:
    presence.PRESENCE.forget()
    return store.create(json.dumps(small_design()), User.objects.create_superuser("ann.lee"))


def editing(context: BrowserContext, name: str, design: Design, url: str) -> Page:
    user = User.objects.filter(username=name).first() or User.objects.create_superuser(name)
    sign_in(context, user, url)
    page = context.new_page()
    page.goto(f"{url}/designs/{design.slug}/edit/")
    page.locator("html[data-ready]").wait_for()
    return page


def test_two_people_see_each_other(
    context: BrowserContext, elsewhere: Profile, design: Design, live_server: Any
) -> None:
    ann = editing(context, "ann.lee", design, live_server.url)
    assert ann.locator("#people").is_hidden()
    bob = editing(elsewhere.context, "bob", design, live_server.url)
    bob.locator(STUDENT).locator("header").click()
    other = ann.locator("#people .person")
    expect(other).to_have_text("B", timeout=10_000)
    expect(other).to_have_attribute("aria-label", "bob: Student", timeout=10_000)
    card = ann.locator(STUDENT)
    expect(card).to_have_attribute("data-other", "bob")
    expect(bob.locator("#people .person")).to_have_text("AL", timeout=10_000)
    ann.locator("body").press("Escape")
    other.click()
    expect(card).to_have_class("thing kind-entity selected")
    bob.close()
    expect(ann.locator("#people")).to_be_hidden(timeout=20_000)
    expect(card).not_to_have_attribute("data-other", "bob")


def test_the_page_that_a_window_showed_before_is_nobody_else(
    context: BrowserContext, design: Design, live_server: Any
) -> None:
    page = editing(context, "ann.lee", design, live_server.url)
    with page.expect_response("**/edits/since/**"):
        pass
    page.get_by_role("link", name="Analysis").click()
    page.wait_for_url("**/decisions/")
    page.get_by_role("link", name="Design", exact=True).click()
    page.locator("html[data-ready]").wait_for()
    with page.expect_response("**/edits/since/**"):
        pass
    page.wait_for_timeout(300)
    assert page.locator("#people").is_hidden()
    assert len(presence.PRESENCE._pages[design.pk]) == 1


def test_ones_own_second_window_is_no_other_person(
    context: BrowserContext, design: Design, live_server: Any
) -> None:
    first = editing(context, "ann.lee", design, live_server.url)
    second = context.new_page()
    second.goto(first.url)
    with second.expect_response("**/edits/since/**"):
        pass
    second.wait_for_timeout(300)
    assert len(presence.PRESENCE._pages[design.pk]) == 2
    expect(second.locator("#people")).to_be_hidden()
