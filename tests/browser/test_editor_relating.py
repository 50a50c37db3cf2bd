"""A line from a card's edge is a relationship, and takes no field with it that isn't the id of what it leads to."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, Board, board_of
from .watched import Watched

Json = dict[str, Any]


def _field(name: str, type_: str = "string") -> Json:
    return {"name": name, "type": type_}


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    entities: list[Json] = [
        {"name": "Vet", "fields": [_field("name")]},
        {"name": "Clinic", "fields": [_field("title"), _field("city"), _field("vet_id", "objectId")]},
    ]
    layout = {"Vet": {"x": 700, "y": 80}, "Clinic": {"x": 100, "y": 80}}
    return board_of(watched, live_server.url, {**BLANK, "entities": entities, "layout": layout})


def from_row(board: Board, name: str, beside: float = 0) -> None:
    """Drag from the right edge of the clinic, at the height of a field, to the vet. beside: pixels outside of it."""
    row = board.card("Clinic").locator("li", has_text=name).bounding_box()
    card, target = board.card("Clinic").bounding_box(), board.card("Vet").bounding_box()
    assert row and card and target
    y = row["y"] + row["height"] / 2
    board.page.mouse.move(card["x"] + card["width"] - 40, y)
    board.drag((card["x"] + card["width"] + beside, y), (target["x"] + 60, target["y"] + 18))


def fields(board: Board) -> list[str]:
    return [
        field["name"]
        for one in board.saved()["entities"]
        if one["name"] == "Clinic"
        for field in one["fields"]
    ]


@pytest.mark.parametrize("beside", [-3, 0, 7])
def test_a_line_from_an_edge_leaves_the_field_at_its_height(board: Board, beside: float) -> None:
    """Also where the edge was missed by some pixels: what is typed next are counts, not shortcuts."""
    from_row(board, "city", beside)
    board.page.locator("#popover").wait_for()
    board.page.keyboard.type("4-12")
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert (link["from"]["entity"], link["from"]["has"]["max"], link["to"]["entity"]) == ("Clinic", 12, "Vet")
    assert fields(board) == ["title", "city", "vet_id"]


def test_an_id_becomes_the_relationship_it_says_so_and_comes_back(board: Board) -> None:
    row = board.card("Clinic").locator("li", has_text="vet_id").bounding_box()
    card, target = board.card("Clinic").bounding_box(), board.card("Vet").bounding_box()
    assert row and card and target
    y = row["y"] + row["height"] / 2
    board.page.mouse.move(card["x"] + card["width"] - 40, y)
    board.page.mouse.move(card["x"] + card["width"], y)
    board.page.mouse.down()
    board.page.mouse.move(target["x"] + 60, target["y"] + 18, steps=4)
    expect(board.page.locator(".rubber-told")).to_contain_text("vet_id")
    board.page.mouse.up()
    expect(board.page.locator("#popover")).to_contain_text("vet_id")
    assert fields(board) == ["title", "city"]
    board.press("Escape")
    expect(board.page.locator("#popover")).to_be_hidden()
    assert fields(board) == ["title", "city", "vet_id"]
    assert board.saved().get("relationships", []) == []


def test_escape_takes_back_what_the_small_window_did(board: Board) -> None:
    board.relate("Vet", "Clinic")
    board.page.locator("#popover").wait_for()
    board.page.keyboard.type("3")
    board.press("Tab")
    board.saved()
    board.page.keyboard.type("x")
    board.press("Escape")
    expect(board.page.locator("#popover")).to_be_hidden()
    assert board.saved().get("relationships", []) == []


def test_a_word_typed_on_the_canvas_runs_no_shortcuts(board: Board) -> None:
    board.page.locator("#stage").focus()
    board.page.keyboard.type("no limit")
    board.press("Enter")
    expect(board.page.locator("#popover")).to_be_hidden()
    assert board.saved().get("relationships", []) == []


def test_a_line_from_the_child_asks_both_ways_and_is_swapped_by_one_key(board: Board) -> None:
    board.relate("Clinic", "Vet")
    popover = board.page.locator("#popover")
    popover.wait_for()
    expect(popover).to_contain_text("Each Clinic has any number of Vets. Each Vet has exactly 1 Clinic.")
    board.press("x")
    expect(popover).to_contain_text("Each Vet has any number of Clinics. Each Clinic has exactly 1 Vet.")
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert (link["name"], link["from"]["entity"], link["kind"]) == ("clinics", "Vet", "one-to-many")


def test_one_of_the_first_end_makes_it_the_child_until_the_other_end_is_said(board: Board) -> None:
    board.relate("Clinic", "Vet")
    board.page.locator("#popover").wait_for()
    board.page.keyboard.type("1")
    board.press("Tab")
    expect(board.page.locator("#popover [data-counts=to]")).to_have_value("0..*")
    (link,) = board.saved()["relationships"]
    assert (link["name"], link["from"]["entity"], link["kind"]) == ("clinics", "Vet", "one-to-many")
    board.press("Tab")
    board.page.keyboard.type("1")
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert (link["name"], link["from"]["entity"], link["kind"]) == ("vet", "Clinic", "one-to-one")
