"""Groups on the ground, relationships drawn from rows, the list of types, and what stands on the canvas at first."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from designs import store

from .drawing import BLANK, Board, each_put_back, shop_board, signed_in
from .watched import SIZES, Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def entity(board: Board, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in board.saved()["entities"] if one["name"] == name)
    return found


def grouped(board: Board) -> None:
    """Image and Seo, in a group of the name Shown."""
    board.card("Image").locator("header").click()
    board.page.keyboard.down("Shift")
    board.card("Seo").locator("header").click()
    board.page.keyboard.up("Shift")
    board.press("Control+g")
    board.type("Shown")


def a_group_is_made_named_moved_and_taken_back(board: Board) -> None:
    grouped(board)
    area = board.page.locator(".area")
    expect(area).to_have_text("Shown")
    before = board.saved()
    assert [(one["name"], one["entities"]) for one in before["groups"]] == [("Shown", ["Image", "Seo"])]
    board.still()
    wide = area.bounding_box()
    inner = board.card("Image").bounding_box()
    assert wide and inner and wide["x"] < inner["x"] and wide["y"] < inner["y"]
    name = board.page.locator(".area-label").bounding_box()
    assert name
    board.page.keyboard.down("Alt")
    board.drag((name["x"] + 8, name["y"] + 6), (name["x"] + 48, name["y"] + 36))
    board.page.keyboard.up("Alt")
    board.still()
    moved = area.bounding_box()
    assert moved and abs(moved["x"] - wide["x"] - 40) < 2 and abs(moved["y"] - wide["y"] - 30) < 2
    after = board.saved()["layout"]
    by = {
        (after[one]["x"] - before["layout"][one]["x"], after[one]["y"] - before["layout"][one]["y"])
        for one in ("Image", "Seo")
    }
    assert len(by) == 1 and by != {(0, 0)}
    for _ in range(3):  # the move, the name, the group
        board.press("Control+z")
    expect(area).to_have_count(0)
    assert "groups" not in board.saved()


def a_group_is_renamed_by_key_and_taken_apart_in_the_outline(board: Board) -> None:
    grouped(board)
    board.press("Shift+F2")
    board.type("Pictures")
    item = board.page.locator("#tree").get_by_role("treeitem", name="Pictures")
    item.focus()
    board.page.locator("#find").dispatch_event(
        "input"
    )  # the outline is drawn anew, as by an answer of the server
    expect(item).to_be_focused()
    board.press("F2")
    board.type("Words")
    expect(board.page.locator(".area")).to_have_text("Words")
    board.page.locator("#tree").get_by_role("treeitem", name="Words").focus()
    board.press("Delete")
    expect(board.page.locator(".area")).to_have_count(0)
    assert len(board.saved()["entities"]) == 13


def a_row_that_is_dragged_to_a_card_becomes_the_relationship(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("image_id: objectId!")
    board.press("Escape")
    board.press("0")
    board.still()
    row = board.card("Session").locator("li", has_text="image_id")
    row.hover()
    place, target = row.bounding_box(), board.card("Image").bounding_box()
    assert place and target
    board.drag(
        (place["x"] + place["width"], place["y"] + place["height"] / 2), (target["x"] + 30, target["y"] + 9)
    )
    board.page.get_by_role("dialog", name="Counts for").wait_for()
    board.press("Enter")
    link = board.saved()["relationships"][-1]
    assert (link["from"]["entity"], link["to"]["entity"]) == ("Image", "Session")
    assert link["to"]["field"] == "image" and link["to"]["has"] == {"min": 1, "max": 1}
    assert [one["name"] for one in entity(board, "Session")["fields"]] == ["lastModified"]
    board.press("Control+z")
    board.card("Session").locator("li", has_text="image_id").wait_for()
    board.saved()


def a_chosen_row_is_related_by_key(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("reviews: objectId[]")
    board.press("Escape")
    board.card("Session").locator("header").click()
    board.press("Control+ArrowUp", "l")
    board.page.keyboard.type("Seo")
    board.press("Enter")
    board.page.get_by_role("dialog", name="Counts for").wait_for()
    board.press("Enter")
    link = board.saved()["relationships"][-1]
    assert (link["from"]["entity"], link["to"]["entity"]) == ("Session", "Seo")
    assert link["from"]["field"] == "reviews" and link["from"]["has"] == {"min": 0, "max": None}


def types_are_chosen_from_a_list(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.page.keyboard.type("seen")
    board.press("Tab")
    options = board.page.get_by_role("listbox", name="Types").get_by_role("option")
    expect(options).to_have_count(19)
    expect(board.page.get_by_label("New field")).to_have_value("seen: ")
    board.page.keyboard.type("d")
    expect(options.locator("span:not(.muted)")).to_have_text(["date", "decimal", "double", "object"])
    board.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    board.press("Enter", "Enter")
    board.page.keyboard.type("size: dec")
    board.press("Tab", "Enter")
    board.page.keyboard.type("kept: ")
    board.press("ArrowDown")
    options.filter(has_text="bool").click()
    board.press("Enter", "Escape")
    fields = [(one["name"], one["type"]) for one in entity(board, "Session")["fields"]]
    assert fields[1:] == [("seen", "decimal"), ("size", "decimal"), ("kept", "bool")]


def escape_closes_the_list_before_the_row(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.page.keyboard.type("seen")
    board.press("Tab", "Escape")
    expect(board.page.get_by_role("listbox", name="Types")).to_be_hidden()
    expect(board.page.get_by_label("New field")).to_be_focused()


def test_at_first_the_whole_design_is_seen_as_far_as_it_can_be_read(
    watched: Watched, live_server: Any
) -> None:
    board = shop_board(watched, live_server.url)  # in a wide window
    sees_all(board)
    width, height = SIZES["phone"]
    watched.page.set_viewport_size({"width": width, "height": height})
    board.open()
    expect(board.page.locator("#zoom")).to_have_text("70%")
    expect(board.card("ProductAttributes").locator("header")).to_be_in_viewport()
    board.press("0")  # once more: however small
    board.still()
    assert int(board.page.locator("#zoom").inner_text().removesuffix("%")) < 40


def sees_all(board: Board) -> None:
    """Each card is within the canvas."""
    board.still()
    stage = board.page.locator("#stage").bounding_box()
    boxes = [one.bounding_box() for one in board.page.locator(".thing").all()]
    assert len(boxes) == 13 and stage
    for box in boxes:
        assert box and box["x"] >= stage["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
        assert box["y"] >= stage["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]


def test_the_gestures_are_shown_until_the_first_entity(watched: Watched, live_server: Any) -> None:
    ann = User.objects.create_user("ann")
    for slug in ("one", "two"):
        store.create(json.dumps(BLANK), ann, slug=slug)
    signed_in(watched.page.context, ann, live_server.url)
    told = watched.page.get_by_text("Draw your first entity")
    board = Board(watched.page, "one")
    board.open()
    expect(told).to_be_visible()
    board.press("e")
    board.type("Thing")
    board.press("Escape")
    expect(told).to_be_hidden()
    expect(watched.page.locator("#gestures li").first).to_be_visible()
    hints, toast = (watched.page.locator(name).bounding_box() for name in ("#gestures", ".toast"))
    assert hints and toast and hints["y"] + hints["height"] <= toast["y"]  # neither lies on the other
    board.press("e")
    board.type("Other")
    board.press("Escape")
    expect(watched.page.locator("#gestures")).to_be_hidden()
    board.saved()
    other = Board(watched.page, "two")
    other.open()
    expect(told).to_be_visible()
    expect(watched.page.locator("#gestures [data-do=add_entity]")).to_be_visible()


ACTS = (
    a_group_is_made_named_moved_and_taken_back,
    a_group_is_renamed_by_key_and_taken_apart_in_the_outline,
    a_row_that_is_dragged_to_a_card_becomes_the_relationship,
    a_chosen_row_is_related_by_key,
    types_are_chosen_from_a_list,
    escape_closes_the_list_before_the_row,
)


def test_groups_rows_and_types(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
