"""The documents view: bounds and copies marked, nothing to change there, and the way to where it can be changed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, each, shop_board
from .watched import Watched

FOLLOWS = "These documents are generated from your entities. To change them, edit the entities (1)."


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, whose documents can be shown."""
    board = shop_board(watched, live_server.url, "?bench")
    board.compiled()
    return board


def documents(board: Board) -> None:
    board.press("2")
    board.card("customers").wait_for()


def a_key_that_would_change_says_why_it_does_not(board: Board, watched: Watched) -> None:
    del watched
    documents(board)
    before = board.saved()
    for key in ("e", "F2", "Enter", "Delete", "l", "f"):
        board.card("customers").locator("header").click()
        board.page.locator("#live").evaluate("(live) => live.replaceChildren()")  # what the key before said
        board.press(key)
        expect(board.page.locator("#live")).to_have_text(FOLLOWS)
        expect(board.page.locator("#stage input, #popover form")).to_have_count(0)
        assert board.saved() == before, key


def a_stored_field_says_why_it_is_there_and_leads_to_its_relationship(board: Board, watched: Watched) -> None:
    del watched
    documents(board)
    row = board.card("customers").locator("li", has_text="recent_orders")
    expect(row.locator(".note")).to_have_text("subset ≤ 5")
    copied = board.card("orders").locator("li.from-copy").first
    assert copied.evaluate("one => getComputedStyle(one).outlineStyle") == "dashed"
    row.click()
    told = board.page.locator("#inspector")
    expect(told.locator("h2")).to_have_text("customers.recent_orders")
    expect(told).to_contain_text("(B3)")
    expect(told).to_contain_text(FOLLOWS)
    told.get_by_role("button", name="Go to orders").click()
    expect(told.locator("h2")).to_have_text("orders")
    expect(board.page.locator("[data-do=view_entities]")).to_have_attribute("aria-pressed", "true")
    board.card("Customer").wait_for()


def a_collection_leads_to_its_entity(board: Board, watched: Watched) -> None:
    documents(board)
    board.card("reviews").locator("header").click()
    assert watched.inaccessible("#inspector") == []
    board.page.get_by_role("button", name="Go to Review").click()
    expect(board.page.locator("#inspector h2")).to_have_text("Review")
    expect(board.page.locator("#inspector .kindline")).to_have_text("entity")


def properties_say_that_nothing_can_be_changed_here_and_lead_back(board: Board, watched: Watched) -> None:
    documents(board)
    told = board.page.locator("#inspector")
    expect(told.locator("h2")).to_have_text("Web shop")
    expect(told).to_contain_text(FOLLOWS)
    name = told.locator("[data-part=name]")
    expect(name).to_be_disabled()
    ground = "one => getComputedStyle(one).backgroundColor"
    held = name.evaluate(ground)
    assert watched.inaccessible("#inspector") == []
    told.get_by_role("button", name="Show entities").click()
    expect(name).to_be_enabled()
    expect(told).not_to_contain_text(FOLLOWS)
    assert name.evaluate(ground) != held


def findings_offer_no_fix_that_would_change_nothing(board: Board, watched: Watched) -> None:
    del watched
    documents(board)
    board.page.locator(".drawer-head [data-do=drawer]").click()
    board.page.locator("#tab-findings").click()
    expect(board.page.locator("#drawer-body li.finding").first).to_be_visible()
    offered = board.page.locator("#drawer-body li.finding button:not(.plain)")
    expect(offered).to_have_count(0)
    board.page.get_by_role("button", name="Entities", exact=True).click()
    expect(offered).not_to_have_count(0)
    board.page.get_by_role("button", name="Documents", exact=True).first.click()
    expect(offered).to_have_count(0)


def each_view_is_found_as_it_was_left(board: Board, watched: Watched) -> None:
    del watched
    camera = "() => { const { x, y, k } = nestlink.editor.stage.camera; return [x, y, k]; }"
    board.page.locator("#stage").focus()
    board.press("+", "+")
    left = board.page.evaluate(camera)
    documents(board)
    assert board.page.evaluate(camera) != left
    board.page.locator("[data-do=view_entities][aria-pressed]").click()
    expect(board.page.locator("[data-do=view_entities][aria-pressed]")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert board.page.evaluate(camera) == left


def what_is_selected_stays_selected_in_the_other_view(board: Board, watched: Watched) -> None:
    del watched
    title = board.page.locator("#inspector h2")
    board.page.locator("#tree [title=orders]").click()
    board.page.locator("[data-do=view_documents]").click()
    board.card("customers").wait_for()
    expect(title).to_have_text("orders")
    expect(board.page.locator("#inspector .decision .strategy")).to_have_text("Subset")
    board.card("reviews").locator("header").click()
    board.page.locator("[data-do=view_entities][aria-pressed]").click()
    expect(title).to_have_text("Review")


LOOKS = (
    each_view_is_found_as_it_was_left,
    what_is_selected_stays_selected_in_the_other_view,
    a_key_that_would_change_says_why_it_does_not,
    a_stored_field_says_why_it_is_there_and_leads_to_its_relationship,
    a_collection_leads_to_its_entity,
    properties_say_that_nothing_can_be_changed_here_and_lead_back,
    findings_offer_no_fix_that_would_change_nothing,
)


def test_the_documents_as_they_are_looked_at(
    board: Board, watched: Watched, subtests: pytest.Subtests
) -> None:
    each(LOOKS, board, subtests, watched)
