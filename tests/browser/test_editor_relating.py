"""A line from a card's edge is a relationship, and takes no field with it that isn't the id of what it leads to."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, Board, board_of, each_put_back
from .watched import Watched

Json = dict[str, Any]


_ENDS = """(way) => [0, way.getTotalLength()].map((at) => way.getPointAtLength(at).matrixTransform(way.getScreenCTM()).y)"""


def _field(name: str, type_: str = "string") -> Json:
    return {"name": name, "type": type_}


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    entities: list[Json] = [
        {"name": "Vet", "fields": [_field("name")]},
        {"name": "Clinic", "fields": [_field("title"), _field("city"), _field("vet_id", "objectId")]},
    ]
    layout = {"Vet": {"x": 700, "y": 80}, "Clinic": {"x": 100, "y": 80}}
    return board_of(watched, live_server.url, {**BLANK, "entities": entities, "layout": layout}, "?bench")


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


def a_line_from_an_edge_leaves_the_field_at_its_height(board: Board, beside: float = 0) -> None:
    """Also where the edge was missed by some pixels: what is typed next are counts, not shortcuts."""
    from_row(board, "city", beside)
    board.page.locator("#popover").wait_for()
    board.page.keyboard.type("4-12")
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert (link["from"]["entity"], link["from"]["has"]["max"], link["to"]["entity"]) == ("Clinic", 12, "Vet")
    assert fields(board) == ["title", "city", "vet_id"]


def a_line_from_beside_an_edge_does_too(board: Board) -> None:
    a_line_from_an_edge_leaves_the_field_at_its_height(board, 7)


def a_line_from_within_an_edge_does_too(board: Board) -> None:
    a_line_from_an_edge_leaves_the_field_at_its_height(board, -3)


def an_id_becomes_the_relationship_it_says_so_and_comes_back(board: Board) -> None:
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
    board.press("Escape", "Control+z")
    expect(board.page.locator("#popover")).to_be_hidden()
    board.card("Clinic").locator("li", has_text="vet_id").wait_for()
    assert fields(board) == ["title", "city", "vet_id"]
    assert board.saved().get("relationships", []) == []


def escape_closes_the_small_window_and_keeps_what_it_did(board: Board) -> None:
    board.relate("Vet", "Clinic")
    board.page.locator("#popover").wait_for()
    board.page.keyboard.type("3")
    board.press("Tab")
    board.saved()
    board.page.keyboard.type("5")
    board.press("Escape")
    expect(board.page.locator("#popover")).to_be_hidden()
    (link,) = board.saved()["relationships"]
    counts = {link[side]["entity"]: link[side].get("has", {}) for side in ("from", "to")}
    assert (
        counts["Vet"]["max"] == 3 and counts["Clinic"].get("max") != 5
    )  # what was still being typed is left
    board.press("Control+z", "Control+z")
    assert board.saved().get("relationships", []) == []


def a_word_typed_on_the_canvas_runs_no_shortcuts(board: Board) -> None:
    board.page.locator("#stage").focus()
    board.page.keyboard.type("no limit")
    board.press("Enter")
    expect(board.page.locator("#popover")).to_be_hidden()
    assert board.saved().get("relationships", []) == []


def a_line_from_the_child_asks_both_ways_and_is_swapped_by_one_key(board: Board) -> None:
    board.relate("Clinic", "Vet")
    popover = board.page.locator("#popover")
    popover.wait_for()
    expect(popover).to_contain_text("Each Clinic has any number of Vets. Each Vet has exactly 1 Clinic.")
    board.press("x")
    expect(popover).to_contain_text("Each Vet has any number of Clinics. Each Clinic has exactly 1 Vet.")
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert (link["name"], link["from"]["entity"], link["kind"]) == ("clinics", "Vet", "one-to-many")
    rows = {name: board.card(name).locator("li[data-line]") for name in ("Vet", "Clinic")}
    expect(rows["Vet"]).to_have_text("clinics0..*")
    expect(rows["Clinic"]).to_have_text("vet_id1")
    expect(board.page.locator("li.chosen")).to_have_count(2)
    ends = board.page.locator("#inspector .sentence label")
    expect(ends).to_have_text(["named", "named"])
    shown = [one.get_attribute("placeholder") for one in ends.locator("input").all()]
    assert shown == ["clinics", "vet_id"]
    board.still()
    way = board.page.locator(".line .way").evaluate(_ENDS)
    tops = sorted(row.bounding_box()["y"] + row.bounding_box()["height"] / 2 for row in rows.values())  # type: ignore[index]
    assert [round(y) for y in sorted(way)] == pytest.approx(tops, abs=8)


def one_of_the_first_end_makes_it_the_child_until_the_other_end_is_said(board: Board) -> None:
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


def test_the_numbers_stand_in_sight_and_off_both_cards(watched: Watched, live_server: Any) -> None:
    """Also of a line at the lower edge, and once what they mean is told; which is told while they're typed."""
    entities = [{"name": name, "fields": [_field("name")]} for name in ("Member", "Course")]
    layout = {"Member": {"x": 260, "y": 0}, "Course": {"x": 500, "y": 560}, "Gear": {"x": 100, "y": 20}}
    entities.append({"name": "Gear", "fields": [_field("name")]})
    board = board_of(watched, live_server.url, {**BLANK, "entities": entities, "layout": layout})
    board.relate("Member", "Course")
    popover = board.page.locator("#popover")
    told = popover.locator(".both-ways")
    board.page.keyboard.type("0..12")
    expect(told).to_contain_text("Each Member has at most 12 Courses.")
    box, stage = popover.bounding_box(), board.page.locator("#stage").bounding_box()
    assert box and stage
    assert within(box, stage), (box, stage)
    for name in ("Member", "Course"):
        card = board.card(name).bounding_box()
        assert card and not meets(box, card), (name, box, card)


def within(box: Json, area: Json) -> bool:
    return bool(
        area["x"] <= box["x"]
        and area["y"] <= box["y"]
        and box["x"] + box["width"] <= area["x"] + area["width"]
        and box["y"] + box["height"] <= area["y"] + area["height"]
    )


def meets(one: Json, other: Json) -> bool:
    return bool(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def a_kind_is_told_in_one_sentence_and_drawn_without_counts(board: Board) -> None:
    board.relate("Clinic", "Vet")
    popover = board.page.locator("#popover")
    popover.locator("select").select_option("is-a")
    expect(popover).to_contain_text("Vet is a subtype of Clinic.")
    expect(popover.locator("input")).to_have_count(0)
    popover.get_by_role("button", name="Swap").click()
    expect(popover).to_contain_text("Clinic is a subtype of Vet.")
    board.press("Enter")
    expect(board.page.locator("#inspector")).to_contain_text("Clinic is a subtype of Vet.")
    expect(board.page.locator(".line .number")).to_have_text(["", ""])


def an_undone_count_is_undone_where_it_was_typed(board: Board) -> None:
    board.relate("Clinic", "Vet")
    board.page.keyboard.type("0..5")
    board.press("Enter")
    counts = board.page.locator("#inspector [data-counts=from]")
    expect(counts).to_have_value("0..5")  # once it is drawn anew
    board.saved()
    counts.fill("0..5000")
    counts.press("Enter")
    expect(board.page.locator(".line .number", has_text="0..5k")).to_have_count(1)
    board.press("Control+z")
    expect(board.page.locator(".line .number", has_text="0..5k")).to_have_count(0)
    expect(counts).to_have_value("0..5")


def an_optional_one_leaves_the_other_end_as_it_is_shown(board: Board) -> None:
    """The other end became many, and both changed places, though nobody had touched it."""
    board.relate("Clinic", "Vet")
    board.page.keyboard.type("0..1")
    board.press("Enter")
    inspector = board.page.locator("#inspector")
    expect(inspector.locator("[data-counts=from]")).to_have_value("0..1")
    expect(inspector.locator("[data-counts=to]")).to_have_value("1")


def the_topmost_of_a_tree_has_no_parent(board: Board) -> None:
    board.relate("Clinic", "Clinic")
    board.press("Escape", "Control+z")
    expect(board.page.locator(".line")).to_have_count(0)
    board.relate("Vet", "Vet")
    expect(board.page.locator(".line .number")).to_have_text(["0..1", "0..*"])


ACTS = (
    a_line_from_an_edge_leaves_the_field_at_its_height,
    a_line_from_beside_an_edge_does_too,
    a_line_from_within_an_edge_does_too,
    an_id_becomes_the_relationship_it_says_so_and_comes_back,
    escape_closes_the_small_window_and_keeps_what_it_did,
    a_word_typed_on_the_canvas_runs_no_shortcuts,
    a_line_from_the_child_asks_both_ways_and_is_swapped_by_one_key,
    one_of_the_first_end_makes_it_the_child_until_the_other_end_is_said,
    a_kind_is_told_in_one_sentence_and_drawn_without_counts,
    an_undone_count_is_undone_where_it_was_typed,
    an_optional_one_leaves_the_other_end_as_it_is_shown,
    the_topmost_of_a_tree_has_no_parent,
)


def test_lines_become_relationships(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
