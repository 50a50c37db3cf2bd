"""What is stated is kept, and no finding is told twice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .drawing import Board, shop_board
from .watched import Watched


def shown(board: Board, path: str) -> str:
    """A file of the design as the server makes it now."""
    return str(
        board.page.evaluate(
            "(path) => fetch(path).then((answer) => answer.text())", f"/designs/{board.slug}/files/{path}"
        )
    )


def test_exactly_two_stays_exactly_two(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    item = board.page.locator("#tree [title=addresses]")
    item.click()
    board.tab("Properties")
    counts = board.page.locator("#inspector .sentence input").first
    counts.fill("2")
    counts.press("Enter")
    link = next(one for one in board.saved()["relationships"] if one["name"] == "addresses")
    assert (link["from"]["has"]["min"], link["from"]["has"]["max"]) == (2, 2)
    board.open()
    item.click()
    expect(counts).to_have_value("2")
    schema = shown(board, "schemas/customers.json").split('"addresses"')
    assert any('"minItems": 2' in part[:4000] and '"maxItems": 2' in part[:4000] for part in schema[1:])
    assert '"required"' in schema[0] or any(part.lstrip().startswith(("]", ",")) for part in schema[1:])


def test_no_finding_is_told_twice(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    board.page.locator("#drawer-words", has_text="Collections: 5").wait_for()
    board.page.locator("#tab-findings").click()
    found = board.page.locator("#drawer-body li.finding")
    found.first.wait_for()
    told = found.locator("p bdi").all_inner_texts()
    assert len(told) == len(set(told))
