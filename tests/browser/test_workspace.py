"""One workspace: a header of 48 pixels on every page of a design, three groups, and the theme that was chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from designs import store
from tests.web.conftest import small_design

from .drawing import signed_in
from .watched import Watched

WINDOWS = ((1440, 900), (1280, 720), (390, 844))
OUTPUTS = (
    "scripts",
    "downloads",
    "explain",
    "queries",
    "diagrams",
    "diagrams/documents",
    "storage",
    "report",
    "slide",
)
ANALYSIS = ("", "decisions", "findings", "forecast", "what-if", "cheapest", "weights")
OTHERS = ("about", "copy", "replace", "history", "history/1")
GROUPS = dict.fromkeys(OUTPUTS, "Outputs") | dict.fromkeys(ANALYSIS, "Analysis") | {"documents": "Design"}
HEADER, MOST = 48, 120
_FRAME = """() => { const bar = document.querySelector("header.bar").getBoundingClientRect();
  const first = [...document.querySelectorAll("main *")].find((one) => one.getClientRects().length && one.textContent.trim());
  const tops = [...document.querySelectorAll(".bar > :not(.last, .tools, .groups), .bar :is(.last, .tools) > *")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
  return { header: bar.height, content: first.getBoundingClientRect().top,
    outside: tops.filter(({ top, bottom, right }) => top < 0 || bottom > 48 || right > innerWidth + 0.5).length,
    over: tops.some((one, at) => tops.slice(at + 1).some((other) => one.right > other.right && one.left < other.left - 0.5)) }; }"""


@pytest.fixture
def ann(watched: Watched, live_server: Any) -> User:
    """Signed in, with a design of her own at /designs/mine/."""
    ann = User.objects.create_user("ann")
    store.create(json.dumps(small_design()), ann, slug="mine")
    signed_in(watched.page.context, ann, live_server.url)
    return ann


def frame(page: Page) -> dict[str, Any]:
    return dict(page.evaluate(_FRAME))


@pytest.mark.usefixtures("ann")
def test_every_page_of_a_design_has_one_header_and_begins_high(watched: Watched) -> None:
    page = watched.page
    wrong = []
    for part in (*GROUPS, *OTHERS):
        page.goto(f"/designs/mine/{part}/".replace("//", "/"))
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            seen = frame(page)
            if seen["header"] != HEADER or seen["content"] > MOST or seen["outside"] or seen["over"]:
                wrong.append(f"{part or 'overview'} at {width}: {seen}")
            wrong += watched.too_wide()
        groups = page.locator(".bar .groups a")
        expect(groups).to_have_text(["Design", "Outputs", "Analysis"])
        chosen = groups.and_(page.locator("[aria-current]"))
        expect(chosen).to_have_text([GROUPS[part]] if part in GROUPS else [])
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("address", ["decisions/", "cheapest/", "what-if/?b=cheapest"])
def test_bars_of_costs_have_no_frame(watched: Watched, address: str) -> None:
    """The class of the header would give them its ground, height and line."""
    watched.page.goto(f"/designs/web-shop/{address}")
    assert watched.page.locator("td:has(> svg)").count()
    assert not watched.page.locator(".bar:not(header)").count()


@pytest.mark.usefixtures("ann")
def test_the_editor_has_the_same_header(watched: Watched) -> None:
    page = watched.page
    for slug in ("university", "mine"):
        page.goto(f"/designs/{slug}/edit/")
        page.wait_for_selector("html[data-ready]", state="attached")
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            seen = frame(page)
            assert seen["header"] == HEADER and not seen["outside"] and not seen["over"], (slug, width, seen)
    expect(page.locator(".bar .groups [aria-current]")).to_have_text("Design")
    page.locator(".bar .menu summary").click()
    menu = page.locator(".bar .menu-list")
    for name in ("Rename", "Import version", "History", "Trash"):
        expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
    assert watched.inaccessible(".bar") == []
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


@pytest.mark.usefixtures("ann")
def test_the_workload_is_a_page_of_the_design(watched: Watched) -> None:
    page = watched.page
    page.goto("/designs/mine/documents/")
    page.locator(".tabs").get_by_role("link", name="Workload").click()
    expect(page.locator("#workload")).to_be_visible()


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


_FACES = """() => document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === "loaded")
  .map(({ family }) => family.replaceAll('"', "")).sort())"""
_AS_WIDE = """() => {
  const wide = (one, part) => one.querySelector(part)?.getBBox().width ?? 0;
  const plates = [...document.querySelectorAll(".line .badge:not(:has(.concern))")]
    .map((one) => [wide(one, "text"), wide(one, "rect")]).filter(([text]) => text);
  return plates.length && plates.every(([text, plate]) => plate - text >= 12 && plate - text <= 45); }"""


@pytest.mark.usefixtures("ann")
def test_two_faces_are_ours_and_chips_are_as_wide_as_their_words_in_them(watched: Watched) -> None:
    page = watched.page
    for address in ("/designs/web-shop/edit/", "/designs/mine/scripts/"):
        page.goto(address)
        page.wait_for_selector("html:not([data-late-faces])", state="attached")
        expect(page.locator(".line .badge text, pre").first).to_be_attached()
        page.wait_for_function(
            f"async (faces) => (await ({_FACES})()).join() === faces", arg="Inter,JetBrains Mono"
        )
    # the editor has them at once from then on
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.late = document.documentElement.hasAttribute('data-late-faces'); })"
    )
    page.goto("/designs/web-shop/edit/")
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.evaluate("window.late") is False
    page.locator(".line .badge text").nth(1).wait_for(state="attached")
    page.wait_for_function(_AS_WIDE)  # once they are measured in it


LIGHT, DARK = "rgb(245, 247, 246)", "rgb(14, 20, 18)"


@pytest.mark.usefixtures("ann")
def test_the_theme_is_chosen_kept_and_there_before_the_page_is_painted(watched: Watched) -> None:
    page = watched.page
    page.emulate_media(color_scheme="light")
    page.goto("/designs/mine/decisions/")
    assert ground(page) == LIGHT
    page.locator(".bar .menu summary").click()
    page.get_by_role("button", name="Dark", exact=True).click()
    assert ground(page) == DARK
    assert watched.inaccessible(".bar") == []
    page.add_init_script(
        "new MutationObserver((_, one) => { if (document.body) { window.first = "
        "getComputedStyle(document.body).backgroundColor; one.disconnect(); } })"
        ".observe(document, { childList: true, subtree: true });"
    )
    for address in ("/designs/mine/edit/", "/"):
        page.goto(address)
        assert page.evaluate("window.first") == ground(page) == DARK
    page.locator(".bar .menu summary").click()
    expect(page.get_by_role("button", name="Dark", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Light", exact=True).click()
    page.emulate_media(color_scheme="dark")
    assert ground(page) == LIGHT
    page.get_by_role("button", name="System", exact=True).click()
    assert ground(page) == DARK


@pytest.mark.usefixtures("ann")
def test_the_shortcuts_are_shown_from_anywhere(watched: Watched) -> None:
    page = watched.page
    for address in ("/", "/designs/mine/findings/", "/designs/mine/edit/"):
        page.goto(address)
        if "edit" in address:
            page.wait_for_selector("html[data-ready]", state="attached")
        page.keyboard.press("?")
        sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
        expect(sheet).to_be_visible()
        assert watched.inaccessible("#shortcuts") == []
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    page.goto("/")
    page.locator("#q").fill("what")
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_hidden()


_COLUMNS = "(list) => getComputedStyle(list).gridTemplateColumns.split(' ').length"


@pytest.mark.usefixtures("ann")
def test_ones_own_designs_come_first_and_the_library_is_to_copy(watched: Watched) -> None:
    page = watched.page
    page.goto("/")
    cards, tabs = page.locator("#found .card h2"), page.locator(".home-tabs a")
    expect(cards).to_have_text(["New design", "Small"])
    expect(tabs.and_(page.locator("[aria-current]"))).to_contain_text("Your designs")
    page.get_by_role("button", name="List").click()
    assert page.locator("#found .cards").evaluate(_COLUMNS) == 1
    page.locator("summary", has_text="Tags").click()
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    tabs.get_by_text("Library").click()
    expect(cards.get_by_text("Web shop")).to_be_visible()
    expect(page.locator("html[data-cards=list]")).to_be_attached()
    expect(cards.get_by_text("Small")).to_have_count(0)
    cards.get_by_text("Web shop").click()
    expect(page.locator(".bar .saved")).to_have_text("View only")
    expect(page.locator(".bar").get_by_role("button", name="Use this template")).to_be_visible()
    page.goto("/")
    cards.get_by_text("Small").click()
    page.wait_for_url("**/designs/mine/edit/")
