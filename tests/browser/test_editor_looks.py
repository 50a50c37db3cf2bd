"""What is written is read: nothing cut, nothing upon another, columns straight, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, each, each_put_back, second_board, shop_board
from .profile import Profile
from .watched import Watched

SMALL = {"width": 390, "height": 844}


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def box(board: Board, selector: str) -> dict[str, float]:
    found: Any = board.page.locator(selector).bounding_box()
    assert found
    return dict(found)


def documents(board: Board) -> None:
    board.page.locator("#drawer-words", has_text="Collections: 5").wait_for()
    board.page.get_by_role("button", name="Documents", exact=True).first.click()
    board.page.locator(".thing.kind-entity header", has_text="orders").wait_for()
    board.still()


_CUT = """() => [...document.querySelectorAll(".thing :is(.name, .type)")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
_ENDS = """() => [...document.querySelectorAll(".thing")].map((card) => new Set([...card.querySelectorAll(".type")]
  .map((one) => Math.round(one.getBoundingClientRect().right - card.getBoundingClientRect().left))).size)"""


def names_and_types_in_the_documents_view_are_whole_and_in_line(board: Board) -> None:
    documents(board)
    expect(board.page.locator(".thing li", has_text="payment_methods")).to_have_count(1)
    assert board.page.evaluate(_CUT) == []
    assert board.page.evaluate(_ENDS) == [1] * 5
    wide = [one.evaluate("one => one.offsetWidth") for one in board.page.locator(".thing").all()]
    assert min(wide) == 248 < max(wide) <= 440
    # A row that needs more than a card may have is cut, and says its name where the pointer rests.
    board.page.locator(".thing", has_text="payment_methods").evaluate("one => { one.style.width = '248px'; }")
    assert "payment_methods" in board.page.evaluate(_CUT)


def a_long_name_of_a_row_is_told_where_the_pointer_rests(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("a_name_that_no_card_has_room_for_on_one_line: string")
    board.press("Escape")
    row = board.card("Session").locator("li", has_text="a_name_that")
    expect(row).to_have_attribute("title", "a_name_that_no_card_has_room_for_on_one_line: string")
    expect(board.card("Session").locator("li", has_text="lastModified")).to_have_attribute("title", "")


def headings_in_the_properties_stand_off_what_they_head(board: Board) -> None:
    board.page.locator("#tree .leaf", has_text="Customer").first.click()
    gaps = """() => [...document.querySelectorAll(".inspector .panel:not([hidden]) > *")].slice(1)
      .map((one) => one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom)"""
    expect(board.page.locator(".inspector .panel:not([hidden]) > *").nth(1)).to_be_visible()
    assert min(board.page.evaluate(gaps)) >= 8
    # In one go: an answer that arrives meanwhile draws what stands below anew.
    touching = f"() => {{ document.querySelector('.inspector .panel:not([hidden])').style.display = 'block'; return ({gaps})(); }}"
    assert min(board.page.evaluate(touching)) < 8


def a_sentence_of_numbers_stands_on_one_line(board: Board) -> None:
    board.page.locator("#tree [title=addresses] .leaf").click()
    tops = """() => [...document.querySelectorAll(".inspector .sentence")]
      .map((one) => new Set([...one.querySelectorAll("input")].map((each) => each.offsetTop)).size)"""
    expect(board.page.locator(".inspector .sentence")).to_have_count(2)
    board.page.wait_for_function(
        f"() => String(({tops})()) === '1,1'"
    )  # until their font is there, words are wider


def no_word_of_the_numbers_is_broken(board: Board) -> None:
    board.page.locator("#tree [title=addresses] .leaf").click()
    expect(board.page.locator(".inspector .facts dt").nth(2)).to_be_visible()
    parts = """() => [...document.querySelectorAll(".inspector .facts dt")].map((label) => {
      label.textContent = "of what reads also need memberships";
      const range = document.createRange();
      range.setStart(label.firstChild, 24);
      range.setEnd(label.firstChild, label.textContent.length);
      return range.getClientRects().length;
    })"""
    assert board.page.evaluate(parts) == [1, 1, 1]
    assert board.page.evaluate(
        "() => ((one) => one.scrollWidth <= one.clientWidth)(document.querySelector('.facts'))"
    )


def keys_in_the_palette_are_drawn_alike(board: Board) -> None:
    board.press("Control+k")
    board.page.keyboard.type("move field")
    keys = board.page.locator(".palette kbd")
    expect(keys).to_have_text(["Alt+↑", "Alt+↓"])
    board.page.locator(".palette input").fill("")
    expect(keys.nth(2)).to_be_visible()
    # Until their font is there, arrows are taller than letters.
    board.page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.palette kbd')].map((one) => one.offsetHeight)).size === 1"
    )
    board.page.locator(".palette input").fill("customer")
    expect(keys).to_have_count(0)  # what a thing is, is no key
    expect(board.page.locator(".palette li span").first).to_have_text("entity")


def what_is_said_is_whole(board: Board) -> None:
    board.page.locator(".bar .tools [data-do=arrange]").click()
    said = board.page.locator("#live")
    for opened in (False, True):
        if opened:
            board.page.locator(".drawer [data-do=drawer]").click()
            board.page.locator("#tab-findings").wait_for()
        for wide in (390, 1440):
            board.page.set_viewport_size({"width": wide, "height": 844})
            expect(said).to_contain_text("13 entities arranged")
            assert said.evaluate(
                "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
            )
            said_box, head = box(board, "#live"), box(board, ".drawer-head")
            assert said_box["x"] + said_box["width"] <= head["x"] + head["width"]


def each_tool_is_seen_and_the_properties_close(board: Board) -> None:
    board.page.set_viewport_size(SMALL)
    for tool in board.page.locator(".bar :is(button, a, summary):visible").all():
        tool_box = tool.bounding_box()
        assert tool_box and tool_box["x"] >= 0 and tool_box["x"] + tool_box["width"] <= SMALL["width"]
    inspector = board.page.locator("#inspector")
    board.page.locator(".bar").get_by_role("button", name="Properties").click()
    expect(inspector).to_be_visible()
    close = inspector.get_by_role("button", name="Close properties")
    inspector.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    panel, cross = box(board, "#inspector"), box(board, "#inspector .close")
    assert panel["y"] <= cross["y"] < panel["y"] + panel["height"] / 2
    close.click()
    expect(inspector).to_be_hidden()
    expect(board.page.locator("#stage")).to_be_focused()


def one_panel_is_open_and_none_covers_the_outputs(board: Board) -> None:
    board.page.set_viewport_size(SMALL)
    outline, inspector = board.page.locator("#outline"), board.page.locator("#inspector")
    bar = board.page.locator(".bar")
    bar.get_by_role("button", name="Outline").click()
    expect(outline).to_be_visible()
    bar.get_by_role("button", name="Properties").click()
    expect(inspector).to_be_visible()
    expect(outline).to_be_hidden()
    assert box(board, "#inspector")["y"] + box(board, "#inspector")["height"] <= box(board, "#drawer")["y"]
    board.page.locator(".drawer [data-do=drawer]").click()
    board.page.locator("#tab-script").click()
    expect(inspector).to_be_visible()
    assert box(board, "#inspector")["y"] + box(board, "#inspector")["height"] <= box(board, "#drawer")["y"]
    bar.get_by_role("button", name="Outline").click()
    expect(inspector).to_be_hidden()
    assert box(board, "#outline")["y"] + box(board, "#outline")["height"] <= box(board, "#drawer")["y"]
    bar.get_by_role("button", name="Outline").click()
    board.page.locator("#stage").focus()
    expect(outline).to_be_hidden()
    bar.get_by_role("button", name="Outline").click()
    board.page.locator("#tab-documents").click()
    expect(outline).to_be_hidden()


def finding_nothing_is_said(board: Board) -> None:
    board.press("Control+f")
    board.page.keyboard.type("order")
    expect(board.page.locator("#tree")).to_contain_text("Order")
    expect(board.page.locator("#tree")).not_to_contain_text("No matches")
    board.page.keyboard.type("qqq")
    expect(board.page.locator("#tree")).to_have_text("No matches")
    expect(board.page.locator("#live")).to_have_text("No matches")


def the_card_that_keys_stand_on_can_be_related(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Escape")
    expect(board.page.locator(".inspector h2")).to_have_text("Web shop")
    board.press("l")
    expect(board.page.locator("#popover")).to_contain_text("Relate Session to")


def a_card_without_rows_is_round_below_too(board: Board) -> None:
    radius = "one => getComputedStyle(one).borderEndEndRadius"
    header = board.card("Session").locator("header")
    assert header.evaluate(radius) == "0px"
    header.click()
    board.press("f")
    board.page.locator("#live", has_text="1 entity collapsed").wait_for()
    expect(header).to_have_css("border-end-end-radius", "9px")


@pytest.mark.parametrize("mine", [True, False])
def test_two_names_for_one_thing_are_one_question(
    board: Board, watched: Watched, elsewhere: Profile, live_server: Any, mine: bool
) -> None:
    """Its relationships, its place and its group speak of it by name: they follow."""
    board.card("Customer").locator("header").click()
    board.press("Control+g")
    board.type("People")
    watched.expected.add(409)
    board.saved()
    board.watchless()
    with second_board(board, elsewhere, live_server.url) as theirs:
        rename(theirs, "Buyer")
        theirs.saved()
    rename(board, "Client")
    dialog = board.page.locator("dialog.conflict")
    dialog.wait_for()
    expect(dialog.locator("li")).to_have_count(1)
    assert dialog.locator("li").all_inner_texts() == ['Buyer · name\nTheirs: "Buyer"\nYours: "Client"']
    dialog.get_by_text("Review each").click()
    expect(dialog.locator("fieldset")).to_have_count(1)
    dialog.get_by_label('Yours: "Client"' if mine else 'Theirs: "Buyer"').check()
    dialog.get_by_role("button", name="Done").click()
    design, name = board.saved(), "Client" if mine else "Buyer"
    assert name in {one["name"] for one in design["entities"]} and name in design["layout"]
    assert design["groups"][0]["entities"] == [name]
    ends = {link[side]["entity"] for link in design["relationships"] for side in ("from", "to")}
    assert name in ends and not {"Customer", "Buyer" if mine else "Client"} & ends


def rename(board: Board, name: str) -> None:
    board.page.locator("#tree .leaf", has_text="Customer").first.click()
    board.page.locator("#inspector h2", has_text="Customer").wait_for()
    board.page.locator(".inspector [data-part=name]").fill(name)
    board.page.locator(".inspector [data-part=name]").press("Enter")


def test_two_places_of_one_card_are_asked_about_in_words(
    board: Board, watched: Watched, elsewhere: Profile, live_server: Any
) -> None:
    watched.expected.add(409)
    board.watchless()
    with second_board(board, elsewhere, live_server.url) as theirs:
        push(theirs, "ArrowLeft")
        theirs.page.locator("#live", has_text="Customer moved").wait_for()
        theirs.saved()
    push(board, "ArrowRight")
    dialog = board.page.locator("dialog.conflict")
    dialog.wait_for()
    assert re.search(
        r"Theirs: x: -?\d+, y: -?\d+\nYours: x: -?\d+, y: -?\d+$", dialog.locator("li").inner_text()
    )


def push(board: Board, key: str) -> None:
    board.card("Customer").locator("header").click()
    board.press(key)


_UNDER = """() => [...document.querySelectorAll(".thing")].filter((card) => {
  const [one, other] = [card, document.querySelector(".zoom")].map((each) => each.getBoundingClientRect());
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}).length"""


def no_card_is_under_the_buttons_of_the_zoom(board: Board) -> None:
    for width, height in ((1440, 900), (1920, 1080)):  # where all of it can be read at once
        board.page.set_viewport_size({"width": width, "height": height})
        board.page.locator(".zoom [data-do=fit]").click()
        board.still()
        assert board.page.evaluate(_UNDER) == 0
        moved = "one => { one.style.bottom = '50%'; one.style.left = '45%'; }"
        board.page.locator(".zoom").evaluate(moved)
        assert board.page.evaluate(_UNDER) > 0
        board.page.locator(".zoom").evaluate("one => one.removeAttribute('style')")


DESK = (
    no_card_is_under_the_buttons_of_the_zoom,
    keys_in_the_palette_are_drawn_alike,
    headings_in_the_properties_stand_off_what_they_head,
    a_sentence_of_numbers_stands_on_one_line,
    the_card_that_keys_stand_on_can_be_related,
    no_word_of_the_numbers_is_broken,
    finding_nothing_is_said,
    names_and_types_in_the_documents_view_are_whole_and_in_line,
)
PHONE = (each_tool_is_seen_and_the_properties_close, one_panel_is_open_and_none_covers_the_outputs)


def test_on_a_desk(board: Board, subtests: pytest.Subtests) -> None:
    each(DESK, board, subtests)


def test_on_a_phone(board: Board, subtests: pytest.Subtests) -> None:
    each(PHONE, board, subtests)


ACTS = (
    what_is_said_is_whole,
    a_long_name_of_a_row_is_told_where_the_pointer_rests,
    a_card_without_rows_is_round_below_too,
)


def test_what_is_changed_is_seen_whole(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
