"""The outline under a mouse: an item can be pressed at any moment, also just when the tree is drawn anew."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .drawing import BLANK, board_of, listed, shop_board
from .watched import Watched

# Where an entity's item is: asked for in one go, for an answer of the server draws the tree anew, too.
_PLACE = """(name) => {
  const items = [...document.querySelectorAll("#tree [data-kind=entities] bdi")];
  const { x, y, height } = items.find((one) => one.textContent === name).getBoundingClientRect();
  return { x: x + 10, y: y + height / 2 };
}"""

# What lies at a place of the page right after each change of the tree, before the browser paints.
_WATCHES = """({ x, y }) => { window.hits = [];
  new MutationObserver(() => hits.push(document.elementFromPoint(x, y).closest("[role=treeitem]")?.dataset.id ?? null))
    .observe(document.getElementById("tree"), { childList: true, subtree: true }); }"""


def test_an_item_can_be_hit_at_once_after_the_tree_is_drawn_anew(watched: Watched, live_server: Any) -> None:
    board = shop_board(watched, live_server.url)
    page = board.page
    listed(page, "entities", "Customer").click()
    page.evaluate(_WATCHES, page.evaluate(_PLACE, "Product"))
    name = page.locator("#inspector [data-part=name]")
    # The design has a name, too, until the panel is that of the entity.
    expect(name).to_have_value("Customer")
    name.fill("Client")
    name.press("Enter")
    expect(listed(page, "entities", "Client")).to_be_visible()
    assert page.evaluate("hits.length") and page.evaluate("hits.every(Boolean)")


def test_what_is_sought_comes_first_and_is_taken(watched: Watched, live_server: Any) -> None:
    fields = {"Shooting day": ("callTime", "wrap"), "Call sheet": ("number",)}
    design = {
        **BLANK,
        "entities": [
            {"name": name, "fields": [{"name": field, "type": "string"} for field in inside]}
            for name, inside in fields.items()
        ],
    }
    board = board_of(watched, live_server.url, design)
    page, items = board.page, board.page.locator("#tree [role=treeitem] > .leaf > bdi:first-of-type")
    board.press("Control+f")
    page.keyboard.type("call")
    expect(items).to_have_text(["Call sheet", "Shooting day", "callTime"])
    board.press("Enter")
    expect(page.locator("#inspector h2")).to_have_text("Call sheet")
    board.press("Escape")
    expect(page.locator("#find")).to_have_value("")
    expect(items).to_have_text(["Shooting day", "Call sheet"])
    board.press("Control+f")
    page.keyboard.type("callt")
    board.press("Enter")
    expect(page.locator("#inspector h2")).to_have_text("callTime")
