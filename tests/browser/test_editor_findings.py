"""Findings where they are: marks on the canvas and in the outline, their fixes, and setting them aside."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, board_of, each_put_back
from .watched import Watched

DESIGN = {
    "format": "nestlink/1",
    "name": "Marked",
    "database": "marked",
    "entities": [
        {
            "name": "Line",
            "fields": [
                {"name": "price", "type": "double", "money": True},
                {"name": "sold_on", "type": "string"},
            ],
        },
        {
            "name": "Shop",
            "fields": [{"name": "name", "type": "string"}, {"name": "price", "type": "string"}],
        },
    ],
    "relationships": [
        {
            "name": "lines",
            "kind": "one-to-many",
            "from": {"entity": "Shop", "has": {"max": 500, "growth": "unbounded"}},
            "to": {"entity": "Line", "has": {"min": 1, "max": 1}},
        }
    ],
}


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    made = board_of(watched, live_server.url, DESIGN, "?bench")
    made.page.locator(".thing .concern").first.wait_for()
    return made


def marks_say_how_many_and_lead_to_them(board: Board) -> None:
    page = board.page
    mark = board.card("Line").locator("header .concern")
    expect(mark).to_have_text("2")
    expect(mark).to_have_class("concern warning")
    sign = mark.evaluate("(one) => getComputedStyle(one, '::before').content")
    assert sign == '"!"'  # a number alone would look like a count
    mark.click()
    found = page.locator("#drawer-body li.finding")
    expect(found).to_have_count(2)
    expect(found.get_by_role("link", name="Money stored as a double")).to_have_attribute(
        "href", "/handbook/checks/money-double/"
    )
    expect(page.locator("#drawer-body")).to_contain_text("Findings for Line")
    page.get_by_role("button", name="All findings").click()
    expect(found).to_have_count(3)
    expect(page.locator("#stage .line .concern .inner")).to_have_text(re.compile("^[!i]$"))
    expect(page.locator("#stage .line .concern .many")).to_have_text(re.compile(r"^\d+$"))
    page.locator("#stage .line .concern").click()
    expect(found).to_have_count(1)
    expect(found.filter(has_text="GROWTH_AND_MAX")).to_have_count(1)
    page.locator("#tree [role=treeitem]", has_text="Line").first.locator(".concern").first.click()
    expect(found).to_have_count(2)


def a_row_has_its_own_mark_and_no_other_things(board: Board) -> None:
    page = board.page
    rows = {name: board.card(name).locator("li", has_text="price") for name in ("Line", "Shop")}
    expect(rows["Line"].locator(".concern")).to_have_text("1")
    expect(rows["Shop"].locator(".concern")).to_have_count(0)
    rows["Line"].locator(".concern").click()
    found = page.locator("#drawer-body li.finding")
    expect(page.locator("#drawer-body")).to_contain_text("Findings for price")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("L45")
    told = page.locator("#inspector .finding")
    rows["Line"].locator(".name").click()
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Line.price")
    href = str(told.locator(".icon use").get_attribute("href"))
    sheet, _, name = href.partition("#")
    assert f'<symbol id="{name}"' in page.request.get(sheet).text()  # its sign is in the sheet
    rows["Shop"].locator(".name").click()
    expect(page.locator("#inspector h2")).to_have_text("price")
    expect(told).to_have_count(0)
    tree = page.locator("#tree [data-kind=entities]", has_text="Line").first
    tree.locator(".twist").first.click()
    marked = tree.locator("[data-kind=fields]", has_text="price")
    expect(marked.locator(".concern")).to_have_attribute("data-count", "1")
    expect(marked).to_have_attribute("aria-label", "price: double, 1 finding")


def a_fix_is_an_edit_that_undo_takes_back(board: Board) -> None:
    page = board.page
    board.card("Line").locator("header .concern").click()
    fix = page.locator("#drawer-body li", has_text="L45").locator("button.strong")
    expect(fix).to_have_text("Set type of Line › price to decimal")
    fix.click()
    expect(board.card("Line").locator("header .concern")).to_have_text("1")
    assert board.saved()["entities"][0]["fields"][0]["type"] == "decimal"
    page.locator("#stage").focus()
    board.press("Control+z")
    expect(board.card("Line").locator("header .concern")).to_have_text("2")


def a_finding_is_set_aside_with_a_reason_by_keyboard(board: Board) -> None:
    page = board.page
    board.card("Line").locator("header .concern").click()
    finding = page.locator("#drawer-body li", has_text="L46")
    finding.get_by_role("button", name="Ignore").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-body .reason")).to_be_focused()
    page.keyboard.type("as <b>printed</b>")
    page.keyboard.press("Enter")
    expect(board.card("Line").locator("header .concern")).to_have_text("1")
    assert board.saved()["ignored"] == [
        {"code": "L46", "subject": "Line.sold_on", "reason": "as <b>printed</b>"}
    ]
    page.get_by_role("button", name="All findings").click()
    aside = page.locator("#drawer-body li", has_text="as <b>printed</b>")
    aside.get_by_role("button", name="Reopen").click()
    expect(board.card("Line").locator("header .concern")).to_have_text("2")


ACTS = (
    marks_say_how_many_and_lead_to_them,
    a_row_has_its_own_mark_and_no_other_things,
    a_fix_is_an_edit_that_undo_takes_back,
    a_finding_is_set_aside_with_a_reason_by_keyboard,
)


def test_findings(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
