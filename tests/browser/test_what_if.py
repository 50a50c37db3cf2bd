"""What if, by hand: choose two strategies, look, keep one side, and undo it in one step."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from designs import store
from designs.models import Design
from tests.web.variants import KEEP, two_relationships

from .drawing import PAINTED, signed_in
from .watched import Watched


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def small(ann: User) -> Design:
    return store.create(json.dumps(two_relationships()), ann, slug="small")


@pytest.fixture
def hers(watched: Watched, live_server: Any, ann: User, small: Design) -> Page:
    signed_in(watched.page.context, ann, live_server.url)
    return watched.page


def ways(design: Design) -> dict[str, str]:
    links = json.loads(store.load(design.slug).text)["relationships"]
    return {one["name"]: one["strategy"] for one in links if "strategy" in one}


def test_choose_compare_keep_undo(watched: Watched, hers: Page, small: Design) -> None:
    page = hers
    page.goto("/designs/small/decisions/")
    page.get_by_role("link", name="Compare alternatives").click()
    page.get_by_label("B: Student → Email").select_option("PARENT_REF")
    page.get_by_label("B: Student → Home").select_option("LINK_ONE")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**=*")
    shared = page.url
    assert shared.count("=") == 2 and len(shared) < 200
    row = page.locator("tbody tr", has=page.get_by_role("rowheader", name="page"))
    expect(row.locator("td").nth(1)).to_contain_text("1 → 3")
    expect(row.locator("td").nth(1).locator(".by")).to_contain_text("+2")  # a sign, not a colour alone
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    page.reload()  # the address holds it all
    expect(page.get_by_label("B: Student → Email")).to_have_value("PARENT_REF")
    page.get_by_role("button", name="Apply variant B").click()
    expect(page.get_by_role("status")).to_contain_text("Variant applied")
    assert ways(small) == {"emails": "PARENT_REF", "home": "LINK_ONE"}
    page.goto("/designs/small/edit/")
    page.wait_for_selector(PAINTED, state="attached")
    page.keyboard.press("Control+z")
    page.locator("#saved[data-state=saved]").wait_for()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    assert ways(small) == {}
    page.goto(shared)
    expect(page.get_by_role("button", name="Apply variant B")).to_be_visible()


def test_what_is_met_is_shown_with_both(watched: Watched, hers: Page, small: Design) -> None:
    page = hers
    page.goto("/designs/small/what-if/")
    page.get_by_label("B: Student → Email").select_option("PARENT_REF")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**=*")
    theirs = json.loads(store.load("small").text)
    theirs["relationships"][0]["strategy"] = "CHILD_REFS"
    store.commit(small, 1, json.dumps(theirs), None, "theirs-first")
    watched.expected.add(409)
    page.get_by_role("button", name="Apply variant B").click()
    expect(page.get_by_role("heading", name="Resolve conflict")).to_be_visible()
    assert page.url.endswith(KEEP)
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    page.get_by_role("button", name="Use mine").click()
    expect(page.get_by_role("status")).to_contain_text("Variant applied")
    assert ways(small) == {"emails": "PARENT_REF"}


def test_long_names_of_versions_fit_on_a_phone(
    watched: Watched, hers: Page, small: Design, ann: User
) -> None:
    for number, way in enumerate(("PARENT_REF", "CHILD_REFS", "PARENT_REF"), 1):
        emails = json.loads(store.load("small").text)["relationships"][0]["id"]
        edit = store.edits.Set(id=emails, path=("strategy",), value=way)
        words = f"Redid: Set the maximum of Member, of all that are active today, in Membership {number}"
        store.commit(store.load("small"), number, edit, ann, f"long-name-{number}", words)
    hers.set_viewport_size({"width": 390, "height": 844})
    hers.goto("/designs/small/what-if/")
    expect(hers.get_by_label("Variant A starts from")).to_be_visible()
    assert hers.evaluate("document.documentElement.scrollWidth") == 390
    assert watched.too_wide() == []
