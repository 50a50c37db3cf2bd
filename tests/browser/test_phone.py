"""A phone: what is tapped is shown, lists make room for it, and nothing that one chooses or reads is cut off."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from .drawing import Board, shop_board, signed_in
from .watched import Watched

PHONE = {"width": 390, "height": 844}
_CUT = """(all) => all.filter((one) => { const { left, right } = one.getBoundingClientRect();
  return one.checkVisibility() && (left < 0 || right > innerWidth); })
  .map((one) => one.textContent.trim().slice(0, 40))"""

_GROUND = """[...Array(300).keys()].map((y) => [4, y + 60])
  .find(([x, y]) => document.elementFromPoint(x, y)?.id === "stage")"""
_SEEN_LINE = """(all) => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  .find(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-line]"))"""

_SEEN_CARD = """(all) => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  .find(([x, y]) => document.elementFromPoint(x, y)?.closest(".thing header"))"""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"has_touch": True, "is_mobile": True, "viewport": PHONE}


def edges(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


def editor(watched: Watched, address: str) -> Board:
    board = shop_board(watched, address)
    watched.page.set_viewport_size({"width": 390, "height": 844})
    board.page.locator("#drawer-words", has_text="Collections").wait_for(state="attached")
    board.still()  # the smaller window moves what is tapped
    return board


def test_a_tapped_relationship_shows_its_decision_and_the_outline_makes_room(
    watched: Watched, live_server: Any
) -> None:
    board = editor(watched, live_server.url)
    page = board.page
    outline, inspector = page.locator("#outline"), page.locator("#inspector")
    show = page.locator(".bar [data-do=show_outline]")
    show.tap()
    page.locator("#tree [data-kind=entities] bdi", has_text="Address").tap()
    expect(outline).to_be_hidden()
    expect(inspector).to_be_hidden()
    show.tap()
    inspector.evaluate("(sheet) => sheet.style.setProperty('max-height', '25vh')")
    outline.locator("[title=orders]").tap()
    expect(outline).to_be_hidden()
    expect(inspector.locator(".decision .strategy")).to_be_visible()
    board.still()
    # its line is not behind the sheet, nor is it once the sheet has grown
    board.still()
    line = page.locator(".line.selected .way")
    low = edges(inspector)[0]
    assert edges(line)[0] < low
    inspector.evaluate("(sheet) => sheet.style.removeProperty('max-height')")
    board.still()
    assert edges(line)[0] < edges(inspector)[0] < low
    assert watched.inaccessible() == []
    # the ground takes the sheet away again; a tap on a line brings it back
    page.touchscreen.tap(*page.evaluate(_GROUND))
    expect(inspector).to_be_hidden()
    page.touchscreen.tap(*page.locator(".line .badge").evaluate_all(_SEEN_LINE))
    expect(inspector.locator(".decision .strategy")).to_be_visible()


def a_tapped_card_shows_its_properties_and_a_message_moves_nothing(page: Page) -> None:
    page.touchscreen.tap(*page.locator(".thing header").evaluate_all(_SEEN_CARD))
    inspector = page.locator("#inspector")
    expect(inspector.locator("h2")).to_have_text(
        page.locator("#tree [aria-selected=true] bdi").text_content() or ""
    )
    before = page.locator("#stage").bounding_box()
    inspector.locator("[data-part=count]").fill("7")
    inspector.locator("[data-part=count]").press("Enter")
    expect(page.locator("#live")).not_to_be_empty()
    assert page.locator("#stage").bounding_box() == before


def outputs_are_named_once_and_their_tabs_are_at_hand(page: Page) -> None:
    assert page.locator("body").inner_text().count("Outputs") == 1
    page.locator("#drawer [role=tab]", has_text="Script").tap()
    expect(page.locator("#drawer-body pre")).to_be_visible()
    page.locator("[data-do=drawer]").tap()
    expect(page.locator("#drawer-body")).to_be_hidden()


def test_nothing_that_is_chosen_or_read_is_cut_off(watched: Watched) -> None:
    page = watched.page
    page.goto("/designs/web-shop/scripts/")
    first = page.locator(".output .code").first
    top = edges(first)[0] + float(
        first.evaluate("(one) => parseFloat(getComputedStyle(one).paddingBlockStart)")
    )
    assert edges(page.locator(".output .copied > .copy").first)[1] <= top  # nothing lies over the first line
    page.goto("/designs/web-shop/what-if/")
    assert page.locator(".choose select").evaluate_all(_CUT) == []
    page.goto("/designs/web-shop/report/")
    page.locator(".report table.stacked").first.wait_for()
    assert page.locator(".report table.stacked td").evaluate_all(_CUT) == []
    assert (
        page.locator(".report .scroller:visible:has(.stacked)").evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 80))"
        )
        == []
    )
    expect(page.locator(".report table.stacked td[data-label=Strategy]").first).to_be_visible()
    page.goto("/designs/web-shop/")
    figures = page.locator(".figures")
    area = "(one) => { const { width, height } = one.getBoundingClientRect(); return width * height; }"
    assert sum(figures.locator("div").evaluate_all(f"(all) => all.map({area})")) > 0.95 * figures.evaluate(
        area
    )
    page.goto("/designs/web-shop/diagrams/")
    page.locator("figure .zoom").first.wait_for()
    assert "Ctrl" not in page.locator("main").inner_text()


def all_tabs_of_the_open_drawer_are_in_sight(page: Page) -> None:
    page.locator("[data-do=drawer]").tap()
    page.locator("#drawer-body").wait_for()
    width = page.viewport_size["width"] if page.viewport_size else 0
    for tab in page.locator("#drawer [role=tab]").all():
        box = tab.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width, tab.inner_text()
    head = page.locator("#drawer .drawer-head").bounding_box()
    assert head and head["height"] < 112  # beside the workload, and on one more row


def test_what_is_tapped_in_the_editor(watched: Watched, live_server: Any, subtests: pytest.Subtests) -> None:
    """On one page, on which each leaves room for the next."""
    page = editor(watched, live_server.url).page
    for look in (
        a_tapped_card_shows_its_properties_and_a_message_moves_nothing,
        outputs_are_named_once_and_their_tabs_are_at_hand,
        all_tabs_of_the_open_drawer_are_in_sight,
    ):
        with subtests.test(look.__name__):
            look(page)


_HINT = """(field) => {
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${fontSize} ${fontFamily}`;
  return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(field.placeholder).width;
}"""


def test_what_home_searches_is_read_whole(watched: Watched, live_server: Any) -> None:
    page = watched.page
    signed_in(page.context, User.objects.create_user("ann"), live_server.url)
    page.goto(live_server.url)
    assert page.get_by_role("searchbox").evaluate(_HINT) >= 0
    tabs, tools = edges(page.locator(".home-tabs")), edges(page.locator(".home-tools"))
    assert tools[0] - tabs[1] >= 4  # the tools are not stuck to the line of the chosen tab


_BROKEN = """(cells) => cells.filter((cell) => {
  const range = document.createRange(); range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((cell) => cell.textContent)"""


def test_no_number_of_the_costs_by_operation_is_broken(watched: Watched) -> None:
    page = watched.page
    page.goto("/designs/web-shop/cheapest/")
    cells = page.locator(".by-operation td")
    expect(cells.first).to_be_attached()
    assert cells.evaluate_all(_BROKEN) == []
    assert watched.too_wide() == []
