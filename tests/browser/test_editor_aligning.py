"""Cards set on one edge, or evenly apart, by key: one step each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from .drawing import Board, each_put_back, shop_board
from .watched import Watched

CHOSEN = ("Inventory", "Image", "Order", "Seo")
Box = dict[str, float]
EDGES: dict[str, tuple[Callable[[Box], float], Callable[..., float], str]] = {
    "Alt+l": (lambda box: box["x"], min, "y"),
    "Alt+t": (lambda box: box["y"], min, "x"),
    "Alt+r": (lambda box: box["x"] + box["width"], max, "y"),
    "Alt+b": (lambda box: box["y"] + box["height"], max, "x"),
}


def choose(board: Board, names: tuple[str, ...]) -> None:
    for number, name in enumerate(names):
        board.card(name).locator("header").click(modifiers=["Shift"] if number else [])


def boxes(board: Board, names: tuple[str, ...] = CHOSEN) -> dict[str, Box]:
    board.still()
    found = {name: board.card(name).bounding_box() for name in names}
    return {name: dict(box) for name, box in found.items() if box}  # type: ignore[arg-type]  # a TypedDict of floats


def near(one: float, other: float) -> bool:
    return abs(one - other) < 0.75  # half a px of the design, rounded


def aligned_to_an_edge(board: Board) -> None:
    choose(board, CHOSEN)
    layout = board.saved()["layout"]
    for key, (edge, outermost, other) in EDGES.items():
        before = boxes(board)
        assert len({round(edge(box)) for box in before.values()}) > 1
        board.press(key)
        board.page.locator("#live", has_text="4 entities aligned").wait_for()
        after, wanted = boxes(board), outermost(edge(box) for box in before.values())
        assert all(near(edge(box), wanted) for box in after.values()), key
        assert all(near(after[name][other], before[name][other]) for name in CHOSEN), key
        board.saved()
        board.press("Control+z")
        board.page.locator("#live", has_text="Undone").wait_for()
        assert board.saved()["layout"] == layout, key


def evenly_apart(board: Board) -> None:
    layout = board.saved()["layout"]
    choose(board, CHOSEN[:3])  # without Seo, which stands evenly
    for key, at, size in (("Alt+h", "x", "width"), ("Alt+v", "y", "height")):
        sets_apart(board, key, at, size)
        board.press("Control+z")
        board.page.locator("#live", has_text="Undone").wait_for()
        assert board.saved()["layout"] == layout, key


def sets_apart(board: Board, key: str, at: str, size: str) -> None:
    """The key makes the gaps between three cards equal, and leaves the outer two where they are."""

    def gaps(held: dict[str, Box]) -> list[float]:
        line = sorted(held.values(), key=lambda box: box[at])
        return [two[at] - one[at] - one[size] for one, two in pairwise(line)]

    def ends(held: dict[str, Box]) -> tuple[float, float]:
        line = sorted(held.values(), key=lambda box: box[at])
        return line[0][at], line[-1][at] + line[-1][size]

    before = boxes(board, CHOSEN[:3])
    assert not all(near(one, gaps(before)[0]) for one in gaps(before))
    board.press(key)
    board.page.locator("#live", has_text="3 entities distributed").wait_for()
    after = boxes(board, CHOSEN[:3])
    assert all(near(one, gaps(after)[0]) for one in gaps(after))
    assert all(near(one, two) for one, two in zip(ends(before), ends(after), strict=True))
    board.saved()


def test_what_is_selected_is_set_in_line(
    watched: Watched, live_server: Any, subtests: pytest.Subtests
) -> None:
    board = shop_board(watched, live_server.url, "?bench")
    each_put_back((aligned_to_an_edge, evenly_apart), board, subtests)
