"""What people stumble upon who draw for the first time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import BLANK, Board, board_of, each
from .watched import Watched

TIGHT = {
    "format": "nestlink/1", "name": "Tight", "database": "tight",
    "entities": [
        {"name": name, "fields": [{"name": f"field_{n}", "type": "string"} for n in range(6)]}
        for name in ("Seller", "Product", "Order")
    ],
    "relationships": [
        {
            "name": "products", "kind": "one-to-many", "from": {"entity": "Seller", "has": {"min": 0, "max": 50}},
            "to": {"entity": "Product", "has": {"min": 1, "max": 1}},
        }
    ],
    "layout": {"Seller": {"x": 0, "y": 0}, "Product": {"x": 40, "y": 90}, "Order": {"x": 700, "y": 0}},
}  # fmt: skip


def boxes(board: Board) -> list[Any]:
    found = [one.bounding_box() for one in board.page.locator(".thing").all()]
    return [{**one} for one in found if one]


def meet(one: Any, other: Any) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def stands_apart(board: Board) -> None:
    """The stored layout has two cards upon one another; it stays as it is until somebody moves one."""
    board.still()
    cards = boxes(board)
    assert len(cards) == 3
    assert not any(meet(one, other) for one in cards for other in cards if one is not other)
    assert board.saved()["layout"] == TIGHT["layout"]


def no_limit_is_stated(board: Board) -> None:
    board.page.mouse.dblclick(*board.on_line())
    board.type("0..*")
    assert board.saved()["relationships"][0]["from"]["has"] == {"min": 0, "max": None, "growth": "unbounded"}


def letters_of_a_word_are_no_shortcuts(board: Board) -> None:
    board.press("h", "r", "e", "d")
    expect(board.page.locator("#live")).to_contain_text("press E")
    assert len(board.saved()["entities"]) == 3
    assert board.page.locator(".thing input").count() == 0
    # also where they begin with one
    before = board.saved()
    for word in ("Order", "order", "details", "inspect", "warehouse", "from", "number"):
        board.page.wait_for_timeout(700)
        board.page.keyboard.type(word)
        board.page.wait_for_timeout(300)
        assert board.page.evaluate("document.activeElement.id") == "stage", word
        expect(board.page.locator("#live")).to_contain_text("press E")
    for panel in ("#drawer-body", "#workload"):
        expect(board.page.locator(panel)).to_be_hidden()
    assert board.saved() == before
    # a letter alone is one, at once where a key that is none follows
    board.page.wait_for_timeout(700)
    board.press("d")
    expect(board.page.locator("#drawer-body")).to_be_visible()
    board.press("d", "Shift")
    expect(board.page.locator("#drawer-body")).to_be_hidden()
    board.press("w", "Tab")
    assert board.page.evaluate("document.activeElement.closest('#workload') !== null")
    board.press("Escape")
    board.page.locator("[data-do=workload][aria-expanded=true]").click()


def a_key_places_where_the_mouse_points(board: Board) -> None:
    stage = board.page.locator("#stage").bounding_box()
    assert stage
    at = (stage["x"] + stage["width"] - 160, stage["y"] + stage["height"] - 230)
    board.page.mouse.move(*at)
    board.page.wait_for_timeout(700)
    board.press("e")
    board.type("Invoice")
    board.press("Escape")
    board.still()
    box = board.card("Invoice").bounding_box()
    assert box and box["x"] < at[0] < box["x"] + box["width"] and abs(box["y"] - at[1]) < 60
    board.press("Delete")
    expect(board.card("Invoice")).to_have_count(0)


def keys_follow_a_click_on_the_views(board: Board) -> None:
    board.compiled()
    board.page.locator("[data-do=view_documents][aria-pressed]").click()
    expect(board.page.locator("[data-do=view_documents][aria-pressed]")).to_have_attribute(
        "aria-pressed", "true"
    )
    board.press("1")
    expect(board.page.locator("[data-do=view_entities][aria-pressed]")).to_have_attribute(
        "aria-pressed", "true"
    )


def the_menu_of_a_line(board: Board) -> None:
    page = board.page
    page.mouse.click(*board.on_line(), button="right")
    page.get_by_role("menuitem", name="Rename relationship").click()
    page.locator("#popover").wait_for()
    board.type("offers")
    assert board.saved()["relationships"][0]["name"] == "offers"
    page.mouse.click(*board.on_line(), button="right")
    page.get_by_role("menuitem", name="Set counts").click()
    board.type("2")
    assert board.saved()["relationships"][0]["from"]["has"] == {"min": 2, "max": 2}
    page.mouse.click(*board.on_line(), button="right")
    page.get_by_role("menuitem", name="Swap ends").click()
    (link,) = board.saved()["relationships"]
    assert (link["from"]["entity"], link["to"]["entity"]) == ("Product", "Seller")
    assert link["from"]["has"] == {"min": 2, "max": 2}
    board.press("x")  # the same, where the line is selected
    expect(page.locator("#live")).to_contain_text("now goes from Seller to Product")
    board.press("Enter")
    board.page.locator("#popover [data-counts=from]").wait_for()
    board.press("Tab", "Tab")
    board.type("0..7")  # how many sellers a product has: of a many-to-many each end keeps its number
    before = {end: board.saved()["relationships"][0][end] for end in ("from", "to")}
    assert before["to"]["has"]["max"] == 7
    board.press("x")
    expect(page.locator("#live")).to_contain_text("now goes from Product to Seller")
    (link,) = board.saved()["relationships"]
    assert (link["kind"], link["from"], link["to"]) == ("many-to-many", before["to"], before["from"])
    board.press("Enter")
    page.locator("#popover").get_by_role("button", name="Swap ends (X)").click()
    board.press("Enter")
    (link,) = board.saved()["relationships"]
    assert {end: link[end] for end in ("from", "to")} == before
    page.mouse.click(*board.on_line(), button="right")
    page.get_by_role("menuitem", name="Show alternatives").click()
    expect(page.locator("#inspector :focus")).to_have_count(1)


def a_date_with_a_time_is_a_date(board: Board) -> None:
    board.card("Order").locator("header").click()
    board.press("Enter")
    board.type("paid_at: datetime")
    expect(board.page.locator("#live")).to_contain_text("includes the time")
    board.press("Escape")


def what_was_refused_is_told_until_something_is_kept(board: Board) -> None:
    refusal: dict[str, Any] = {"faults": [{"place": "Order", "message": "no", "remedy": "other"}]}
    pattern = "**/edits/"
    board.page.route(pattern, lambda route: route.fulfill(status=422, json=refusal))
    board.card("Order").locator("header").click()
    board.press("ArrowRight")
    told = board.page.locator("#live", has_text="Couldn’t save")
    told.wait_for()
    board.page.unroute(pattern)
    board.press("ArrowRight")
    board.saved()
    expect(told).to_have_count(0)


def the_canvas_is_framed_where_tab_leads_to_it(board: Board) -> None:
    """Not after each Enter of what is typed."""
    stage = board.page.locator("#stage")
    width = "one => parseFloat(getComputedStyle(one).outlineWidth) * (getComputedStyle(one).outlineStyle !== 'none')"
    board.page.mouse.click(*board.on_line())
    board.press("Enter")
    board.page.locator("#popover").wait_for()
    board.press("Enter")
    expect(stage).to_be_focused()
    assert stage.evaluate(width) == 0
    board.press("Shift+Tab", "Tab")
    expect(stage).to_be_focused()
    assert stage.evaluate(width) > 0


def zooming_goes_by_round_numbers(board: Board) -> None:
    zoom = board.page.locator("#zoom")
    board.page.locator("#stage").focus()
    for _ in range(16):  # to the far end, and back
        board.press("-")
    for _ in range(10):
        board.press("+")
    for shown in (80, 67, 50, 33):
        board.press("-")
        expect(zoom).to_have_text(f"{shown}%")
    board.press("0")


def the_workload_leaves_what_is_selected(board: Board) -> None:
    board.card("Order").locator("header").click()
    board.press("w")
    expect(board.page.locator("#workload [data-cell=name]:focus")).to_have_attribute("data-id", "")
    expect(board.page.locator("#inspector h2")).to_have_text("Order")
    board.page.get_by_role("button", name="Workload").click()


def pasted_text_is_named(board: Board) -> None:
    read = "(text) => { navigator.clipboard.readText = async () => text; }"
    board.page.evaluate(read, "create table a (b int);")
    board.press("Control+v")
    expect(board.page.locator("#live")).to_contain_text("This is SQL")
    board.card("Order").locator("header").click()
    board.page.evaluate(read, "weight: decimal\nheight: decimal!")
    board.press("Control+v")
    expect(board.page.locator("#live")).to_have_text("weight, height pasted")
    names = [one["name"] for one in board.saved()["entities"][2]["fields"]]
    assert names[-2:] == ["weight", "height"]


LOOKS = (
    stands_apart, letters_of_a_word_are_no_shortcuts, no_limit_is_stated, a_key_places_where_the_mouse_points,
    keys_follow_a_click_on_the_views, the_menu_of_a_line, a_date_with_a_time_is_a_date,
    what_was_refused_is_told_until_something_is_kept, the_canvas_is_framed_where_tab_leads_to_it,
    zooming_goes_by_round_numbers, the_workload_leaves_what_is_selected, pasted_text_is_named,
)  # fmt: skip


def test_a_card_stands_under_the_pointer_and_the_view_stays(watched: Watched, live_server: Any) -> None:
    """At the upper left and at the lower right."""
    board = board_of(watched, live_server.url, BLANK)
    board.new_at(700, 400)
    board.type("First", "name: string")
    board.press("Escape", "Escape")
    looked = "getComputedStyle(document.querySelector('.world')).transform"
    board.still()
    before = board.page.evaluate(looked)
    for name, at in (("Second", (300, 90)), ("Third", (1030, 790))):
        board.new_at(*at)
        board.type(name)
        board.press("Escape", "Escape")
        board.still()
        assert board.page.evaluate(looked) == before
        card, zoom = board.card(name).bounding_box(), board.page.locator(".zoom").bounding_box()
        assert card and zoom
        assert card["x"] <= at[0] <= card["x"] + card["width"] and card["y"] <= at[1]
        assert card["y"] + card["height"] < zoom["y"]


def test_a_card_by_key_stands_beside_the_selected_one_and_the_view_stays(
    watched: Watched, live_server: Any
) -> None:
    """Also with the pointer on a card, where a double-click has left it."""
    board = board_of(watched, live_server.url, BLANK)
    looked = "getComputedStyle(document.querySelector('.world')).transform"
    board.still()
    before = board.page.evaluate(looked)
    for at, name in (((480, 200), "One"), ((480, 600), "Two")):
        board.new_at(*at)
        board.type(name, "name: string")
        board.press("Escape")
    board.alone("e")
    board.type("Three")
    board.press("Escape")
    board.still()
    two, three = board.card("Two").bounding_box(), board.card("Three").bounding_box()
    assert two and three and board.page.evaluate(looked) == before
    assert abs(three["y"] - two["y"]) <= 2 and 0 < three["x"] - two["x"] - two["width"] < 200


def test_a_refused_field_says_why_in_sight(watched: Watched, live_server: Any) -> None:
    board = board_of(watched, live_server.url, BLANK)
    board.new_at(700, 400)
    board.type("Member", "first name string")
    expect(board.page.locator(".thing .trouble")).to_be_visible()
    expect(board.page.locator("#types")).to_be_hidden()


def test_first_steps(watched: Watched, live_server: Any, subtests: pytest.Subtests) -> None:
    watched.expected.add(422)
    each(LOOKS, board_of(watched, live_server.url, TIGHT), subtests)
