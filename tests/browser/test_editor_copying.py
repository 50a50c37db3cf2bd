"""Copying and the menu: entities with what is between them, fields, within a design and into another one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from designs import store

from .drawing import BLANK, PAINTED, Board, each_put_back, shop_board
from .watched import Watched


def names(board: Board) -> set[str]:
    return {one["name"] for one in board.saved()["entities"]}


def test_entities_and_fields_are_copied(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    live = board.page.locator("#live")
    board.card("Session").locator("header").click()
    board.press("Control+d")
    expect(live).to_have_text("Session duplicated")
    assert "SessionCopy" in names(board)
    board.press("Delete")  # nothing goes with it, and nothing is counted
    expect(live).to_have_text("Deleted SessionCopy")
    board.press("Control+z", "Control+z")
    expect(live).to_have_text("Undone: Session duplicated")
    board.card("Image").locator("li", has_text="alt").click()
    board.press("Control+c")
    board.card("Seo").locator("header").click()
    board.press("Control+v")
    expect(live).to_have_text("alt pasted")
    seo = next(one for one in board.saved()["entities"] if one["name"] == "Seo")
    assert seo["fields"][-1]["name"] == "alt"
    board.card("Product").locator("header").click()
    board.card("Image").locator("header").click(modifiers=["Shift"])
    board.press("Control+c")
    expect(live).to_have_text("Product, Image copied")
    store.create(json.dumps(BLANK), User.objects.get(username="ann"), slug="other")
    other = Board(board.page, "other")
    other.open()
    other.press("Control+v")
    expect(live).to_have_text("Product, Image pasted")
    design = other.saved()
    assert [one["name"] for one in design["entities"]] == ["Product", "Image"]
    assert [one["name"] for one in design["relationships"]] == ["images"]


def one_thing_is_marked_after_pasting_escape_and_an_operation(board: Board) -> None:
    title = board.page.locator("#inspector h2")
    rings, selected = board.page.locator(".thing:focus"), board.page.locator(".thing.selected")
    board.card("Image").locator("li", has_text="alt").click()
    board.press("Control+c")
    board.card("Seo").locator("header").click()
    board.press("Control+v")
    expect(title).to_have_text("alt")
    expect(board.page.locator("li.chosen")).to_contain_text(["alt"])
    board.press("Escape")
    expect(title).to_have_text("Seo")
    expect(board.page.locator("li.chosen")).to_have_count(0)
    board.press("Control+d")
    expect(selected.locator("header bdi")).to_have_text(["SeoCopy"])
    expect(rings.locator("header bdi")).to_have_text(["SeoCopy"])
    board.press("Escape")
    expect(selected).to_have_count(0)
    expect(title).to_have_text("Web shop")
    board.page.locator("#tree [data-kind=operations] bdi").first.click()
    expect(title).to_have_text("product page")
    expect(selected).to_have_count(0)
    expect(rings).to_have_count(0)


def a_menu_offers_what_applies(board: Board) -> None:
    menu = board.page.get_by_role("menu")
    board.card("Session").locator("header").click(button="right")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    menu.get_by_role("menuitem", name="Duplicate").click()
    expect(menu).to_have_count(0)
    assert "SessionCopy" in names(board)
    board.page.locator("#stage").click(button="right", position={"x": 12, "y": 12})
    expect(menu).to_contain_text("New entity")
    board.press("ArrowDown", "Escape")
    expect(menu).to_have_count(0)
    board.page.wait_for_selector(PAINTED, state="attached")


ACTS = (
    one_thing_is_marked_after_pasting_escape_and_an_operation,
    a_menu_offers_what_applies,
)


def test_what_is_copied_is_marked(watched: Watched, live_server: Any, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, shop_board(watched, live_server.url, "?bench"), subtests)
