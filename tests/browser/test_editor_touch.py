"""Moving with fingers: a card, and the ground."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from designs import store

from .drawing import BLANK, Board, signed_in
from .watched import Watched

Spot = tuple[float, float]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"has_touch": True, "viewport": {"width": 1440, "height": 900}}


class Fingers:
    """Touches as the browser hears them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.devtools = board.page.context.new_cdp_session(board.page)

    def send(self, kind: str, *spots: Spot) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap_twice(self, spot: Spot) -> None:
        for _ in range(2):
            self.send("touchStart", spot)
            self.send("touchEnd")

    def drag(self, start: Spot, end: Spot) -> None:
        self.send("touchStart", start)
        for part in (0.2, 0.6, 1.0):
            self.send(
                "touchMove",
                (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part),
            )
        self.send("touchEnd")
        self.board.still()

    def corner(self, name: str) -> Spot:
        """The middle of the left part of a card's head."""
        box = self.board.card(name).bounding_box()
        assert box
        return box["x"] + 60, box["y"] + 18


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(BLANK), ann, slug="drawing")
    signed_in(watched.page.context, ann, live_server.url)
    board = Board(watched.page, "drawing")
    board.open()
    return board


def test_a_finger_moves_a_card_and_the_ground(board: Board) -> None:
    fingers = Fingers(board)
    fingers.tap_twice((600, 300))
    board.type("Student", "name: string!")
    board.press("Escape")
    before = fingers.corner("Student")
    fingers.drag(before, (before[0] + 90, before[1] + 60))
    moved = fingers.corner("Student")
    assert (round(moved[0] - before[0]), round(moved[1] - before[1])) == (90, 60)
    fingers.drag((400, 700), (360, 640))
    assert round(fingers.corner("Student")[0] - moved[0]) == -40
    board.saved()


def test_a_finger_that_opens_the_workload_calls_no_keyboard(board: Board) -> None:
    board.page.locator("[role=toolbar] [data-do=add_entity]").tap()
    board.page.keyboard.type("Lift")
    board.press("Enter", "Escape")
    board.page.locator(".drawer-head [data-do=workload]").tap()
    expect(board.page.locator("#workload")).to_be_visible()
    assert board.page.evaluate("() => document.activeElement.matches('input')") is False
