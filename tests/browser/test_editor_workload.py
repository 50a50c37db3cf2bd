"""The table of the workload: filled in like a spreadsheet, pasted into, read by those who may only look."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .drawing import Board, each_put_back, shop_board
from .watched import Watched

_PASTE = """([cell, text]) => { const data = new DataTransfer(); data.setData("text/plain", text);
  document.querySelector(cell).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""
NEW = '#workload [data-id=""][data-cell=name]'


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, its workload open."""
    board = shop_board(watched, live_server.url, "?bench")
    board.press("w")
    board.page.locator(NEW).wait_for()
    return board


def operations(board: Board) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in board.saved()["operations"]}


def cell(board: Board, name: str, key: str) -> Locator:
    return board.page.get_by_label(f"{name}: {key}", exact=True)


def a_row_by_keyboard(board: Board) -> None:
    before = len(operations(board))
    expect(board.page.locator("#workload [data-cell=name]").first).to_be_focused()
    board.page.locator(NEW).focus()
    board.page.keyboard.type("read session")
    board.press("Tab", "Tab", "Tab")
    board.page.keyboard.type("_id")
    board.press("Tab", "Tab", "Tab", "Tab")
    board.page.keyboard.type("20/s")
    board.press("Enter")
    found = operations(board)
    made = {key: value for key, value in found["read session"].items() if key != "id"}
    assert len(found) == before + 1
    assert made == {
        "name": "read session", "kind": "read", "entity": "Session", "filter": [{"field": "_id"}], "per_day": 1_728_000,
    }  # fmt: skip
    expect(board.page.locator(NEW)).to_be_focused()


def enter_goes_down_and_a_removed_row_comes_back(board: Board) -> None:
    names = list(operations(board))
    cell(board, names[0], "Per day").select_text()
    board.page.keyboard.type("7")
    board.press("Enter")
    expect(cell(board, names[1], "Per day")).to_be_focused()
    board.press("Control+Delete")
    assert list(operations(board)) == [names[0], *names[2:]]
    board.press("Escape")
    board.page.locator("#stage").focus()
    board.press("Control+z")
    cell(board, names[1], "Per day").wait_for()
    assert list(operations(board)) == names and operations(board)[names[0]]["per_day"] == 7


def rows_of_a_spreadsheet_are_one_step(board: Board) -> None:
    before = operations(board)
    text = "open session\tSession\tread\t_id\t20/s\nend session\tSession\tdelete\t_id\t500/h"
    board.page.evaluate(_PASTE, [NEW, text])
    cell(board, "end session", "Per day").wait_for()
    made = operations(board)
    assert made["open session"]["per_day"] == 1_728_000 and made["end session"]["kind"] == "delete"
    board.page.locator("#stage").focus()
    board.press("Control+z")
    cell(board, "end session", "Per day").wait_for(state="detached")
    assert operations(board) == before


def test_what_is_wrong_is_told_in_its_cell(board: Board, watched: Watched) -> None:
    watched.expected.add(422)
    name = next(iter(operations(board)))
    often = cell(board, name, "Per day")
    often.fill("often")
    often.press("Enter")
    board.page.locator("#workload .problem", has_text="Enter how often").wait_for()
    often.fill("12")
    often.press("Enter")
    wanted = cell(board, name, "Filter")
    wanted.fill("no_such_field")
    wanted.press("Enter")
    told = board.page.locator("#workload .problem", has_text="no_such_field")
    told.wait_for()
    shade = told.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert shade != "rgba(0, 0, 0, 0)"  # it is wider than its column, whose lines would run through the words
    expect(wanted).to_have_value("no_such_field")
    expect(wanted).to_have_attribute("aria-invalid", "true")
    assert operations(board)[name]["per_day"] == 12


def what_was_refused_is_tried_again_once_its_row_is_mended(board: Board) -> None:
    board.page.locator(NEW).fill("list session")
    board.press("Enter")
    wanted = cell(board, "list session", "Filter")
    wanted.fill("images")
    wanted.press("Tab")
    said = board.page.locator("#workload .problem", has_text="images")
    said.wait_for()
    below, beside = said.bounding_box(), wanted.bounding_box()
    assert below and beside and abs(below["x"] - beside["x"]) < 4  # under what it is about
    expect(board.page.locator("#inspector .problem", has_text="images")).to_be_visible()
    cell(board, "list session", "Entity").select_option("Product")
    expect(wanted).not_to_have_attribute("aria-invalid", "true")
    expect(board.page.locator("#inspector .problem", has_text="images")).to_have_count(0)
    assert operations(board)["list session"]["filter"] == [{"field": "images"}]


def a_condition_without_a_value_is_told_at_once(board: Board) -> None:
    wanted = cell(board, next(iter(operations(board))), "Filter")
    wanted.fill("at>=")
    board.press("Enter")
    board.page.locator("#workload .problem", has_text="Invalid filter “at>=”").wait_for()
    wanted.press("Escape")
    expect(board.page.locator("#workload .problem", has_text="Invalid")).to_have_count(0)


def no_column_is_cut_off_on_a_small_screen(board: Board) -> None:
    board.page.set_viewport_size({"width": 1280, "height": 720})
    board.still()
    assert board.page.locator("#workload").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    board.page.set_viewport_size({"width": 1440, "height": 900})


def the_operation_of_a_row_stays_in_the_properties_while_it_is_changed(board: Board) -> None:
    name = list(operations(board))[1]
    cell(board, name, "Per day").select_text()
    board.page.keyboard.type("11")
    board.press("Shift+Tab")
    assert operations(board)[name]["per_day"] == 11
    expect(board.page.locator("#inspector h2")).to_have_text(name)


def paths_are_offered_behind_what_is_typed(board: Board) -> None:
    name = next(name for name, one in operations(board).items() if one["entity"] == "Product")
    wanted = cell(board, name, "Filter")
    wanted.fill("name, ")
    offered = board.page.locator("#suggested")
    expect(offered.locator("option[value='name, _id']")).to_have_count(1)
    expect(offered.locator("option[value^='name, images.']").first).to_be_attached()
    wanted.press("Escape")


def one_click_adds_what_is_offered(board: Board) -> None:
    offer = board.page.locator("#workload .offers button").first
    name = offer.inner_text().removeprefix("+ ").split(" with ")[0]
    offer.click()
    board.page.keyboard.type("1e3")
    board.press("Enter")
    assert operations(board)[name]["per_day"] == 1000


def what_nobody_stated_shows_what_is_counted(board: Board) -> None:
    board.page.locator(NEW).fill("read session")
    board.press("Enter")
    expect(cell(board, "read session", "Per day")).to_have_attribute("placeholder", "1")
    assert "per_day" not in operations(board)["read session"]


def test_the_table_is_accessible_and_on_a_phone_every_cell_has_its_name_and_nothing_is_too_wide(
    board: Board, watched: Watched
) -> None:
    assert watched.inaccessible("#drawer") == []
    board.page.set_viewport_size({"width": 390, "height": 844})
    board.still()
    assert [*watched.too_wide(), *watched.inaccessible("#drawer")] == []
    box = board.page.locator("#workload tbody tr").first.bounding_box()
    assert box and box["width"] <= 390


# On a phone a list need not have the focus; the table is drawn anew between the choice and its keeping.
_CHOSEN = """([often, list, value]) => {
  often.value = "7";
  often.dispatchEvent(new Event("change", { bubbles: true }));
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def a_refresh_leaves_a_choice_that_is_not_kept_yet(board: Board) -> None:
    board.page.locator(NEW).fill("list session")
    board.press("Enter")
    often = cell(board, next(iter(operations(board))), "Per day")
    chosen = cell(board, "list session", "Entity")
    expect(chosen).to_have_value("Session")
    board.page.evaluate(_CHOSEN, [often.element_handle(), chosen.element_handle(), "Product"])
    assert operations(board)["list session"]["entity"] == "Product"
    expect(chosen).to_have_value("Product")


ACTS = (
    a_row_by_keyboard,
    enter_goes_down_and_a_removed_row_comes_back,
    rows_of_a_spreadsheet_are_one_step,
    the_operation_of_a_row_stays_in_the_properties_while_it_is_changed,
    paths_are_offered_behind_what_is_typed,
    one_click_adds_what_is_offered,
    what_was_refused_is_tried_again_once_its_row_is_mended,
    a_condition_without_a_value_is_told_at_once,
    no_column_is_cut_off_on_a_small_screen,
    what_nobody_stated_shows_what_is_counted,
    a_refresh_leaves_a_choice_that_is_not_kept_yet,
)


def test_what_is_filled_in(board: Board, watched: Watched, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    watched.expected.add(422)
    each_put_back(ACTS, board, subtests)
