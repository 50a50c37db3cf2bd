"""The inspector's tabs with the decision in sight, and panels whose edges are dragged or moved by keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import LIBRARY, Board, board_of, each, shop_board
from .watched import Watched

_GROUNDS = """(all, part) => all.map((one) => getComputedStyle(one, part).backgroundColor)"""


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor, with a relationship selected."""
    board = shop_board(watched, live_server.url)
    board.page.locator("#tree [title=orders]").click()
    expect(board.page.locator("#inspector .decision .strategy")).to_have_text("Subset")
    return board


def test_tabs_keep_the_decision_in_sight_and_are_remembered(board: Board, watched: Watched) -> None:
    page = board.page
    tabs = page.locator("#inspector [role=tab]:visible")
    expect(tabs.locator("span:first-child")).to_have_text(["Properties", "Why", "Alternatives", "Findings"])
    tabs.first.focus()
    board.press("ArrowRight")
    why = page.get_by_role("tab", name="Why")
    expect(why).to_be_focused()
    expect(why).to_have_attribute("aria-selected", "true")
    expect(page.locator("#inspector [role=tab][tabindex='0']")).to_have_count(1)
    page.locator("#inspector").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(page.locator("#inspector .decision")).to_be_in_viewport(ratio=1)
    page.locator("#inspector .costs").wait_for()
    bars = page.locator("#inspector .costs tr").first.locator(".cost i").evaluate_all(_GROUNDS)
    assert page.locator("#inspector .keys .key").evaluate_all(_GROUNDS, "::before") == bars
    assert len({*bars}) == 2
    assert watched.inaccessible() == []
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator("#tree [title=items]").click()
    expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")


def a_threshold_shows_what_it_would_become_and_codes_stand_in_why_alone(board: Board) -> None:
    page = board.page
    page.locator("#tree [title=orders]").click()
    expect(page.locator("#inspector .decision .strategy")).to_have_text("Subset")
    for name in ("Properties", "Alternatives", "Findings"):
        board.tab(name)
        said = page.locator("#inspector .head, #inspector .panel:not([hidden]) :is(p, li)").all_inner_texts()
        assert "SUBSET" not in " ".join(said)
    board.tab("Why")
    expect(page.locator("#inspector .said-why .codes")).to_contain_text("SUBSET")
    page.locator("#inspector .mark").first.hover()
    decision, preview = page.locator("#inspector .decision"), page.locator("#inspector .decision .preview")
    now, then = (decision.locator(f"{part} > .reason") for part in (":scope", ".future"))
    expect(preview).to_have_text("Parent reference")
    expect(now).to_be_hidden()  # which is not the previewed one's
    expect(then).to_be_visible()
    expect(decision.locator(".future .rule")).not_to_have_text("")
    page.locator("#inspector h2").hover()
    expect(preview).to_have_count(0)
    expect(now).to_be_visible()
    reason = now.inner_text()
    page.locator("#inspector .slider .mark").first.click()  # what the slider stands beyond stays in sight
    page.locator("#inspector h2").hover()
    expect(then).to_be_visible()
    assert then.inner_text() != reason
    page.locator("#inspector .slider input").first.press("Home")
    page.locator("#inspector .slider").first.get_by_role("button", name="Apply").wait_for()
    expect(decision.locator(".future")).to_have_count(
        page.locator("#inspector .slider").first.locator(".flipped").count()
    )


def a_number_of_the_decision_leads_to_where_it_is_stated(board: Board) -> None:
    board.page.locator("#tree [title=items]").click()
    fact = board.page.locator("#inspector .facts button").first
    fact.wait_for()
    board.tab("Why")
    fact.click()
    typed = board.page.locator("#inspector .panel:not([hidden]) input:focus")
    expect(typed).to_be_visible()


def why_begins_with_what_would_change_it_and_says_that_a_lower_score_is_too_close(board: Board) -> None:
    page = board.page
    page.locator("#tree [title=reviews]").click()
    board.tab("Why")
    whom = page.locator("#inspector .whom")
    expect(whom).to_have_text("Subset scores less than 5% lower, too little to matter.")
    parts = page.locator("#inspector-why > div").evaluate_all("all => all.map((one) => one.className)")
    assert parts == ["thresholds", "said-costs", "said-why"]
    lowest = page.locator("#inspector").get_by_role("link", name="lowest-cost design")
    expect(lowest).to_have_attribute("href", "/designs/shop/cheapest/")
    board.tab("Alternatives")
    subset = page.locator("#inspector li", has_text="Subset")
    expect(subset).to_contain_text("too little to matter")
    expect(page.locator("#inspector-alternatives")).not_to_contain_text("Costs 0")


def test_each_kind_of_thing_keeps_its_own_tab_and_another_tab_begins_at_its_top(board: Board) -> None:
    page, inspector = board.page, board.page.locator("#inspector")
    board.tab("Why")
    inspector.locator(".thresholds .mark").first.wait_for()
    inspector.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    board.tab("Alternatives")
    assert inspector.evaluate("one => one.scrollTop") == 0
    page.locator("#tree [title=reviews]").click()
    expect(page.get_by_role("tab", name="Alternatives")).to_have_attribute("aria-selected", "true")
    board.press("Escape")
    page.locator("#stage").focus()
    board.press("Escape")
    expect(page.get_by_role("tab", name="Properties")).to_have_attribute("aria-selected", "true")
    board.tab("Findings")
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    expect(page.get_by_role("tab", name="Properties")).to_have_attribute("aria-selected", "true")


def test_panels_are_resized_by_keys_and_pointer_and_remember(board: Board) -> None:
    for name, key, most in (("outline", "ArrowRight", 320), ("inspector", "ArrowLeft", 420)):
        resizes(board, name, key)
        assert board.page.evaluate(_WIDE, name) == most
    board.page.reload()
    board.page.wait_for_selector("html[data-ready]", state="attached")
    assert [board.page.evaluate(_WIDE, name) for name in ("outline", "inspector")] == [320, 420]


_WIDE = "(name) => document.getElementById(name).offsetWidth"


def resizes(board: Board, name: str, key: str) -> None:
    page = board.page
    before = page.evaluate(_WIDE, name)
    edge = page.locator(f".resizer.of-{name}")
    edge.focus()
    board.press(key)
    assert page.evaluate(_WIDE, name) == before + 16
    box = edge.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 300
    board.drag((x, y), (x + (400 if name == "outline" else -400), y))


def below_1200_the_inspector_lies_over_the_canvas_and_on_a_phone_it_is_a_sheet(board: Board) -> None:
    page = board.page
    inspector = page.locator("#inspector")
    for width in (1100, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(inspector).to_be_hidden()
        page.locator(".bar [data-do=show_inspector]").click()
        expect(inspector).to_be_visible()
        panel, stage = inspector.bounding_box(), page.locator("#stage").bounding_box()
        assert panel and stage and panel["x"] + panel["width"] == stage["x"] + stage["width"]
        assert panel["width"] == (320 if width == 1100 else 390)
        inspector.get_by_role("button", name="Close properties").click()
        expect(inspector).to_be_hidden()


_OUTSIDE = """(all) => { const stage = document.getElementById("stage").getBoundingClientRect();
  return all.map((one) => one.getBoundingClientRect()).filter(({ left, right }) => left < stage.left || right > stage.right).length; }"""


def test_what_was_fitted_is_fitted_anew_when_a_panel_is_widened(watched: Watched, live_server: Any) -> None:
    design = json.loads((LIBRARY / "university.json").read_text(encoding="utf-8"))
    board = board_of(watched, live_server.url, design)
    board.still()
    page, cards = board.page, board.page.locator(".thing")
    page.locator(".resizer.of-outline").focus()
    board.press("End")
    board.still()
    assert cards.evaluate_all(_OUTSIDE) == 0
    # who looks elsewhere goes on looking there
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 200)
    board.still()
    before = cards.first.bounding_box()
    page.locator(".resizer.of-outline").focus()
    board.press("Home")
    board.still()
    after = cards.first.bounding_box()
    assert before and after and after["width"] == before["width"]


LOOKS = (
    below_1200_the_inspector_lies_over_the_canvas_and_on_a_phone_it_is_a_sheet,
    a_threshold_shows_what_it_would_become_and_codes_stand_in_why_alone,
    a_number_of_the_decision_leads_to_where_it_is_stated,
    why_begins_with_what_would_change_it_and_says_that_a_lower_score_is_too_close,
)


def test_the_inspector_as_it_is_looked_at(board: Board, subtests: pytest.Subtests) -> None:
    each(LOOKS, board, subtests)
