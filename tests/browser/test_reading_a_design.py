"""What the small modules of design pages do: copy, fold, zoom and pan."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .watched import Watched

DOCUMENTS = "/designs/university/documents/"
FILE = "/designs/university/files/documents/students.js"


def test_copying_gives_the_file_whole_with_its_comments_folded(watched: Watched) -> None:
    page = watched.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(DOCUMENTS)
    page.get_by_label("Comments").first.uncheck()
    expect(page.locator("pre.code").first).not_to_contain_text("primary key", use_inner_text=True)
    page.get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name="Copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.request.get(FILE).text()


def test_a_decision_leads_to_its_field_and_back(watched: Watched) -> None:
    page = watched.page
    page.goto("/designs/university/decisions/")
    page.locator("#decision-2 .where a").first.click()
    page.wait_for_url(f"**{DOCUMENTS}#place-2-1")
    page.get_by_role("link", name="Decision: emails").click()
    page.wait_for_url("**/decisions/#decision-2")


def test_the_diagram_zooms_by_keyboard_and_button_and_is_dragged(watched: Watched) -> None:
    page = watched.page
    page.goto("/designs/web-shop/diagrams/")
    canvas = page.locator("figure.diagram .canvas").first
    before = width(canvas)
    canvas.press("+")
    assert round(width(canvas) / before, 2) == 1.25
    page.get_by_role("button", name="Zoom out").first.click()
    assert round(width(canvas)) == round(before)
    page.get_by_role("button", name="Fit to page").first.click()
    assert width(canvas) <= canvas.bounding_box()["width"]
    for _ in range(6):
        canvas.press("+")
    assert moved(page, canvas) == [60, 40]


def moved(page: Any, canvas: Any) -> list[float]:
    """How far dragging by (-60, -40) scrolls."""
    before = canvas.evaluate("one => [one.scrollLeft, one.scrollTop]")
    # Hovering waits until the page that the focus has scrolled stands still; a place read before does not.
    canvas.hover(position={"x": 200, "y": 200})
    place = canvas.bounding_box()
    page.mouse.down()
    page.mouse.move(place["x"] + 140, place["y"] + 160)
    page.mouse.up()
    after = canvas.evaluate("one => [one.scrollLeft, one.scrollTop]")
    return [round(now - then) for now, then in zip(after, before, strict=True)]


def width(canvas: Any) -> float:
    return float(canvas.locator("svg").first.bounding_box()["width"])


def test_paper_is_light_whole_and_without_what_only_a_screen_can_use(watched: Watched) -> None:
    page = watched.page
    page.goto(DOCUMENTS)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for name in (".tabs", ".copy", ".switch", ".top", ".code .why"):
        expect(page.locator(name).first).to_be_hidden()
    expect(page.locator(".fold pre.code").first).to_be_visible()


def test_how_a_cost_is_counted_is_read_on_a_phone_without_scrolling_sideways(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/designs/university/decisions/")
    page.locator("summary", has_text="How this is calculated").first.click()
    counted = page.locator(".prices .wide").first
    expect(counted).to_be_visible()
    assert counted.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    expect(counted.get_by_role("cell").first).to_be_visible()
    assert watched.inaccessible() == []


def test_on_a_phone_the_tabs_are_one_row_with_the_page_in_sight(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/designs/university/report/")
    tabs = page.locator(".tabs")
    row = tabs.bounding_box()
    assert row is not None and row["height"] < 60 and row["y"] + row["height"] < 844 * 0.4
    here = tabs.locator("a[aria-current]").bounding_box()
    assert here is not None and here["x"] >= 0 and here["x"] + here["width"] <= 390
    tabs.get_by_role("link", name="Script").focus()
    reached = tabs.get_by_role("link", name="Script").bounding_box()
    assert reached is not None and reached["x"] >= 0  # keys reach what is out of sight
    assert watched.too_wide() == [] and watched.inaccessible() == []
