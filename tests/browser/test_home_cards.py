"""The menu of a design's card on the home page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .drawing import shop_board
from .watched import Watched


def test_a_card_has_a_menu_whose_share_opens_the_dialog(watched: Watched, live_server: Any) -> None:
    page = shop_board(watched, live_server.url).page
    page.goto("/")
    page.locator("summary", has=page.locator("svg")).and_(page.get_by_label("More for Web shop")).click()
    expect(page.get_by_role("button", name="Move to Trash")).to_be_visible()
    assert watched.inaccessible("#found") == []
    page.locator("#found .menu-list").get_by_role("link", name="Share").click()
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()
