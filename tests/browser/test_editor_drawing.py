"""Drawing a design from nothing, with the mouse and by keyboard alone; what was drawn is what is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store

from .drawing import BLANK, Board, drawn, signed_in
from .watched import Watched

LIBRARY = Path(__file__).resolve().parent.parent.parent / "designs" / "library"
FIELDS = {
    "Student": ["first_name: string!", "last_name: string!"],
    "IdCard": ["number: string! unique", "issued_on: date!", "expires_on: date!"],
    "Email": ["email: string!", "type: string!"],
    "Course": ["name: string!", "department: string!", "points: int!"],
    "Message": ["subject: string!", "message: string!", "posted_on: date!"],
}
NUMBERS = {
    "IdCard": ("1", "1"),
    "Email": ("1..10 ~2", "1"),
    "Course": ("0..100 ~30", "0..* ~600"),
    "Message": ("0..* ~300", "1"),
}
PLACES = {
    "Student": (520, 420),
    "IdCard": (380, 160),
    "Email": (780, 160),
    "Course": (950, 420),
    "Message": (520, 640),
}


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(BLANK), ann, slug="drawing")
    watched.page.set_viewport_size({"width": 1440, "height": 900})
    signed_in(watched.page.context, ann, live_server.url)
    board = Board(watched.page, "drawing")
    board.open()
    return board


def university() -> dict[str, Any]:
    return drawn(json.loads((LIBRARY / "university.json").read_text(encoding="utf-8")))


def test_the_university_with_the_mouse(board: Board) -> None:
    assert board.page.get_by_text("Draw your first entity").is_visible()
    for name, fields in FIELDS.items():
        board.new_at(*PLACES[name])
        board.type(name, *fields)
        board.press("Enter")
    for number, (name, (has, back)) in enumerate(NUMBERS.items()):
        board.relate("Student", name)
        board.page.wait_for_selector(f".line >> nth={number}")
        board.page.keyboard.type(has)
        board.press("Tab", "Tab")
        board.page.keyboard.type(back)
        board.press("Enter")
    assert drawn(board.saved()) == university()
    print(f"mouse: {board.clicks} clicks, {board.drags} drags, {board.keys} keys")


def test_the_university_by_keyboard_alone(board: Board) -> None:
    board.press("e")
    for number, (name, fields) in enumerate(FIELDS.items()):
        if number:
            board.press("e")
        board.type(name, *fields)
        board.press("Enter")
    for name, (has, back) in NUMBERS.items():
        board.press("Control+k")
        board.type("Student")
        board.press("l")
        board.page.keyboard.type(name)
        board.press("Enter")
        board.page.keyboard.type(has)
        board.press("Tab", "Tab")
        board.page.keyboard.type(back)
        board.press("Enter")
    assert drawn(board.saved()) == university()


def test_what_was_drawn_is_there_after_a_reload_and_taken_back_after_it(board: Board) -> None:
    board.new_at(500, 300)
    board.type("Student", "name: string!")
    board.press("Escape")
    board.saved()
    board.open()
    assert board.card("Student").locator("li").count() == 1
    board.press("Control+z")
    board.card("Student").locator("li").first.wait_for(state="detached")
    assert board.saved()["entities"][0].get("fields", []) == []


def test_a_word_in_the_middle_is_there_tomorrow(board: Board) -> None:
    board.new_at(500, 300)
    board.type("Student")
    board.page.keyboard.type("first_na")
    board.page.wait_for_timeout(200)
    board.open()
    typed = board.page.get_by_label("New field")
    typed.wait_for()
    assert typed.input_value() == "first_na"


def test_two_entities_a_field_and_a_reference_take_few_clicks(board: Board) -> None:
    board.new_at(420, 300)
    board.type("Order", "total: decimal!")
    board.press("Escape")
    box = board.card("Order").bounding_box()
    assert box
    board.drag((box["x"] + box["width"], box["y"] + 18), (900, 420))
    board.type("Item")
    board.press("Escape")
    design = board.saved()
    assert [one["name"] for one in design["entities"]] == ["Order", "Item"]
    assert [one["name"] for one in design["relationships"]] == ["items"]
    assert (board.clicks, board.drags) == (2, 1)
