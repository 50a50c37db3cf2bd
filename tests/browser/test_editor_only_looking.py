"""Who may only look sees all of a design, changes nothing of it, and is told how to have one that can be changed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .drawing import Board, each
from .watched import Watched


def nothing_is_changed(board: Board) -> None:
    expect(board.page.locator("[role=toolbar] [data-do=add_entity]")).to_be_hidden()
    board.page.locator(".thing header").first.click()
    board.page.keyboard.press("Delete")
    expect(board.page.locator(".thing")).to_have_count(5)


def they_are_told_to_copy(board: Board) -> None:
    board.page.locator("#stage").focus()
    board.page.keyboard.press("e")
    expect(board.page.locator("#live")).to_have_text(
        "This design is read-only. Duplicate it to make changes."
    )


def the_properties_are_the_same_and_closed(board: Board) -> None:
    board.page.locator("#tree [data-kind=relationships]").first.click()
    expect(board.page.locator("#inspector .kindline")).to_have_text("relationship")
    controls = board.page.locator("#inspector :is(input, select, textarea)")
    assert controls.count() > 20
    assert all(one.is_disabled() for one in controls.all())
    assert board.page.locator("#inspector form button:enabled").count() == 0
    # A list without anything in it says so.
    bare = "fieldset.property:not(:has(input, select, textarea))"
    lists = board.page.locator(f"#inspector {bare}")
    assert lists.count() > 0
    assert all("Not set" in (one.text_content() or "") for one in lists.all())


def the_workload_is_read(board: Board) -> None:
    board.page.locator(".drawer-head [data-do=workload]").click()
    cells = board.page.locator("#workload [data-cell]")
    expect(cells).to_have_count(80)
    for one in cells.all():
        assert one.is_disabled() or one.get_attribute("readonly") is not None
    assert board.page.locator("#workload .cross:visible").count() == 0


LOOKS = (
    they_are_told_to_copy,
    nothing_is_changed,
    the_properties_are_the_same_and_closed,
    the_workload_is_read,
)


def test_who_may_only_look(watched: Watched, subtests: pytest.Subtests) -> None:
    board = Board(watched.page, "university")
    board.open()
    each(LOOKS, board, subtests)
