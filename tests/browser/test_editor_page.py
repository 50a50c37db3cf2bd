"""What stands around the canvas: panels, views, pictures, other people; and that the page is quiet and accessible."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from designs import store

from .drawing import (
    BLANK,
    PAINTED,
    Board,
    each,
    each_put_back,
    second_board,
    shop,
    shop_board,
    signed_in,
    tabs,
)
from .profile import Profile
from .test_hostile_names import hostile_design
from .watched import SIZES, Watched

_RAN = "() => 'ran' in window || document.querySelector('img[src=\"x\"], svg[onload], [onerror]') !== null"


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    return shop_board(watched, live_server.url, "?bench")


def choosing_another_strategy_is_an_edit(board: Board) -> None:
    board.page.locator("#tree [title=inventory]").click()
    board.tab("Alternatives")
    board.page.get_by_role("button", name="Use this").first.click()
    board.page.locator("#inspector .codes", has_text="Chosen manually").wait_for()
    link = next(one for one in board.saved()["relationships"] if one["name"] == "inventory")
    assert link["strategy"]
    board.page.get_by_role("button", name="Use recommended").click()
    board.page.locator("#inspector .codes", has_text="Chosen manually").wait_for(state="detached")
    assert "strategy" not in next(one for one in board.saved()["relationships"] if one["name"] == "inventory")


def the_documents_follow_and_show_where_things_went(board: Board) -> None:
    board.page.locator("#drawer-words", has_text="collections").wait_for()
    board.page.get_by_role("button", name="Documents", exact=True).click()
    products = board.card("products")
    products.wait_for()
    expect(products.locator("li", has_text="inventory").first.locator(".glyph")).to_have_class("glyph open")
    expect(board.page.locator(".line.reference")).not_to_have_count(0)
    board.page.get_by_role("button", name="Entities", exact=True).click()
    board.card("Inventory").wait_for()


def find_and_palette(board: Board) -> None:
    board.press("Control+f")
    board.page.keyboard.type("paym")
    board.press("Enter")
    expect(board.page.locator("#inspector h2")).to_have_text("PaymentMethod")
    board.press("Control+k")
    board.type("no such command")
    expect(board.page.locator("#palette").get_by_text("No matches")).to_be_visible()
    board.press("Control+a")
    board.type("Show related only")
    board.page.locator(".thing.dimmed").nth(3).wait_for()


def the_picture_of_all_is_a_real_svg(board: Board) -> None:
    board.press("Control+k")
    board.page.keyboard.type("Export canvas as SVG")
    with board.page.expect_download() as caught:
        board.press("Enter")
    text = Path(caught.value.path()).read_text(encoding="utf-8")
    assert text.startswith("<svg ") and "foreignObject" not in text and ">PaymentMethod<" in text


def the_png_is_one(board: Board) -> None:
    board.press("Control+k")
    board.page.keyboard.type("Export canvas as PNG")
    with board.page.expect_download() as caught:
        board.press("Enter")
    assert Path(caught.value.path()).read_bytes().startswith(b"\x89PNG")


LOOKS = (
    the_picture_of_all_is_a_real_svg,
    the_png_is_one,
    the_documents_follow_and_show_where_things_went,
    find_and_palette,
)


def test_what_changes_nothing_of_the_design(board: Board, subtests: pytest.Subtests) -> None:
    each(LOOKS, board, subtests)


def test_two_who_change_the_same_are_asked(
    board: Board, watched: Watched, elsewhere: Profile, live_server: Any
) -> None:
    watched.expected.add(409)
    board.watchless()
    with second_board(board, elsewhere, live_server.url) as theirs:
        rename(theirs, "Parcel")
        theirs.saved()
    rename(board, "Box")
    dialog = board.page.locator("dialog.conflict")
    dialog.wait_for()
    assert "Parcel" in dialog.inner_text() and "Box" in dialog.inner_text()
    expect(board.page.locator("#saved")).to_have_text("Not saved: conflicting change")
    dialog.get_by_role("button", name="Use mine").click()
    assert "Box" in [one["name"] for one in board.saved()["entities"]]


def rename(board: Board, name: str) -> None:
    board.card("Session").locator("header").click()
    board.press("F2")
    board.type(name)
    board.press("Escape")


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_accessible(watched: Watched, live_server: Any, size: str) -> None:
    """In the light by every rule, in the dark as far as colours go."""
    ann = User.objects.create_user("ann")
    store.create(json.dumps(hostile_design()), ann, slug="hostile")
    signed_in(watched.page.context, ann, live_server.url)
    watched.show(size, "light")
    board = Board(watched.page, "hostile")
    board.open()
    watched.page.locator("#drawer-words", has_text="collection").wait_for()
    found = [*watched.complaints, *watched.too_wide()]

    def look() -> None:
        watched.show(size, "light")
        found.extend(watched.inaccessible())
        watched.show(size, "dark")
        found.extend(watched.pale())

    look()
    board.press("]")
    watched.page.locator("[data-do=drawer]").click()
    look()
    board.press("Control+k")
    look()
    board.press("Escape")
    assert not watched.page.evaluate(_RAN)
    assert [*found, *watched.complaints] == []


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_what_opens_is_accessible(watched: Watched, live_server: Any, size: str, scheme: Any) -> None:
    """Each kind of thing selected, the numbers of a relationship, the tabs, the other view, the first steps,
    and the question that a conflict asks."""
    ann = User.objects.create_user("ann")
    for slug, design in (("hostile", hostile_design()), ("shop", shop()), ("blank", BLANK)):
        store.create(json.dumps(design), ann, slug=slug)
    watched.show(size, scheme)
    signed_in(watched.page.context, ann, live_server.url)
    found = []
    for where in (*things(watched.page), *outputs(watched.page), *asked(watched, "hostile")):
        found += [f"{where}: {one}" for one in (*watched.inaccessible(), *watched.too_wide())]
    watched.complaints.clear()  # of the edits that were not let through
    assert found == []


def things(page: Page) -> Iterator[str]:
    """Each kind of thing selected, in three designs, and the numbers of a relationship."""
    for slug in ("blank", "shop", "hostile"):
        page.goto(f"/designs/{slug}/edit/?bench")
        page.wait_for_selector(PAINTED, state="attached")
        if slug == "blank":
            yield slug
            continue
        page.locator("#drawer-words", has_text="ollection").wait_for()
        for kind in ("entities", "relationships", "operations"):
            page.evaluate(_CHOOSE, kind)
            yield f"{slug}: {kind}"
        page.evaluate(_NUMBERS)
        yield f"{slug}: numbers"
        page.evaluate("() => nestlink.editor.popover.close()")


def outputs(page: Page) -> Iterator[str]:
    """The drawer's tabs, then the view of documents."""
    page.locator("[data-do=drawer]").click()
    for tab in tabs(page):
        yield f"tab {tab}"
    page.locator("[data-do=drawer]").click()
    page.evaluate("() => nestlink.editor.do('view_documents')")
    yield "documents"
    page.evaluate("() => nestlink.editor.do('view_entities')")


_NUMBERS = "() => { const { editor } = nestlink; editor.do('ask_numbers', { id: editor.design.relationships[0].id }); }"
_CHOOSE = """(kind) => { const { editor } = nestlink; editor.select([editor.design[kind][0].id]);
  return new Promise((done) => requestAnimationFrame(() => done())); }"""


def asked(watched: Watched, slug: str) -> Iterator[str]:
    """Somebody else and this page describe the same; the question stands."""
    page = watched.page
    watched.expected.add(409)
    page.route("**/edits/**", lambda route: route.abort())
    page.evaluate(
        "() => { nestlink.editor.do('set_value', { id: 'design', path: ['description'], value: 'mine', label: 'x' }); }"
    )
    design = store.load(slug)
    change = store.edits.Set(id=store.edits.DESIGN, path=("description",), value="<b>theirs</b>")
    store.commit(design, design.revision, change, None, "theirs")
    page.unroute("**/edits/**")
    page.locator("dialog.conflict").wait_for(timeout=15_000)
    yield "conflict"


def test_a_refused_edit_is_told_and_taken_out(board: Board, watched: Watched) -> None:
    watched.expected.add(422)
    told = {"faults": [{"place": "Image.url", "message": "it is no field here", "remedy": "take it away"}]}
    board.page.route("**/edits/", lambda route: route.fulfill(status=422, json=told))
    board.card("Image").locator("header").click()
    board.press("Enter")
    board.type("more: int")
    board.press("Escape")
    board.page.get_by_text("Couldn’t save: Image.url: it is no field here").wait_for()
    board.card("Image").locator("li", has_text="more").wait_for(state="detached")


def test_what_others_do_is_seen_and_told(board: Board, elsewhere: Profile, live_server: Any) -> None:
    with second_board(board, elsewhere, live_server.url) as theirs:
        rename(theirs, "Parcel")
        theirs.saved()
        board.card("Parcel").wait_for()
        board.page.get_by_text("ann changed this design").wait_for()


def a_number_that_turns_a_decision_over_says_so(board: Board) -> None:
    board.compiled()
    board.page.locator("#tree [title=images]").click()
    counts = board.page.locator("#inspector [data-counts=from]")
    counts.fill("0..* ~50000")
    counts.press("Tab")
    board.page.get_by_text("Product → Image is now").wait_for()
    verdict = board.page.locator("#inspector .decision .strategy")
    link = next(one for one in board.saved()["relationships"] if one["name"] == "images")
    assert link["from"]["has"]["max"] is None
    expect(verdict).to_have_text(re.compile("^(?!Embedded array$)."))


def the_slider_changes_the_most(board: Board) -> None:
    board.page.locator("#tree [title=images]").click()
    board.tab("Why")
    slider = board.page.get_by_role("slider", name="Maximum per Product")
    slider.focus()
    board.press("End")
    board.page.get_by_role("button", name="Apply", exact=True).click()
    link = next(one for one in board.saved()["relationships"] if one["name"] == "images")
    assert link["from"]["has"]["max"] == 100_000


ACTS = (
    a_number_that_turns_a_decision_over_says_so,
    the_slider_changes_the_most,
    choosing_another_strategy_is_an_edit,
)


def test_how_a_relationship_is_stored_is_changed(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next."""
    each_put_back(ACTS, board, subtests)
