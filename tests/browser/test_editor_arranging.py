"""Arranging leaves what a person placed, unless it is selected, and says so; what it moves is one step."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, PAINTED, Board, board_of, shop_board
from .watched import Watched


def said(board: Board, text: str) -> None:
    expect(board.page.locator("#live")).to_have_text(text)
    board.saved()
    board.still()


def apart(board: Board) -> bool:
    boxes = [one.bounding_box() for one in board.page.locator(".thing").all()]
    pairs = [(one, two) for number, one in enumerate(boxes) for two in boxes[number + 1 :] if one and two]
    return bool(pairs) and all(
        one["x"] >= two["x"] + two["width"] or two["x"] >= one["x"] + one["width"]
        or one["y"] >= two["y"] + two["height"] or two["y"] >= one["y"] + one["height"]
        for one, two in pairs
    )  # fmt: skip


def grip(board: Board, name: str) -> tuple[float, float]:
    box = board.card(name).bounding_box()
    assert box
    return box["x"] + 60, box["y"] + 10


def are_free(board: Board, *names: str) -> bool:
    """Whether it is these, and no others, that stand where the program put them, once keys and saving rest."""
    until = time.monotonic() + 15
    while free(board) != set(names) and time.monotonic() < until:
        board.page.wait_for_timeout(50)
    return free(board) == set(names)


def free(board: Board) -> set[str]:
    """The entities that stand where this browser knows that the program put them."""
    design = board.saved()
    kept = board.page.evaluate(
        "(slug) => JSON.parse(localStorage.getItem(`nestlink.placed:${slug}`))", board.slug
    )
    known = kept["places"] if kept else {}
    layout = {one["id"]: design["layout"][one["name"]] for one in design["entities"]}
    ours = {key for key, place in layout.items() if f"{place['x']},{place['y']}" in known.get(key, [])}
    return {one["name"] for one in design["entities"] if one["id"] in ours}


@pytest.fixture
def drawn(watched: Watched, live_server: Any) -> Board:
    """Four entities that were made by key and by double-click, and are linked with the first."""
    board = board_of(watched, live_server.url, BLANK)
    board.press("e")
    board.type("Hub")
    board.press("Escape")
    for name, at in (("One", (500, 200)), ("Two", (900, 700)), ("Three", (1000, 200))):
        board.new_at(*at)
        board.type(name)
        board.press("Escape", "Escape")
        board.relate("Hub", name)
        board.press("Escape", "Escape")
    assert are_free(board, "Hub", "One", "Two", "Three")
    return board


def test_what_is_made_is_arranged_and_what_is_dragged_stays(drawn: Board) -> None:
    drawn.drag(grip(drawn, "Two"), (800, 760))
    before = drawn.saved()["layout"]
    assert are_free(drawn, "Hub", "One", "Three")
    drawn.press("Escape", "Shift+l")
    said(drawn, "3 entities arranged, 1 that you placed wasn’t moved. Select it to include it.")
    after = drawn.saved()["layout"]
    assert after["Two"] == before["Two"] and after["Hub"] != before["Hub"] and apart(drawn)
    drawn.press("Control+z")
    said(drawn, "Undone: 3 entities arranged, 1 that you placed wasn’t moved")
    assert drawn.saved()["layout"] == before
    drawn.press("Control+Shift+z")
    said(drawn, "Redone: 3 entities arranged, 1 that you placed wasn’t moved")
    assert drawn.saved()["layout"] == after
    drawn.press("Control+a", "Shift+l")
    said(drawn, "4 entities arranged")
    assert are_free(drawn, "Hub", "One", "Two", "Three") and apart(drawn)
    layout = drawn.saved()["layout"]
    upper = min("One", "Two", key=lambda name: layout[name]["y"])
    drawn.card(upper).locator("header").click()
    drawn.press("Enter")
    drawn.type("first", "second", "third", "fourth", "fifth")
    drawn.press("Escape")
    said(drawn, "fifth added")
    assert are_free(drawn, "Hub", "One", "Two", "Three") and apart(drawn)
    drawn.press("Control+z")
    drawn.page.reload()
    drawn.page.wait_for_selector(PAINTED, state="attached")
    drawn.press("Escape", "Shift+l")  # nothing is held by hand any more
    said(drawn, "4 entities arranged")


def test_where_all_were_placed_by_hand_all_are_arranged_with_undo_at_hand(
    watched: Watched, live_server: Any
) -> None:
    board = shop_board(watched, live_server.url)
    before = board.saved()["layout"]
    board.page.locator(".bar").get_by_role("button", name="Arrange", exact=True).click()
    said(board, f"{len(before)} entities arranged")
    assert board.saved()["layout"] != before
    board.page.locator("#take-back").click()
    said(board, f"Undone: {len(before)} entities arranged")
    assert board.saved()["layout"] == before


def test_a_place_that_came_with_the_file_stays(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    before = board.saved()["layout"]
    arrange = board.page.locator(".bar").get_by_role("button", name="Arrange", exact=True)
    expect(arrange).to_have_attribute(
        "title", "Cards you moved stay put. Select them to include them. (Shift+L)"
    )
    board.page.locator(".palette-of-tools [data-do=add_entity]").click()
    board.type("Voucher")
    board.press("Escape", "Escape")
    board.press("0", "0")  # all of it in sight, however small
    board.still()
    board.card("Customer").locator("header").click()
    board.press("l")
    board.type("Voucher")
    board.press("Escape", "Escape")
    # The customer's card has a row more, for which those below it make room.
    related = board.saved()["layout"]
    before = {name: related[name] for name in before}
    arrange.click()
    said(
        board, f"1 entity arranged, {len(before)} that you placed weren’t moved. Select them to include them."
    )
    after = board.saved()["layout"]
    assert {name: after[name] for name in before} == before and apart(board)
    board.card("Image").locator("header").click()
    arrange.click()  # the selected one, too
    said(
        board,
        f"2 entities arranged, {len(before) - 1} that you placed weren’t moved. Select them to include them.",
    )
    assert are_free(board, "Image", "Voucher") and apart(board)
    board.card("Order").locator("header").click()
    board.press("l")
    board.type("Product", "")  # not ProductAttributes, the next one of these letters
    last = board.saved()["relationships"][-1]
    assert {last["from"]["entity"], last["to"]["entity"]} == {"Order", "Product"}


def test_arrows_aligning_and_distributing_place_by_hand_and_folding_does_not(drawn: Board) -> None:
    drawn.card("One").locator("header").click()
    drawn.alone("f")
    assert are_free(drawn, "Hub", "One", "Two", "Three") and drawn.saved()["layout"]["One"]["folded"]
    drawn.alone("f")
    assert are_free(drawn, "Hub", "One", "Two", "Three") and "folded" not in drawn.saved()["layout"]["One"]
    drawn.press("ArrowRight")
    assert are_free(drawn, "Hub", "Two", "Three")
    drawn.alone("f")
    assert are_free(drawn, "Hub", "Two", "Three")
    drawn.card("Two").locator("header").click()
    drawn.card("Three").locator("header").click(modifiers=["Shift"])
    drawn.press("Alt+t")
    assert are_free(drawn, "Hub")


def test_what_is_selected_is_arranged_off_the_others(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    before = board.saved()["layout"]
    for name in ("Image", "Review", "Customer", "Session"):
        board.card(name).locator("header").click(modifiers=["Shift"])
    board.press("Shift+l")
    said(board, "4 entities arranged")
    after = board.saved()["layout"]
    moved = {name for name in after if after[name] != before[name]}
    assert moved and moved <= {"Image", "Review", "Customer", "Session"} and apart(board)


def test_cards_that_the_program_folded_stay_so_until_there_is_room(
    watched: Watched, live_server: Any
) -> None:
    """Arranging took a folded card for one without fields, and opened it over the next."""
    fields = [{"name": f"field {number}", "type": "int"} for number in range(14)]
    names = [f"Thing {number}" for number in range(12)]
    links = [
        {"name": f"r{n}", "kind": "one-to-many", "from": {"entity": names[n // 3]}, "to": {"entity": name}}
        for n, name in enumerate(names)
        if n
    ]
    entities = [{"name": name, "fields": fields[: 6 + n % 9]} for n, name in enumerate(names)]
    board = board_of(watched, live_server.url, {**BLANK, "entities": entities, "relationships": links})
    board.still()
    folded = [name for name in names if not board.card(name).locator("li").count()]
    assert folded and apart(board)
    expect(board.page.locator("#live")).to_contain_text(f"{len(folded)} card")
    mark = board.card(folded[-1]).locator(".hidden-rows")
    number = len(entities[names.index(folded[-1])]["fields"])
    assert int(mark.inner_text().removeprefix("+")) >= number
    mark.click()
    expect(board.card(folded[-1]).locator("li").first).to_be_visible()
    expect(mark).to_have_count(0)
    board.still()
    assert apart(board)
    board.press("Control+z")
    expect(mark).to_have_count(1)
    board.card(folded[0]).locator("header").click()
    board.press("ArrowRight")
    expect(board.page.locator("#live")).to_contain_text("moved")
    assert apart(board) and board.saved()["layout"][folded[0]]["folded"]
    board.press("Escape")
    board.page.locator("[data-do=arrange]").first.click()
    expect(board.page.locator("#live")).to_contain_text("arranged")
    board.saved()
    board.still()
    assert apart(board)
