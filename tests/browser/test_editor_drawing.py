"""What was drawn, or was half typed, is there the next time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store

from .drawing import BLANK, Board, signed_in
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(BLANK), ann, slug="drawing")
    watched.page.set_viewport_size({"width": 1440, "height": 900})
    signed_in(watched.page.context, ann, live_server.url)
    board = Board(watched.page, "drawing")
    board.open()
    return board


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
