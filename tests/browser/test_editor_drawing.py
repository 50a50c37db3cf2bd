"""What was drawn, or was half typed, is there the next time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from designs import store

from .drawing import BLANK, Board, signed_in
from .opened import BROKEN, LATE
from .watched import Watched

# What the browser's own database holds of inputs that nobody has finished.
_KEPT = """(text) => new Promise((done) => { indexedDB.open("nestlink").onsuccess = (opened) => {
  const base = opened.target.result;
  base.transaction("drafts").objectStore("drafts").getAll().onsuccess = (found) => {
    base.close(); done(found.target.result.some((one) => one.text === text)); }; }; })"""


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
    expect(board.card("Student").locator("li")).to_have_count(1)
    board.press("Control+z")
    board.card("Student").locator("li").first.wait_for(state="detached")
    assert board.saved()["entities"][0].get("fields", []) == []


def test_a_word_of_yesterday_does_not_take_the_keys_of_today(board: Board) -> None:
    board.new_at(500, 300)
    board.type("Student")
    board.page.keyboard.type("first_na")
    board.page.wait_for_function(_KEPT, arg="first_na")
    board.page.add_init_script(LATE)
    board.open()
    board.press("e")
    board.page.keyboard.type("Cour")
    board.page.wait_for_function("() => 'go' in window")
    board.page.evaluate("() => { go(); return new Promise((done) => setTimeout(done, 100)); }")
    board.type("se")
    board.press("Escape")
    # In any order: whether the first was sent before the reload is up to the machine.
    assert {one["name"] for one in board.saved()["entities"]} == {"Student", "Course"}
    board.card("Student").locator("header").click()
    board.press("Enter")
    expect(board.page.get_by_label("New field")).to_have_value("first_na")


@pytest.mark.parametrize("broken", BROKEN)
def test_a_browser_that_cannot_tell_what_was_left_draws_and_saves(board: Board, broken: str) -> None:
    board.page.add_init_script(BROKEN[broken])
    board.open()
    board.new_at(500, 300)
    board.type("Student")
    assert [one["name"] for one in board.saved()["entities"]] == ["Student"]


def test_a_word_in_the_middle_is_there_tomorrow(board: Board) -> None:
    board.new_at(500, 300)
    board.type("Student")
    board.page.keyboard.type("first_na")
    board.page.wait_for_function(_KEPT, arg="first_na")
    board.open()
    typed = board.page.get_by_label("New field")
    expect(typed).to_have_value("first_na")
