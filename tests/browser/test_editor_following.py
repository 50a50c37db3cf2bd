"""The editor goes along with what somebody does: undo leads to what it takes back, what is added is shown, and what can't
be chosen says why."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import WINDOW, Board, each, each_put_back, shop_board
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, with what its documents come to."""
    board = shop_board(watched, live_server.url, "?bench")
    board.compiled()
    return board


def strategies_that_cannot_be_chosen_come_last_with_the_reason(board: Board) -> None:
    board.page.locator('#tree [title="orders"]').click()
    menu = board.page.locator("#inspector [data-part=strategy]")
    expect(menu.locator("option", has_text="Time series")).to_have_text(
        "Time series: needs events or measurements"
    )
    options = menu.locator("option")
    barred = [one.is_disabled() for one in options.all()]
    assert barred == sorted(barred) and any(barred) and not all(barred)
    assert not any(code in menu.inner_text() for code in ("(PARENT_REF)", "(TIME_SERIES)"))


def the_documents_are_all_in_sight_at_first(board: Board) -> None:
    board.page.set_viewport_size({"width": 1280, "height": 720})
    board.page.get_by_role("button", name="Documents", exact=True).click()
    expect(board.page.locator("#live")).to_have_text("Showing documents")
    board.still()
    stage = board.page.locator("#stage").bounding_box()
    assert stage
    for card in board.page.locator(".thing").all():
        box = card.bounding_box()
        assert box and box["x"] >= stage["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
    board.page.get_by_role("button", name="Entities", exact=True).click()
    board.still()


def the_workload_opens_at_its_first_row(board: Board) -> None:
    board.page.set_viewport_size({"width": 1280, "height": 720})
    board.card("Customer").locator("header").click()
    board.press("w")
    expect(board.page.locator("#workload .new [data-cell=name]")).to_be_focused()
    assert board.page.locator("#workload").evaluate("(one) => one.scrollTop") == 0
    seen = """(body) => {
      const edge = body.closest("#workload").getBoundingClientRect();
      return [...body.rows].filter((row) => row.getBoundingClientRect().bottom <= edge.bottom).length;
    }"""
    assert board.page.locator("#workload tbody").evaluate(seen) >= 5
    board.page.locator(".drawer-head [data-do=workload]").click()


def the_tabs_stay_where_they_are(board: Board) -> None:
    board.page.locator("[data-do=drawer]").first.click()
    findings = board.page.locator("#tab-findings")
    before = findings.bounding_box()
    board.page.locator("#tab-questions").click()
    board.page.locator(
        "#drawer-body .open-questions, #drawer-body .muted", has_text="open question"
    ).wait_for()
    after = findings.bounding_box()
    assert before and after and abs(before["x"] - after["x"]) < 1
    board.page.locator("[data-do=drawer]").first.click()


def export_shows_what_there_is_to_save(board: Board) -> None:
    board.page.get_by_role("link", name="Export").click()
    dialog = board.page.get_by_role("dialog", name="Export")
    expect(dialog.get_by_role("link", name="Everything (ZIP)")).to_be_visible()
    with board.page.expect_download() as saved:
        dialog.get_by_role("button", name="Canvas (SVG)").click()
    assert saved.value.suggested_filename == "shop-entities.svg"
    expect(dialog).to_be_hidden()


def test_looking(board: Board, subtests: pytest.Subtests) -> None:
    each(
        (
            strategies_that_cannot_be_chosen_come_last_with_the_reason,
            the_documents_are_all_in_sight_at_first,
            the_workload_opens_at_its_first_row,
            the_tabs_stay_where_they_are,
            export_shows_what_there_is_to_save,
        ),
        board,
        subtests,
    )


def undo_says_what_it_takes_back_and_leads_there(board: Board) -> None:
    board.page.locator('#tree [title="images"]').click()
    board.page.locator("#inspector [data-part=strategy]").select_option(label="Parent reference")
    board.page.get_by_text("Product → Image is now Parent reference").wait_for()
    board.card("Customer").locator("header").click()
    board.press("Control+z")
    said = board.page.locator("#live")
    expect(said).to_have_text("Undone: Strategy updated. Product → Image is now Embedded array")
    expect(board.page.locator("#inspector .related")).to_have_text("Product → Image")


def an_operation_that_is_added_is_the_one_shown(board: Board) -> None:
    board.press("w")
    new = board.page.locator("#workload .new [data-cell=name]")
    for name in ("read cart", "read basket"):
        new.fill(name)
        new.press("Enter")
        expect(board.page.locator("#inspector h2")).to_have_text(name)
    expect(new).to_be_focused()
    board.page.locator(".drawer-head [data-do=workload]").click()


def a_message_leaves_the_card_free_that_is_typed_in(board: Board) -> None:
    stage, card = board.page.locator("#stage").bounding_box(), board.card("Customer").bounding_box()
    assert stage and card
    middle, low = stage["x"] + (stage["width"] - card["width"]) / 2, stage["y"] + stage["height"] - 60
    board.page.evaluate(
        "([x, y]) => nestlink.editor.stage.pan(x, y)", [middle - card["x"], low - card["y"] - card["height"]]
    )
    board.still()
    board.card("Customer").locator("header").click()
    board.type("zone: string")
    expect(board.page.locator("#live")).to_have_text("zone added")
    toast, card = board.page.locator("#toast").bounding_box(), board.card("Customer").bounding_box()
    assert toast and card
    assert toast["y"] + toast["height"] <= card["y"] or toast["y"] >= card["y"] + card["height"]
    board.press("Escape", "Escape")


def test_changing(board: Board, subtests: pytest.Subtests) -> None:
    each_put_back(
        (
            undo_says_what_it_takes_back_and_leads_there,
            an_operation_that_is_added_is_the_one_shown,
            a_message_leaves_the_card_free_that_is_typed_in,
        ),
        board,
        subtests,
    )


def test_a_phone_has_a_way_to_close_the_outline_and_no_hints_of_keys(
    watched: Watched, live_server: Any
) -> None:
    board = shop_board(watched, live_server.url)
    board.page.set_viewport_size({"width": 390, "height": 844})
    board.page.get_by_role("button", name="Outline", exact=True).click()
    close = board.page.get_by_role("button", name="Close the outline")
    close.click()
    expect(board.page.locator("#outline")).to_be_hidden()
    board.page.set_viewport_size(WINDOW)
    expect(close).to_be_hidden()
