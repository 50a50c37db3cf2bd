"""Where the keyboard is while a mouse moves, selects and answers: nothing that is typed goes nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .drawing import Board, each_put_back, shop_board
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def dragged(board: Board, name: str, by: float = 25) -> None:
    board.still()
    box = board.card(name).locator("header").bounding_box()
    assert box
    x, y = box["x"] + 40, box["y"] + 8
    board.drag((x, y), (x + by, y + by))


def described(board: Board, name: str) -> Locator:
    """The description of an entity, in the panel on the right."""
    board.card(name).locator("header").click()
    expect(board.page.locator("#inspector h2")).to_have_text(name)
    return board.page.locator('#inspector [data-part="description"]')


def entity(board: Board, name: str) -> dict[str, Any]:
    return next(one for one in board.saved()["entities"] if one["name"] == name)


def a_drag_takes_the_keyboard_from_a_panel_to_its_card(board: Board) -> None:
    described(board, "Image").click()
    dragged(board, "Session")
    expect(board.page.locator("#inspector h2")).to_have_text("Session")
    board.press("Enter")
    board.type("device: string")
    board.press("Escape")
    assert [one["name"] for one in entity(board, "Session")["fields"]][-1] == "device"


def what_a_panel_holds_unfinished_is_kept_when_a_card_is_pressed(board: Board) -> None:
    field = described(board, "Image")
    field.fill("Shown beside a product")
    dragged(board, "Session")
    assert entity(board, "Image")["description"] == "Shown beside a product"
    described(board, "Image").fill("Shown in a gallery")
    board.card("Session").locator("header").click()
    assert entity(board, "Image")["description"] == "Shown in a gallery"


def a_box_that_asks_has_the_keyboard_to_itself(board: Board) -> None:
    described(board, "Image").fill("Shown beside a product")
    board.card("Customer").locator("header").click()
    before = entity(board, "Image")
    board.press("Delete")
    asked = board.page.get_by_role("dialog", name="Delete Customer?")
    away = asked.get_by_role("button", name="Delete", exact=True)
    expect(away).to_be_focused()
    expect(away).to_have_css("background-color", "rgb(179, 38, 30)")  # it looks like what it does
    stay = asked.get_by_role("button", name="Cancel", exact=True)
    right, left = away.bounding_box(), stay.bounding_box()
    assert right and left and right["x"] > left["x"]
    expect(asked).to_contain_text("Relationships: Customer → Address, Customer → PaymentMethod")
    for key in ("Control+z", "e", "Delete", "Control+a", "Control+k"):
        board.press(key)
    expect(asked).to_be_visible()
    expect(board.page.locator("#palette")).to_be_hidden()
    assert entity(board, "Image") == before and entity(board, "Customer")
    for key, name in (("Tab", "Cancel"), ("Tab", "Delete"), ("Shift+Tab", "Cancel")):
        board.press(key)
        expect(asked.get_by_role("button", name=name, exact=True)).to_be_focused()
    board.page.get_by_text("This also deletes:").click()  # the text of the box
    board.press("Escape")
    expect(asked).to_be_hidden()
    assert entity(board, "Customer")


def escape_takes_back_what_a_line_dropped_on_the_ground_made(board: Board) -> None:
    before = board.saved()
    dropped(board, "Session")
    board.press("Escape")
    expect(board.page.get_by_label("Entity name")).to_have_count(0)
    after = board.saved()
    assert [after[key] for key in ("entities", "relationships")] == [
        before[key] for key in ("entities", "relationships")
    ]
    board.press("Enter")  # the keyboard is on the card that the line came from
    expect(board.card("Session").get_by_label("New field")).to_be_focused()
    board.press("Escape")
    dropped(board, "Session")
    board.type("Device")
    board.press("Escape", "F2", "Escape")  # once it has a name, Escape leaves it
    after = board.saved()
    assert after["entities"][-1]["name"] == "Device"
    assert after["relationships"][-1]["name"] == "devices"


def dropped(board: Board, name: str) -> None:
    """A line from the right edge of a card, let go on empty ground."""
    board.still()
    box, ground = board.card(name).bounding_box(), board.page.locator("#stage").bounding_box()
    assert box and ground
    board.card(name).hover()
    start = (box["x"] + box["width"], box["y"] + 18)
    board.drag(start, (ground["x"] + ground["width"] - 100, ground["y"] + 40))
    expect(board.page.get_by_label("Entity name")).to_be_focused()


def a_relationship_with_nothing_selected_asks_for_both_entities(board: Board) -> None:
    board.page.locator(".stage [data-do=connect]").press("Enter")
    asked = board.page.get_by_role("dialog", name="relationship")
    box, below = asked.bounding_box(), board.page.locator(".stage [data-do=connect]").bounding_box()
    assert box and below and abs(box["y"] + box["height"] - below["y"]) < 20
    count = len(board.saved()["relationships"])
    board.page.locator("#stage").click(position={"x": 12, "y": 300})  # beside it: nothing was meant
    expect(asked).to_be_hidden()
    assert len(board.saved()["relationships"]) == count
    board.press("l")
    asked.get_by_label("Relate", exact=True).select_option(label="Session")
    asked.get_by_label("to", exact=True).select_option(label="Image")
    asked.get_by_role("button", name="Relate").click()
    link = board.saved()["relationships"][-1]
    assert (link["from"]["entity"], link["to"]["entity"]) == ("Session", "Image")
    board.press("Escape", "Escape")
    tool = board.page.locator(".stage [data-do=connect]")
    tool.click()
    board.card("Session").locator("header").click()
    expect(board.page.locator("#live")).to_have_text("Click the entity to relate Session to")
    board.press("Escape")  # nothing was related
    expect(tool).to_have_attribute("aria-pressed", "false")
    tool.click()
    for name in ("Session", "Review"):
        board.card(name).locator("header").click()
    expect(asked).to_be_hidden()
    link = board.saved()["relationships"][-1]
    assert {link["from"]["entity"], link["to"]["entity"]} == {"Session", "Review"}


def the_status_tells_of_the_relationship_in_hand_first(board: Board) -> None:
    told = """(held) => { const { editor } = window.nestlink;
      const [one, other] = editor.design.relationships;
      const answer = (first, second) => { editor.live = { ...editor.live, decisions: [
        { relationship: one.name, strategy: first }, { relationship: other.name, strategy: second }] };
        editor.tell("live"); return document.getElementById("live").textContent; };
      editor.select(held === null ? [] : [editor.design.relationships[held].id]);
      answer("A", "A"); editor.say("");
      const said = ({ from, to }) => `${from.entity} → ${to.entity}`;
      return [answer("B", "B"), answer("C", "B"), said(one), said(other)]; }"""
    board.compiled()
    both, _, one, other = board.page.evaluate(told, 1)
    assert both == f"{other} is now B. Also changed: {one} (B)"
    _, alone, one, _ = board.page.evaluate(told, 1)
    assert alone == f"Elsewhere in the design, {one} is now C"
    both, alone, one, _ = board.page.evaluate(told, None)
    assert (both, alone) == (f"{one} is now B", f"{one} is now C")


ACTS = (
    a_drag_takes_the_keyboard_from_a_panel_to_its_card,
    what_a_panel_holds_unfinished_is_kept_when_a_card_is_pressed,
    a_box_that_asks_has_the_keyboard_to_itself,
    escape_takes_back_what_a_line_dropped_on_the_ground_made,
    a_relationship_with_nothing_selected_asks_for_both_entities,
    the_status_tells_of_the_relationship_in_hand_first,
)


def test_where_the_keyboard_is(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
