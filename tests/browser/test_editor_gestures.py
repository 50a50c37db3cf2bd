"""What each gesture of the editor does, by mouse, key and touch; and that the page is quiet and accessible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser

from designs import store

from .drawing import Board, signed_in
from .test_every_page import SIZES
from .test_hostile_names import hostile_design
from .watched import Watched

LIBRARY = Path(__file__).resolve().parent.parent.parent / "designs" / "library"
_RAN = "() => 'ran' in window || document.querySelector('img[src=\"x\"], svg[onload], [onerror]') !== null"


def shop() -> dict[str, Any]:
    design: dict[str, Any] = json.loads((LIBRARY / "web_shop.json").read_text(encoding="utf-8"))
    return design


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(shop()), ann, slug="shop")
    watched.page.set_viewport_size({"width": 1440, "height": 900})
    signed_in(watched.page.context, ann, live_server.url)
    board = Board(watched.page, "shop")
    board.open()
    return board


def place(board: Board, name: str) -> tuple[float, float]:
    found = board.saved()["layout"][name]
    return found["x"], found["y"]


@pytest.mark.parametrize("closer", [0, 2, 4])
def test_a_dragged_card_stays_under_the_cursor_and_is_one_step(board: Board, closer: int) -> None:
    for _ in range(closer):
        board.press("+")
    before = place(board, "Session")
    board.page.wait_for_timeout(300)
    box = board.card("Session").bounding_box()
    assert box
    x, y = box["x"] + 30, box["y"] + 10
    board.page.keyboard.down("Alt")  # without the edges that catch
    board.drag((x, y), (x - 37, y + 21))
    board.page.keyboard.up("Alt")
    after = board.card("Session").bounding_box()
    assert after
    assert abs(after["x"] - box["x"] + 37) < 1 and abs(after["y"] - box["y"] - 21) < 1
    assert place(board, "Session") != before
    board.press("Control+z")
    board.page.get_by_text("Undone").wait_for(state="attached")
    board.page.wait_for_timeout(600)
    assert place(board, "Session") == before


def test_arrows_move_what_is_selected(board: Board) -> None:
    before = place(board, "Session")
    board.card("Session").locator("header").click()
    board.press("ArrowRight", "ArrowRight", "Shift+ArrowDown")
    board.page.wait_for_timeout(1200)
    assert place(board, "Session") == (before[0] + 2, before[1] + 10)


def test_removing_says_what_goes_along_and_can_be_taken_back(board: Board) -> None:
    board.card("Customer").locator("header").click()
    board.press("Delete")
    said = board.page.locator("#live").inner_text()
    assert "Customer" in said and "4 relationships" in said and "operation" in said
    assert all(one["name"] != "Customer" for one in board.saved()["entities"])
    board.press("Control+z")
    board.card("Customer").wait_for()
    board.page.wait_for_timeout(800)
    again = board.saved()
    assert [one["name"] for one in again["entities"]] == [one["name"] for one in shop()["entities"]]
    assert len(again["relationships"]) == len(shop()["relationships"])


def test_rows_are_moved_and_changed_in_place(board: Board) -> None:
    card = board.card("Image")
    card.locator("li", has_text="alt").click()
    board.press("Alt+ArrowUp")
    board.press("Enter")
    typed = board.page.get_by_label("Field", exact=True).first
    assert typed.input_value() == "alt: string!" or typed.input_value().startswith("alt: string")
    typed.fill("alternative: string | null")
    typed.press("Escape")
    fields = next(one for one in board.saved()["entities"] if one["name"] == "Image")["fields"]
    assert [one["name"] for one in fields][:2] == ["alt", "url"]


def test_a_wrong_line_is_told_and_stays(board: Board) -> None:
    board.card("Session").locator("header").click()
    board.press("Enter")
    board.type("price: decimel")
    assert "decimel is no type" in board.page.locator(".trouble").inner_text()
    board.press("Escape")


def test_choosing_another_strategy_is_an_edit(board: Board) -> None:
    board.page.locator("#tree").get_by_role("treeitem", name="inventory", exact=True).click()
    board.page.get_by_role("button", name="Choose this instead").first.click()
    board.page.get_by_text("chosen by you").wait_for()
    link = next(one for one in board.saved()["relationships"] if one["name"] == "inventory")
    assert link["strategy"]
    board.page.get_by_role("button", name="Let the rules decide").click()
    board.page.get_by_text("chosen by you").wait_for(state="detached")
    assert "strategy" not in next(one for one in board.saved()["relationships"] if one["name"] == "inventory")


def test_the_documents_follow_and_show_where_things_went(board: Board) -> None:
    board.page.locator("#drawer-words", has_text="collections").wait_for()
    board.page.get_by_role("button", name="Documents", exact=True).click()
    products = board.card("products")
    products.wait_for()
    assert products.locator("li", has_text="inventory").first.inner_text().split()[:2] == ["▾", "inventory"]
    assert board.page.locator(".line.reference").count() > 0
    board.page.get_by_role("button", name="Entities", exact=True).click()
    board.card("Inventory").wait_for()


def test_arranging_is_one_step_and_leaves_nothing_on_top_of_another(board: Board) -> None:
    board.page.get_by_role("button", name="Arrange", exact=True).click()
    board.page.get_by_text("entities arranged").wait_for(state="attached")
    board.page.wait_for_timeout(900)
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


def test_lines_pass_through_no_card(board: Board) -> None:
    assert board.page.locator(".line .way").count() == 13
    assert board.page.evaluate(_CROSSED) == []
    # A line that is drawn straight through all of it is seen.
    board.page.evaluate("document.querySelector('.line .way').setAttribute('d', 'M0 100L1900 100')")
    assert len(board.page.evaluate(_CROSSED)) == 1


_CROSSED = """() => { const cards = [...document.querySelectorAll(".thing")].map((one) => one.getBoundingClientRect());
  const found = [];
  for (const way of document.querySelectorAll(".line .way")) {
    const place = way.getScreenCTM(); const length = way.getTotalLength();
    for (let at = 4; at < length - 4; at += 4) {
      const { x, y } = way.getPointAtLength(at).matrixTransform(place);
      if (cards.some((card) => x > card.left + 1 && x < card.right - 1 && y > card.top + 1 && y < card.bottom - 1)) {
        found.push(`${way.closest("g").dataset.line} at ${Math.round(x)},${Math.round(y)}`); break; } } }
  return found; }"""


def test_find_and_palette(board: Board) -> None:
    board.press("Control+f")
    board.page.keyboard.type("paym")
    board.press("Enter")
    assert board.page.locator("#inspector h2").inner_text() == "PaymentMethod"
    board.press("Control+k")
    board.type("Neighbours only")
    assert board.page.locator(".thing.dimmed").count() > 3


def test_two_fingers_zoom(board: Board) -> None:
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
    board.page.wait_for_timeout(200)
    assert int(board.page.locator("#zoom").inner_text().split()[0]) > 1.5 * int(before.split()[0])


def test_the_picture_of_all_is_a_real_svg(board: Board, tmp_path: Path) -> None:
    board.press("Control+k")
    board.page.keyboard.type("Save all as SVG")
    with board.page.expect_download() as caught:
        board.press("Enter")
    text = Path(caught.value.path()).read_text(encoding="utf-8")
    assert text.startswith("<svg ") and "foreignObject" not in text and ">PaymentMethod<" in text


def test_two_who_change_the_same_are_asked(
    board: Board, watched: Watched, browser: Browser, live_server: Any
) -> None:
    other = browser.new_context(base_url=live_server.url, viewport={"width": 1440, "height": 900})
    signed_in(other, User.objects.get(username="ann"), live_server.url)
    theirs = Board(other.new_page(), "shop")
    watched.expected.add(409)
    board.watchless()
    theirs.open()
    rename(theirs, "Parcel")
    theirs.saved()
    rename(board, "Box")
    dialog = board.page.locator("dialog.conflict")
    dialog.wait_for()
    assert "Parcel" in dialog.inner_text() and "Box" in dialog.inner_text()
    assert board.page.locator("#saved").inner_text() == "Not saved: somebody changed the same"
    dialog.get_by_role("button", name="Keep mine").click()
    assert "Box" in [one["name"] for one in board.saved()["entities"]]
    other.close()


def rename(board: Board, name: str) -> None:
    board.card("Session").locator("header").click()
    board.press("F2")
    board.type(name)
    board.press("Escape")


def test_who_may_only_look_changes_nothing(watched: Watched) -> None:
    watched.page.goto("/designs/university/edit/")
    watched.page.wait_for_selector("html[data-ready]", state="attached")
    assert not watched.page.locator(".bar [data-do=add_entity]").is_visible()
    watched.page.locator(".thing header").first.click()
    watched.page.keyboard.press("Delete")
    assert watched.page.locator(".thing").count() == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_accessible(browser: Browser, live_server: Any, size: str, scheme: Any) -> None:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(hostile_design()), ann, slug="hostile")
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": width, "height": height}, color_scheme=scheme
    )
    signed_in(context, ann, live_server.url)
    watched = Watched(context.new_page())
    board = Board(watched.page, "hostile")
    board.open()
    watched.page.locator("#drawer-words", has_text="collection").wait_for()
    found = [*watched.inaccessible(), *watched.too_wide()]
    board.press("]")
    watched.page.locator("[data-do=drawer]").click()
    found += watched.inaccessible()
    board.press("Control+k")
    found += watched.inaccessible()
    board.press("Escape")
    assert not watched.page.evaluate(_RAN)
    context.close()
    assert [*found, *watched.complaints] == []


def test_a_row_is_dragged_by_its_sign(board: Board) -> None:
    for _ in range(4):
        board.press("+")
    board.page.wait_for_timeout(300)
    rows = board.card("Review").locator("li")
    first, last = rows.first.locator(".glyph").bounding_box(), rows.last.bounding_box()
    assert first and last
    board.drag((first["x"] + 8, first["y"] + 8), (last["x"] + 60, last["y"] + last["height"] - 3))
    fields = next(one for one in board.saved()["entities"] if one["name"] == "Review")["fields"]
    assert [one["name"] for one in fields] == ["comment", "date", "rating"]


def test_a_frame_selects_and_a_drag_moves_all_of_it(board: Board) -> None:
    one, other = board.card("Image").bounding_box(), board.card("Session").bounding_box()
    assert one and other
    board.page.keyboard.down("Shift")
    board.drag(
        (one["x"] - 12, one["y"] - 12), (one["x"] + one["width"] + 8, other["y"] + other["height"] + 12)
    )
    board.page.keyboard.up("Shift")
    assert board.page.locator("#inspector h2").inner_text() == "3 selected"
    before = {name: place(board, name) for name in ("Image", "Review", "Session")}
    board.press("Shift+ArrowDown")
    board.page.wait_for_timeout(1200)
    assert {name: place(board, name) for name in before} == {
        name: (x, y + 10) for name, (x, y) in before.items()
    }


def test_the_png_is_one(board: Board) -> None:
    board.press("Control+k")
    board.page.keyboard.type("Save all as PNG")
    with board.page.expect_download() as caught:
        board.press("Enter")
    assert Path(caught.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_refused_edit_is_told_and_taken_out(board: Board, watched: Watched) -> None:
    watched.expected.add(422)
    told = {"faults": [{"place": "Image.url", "message": "it is no field here", "remedy": "take it away"}]}
    board.page.route("**/edits/", lambda route: route.fulfill(status=422, json=told))
    board.card("Image").locator("header").click()
    board.press("Enter")
    board.type("more: int")
    board.press("Escape")
    board.page.get_by_text("Not taken: Image.url · it is no field here · take it away").wait_for()
    board.card("Image").locator("li", has_text="more").wait_for(state="detached")


def test_what_others_do_is_seen_and_told(board: Board, browser: Browser, live_server: Any) -> None:
    other = browser.new_context(base_url=live_server.url, viewport={"width": 1440, "height": 900})
    signed_in(other, User.objects.get(username="ann"), live_server.url)
    theirs = Board(other.new_page(), "shop")
    theirs.open()
    rename(theirs, "Parcel")
    theirs.saved()
    board.card("Parcel").wait_for(timeout=5000)
    board.page.get_by_text("ann changed this design").wait_for()
    other.close()


def test_a_number_that_turns_a_decision_over_says_so(board: Board) -> None:
    board.page.locator("#drawer-words", has_text="Collections").wait_for()
    board.page.locator("#tree").get_by_role("treeitem", name="images", exact=True).click()
    counts = board.page.locator("#inspector [data-counts=from]")
    counts.fill("0..* ~50000")
    counts.press("Tab")
    board.page.get_by_text("images is now").wait_for()


def test_the_slider_changes_the_most(board: Board) -> None:
    board.page.locator("#tree").get_by_role("treeitem", name="images", exact=True).click()
    slider = board.page.get_by_label("The most that one Product has")
    slider.focus()
    board.press("End")
    board.page.wait_for_timeout(300)
    link = next(one for one in board.saved()["relationships"] if one["name"] == "images")
    assert link["from"]["has"]["max"] == 100_000
