"""The drawer below the canvas: its tabs by mouse and keyboard, and how they follow what is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .drawing import Board, each, each_put_back, shop_board
from .watched import Watched


@pytest.fixture
def opened(watched: Watched, live_server: Any) -> Board:
    """The web shop in the editor, with its drawer open."""
    board = shop_board(watched, live_server.url, "?bench")
    board.compiled()
    board.press("D")
    board.page.locator("#drawer-body pre").wait_for()
    return board


def opens(board: Board) -> None:
    """Open the drawer again, where a look before closed it."""
    if not board.page.locator("#drawer-body").is_visible():
        board.press("D")
        board.page.locator("#drawer-body > *").first.wait_for()


def documents_are_coloured_and_go_with_the_selection(opened: Board) -> None:
    opens(opened)
    block = opened.page.locator("#drawer-body pre")
    expect(block.locator(".t-id").first).to_be_visible()
    opened.card("Customer").locator("header").click()
    expect(block).to_have_attribute("aria-label", "documents/customers.js")
    opened.page.locator("#drawer-body select").select_option("documents/products.js")
    expect(block).to_have_attribute("aria-label", "documents/products.js")
    opened.page.locator("#tree [title=orders]").click()
    expect(block).to_have_attribute("aria-label", "documents/orders.js")
    opened.page.locator("#tree [title=wishlist]").click()  # products know nothing of it
    expect(block).to_have_attribute("aria-label", "documents/customers.js")


def the_chevron_closes_what_is_open(opened: Board) -> None:
    opens(opened)
    page = opened.page
    page.locator(".drawer-head [data-do=workload]").click()
    chevron = page.locator(".fold-drawer")
    expect(chevron).to_have_attribute("aria-expanded", "true")
    chevron.click()
    expect(page.locator("#workload, #drawer-body")).to_have_count(2)
    for part in ("#workload", "#drawer-body"):
        expect(page.locator(part)).to_be_hidden()
    expect(chevron).to_have_attribute("aria-expanded", "false")


def all_tabs_are_seen_beside_what_the_drawer_says(opened: Board) -> None:
    """The closed drawer's words took the room of its last tabs."""
    page = opened.page
    opens(opened)
    opened.press("d")
    expect(page.locator("#drawer-body")).to_be_hidden()
    for width in (1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        hidden = page.locator("#drawer .tabs").evaluate("tabs => tabs.scrollWidth - tabs.clientWidth")
        assert hidden <= 0
        said = page.locator("#drawer-words").bounding_box()
        last = page.locator("#drawer [role=tab]").last.bounding_box()
        assert said and last and said["x"] >= last["x"] + last["width"]


def what_has_no_room_beside_the_tabs_is_left_out_whole(opened: Board) -> None:
    """At 1280 pixels it read "Collection…"."""
    page = opened.page
    opens(opened)
    opened.press("d")
    expect(page.locator("#drawer-body")).to_be_hidden()
    told = page.locator("#drawer-words")
    for width in (1180, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        box, parts = told.bounding_box(), [part.bounding_box() for part in told.locator("span").all()]
        assert box and len(parts) == 3
        for part in parts:
            assert part and (part["x"] >= box["x"] - 0.5 or part["y"] >= box["y"] + box["height"] - 0.5)


def all_tabs_are_seen_beside_a_message(opened: Board) -> None:
    """A longer message left fewer tabs, and cut the number of findings off."""
    page = opened.page
    opens(opened)
    page.locator("#live").evaluate("(live) => live.replaceChildren()")  # what was said before
    opened.press("2")
    expect(page.locator("#live")).not_to_be_empty()
    tabs = page.locator("#drawer .tabs")
    assert tabs.evaluate("tabs => tabs.scrollWidth - tabs.clientWidth") <= 0


def tabs_by_arrow_keys(opened: Board) -> None:
    opens(opened)
    opened.page.locator("#tab-documents").focus()
    said = []
    names = ["Script", "Queries", "Diagram", "Forecast", "Questions", "Findings"]
    for _ in names:
        opened.page.keyboard.press("ArrowRight")
        said.append(opened.page.locator(":focus").inner_text().strip(" •\n"))
    assert [one.split(" ")[0] for one in said] == names
    opened.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    opened.page.locator("#drawer-body svg text", has_text="products").first.wait_for()


def what_changed_meanwhile_is_marked_and_fresh(opened: Board) -> None:
    opened.page.locator("#tab-script").click()
    block = opened.page.locator("#drawer-body pre")
    expect(block).to_contain_text('collection "reviews"')
    height = opened.page.locator("#drawer-body").bounding_box()
    opened.page.locator("#tab-diagram").click()
    opened.page.locator("#drawer-body svg text", has_text="customers").first.wait_for()
    frame, drawing = (opened.page.locator(f"#drawer-body {one}").bounding_box() for one in (".asked", "svg"))
    assert (
        frame and drawing and drawing["y"] + drawing["height"] <= frame["y"] + frame["height"] + 1
    )  # all of it
    assert height == opened.page.locator("#drawer-body").bounding_box()
    opened.page.locator("#stage").focus()
    opened.press("e")
    opened.type("Remark")
    opened.press("Escape")
    expect(opened.page.locator("#tab-script")).to_have_class("changed")
    opened.page.locator("#drawer-body svg text", has_text="remarks").first.wait_for()
    opened.page.locator("#tab-script").click()
    expect(block).to_contain_text("remarks")
    expect(opened.page.locator("#tab-script")).not_to_have_class("changed")


def test_a_tab_opened_while_the_files_are_still_worked_out_gets_its_text(
    watched: Watched, live_server: Any
) -> None:
    held: list[Any] = []
    watched.page.route("**/live/?*part=results*", lambda route: held.append(route), times=1)
    board = shop_board(watched, live_server.url)
    board.compiled()
    board.press("D")
    board.page.locator("#drawer-body pre").wait_for()
    while not held:
        board.page.wait_for_timeout(20)
    board.page.locator("#tab-script").click()
    held[0].continue_()
    expect(board.page.locator("#drawer-body pre")).to_contain_text('collection "reviews"')


def the_forecast_follows_what_is_drawn(opened: Board) -> None:
    body, words = opened.page.locator("#drawer-body"), "One document of remarks over three years"
    opened.page.locator("#tab-forecast").click()
    body.get_by_role("img", name="One document of products over three years").wait_for()
    expect(body.get_by_role("region", name="products growth")).to_contain_text("3 years")
    expect(body.get_by_role("link")).to_have_attribute("href", "/designs/shop/forecast/")
    opened.page.locator("#stage").focus()
    opened.press("e")
    opened.type("Remark")
    opened.press("Escape")
    body.get_by_role("img", name=words).wait_for()
    opened.page.locator("#tab-documents").click()
    opened.page.locator("#stage").focus()
    opened.press("Control+z")
    expect(opened.page.locator("#tab-forecast")).to_have_class("changed")
    opened.page.locator("#tab-forecast").click()
    expect(body.get_by_role("img", name=words)).to_have_count(0)


def the_old_forecast_stays_until_the_new_one_is_there(opened: Board) -> None:
    body, held = opened.page.locator("#drawer-body"), list[Any]()
    opened.page.locator("#tab-forecast").click()
    chart = body.get_by_role("img", name="One document of products over three years")
    chart.wait_for()
    opened.page.route("**/forecast/", lambda route: held.append(route), times=1)
    opened.page.locator("#stage").focus()
    opened.press("e")
    opened.type("Remark")
    while not held:
        opened.page.wait_for_timeout(20)
    expect(chart).to_be_visible()
    opened.press("Escape", "ArrowRight")  # the canvas waits for nothing
    expect(opened.page.locator("#live")).to_have_text("Remark moved")
    held[0].continue_()
    body.get_by_role("img", name="One document of remarks over three years").wait_for()


def test_a_drawing_that_does_not_arrive_can_be_asked_for_again(opened: Board, watched: Watched) -> None:
    watched.expected.add(503)
    body = opened.page.locator("#drawer-body")
    for tab, address in (("diagram", "**/diagrams/*/"), ("forecast", "**/forecast/")):
        opened.page.route(address, lambda route: route.fulfill(status=503, body="busy"))
        opened.page.locator(f"#tab-{tab}").click()
        again = body.get_by_role("button", name="Try again")
        again.wait_for()
        expect(body.locator("svg text")).to_have_count(0)
        opened.page.unroute(address)
        again.click()
        body.locator("svg text").first.wait_for()


def what_is_in_the_middle_stays_there(opened: Board) -> None:
    def seen() -> tuple[float, float]:
        stage, card = opened.page.locator("#stage").bounding_box(), opened.card("Review").bounding_box()
        assert stage and card
        return card["y"] - stage["height"] / 2, stage["height"]

    place, height = seen()
    opened.press("D")
    expect(opened.page.locator("#drawer-body")).to_be_hidden()
    opened.still()
    later, higher = seen()
    assert higher > height + 100 and abs(place - later) <= 1


LOOKS = (
    what_is_in_the_middle_stays_there,
    documents_are_coloured_and_go_with_the_selection,
    tabs_by_arrow_keys,
    the_chevron_closes_what_is_open,
    all_tabs_are_seen_beside_what_the_drawer_says,
    what_has_no_room_beside_the_tabs_is_left_out_whole,
    all_tabs_are_seen_beside_a_message,
)


def test_the_drawer_as_it_is_looked_at(opened: Board, subtests: pytest.Subtests) -> None:
    each(LOOKS, opened, subtests)


ACTS = (
    what_changed_meanwhile_is_marked_and_fresh,
    the_forecast_follows_what_is_drawn,
    the_old_forecast_stays_until_the_new_one_is_there,
)


def test_the_drawer_follows_what_is_drawn(opened: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, opened, subtests)
