"""Cards join groups and leave them, by drop and by key; groups keep their colour, and together when all is arranged."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, each_put_back, shop_board
from .test_editor_groups import grouped
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def members(board: Board) -> list[tuple[str, list[str]]]:
    return [(one["name"], one["entities"]) for one in board.saved().get("groups", [])]


def grip(board: Board, name: str) -> tuple[float, float]:
    box = board.card(name).bounding_box()
    assert box
    return box["x"] + 12, box["y"] + 8


def area(board: Board) -> dict[str, float]:
    found: Any = board.page.locator(".area").bounding_box()
    assert found
    return dict(found)


def a_card_dropped_in_a_group_joins_it_and_leaves_it_again(board: Board) -> None:
    grouped(board)
    before, start = board.saved()["layout"]["Session"], area(board)
    board.drag(grip(board, "Session"), (start["x"] + 30, start["y"] + start["height"] - 12))
    assert members(board) == [("Shown", ["Image", "Seo", "Session"])]
    expect(board.page.locator("#live")).to_have_text("Session added to Shown")
    board.still()
    assert area(board)["height"] > start["height"] + 10
    board.press("Control+z")  # one step: the place and the group
    assert members(board) == [("Shown", ["Image", "Seo"])] and board.saved()["layout"]["Session"] == before
    board.press("Control+Shift+z")
    board.still()
    assert len(members(board)[0][1]) == 3
    board.drag(grip(board, "Session"), (start["x"] + 20, start["y"] + start["height"] + 190))
    assert members(board) == [("Shown", ["Image", "Seo"])]
    expect(board.page.locator("#live")).to_have_text("Session removed from Shown")


def a_small_move_in_a_group_stays_in_it(board: Board) -> None:
    grouped(board)
    board.press("Escape")
    x, y = grip(board, "Seo")
    board.drag((x, y), (x + 30, y + 20))
    board.saved()
    with board.page.expect_request("**/edits/"):  # once the keys rest
        board.press("Shift+ArrowDown", "Shift+ArrowDown")
    assert members(board) == [("Shown", ["Image", "Seo"])]


def the_area_shows_where_a_card_would_go_while_it_is_dragged(board: Board) -> None:
    grouped(board)
    start = area(board)
    board.press("Escape")
    board.page.mouse.move(*grip(board, "Seo"))
    board.page.mouse.down()
    board.page.mouse.move(start["x"] + 20, start["y"] + start["height"] + 190, steps=5)
    tall = "([least, most]) => { const { height } = document.querySelector('.area').getBoundingClientRect(); return height > least && height < most; }"
    board.page.wait_for_function(tall, arg=[0, start["height"] - 30])  # only the other one is in it
    board.press("Escape")
    board.page.mouse.up()
    board.page.wait_for_function(tall, arg=[start["height"] - 1, start["height"] + 1])
    assert len(members(board)[0][1]) == 2


def what_is_held_stays_at_the_pointer_when_an_answer_comes(board: Board) -> None:
    held: list[Any] = []
    board.page.route("**/live/?*part=advice*", lambda route: held.append(route))
    grouped(board)
    start = area(board)
    board.press("Escape")
    board.saved()
    for _ in range(500):
        if not held:
            board.page.wait_for_timeout(20)
    board.page.mouse.move(*grip(board, "Seo"))
    board.page.mouse.down()
    board.page.mouse.move(start["x"] + 20, start["y"] + start["height"] + 190, steps=5)
    board.still()
    before = board.card("Seo").bounding_box()
    assert area(board)["height"] < start["height"] - 30
    with board.page.expect_response("**/live/?*part=results*"):
        for route in held:
            route.continue_()
    board.still()
    assert area(board)["height"] < start["height"] - 30
    assert board.card("Seo").bounding_box() == before
    board.page.mouse.up()
    assert members(board) == [("Shown", ["Image"])]


def a_group_is_joined_and_left_by_key(board: Board) -> None:
    grouped(board)
    board.card("Session").locator("header").click()
    board.press("g")
    choice = board.page.get_by_role("dialog", name="Move to group").locator("select")
    expect(choice).to_be_focused()
    board.page.keyboard.type("Shown")
    board.press("Enter")
    assert members(board) == [("Shown", ["Image", "Seo", "Session"])]
    board.press("g")
    expect(choice).to_have_value("0")
    board.press("Escape")
    assert len(members(board)[0][1]) == 3
    board.press("g")
    board.page.keyboard.type("no")
    board.press("Enter")
    assert members(board) == [("Shown", ["Image", "Seo"])]


def a_group_takes_its_next_colour(board: Board) -> None:
    grouped(board)
    before = board.saved()["groups"][0]["colour"]
    board.press("Control+k")
    board.page.keyboard.type("group colour")
    board.press("Enter")
    after = board.saved()["groups"][0]["colour"]
    assert after != before
    expect(board.page.locator(".area")).to_have_css("--tint", after)
    expect(board.card("Image")).to_have_css("--tint", after)


def arranging_keeps_the_cards_of_a_group_together(board: Board) -> None:
    board.card("Image").locator("header").click()
    for name in ("Address", "Seo"):  # from three corners
        board.card(name).locator("header").click(modifiers=["Shift"])
    board.press("Control+g")
    board.type("Far apart")
    board.press("Escape", "Control+a", "Shift+l")
    expect(board.page.locator("#live")).to_have_text("13 entities arranged")
    board.saved()
    board.still()
    ground = area(board)
    inside = []
    for one in board.page.locator(".thing").all():
        box = one.bounding_box()
        assert box
        across = ground["x"] < box["x"] + box["width"] and box["x"] < ground["x"] + ground["width"]
        if across and ground["y"] < box["y"] + box["height"] and box["y"] < ground["y"] + ground["height"]:
            inside.append(one.locator("header bdi").inner_text())
    assert sorted(inside) == ["Address", "Image", "Seo"]


ACTS = (
    a_card_dropped_in_a_group_joins_it_and_leaves_it_again,
    a_small_move_in_a_group_stays_in_it,
    the_area_shows_where_a_card_would_go_while_it_is_dragged,
    a_group_is_joined_and_left_by_key,
    a_group_takes_its_next_colour,
    arranging_keeps_the_cards_of_a_group_together,
    what_is_held_stays_at_the_pointer_when_an_answer_comes,
)


def test_cards_join_groups_and_leave_them(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
