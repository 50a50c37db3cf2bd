"""Open questions beside the canvas: asked, answered in place by keyboard, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.test_open_questions_page import SETTLED, clinic

from .drawing import Board, board_of
from .watched import Watched

MOST = "What is the maximum number of visits per animal?"


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    return board_of(watched, live_server.url, clinic())


def opened(board: Board) -> Any:
    """The questions, with their tab open."""
    page = board.page
    page.locator("[data-do=drawer]").first.click()
    page.locator("#tab-questions").click()
    return page.locator("#drawer-body li.open-question")


def test_an_answer_is_an_edit_that_undo_takes_back(board: Board) -> None:
    questions = opened(board)
    question = questions.filter(has_text=MOST)
    expect(question).to_have_count(1)
    expect(question).to_contain_text("assumed: no limit")
    field = question.get_by_role("textbox", name=MOST)
    field.fill("plenty")
    field.press("Enter")
    expect(question.get_by_role("status")).to_have_text("Enter a whole number.")
    expect(field).to_be_focused()
    field.fill("40")
    field.press("Enter")
    expect(question).to_have_count(0)
    expect(questions.first.locator("select, input")).to_be_focused()
    board.page.locator("#stage").focus()
    board.press("Control+z")
    expect(question).to_have_count(1)


def test_nothing_to_ask_says_so(watched: Watched, live_server: Any) -> None:
    board = board_of(watched, live_server.url, clinic(**SETTLED))
    opened(board)
    expect(board.page.locator("#drawer-body")).to_contain_text("No open question would change a decision.")


def test_it_fits_a_phone(board: Board) -> None:
    questions = opened(board)
    expect(questions.first).to_be_visible()
    board.page.set_viewport_size({"width": 390, "height": 844})
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert board.page.evaluate(
        "[...document.querySelectorAll('#drawer-body .open-question *')]"
        ".every((one) => one.getBoundingClientRect().right <= 391)"
    )
