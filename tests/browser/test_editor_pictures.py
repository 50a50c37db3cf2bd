"""What leaves the canvas and what moves on it: pictures, paper, the switch of views, arranging; and who only looks on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, expect

from bench.workload import design
from designs import store

from .drawing import Board, each_put_back, shop_board, signed_in
from .profile import Profile
from .watched import Watched


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def saved_as(board: Board, command: str) -> str:
    board.press("Control+k")
    board.page.keyboard.type(command)
    with board.page.expect_download() as caught:
        board.press("Enter")
    return Path(caught.value.path()).read_text(encoding="utf-8")


def a_picture_of_what_is_seen_holds_no_more(board: Board) -> None:
    board.press("Control+k")
    board.type("Session")
    for _ in range(5):
        board.press("+")
    board.still()
    text = saved_as(board, "Export visible area as SVG")
    assert ">Session<" in text and ">Dimensions<" not in text and "foreignObject" not in text
    whole = saved_as(board, "Export canvas as SVG")
    assert ">Dimensions<" in whole and ">Web shop<" in whole and ">Web shop<" not in text
    assert re.findall(r"@font-face{font-family:\W?([\w ]+)\W?;", whole) == ["Inter", "JetBrains Mono"]
    assert whole.count("src:url(data:font/woff2;base64,") == 2


def paper_shows_the_whole_picture(board: Board) -> None:
    layout = board.saved()["layout"].values()
    board.press("+", "+", "+", "+")
    board.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    board.page.emulate_media(media="print")
    printed = board.page.locator("#printed")
    expect(printed).to_be_visible()
    expect(board.page.locator("#stage")).to_be_hidden()
    wide = max(one["x"] for one in layout) - min(one["x"] for one in layout) + 232 + 2 * 32
    assert printed.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == wide
    board.page.emulate_media(media="null")
    expect(board.page.locator("#stage")).to_be_visible()


def the_switch_moves_cards_unless_motion_is_unwanted(board: Board) -> None:
    board.compiled()
    board.page.evaluate(
        "() => { new MutationObserver(() => { if (document.querySelector('.flying')) window.seen++; })"
        ".observe(document.getElementById('stage'), { attributes: true }); }"
    )
    for motion in ("reduce", "no-preference"):
        board.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of two
        board.page.evaluate("window.seen = 0")
        for view, card in (("Documents", "products"), ("Entities", "Session")):
            board.page.get_by_role("button", name=view, exact=True).click()
            board.card(card).wait_for()
            board.still()
        assert (board.page.evaluate("window.seen") > 0) == (motion == "no-preference")


def chosen(board: Board, *names: str) -> None:
    board.card(names[0]).locator("header").click()
    board.page.keyboard.down("Shift")
    for name in names[1:]:
        board.card(name).locator("header").click()
    board.page.keyboard.up("Shift")


def places(board: Board, *names: str) -> list[dict[str, Any]]:
    layout = board.saved()["layout"]
    return [layout[name] for name in names]


def what_is_selected_is_aligned_distributed_folded_and_arranged(board: Board) -> None:
    names = ("Image", "Review", "Session")
    chosen(board, *names)
    board.press("Shift+ArrowRight")
    board.page.locator("#live", has_text="3 entities moved").wait_for()
    board.press("Alt+r")
    assert len({one["x"] for one in places(board, *names)}) == 1
    board.press("Alt+v", "Alt+b")
    assert len({one["y"] + 36 for one in places(board, "Image")}) == 1
    board.press("Control+z")
    board.alone("f")
    assert all(one["folded"] for one in places(board, *names))
    before = board.saved()["layout"]
    board.press("Shift+l")
    board.page.get_by_text("3 entities arranged").wait_for(state="attached")
    after = board.saved()["layout"]
    moved = {name for name in after if after[name] != before.get(name)}
    assert moved and moved <= set(names)


def an_edge_catches_a_card_that_is_dragged_near(board: Board) -> None:
    review = board.saved()["layout"]["Review"]
    box, other = board.card("Session").bounding_box(), board.card("Review").bounding_box()
    assert box and other
    x, y = box["x"] + 30, box["y"] + 8
    board.drag((x, y), (x + 3, y + 60))
    assert places(board, "Session")[0]["x"] == review["x"]


def a_number_is_dragged(board: Board) -> None:
    board.still()
    number = board.page.locator(".line .number", has_text="1..20").bounding_box()
    assert number
    board.drag((number["x"] + 4, number["y"] + 5), (number["x"] + 4, number["y"] - 55))
    link = next(one for one in board.saved()["relationships"] if one["name"] == "images")
    assert link["from"]["has"]["max"] > 20


def the_map_is_there_where_not_all_is_seen(board: Board) -> None:
    small = board.page.locator(".map")
    expect(small).to_be_hidden()
    for _ in range(4):
        board.press("+")
    expect(small).to_be_visible()
    board.still()
    before = board.page.locator(".world").get_attribute("style") or ""
    box = small.bounding_box()
    assert box
    board.page.mouse.click(box["x"] + 20, box["y"] + 50)
    board.still()
    assert board.page.locator(".world").get_attribute("style") != before


def test_who_may_only_look_sees_what_is_done(board: Board, elsewhere: Profile) -> None:
    store.publish(store.load("shop"), User.objects.get(username="ann"))
    watched = Watched(elsewhere.page())
    watched.show("wide", "light")
    seen = Board(watched.page, "shop")
    seen.open()
    board.card("Session").locator("header").click()
    board.press("F2")
    board.type("Parcel")
    board.press("Escape")
    board.saved()
    seen.card("Parcel").wait_for()
    assert watched.complaints == []


def test_a_large_diagram_of_a_page_opens_whole(watched: Watched, live_server: Any) -> None:
    ann = User.objects.create_user("ann")
    store.create(design(40), ann, slug="large")
    signed_in(watched.page.context, ann, live_server.url)
    watched.page.goto("/designs/large/diagrams/")
    watched.page.locator(".diagram .canvas svg").first.wait_for(timeout=60_000)
    watched.page.wait_for_function(
        "() => { const canvas = document.querySelector('.diagram .canvas'); const box = canvas.getBoundingClientRect();"
        " const svg = canvas.querySelector('svg')?.getBoundingClientRect();"  # the other may be drawn first
        " return svg && svg.width <= box.width && svg.height <= box.height && svg.width > 50; }"
    )


@pytest.mark.at_length
def test_five_hundred_entities_are_a_picture(watched: Watched, live_server: Any) -> None:
    ann = User.objects.create_user("ann")
    store.create(json.dumps(json.loads(design(500)) | {"operations": []}), ann, slug="large")
    signed_in(watched.page.context, ann, live_server.url)
    # What follows from it is no matter here, and a design of this size is compiled for seconds.
    watched.page.route("**/edits/live/*", lambda route: None)
    board = Board(watched.page, "large")
    board.open()
    text = saved_as(board, "Export canvas as SVG")
    assert text.count("<g>") == 500 and len(text) < 3_000_000


def test_a_picture_has_the_colours_of_paper_on_a_dark_screen_too(board: Board) -> None:
    board.page.locator("#tree [title=orders]").click()
    expect(board.page.locator("#inspector .decision .strategy")).to_have_text("Subset")
    light = saved_as(board, "Export canvas as SVG")
    board.page.emulate_media(color_scheme="dark")
    dark = saved_as(board, "Export canvas as SVG")
    assert {*re.findall(r"#[0-9a-f]{6}", dark)} == {*re.findall(r"#[0-9a-f]{6}", light)}
    with board.page.expect_download() as caught:
        board.page.goto(f"/designs/{board.slug}/edit/?save=svg", wait_until="commit")
    assert ">Session<" in Path(caught.value.path()).read_text(encoding="utf-8")
    with board.page.expect_download():
        board.page.locator(".bar [data-export]").first.click()
        board.page.locator("#export").get_by_role("button", name="Canvas (PNG)").click()


def test_a_link_is_made_copied_without_a_clipboard_sent_on_and_taken_back(
    board: Board, watched: Watched, new_context: Callable[[], BrowserContext]
) -> None:
    page = board.page
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    sheet = page.locator("#share")
    expect(sheet.locator(".note")).to_have_text("Only you can open this design.")
    assert watched.inaccessible() == []
    sheet.get_by_role("button", name="Create link").click()
    link = sheet.locator("input.link-to-copy")
    expect(link).to_be_focused()
    assert "/shared/" in link.input_value()
    sheet.get_by_role("button", name="Copy").click()
    assert page.evaluate("getSelection().toString()") == link.input_value()
    visitor = new_context().new_page()  # who sends on what stands in the address bar
    visitor.goto(link.input_value())
    visitor.get_by_role("link", name="Outputs").click()
    visitor.wait_for_url("**/scripts/?shared=*")
    other = new_context().new_page()
    other.goto(visitor.url)
    expect(other.locator("h1")).to_have_text(page.locator(".bar h1").inner_text())
    visitor.close()
    other.close()
    for button in sheet.locator("#share-link button").all():
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth"), "its words within it"
    expect(sheet.locator("[role=status]")).to_have_text("Copy this link")
    assert watched.inaccessible() == []
    sheet.get_by_role("button", name="Stop sharing").click()
    expect(sheet.get_by_role("button", name="Create link")).to_be_focused()
    expect(link).to_have_count(0)


ACTS = (
    an_edge_catches_a_card_that_is_dragged_near,
    a_number_is_dragged,
    what_is_selected_is_aligned_distributed_folded_and_arranged,
    the_switch_moves_cards_unless_motion_is_unwanted,
    the_map_is_there_where_not_all_is_seen,
    a_picture_of_what_is_seen_holds_no_more,
    paper_shows_the_whole_picture,
)


def test_what_moves_and_what_is_pictured(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
