"""What each gesture on the canvas does, by mouse, key and touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, each_put_back, shop, shop_board
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def place(board: Board, name: str) -> tuple[float, float]:
    found = board.saved()["layout"][name]
    return found["x"], found["y"]


def a_dragged_card_stays_under_the_cursor_and_is_one_step(board: Board) -> None:
    """At three sizes of the canvas."""
    before = place(board, "Session")
    for closer in (0, 2, 2):
        board.press(*["+"] * closer)
        dragged(board)
        assert place(board, "Session") != before
        board.press("Control+z")
        board.page.locator("#live", has_text="Undone").wait_for(state="attached")
        assert place(board, "Session") == before


def brought(board: Board, name: str) -> None:
    """The ground is moved until this card is in the middle."""
    board.still()
    box = board.card(name).bounding_box()
    assert box
    board.page.mouse.move(650, 450)
    board.page.mouse.wheel(box["x"] - 500, box["y"] - 300)
    board.still()


def dragged(board: Board) -> None:
    """Session is dragged, and lies where the cursor let it go."""
    brought(board, "Session")
    box = board.card("Session").bounding_box()
    assert box
    x, y = box["x"] + 30, box["y"] + 10
    board.page.keyboard.down("Alt")  # without the edges that catch
    board.drag((x, y), (x - 37, y + 21))
    board.page.keyboard.up("Alt")
    board.still()
    after = board.card("Session").bounding_box()
    assert after
    assert abs(after["x"] - box["x"] + 37) < 1 and abs(after["y"] - box["y"] - 21) < 1


def arrows_move_what_is_selected(board: Board) -> None:
    before = place(board, "Session")
    board.card("Session").locator("header").click()
    board.press("ArrowRight", "ArrowRight", "Shift+ArrowDown")
    board.page.locator("#live", has_text="Session moved").wait_for()
    assert place(board, "Session") == (before[0] + 2, before[1] + 10)


def removing_says_what_goes_along_and_can_be_taken_back(board: Board) -> None:
    board.card("Customer").locator("header").click()
    board.press("Delete")
    asked = board.page.get_by_role("dialog", name="Delete Customer?")
    asked.wait_for()
    # "order history" reads orders, by a path that leads to their customer.
    assert "Customer → Product" in asked.inner_text() and "order history" in asked.inner_text()
    board.press("Enter")
    expect(board.page.locator("#live")).to_have_text("Deleted Customer, 4 relationships, and 4 operations")
    assert all(one["name"] != "Customer" for one in board.saved()["entities"])
    board.press("Control+z")
    board.card("Customer").wait_for()
    again = board.saved()
    assert [one["name"] for one in again["entities"]] == [one["name"] for one in shop()["entities"]]
    assert len(again["relationships"]) == len(shop()["relationships"])


def rows_are_moved_and_changed_in_place(board: Board) -> None:
    card = board.card("Image")
    card.locator("li", has_text="alt").click()
    board.press("Alt+ArrowUp")
    board.press("Enter")
    typed = board.page.get_by_label("Field", exact=True).first
    expect(typed).to_have_value(re.compile("^alt: string"))
    typed.fill("alternative: string | null")
    typed.press("Escape")
    fields = next(one for one in board.saved()["entities"] if one["name"] == "Image")["fields"]
    assert [one["name"] for one in fields][:2] == ["alt", "url"]


def a_wrong_line_is_told_and_stays(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("price: decimel")
    expect(board.page.locator(".trouble")).to_contain_text("Unknown type “decimel”")
    board.press("Escape")


def arranging_is_one_step_and_leaves_nothing_on_top_of_another(board: Board) -> None:
    board.press("Control+a")
    board.page.locator(".bar").get_by_role("button", name="Arrange", exact=True).click()
    board.page.get_by_text("entities arranged").wait_for(state="attached")
    board.still()
    boxes = [one.bounding_box() for one in board.page.locator(".thing").all()]
    assert len(boxes) > 5
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert one and other
            apart = (
                one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
                or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
            )  # fmt: skip
            assert apart


def lines_pass_through_no_card(board: Board) -> None:
    expect(board.page.locator(".line .way")).to_have_count(13)
    board.page.wait_for_function(f"() => ({_CROSSED})().length === 0")  # once each has found its way
    # A line that is drawn straight through all of it is seen: at once, before an answer draws it anew.
    straight = "document.querySelector('.line .way').setAttribute('d', 'M0 100L1900 100')"
    assert len(board.page.evaluate(f"() => {{ {straight}; return ({_CROSSED})(); }}")) == 1


_CROSSED = """() => { const cards = [...document.querySelectorAll(".thing")].map((one) => one.getBoundingClientRect());
  const found = [];
  for (const way of document.querySelectorAll(".line .way")) {
    const place = way.getScreenCTM(); const length = way.getTotalLength();
    for (let at = 4; at < length - 4; at += 4) {
      const { x, y } = way.getPointAtLength(at).matrixTransform(place);
      if (cards.some((card) => x > card.left + 1 && x < card.right - 1 && y > card.top + 1 && y < card.bottom - 1)) {
        found.push(`${way.closest("g").dataset.line} at ${Math.round(x)},${Math.round(y)}`); break; } } }
  return found; }"""


def two_fingers_zoom(board: Board) -> None:
    touch = board.page.context.new_cdp_session(board.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    before = board.page.locator("#zoom").inner_text()
    send("touchStart", (600, 700))
    send("touchStart", (600, 700), (700, 700))
    send("touchMove", (560, 700), (740, 700))
    send("touchMove", (500, 700), (800, 700))
    send("touchEnd")
    board.still()
    assert int(board.page.locator("#zoom").inner_text().rstrip("%")) > 1.5 * int(before.rstrip("%"))


def a_row_is_dragged_by_its_sign(board: Board) -> None:
    for _ in range(4):
        board.press("+")
    brought(board, "Review")
    rows = board.card("Review").locator("li[data-field]")
    first, last = rows.first.locator(".glyph").bounding_box(), rows.last.bounding_box()
    assert first and last
    board.drag((first["x"] + 8, first["y"] + 8), (last["x"] + 60, last["y"] + last["height"] - 3))
    fields = next(one for one in board.saved()["entities"] if one["name"] == "Review")["fields"]
    assert [one["name"] for one in fields] == ["comment", "date", "rating"]


def a_row_is_nested_by_key_and_by_drag(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("device { name }", "system: string", "version: string")
    board.press("Escape")
    board.press("0", "+", "+")
    board.page.mouse.wheel(0, 400)  # off the buttons at the lower edge
    board.still()
    board.press("Control+ArrowUp", "Control+ArrowUp", "Alt+ArrowRight")
    board.still()
    row, into = (board.card("Session").locator("li", has_text=name) for name in ("version", "device"))
    start, end = row.locator(".glyph").bounding_box(), into.bounding_box()
    assert start and end
    board.drag((start["x"] + 8, start["y"] + 8), (end["x"] + 60, end["y"] + end["height"] / 2))
    fields = next(one for one in board.saved()["entities"] if one["name"] == "Session")["fields"]
    assert [one["name"] for one in fields] == ["lastModified", "device"]
    assert [one["name"] for one in fields[1]["fields"]] == ["name", "system", "version"]


def a_frame_selects_and_a_drag_moves_all_of_it(board: Board) -> None:
    one, other = board.card("Image").bounding_box(), board.card("RatingSummary").bounding_box()
    assert one and other
    board.page.keyboard.down("Shift")
    board.drag(
        (one["x"] - 12, one["y"] - 12), (one["x"] + one["width"] + 8, other["y"] + other["height"] + 12)
    )
    board.page.keyboard.up("Shift")
    board.page.locator("#inspector h2", has_text="3 selected").wait_for()
    before = {name: place(board, name) for name in ("Image", "Seo", "RatingSummary")}
    board.press("Shift+ArrowDown")
    board.page.locator("#live", has_text="3 entities moved").wait_for()
    assert {name: place(board, name) for name in before} == {
        name: (x, y + 10) for name, (x, y) in before.items()
    }


LINES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("links: string[]", "links", {"type": "array", "items": {"type": "string"}}),
    ("url: int | null unique", "url", {"type": "int", "types": ["null"], "unique": True}),
    ("url { host, path }", "url", {"type": "object"}),
)


def a_field_becomes_what_its_line_says(board: Board) -> None:
    for line, name, more in LINES:
        board.card("Image").locator("li", has_text="url").click()
        board.press("Enter")
        board.page.get_by_label("Field", exact=True).first.fill(line)
        board.press("Enter", "Escape")
        fields = next(one for one in board.saved()["entities"] if one["name"] == "Image")["fields"]
        field = next(one for one in fields if one["name"] == name)
        assert {key: field[key] for key in more} == more
        assert [one["name"] for one in field.get("fields", [])] == (["host", "path"] if "{" in line else [])
        board.press("Control+z")
        expect(board.card("Image").locator("li", has_text="url")).to_have_count(1)
        board.page.locator("#live", has_text="Undone").wait_for(state="attached")


def an_answer_in_the_middle_of_a_drag_does_not_stop_it(board: Board) -> None:
    before = place(board, "Session")
    box = board.card("Session").locator("header").bounding_box()
    zoom = board.page.evaluate("() => window.nestlink.editor.stage.camera.k")
    assert box
    x, y = box["x"] + 20, box["y"] + 5
    board.page.keyboard.down("Alt")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x + 30, y + 30)
    board.page.evaluate("() => window.nestlink.editor.refresh()")
    board.page.mouse.move(x + 60, y + 45)
    board.page.mouse.up()
    board.page.keyboard.up("Alt")
    after = place(board, "Session")
    assert [round(a - b) for a, b in zip(after, before, strict=True)] == [round(60 / zoom), round(45 / zoom)]


def a_number_is_dragged(board: Board) -> None:
    """Up from no bound stays without one; down comes to numbers below a thousand."""
    assert most_after_dragging(board, -40) is None
    most = most_after_dragging(board, 60)
    assert most is not None and 50 <= most <= 999


def most_after_dragging(board: Board, by: float) -> int | None:
    """What the first end without a bound has at the most, once its number was dragged so far down."""
    board.still()
    line = board.page.locator(".line", has=board.page.locator(".number", has_text="0..*")).first
    number = line.locator(".number", has_text="0..*")
    id_, side = line.get_attribute("data-line"), number.get_attribute("data-end")
    box = number.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    board.drag((x, y), (x, y + by))
    link = next(one for one in board.saved()["relationships"] if one["id"] == id_)
    found: int | None = link["to" if side == "from" else "from"]["has"]["max"]
    return found


def a_gap_is_caught(board: Board) -> None:
    """A card beside two that stand apart comes as far from the second as that one from the first."""
    before = board.saved()["layout"]
    names = ("ProductAttributes", "Dimensions", "Session")
    header = board.card("Session").locator("header").bounding_box()
    assert header
    target = board.card("Dimensions").bounding_box()
    assert target
    board.page.keyboard.down("Alt")
    board.drag((header["x"] + 40, header["y"] + 8), (target["x"] + 240, target["y"] + 8))  # into their row
    board.page.keyboard.up("Alt")
    before = board.saved()["layout"]
    gap = before["Dimensions"]["x"] - before["ProductAttributes"]["x"]
    box = board.card("Session").bounding_box()
    step = board.card("Dimensions").bounding_box()
    assert box and step
    zoom = step["width"] / 232
    aim = (before["Dimensions"]["x"] + gap + 4 - before["Session"]["x"]) * zoom
    board.drag((box["x"] + 40, box["y"] + 8), (box["x"] + 40 + aim, box["y"] + 8))
    after = board.saved()["layout"]
    assert after["Session"]["x"] == before["Dimensions"]["x"] + gap, [after[name] for name in names]


def the_kind_is_chosen_beside_the_numbers(board: Board) -> None:
    board.page.mouse.dblclick(*board.on_line())
    popover = board.page.locator("#popover")
    popover.wait_for()
    id_ = board.page.locator(".line.selected").get_attribute("data-line")

    def ends() -> tuple[str, Any, Any]:
        link = next(one for one in board.saved()["relationships"] if one["id"] == id_)
        return link["kind"], link["from"]["has"]["max"], link["to"]["has"]["max"]

    for kind, numbers in (("many-to-many", (None, None)), ("one-to-many", (None, 1)), ("one-to-one", (1, 1))):
        popover.get_by_label("Kind").select_option(kind)
        assert ends() == (kind, *numbers)
    board.press("Escape")
    popover.wait_for(state="hidden")


def counts_that_cannot_be_read_stay_where_they_were_typed(board: Board) -> None:
    board.page.mouse.dblclick(*board.on_line())
    popover = board.page.locator("#popover")
    counts = popover.locator("[data-counts]").first
    counts.fill("lots")
    board.press("Enter")
    expect(popover.get_by_role("alert")).to_contain_text("Enter a number or a range")
    board.page.mouse.click(700, 300)  # nor does a press beside it lose what was typed
    popover.get_by_role("button", name="Done").click()
    expect(popover).to_be_visible()
    expect(counts).to_have_value("lots")
    expect(counts).to_be_focused()
    side = counts.get_attribute("data-counts")
    counts.fill("1+")
    board.press("Enter")
    popover.wait_for(state="hidden")
    links = board.saved()["relationships"]
    assert any(one[side]["has"].get("min") == 1 and one[side]["has"]["max"] is None for one in links)


def escape_leaves_counts_that_cannot_be_read(board: Board) -> None:
    before = board.saved()["relationships"]
    board.page.mouse.dblclick(*board.on_line())
    popover = board.page.locator("#popover")
    popover.locator("[data-counts]").first.fill("lots")
    board.press("Escape")
    popover.wait_for(state="hidden")
    assert board.saved()["relationships"] == before


def undo_works_in_the_inspector_and_in_a_small_window(board: Board) -> None:
    """A text field has its own undo only while it holds what is not kept yet."""
    before = board.saved()["relationships"]
    board.page.mouse.dblclick(*board.on_line())
    popover = board.page.locator("#popover")
    counts = popover.locator("[data-counts]").first
    counts.fill("3..7")
    board.press("Control+z")
    expect(popover).to_be_visible()
    counts.fill("3..7")
    board.press("Tab")
    board.page.wait_for_selector("[data-do=undo]:not([disabled])")
    assert board.saved()["relationships"] != before
    board.press("Control+z")
    expect(popover).to_be_hidden()
    assert board.saved()["relationships"] == before
    board.card("Image").locator("header").click()
    name = board.page.locator("#inspector").get_by_label("Name", exact=True)
    expect(name).to_have_value("Image")
    name.fill("Picture")
    board.press("Tab")
    expect(board.card("Picture")).to_be_visible()
    board.page.locator("#inspector").get_by_label("Name", exact=True).focus()
    board.press("Control+z")
    expect(board.card("Image")).to_be_visible()


def a_line_dropped_close_to_a_card_leads_to_it(board: Board) -> None:
    """Within 16 pixels of its edge."""
    before = {one["id"] for one in board.saved()["relationships"]}
    one, other = board.card("Image"), board.card("Customer")
    one.locator("header").click()
    handle = one.locator(".handle.right").first.bounding_box()
    box = other.bounding_box()
    assert handle and box
    start = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    board.drag(start, (box["x"] + box["width"] / 2, box["y"] - 12))
    made = [each for each in board.saved()["relationships"] if each["id"] not in before]
    assert [(each["from"]["entity"], each["to"]["entity"]) for each in made] == [("Image", "Customer")]
    assert len(board.saved()["entities"]) == len(board.page.locator(".thing").all())


GESTURES = (
    the_kind_is_chosen_beside_the_numbers,
    arrows_move_what_is_selected,
    removing_says_what_goes_along_and_can_be_taken_back,
    rows_are_moved_and_changed_in_place,
    a_wrong_line_is_told_and_stays,
    arranging_is_one_step_and_leaves_nothing_on_top_of_another,
    a_dragged_card_stays_under_the_cursor_and_is_one_step,
    two_fingers_zoom,
    a_row_is_dragged_by_its_sign,
    a_row_is_nested_by_key_and_by_drag,
    a_frame_selects_and_a_drag_moves_all_of_it,
    a_field_becomes_what_its_line_says,
    an_answer_in_the_middle_of_a_drag_does_not_stop_it,
    a_number_is_dragged,
    a_gap_is_caught,
    counts_that_cannot_be_read_stay_where_they_were_typed,
    escape_leaves_counts_that_cannot_be_read,
    undo_works_in_the_inspector_and_in_a_small_window,
    a_line_dropped_close_to_a_card_leads_to_it,
    lines_pass_through_no_card,
)


def test_what_gestures_do(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(GESTURES, board, subtests)
