"""What is fitted into the window can be read: no text too small, nothing upon anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, LIBRARY, Board, board_of
from .marketplace import marketplace
from .watched import Watched

LEAST = 9  # px

# Texts that are seen with their size on the screen; boxes of cards, and of the labels of lines.
_SEEN = """() => {
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const k = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform).a;
  const shown = (one) => { const box = one.getBoundingClientRect();
    return box.width > 0 && getComputedStyle(one).visibility !== "hidden" && box.right > stage.left
      && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom; };
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return { text: one.textContent, left, top, right, bottom }; };
  const texts = [...document.querySelectorAll(".world *")].filter(
    (one) => shown(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  return { k, texts: texts.map((one) => ({ text: one.textContent, size: parseFloat(getComputedStyle(one).fontSize) * k })),
    cards: [...document.querySelectorAll(".thing")].map(box), chips: [...document.querySelectorAll(".badge .chip")].filter(shown).map(box),
    labels: [...document.querySelectorAll(".badge .chip, .line .number")].filter((one) => shown(one) && (one.matches(".chip") || one.textContent)).map(box) };
}"""


def _meets(one: dict[str, float], two: dict[str, float], by: float = 0) -> bool:
    across = one["left"] < two["right"] - by and two["left"] < one["right"] - by
    return across and one["top"] < two["bottom"] - by and two["top"] < one["bottom"] - by


def settled(board: Board) -> dict[str, Any]:
    """What is seen once every line has found its way and every decision its chip."""
    board.page.wait_for_function("() => document.querySelector('.badge .chip')")
    before: dict[str, Any] = {}
    while (now := board.page.evaluate(_SEEN)) != before:
        before = now
        board.page.wait_for_timeout(700)
    return now


def readable(board: Board, cards: int, lines: int) -> None:
    """Assert that all of a design is seen, and none of it too small or upon another."""
    seen = settled(board)
    assert seen["k"] >= 0.7
    assert [one for one in seen["texts"] if one["size"] < LEAST] == []
    assert len(seen["cards"]) == cards
    assert len(seen["chips"]) == lines
    for kind in ("cards", "labels"):
        held = seen[kind]
        upon = [(one, two) for n, one in enumerate(held) for two in held[n + 1 :] if _meets(one, two, 1)]
        assert upon == [], kind
    assert [(one, two) for one in seen["labels"] for two in seen["cards"] if _meets(one, two, 1)] == []


def web_shop() -> dict[str, Any]:
    """The web shop as the library places it."""
    design: dict[str, Any] = json.loads((LIBRARY / "web_shop.json").read_text(encoding="utf-8"))
    return design


@pytest.mark.parametrize("design", [marketplace, web_shop], ids=["marketplace", "web shop"])
def test_a_design_is_readable_where_it_is_fitted(design: Any, watched: Watched, live_server: Any) -> None:
    made = design()
    board = board_of(watched, live_server.url, made)
    readable(board, len(made["entities"]), len(made["relationships"]))
    if design is web_shop:
        in_words(board, 5)


def in_words(board: Board, most: int) -> None:
    """Assert that at the most so many strategies are told by less than their words."""
    words = board.page.locator(".badge > text").all_text_contents()
    assert words and words.count("") <= most, words


def test_most_strategies_stand_in_words(watched: Watched, live_server: Any) -> None:
    board = board_of(watched, live_server.url, json.loads((LIBRARY / "university.json").read_text()))
    settled(board)
    in_words(board, 1)


def test_a_count_that_nobody_stated_looks_assumed_and_no_frame_stands_around_what_opens(
    watched: Watched, live_server: Any
) -> None:
    raw = BLANK | {
        "entities": [{"name": name, "fields": []} for name in ("One", "Two")],
        "relationships": [
            {
                "name": "twos",
                "kind": "one-to-many",
                "from": {"entity": "One", "field": "twos"},
                "to": {"entity": "Two"},
            },
        ],
    }
    board = board_of(watched, live_server.url, raw)
    expect(board.page.locator(".number.assumed")).to_have_text("0..*")
    expect(board.card("One").locator(".type.assumed")).to_have_text("0..*")
    frame = "getComputedStyle(document.querySelector('#stage')).outlineStyle"
    expect(board.page.locator("#stage")).to_be_focused()
    assert board.page.evaluate(frame) == "none"
    board.press("Shift+Tab", "Tab")
    expect(board.page.locator("#stage")).to_be_focused()
    assert board.page.evaluate(frame) == "solid"


def test_fit_stops_where_text_can_be_read_and_shows_all_when_asked_again(
    watched: Watched, live_server: Any
) -> None:
    raw = marketplace()
    raw["layout"] = {
        one["name"]: {"x": n % 5 * 900, "y": n // 5 * 900} for n, one in enumerate(raw["entities"])
    }
    board = board_of(watched, live_server.url, raw)
    zoom = board.page.locator("#zoom")
    assert zoom.inner_text() == "70%"
    board.press("0")
    board.still()
    assert int(zoom.inner_text().removesuffix("%")) < 40
    board.press("0")
    board.still()
    assert zoom.inner_text() == "70%"


def test_what_is_not_linked_stands_in_rows(watched: Watched, live_server: Any) -> None:
    raw = marketplace() | {"relationships": []}
    board = board_of(watched, live_server.url, raw)
    tops = [one.bounding_box() for one in board.page.locator(".thing").all()]
    names = board.page.locator(".thing header bdi").all_inner_texts()
    order = sorted(zip(tops, names, strict=True), key=lambda one: (round(one[0]["y"]), one[0]["x"]))  # type: ignore[index]
    assert [name for _, name in order] == [one["name"] for one in raw["entities"]]


def test_arranging_everything_makes_it_readable(watched: Watched, live_server: Any) -> None:
    raw = marketplace()
    raw["layout"] = {one["name"]: {"x": n * 400, "y": 0} for n, one in enumerate(raw["entities"])}
    board = board_of(watched, live_server.url, raw)
    board.press("Control+a", "Shift+l")
    board.saved()
    board.press("Escape")
    board.still()
    readable(board, 15, 19)
