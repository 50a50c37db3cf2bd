"""Outputs as files beside one another, and decisions whose thresholds can be tried from their page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .watched import Watched

_TOPS = """() => Object.fromEntries(["nav.tabs", ".output-head", ".output pre"].map((name) => {
  const { top, height } = document.querySelector(name).getBoundingClientRect(); return [name, [top, Math.round(height)]]; }))"""


def test_files_stand_beside_the_one_that_is_read(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/designs/web-shop/scripts/")
    files, name, text = (
        page.locator(".output-list a"),
        page.locator("#output-name"),
        page.locator(".output pre"),
    )
    expect(name).to_have_text("mongosh/setup.js")
    tops = page.evaluate(_TOPS)
    assert abs(tops["nav.tabs"][1] - 40) <= 1 and abs(tops[".output-head"][1] - 32) <= 1
    assert abs(tops[".output pre"][0] - 120) <= 2
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert files.count() > 20
    expect(files.and_(page.locator("[aria-current]"))).to_contain_text("setup.js")
    files.get_by_text("04_queries.js", exact=True).click()
    expect(name).to_have_text("mongosh/04_queries.js")
    expect(text).to_contain_text("function ")
    numbers = page.locator(".output .numbers").get_attribute("data-numbers") or ""
    assert [int(one) for one in numbers.split()] == [*range(1, (text.text_content() or "").count("\n") + 1)]
    page.get_by_label("Comments").uncheck()
    assert "//" not in text.inner_text()
    files.get_by_text("plan.json", exact=True).click()
    expect(name).to_have_text("plan.json")
    expect(page.get_by_label("Comments")).to_have_count(0)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download", exact=True).click()
    assert waiting.value.suggested_filename == "plan.json"
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/designs/web-shop/scripts/?file=nowhere.js")
    expect(name).to_have_text("mongosh/setup.js")
    page.locator(".output .copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".output pre").evaluate(
        "(one) => one.textContent"
    )


def test_the_functions_of_a_script_are_listed_by_what_they_are_for(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/designs/web-shop/scripts/")
    listed = page.locator(".output-parts")
    expect(listed).to_have_count(0)  # setup.js defines none that an application calls
    page.locator(".output-list").get_by_text("04_queries.js", exact=True).click()
    expect(listed.locator("h2")).to_have_text(["Operations 18", "Relationships 13", "Entities 1"])
    listed.get_by_role("link", name="place order").click()
    part = page.locator(".part:target")
    expect(part).to_contain_text("function placeOrder(")
    expect(part).to_be_in_viewport()
    expect(part).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    listed.locator("summary", has_text="images").click()
    listed.get_by_role("link", name="imagesAdd").click()
    expect(part).to_contain_text("function imagesAdd(")
    assert page.evaluate("scrollY") == 0
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    page.goto("/designs/web-shop/queries/?q=place+order")
    page.get_by_role("link", name="mongosh/04_queries.js").first.click()
    expect(part).to_contain_text("function placeOrder(")


def test_on_a_phone_the_list_of_files_is_folded(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/designs/web-shop/scripts/")
    expect(page.locator(".output-list a").first).to_be_hidden()
    expect(page.locator(".output pre")).to_be_in_viewport()
    page.locator(".output-list summary").click()
    expect(page.locator(".output-list a").first).to_be_visible()
    assert [*watched.inaccessible(), *watched.too_wide()] == []


@pytest.mark.parametrize("width", [1440, 390])
def test_a_threshold_of_the_page_is_tried_in_the_inspector(watched: Watched, width: int) -> None:
    page = watched.page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/designs/web-shop/decisions/")
    page.get_by_role("link", name="Try orders").click()
    page.wait_for_url("**/edit/?show=orders")
    expect(page.locator("#inspector h2")).to_have_text("orders")
    expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#inspector .thresholds .mark").first).to_be_visible()


def test_what_a_search_found_is_selected_in_the_editor(watched: Watched) -> None:
    page = watched.page
    page.goto("/?in=library&q=password_hash")
    page.get_by_role("link", name="Customer › password_hash").first.click()
    page.wait_for_url("**/edit/?show=Customer**")
    expect(page.locator("#inspector h2")).to_have_text("password_hash")


def test_where_rules_and_cost_disagree_one_sentence_says_whom_to_follow(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    said_of = (
        ("blog", "Post → Comment", "comments", "isn’t recommended"),
        ("web-shop", "Product → Review", "reviews", "too little to matter"),
        ("web-shop", "Product → Inventory", "inventory", "agree"),
    )
    for slug, title, name, said in said_of:
        page.goto(f"/designs/{slug}/decisions/")
        decision = page.locator("article.decision", has=page.locator("h2", has_text=title))
        expect(decision.locator(".whom")).to_contain_text(said)
        page.goto(f"/designs/{slug}/edit/?show={name}")
        expect(page.locator("#inspector .whom")).to_contain_text(said)


@pytest.mark.parametrize("width", [1440, 390])
def test_find_in_outputs(watched: Watched, width: int) -> None:
    page = watched.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/designs/university/scripts/")
    field = page.get_by_role("searchbox", name="Find in outputs")
    page.keyboard.press("Control+f")
    expect(field).to_be_focused()
    page.keyboard.type("posted_by")
    page.keyboard.press("Enter")
    lines = page.locator(".output-lines li a")
    expect(lines.first).to_be_visible()
    line = lines.and_(page.locator('[href*="04_queries"]')).first
    number = (line.get_attribute("href") or "").rpartition("-")[2]
    line.click()
    expect(page.locator("#output-name")).to_have_text("mongosh/04_queries.js")
    expect(page.locator(f"mark#line-{number}")).to_be_in_viewport()
    expect(field).to_have_value("posted_by")
    assert [*watched.inaccessible(), *watched.too_wide()] == []
    page.get_by_role("link", name="All files").click()
    expect(page.locator(".output-list li")).not_to_have_count(0)
    expect(page.locator("#output-name")).to_have_text("mongosh/04_queries.js")
