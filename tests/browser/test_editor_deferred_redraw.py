"""What is under the hand stays while answers arrive: what is pressed, what has the focus, what is typed or chosen
and not yet kept, what was asked for and is no longer meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from designs import store

from .drawing import Board, changed_by_others, each_put_back, listed, shop_board
from .watched import Watched

# What was drawn later is drawn by now: the outline waits until nothing else is to be done.
_DRAWN = (
    "() => new Promise((done) => setTimeout(() => requestIdleCallback(() => done(), { timeout: 600 }), 50))"
)
# A list that keys go through, or a slider, changed; then all that is drawn is another design's.
_GONE_THROUGH = """(control) => {
  control.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  control.selectedIndex += 1;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
  const { state, design } = nestlink.editor;
  state.replace({ design: structuredClone(design), revision: state.revision });
  return new Promise((done) => setTimeout(() => done(control.isConnected), 50));
}"""
_KEYS = """(keys) => { for (const key of keys)
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }"""
_SET = "([path, value]) => { nestlink.editor.do('set_value', { id: 'design', path: [path], value, label: path }); }"
_FOCUSED = "() => { const { activeElement: one } = document; return [one.textContent, one.closest('li').dataset.about]; }"


@pytest.fixture
def board(watched: Watched, live_server: Any) -> Board:
    """The web shop of a signed-in person, open in the editor."""
    board = shop_board(watched, live_server.url, "?bench")
    is_answered(board)
    return board


def is_answered(board: Board) -> None:
    board.page.locator("#drawer-words", has_text="Collections: 5 ").wait_for()


def hold(place: Locator) -> None:
    """Press it, and stay there."""
    place.hover()
    place.page.mouse.down()


def set_by_others(board: Board, path: str, value: Any) -> None:
    changed_by_others(board, store.edits.Set(id=store.edits.DESIGN, path=(path,), value=value))


def entity_by_others(board: Board, name: str = "Extra", collections: int = 6) -> None:
    """Somebody else adds an entity; the page shows what follows from it."""
    board.saved()  # the test's own thread writes upon the same connection as the server's
    made = {"id": f"id{name}", "name": name, "fields": [{"id": f"f{name}", "name": "at", "type": "date"}]}
    changed_by_others(board, store.edits.Add(holder="design", path=("entities",), index=0, value=made))
    expect(board.page.locator("#drawer-words")).to_contain_text(f"Collections: {collections} ")
    board.page.evaluate(_DRAWN)


def choose(board: Board, kind: str, name: str) -> None:
    listed(board.page, kind, name).click()
    expect(board.page.locator("#inspector h2")).to_have_text(name)


def an_item_of_the_outline_is_pressed_through_a_refresh(board: Board) -> None:
    choose(board, "entities", "Session")
    board.page.locator("#inspector [data-part=name]").fill("Visit")
    hold(board.page.locator("#tree [data-kind=entities] bdi", has_text="Review"))
    board.card("Visit").wait_for()  # leaving the name kept it
    board.page.evaluate(_DRAWN)
    board.page.mouse.up()
    expect(board.page.locator("#inspector h2")).to_have_text("Review")
    board.page.locator("#tree [data-kind=entities] bdi", has_text="Visit").wait_for()


def advice_is_taken_though_new_advice_arrives_meanwhile(board: Board) -> None:
    choose(board, "relationships", "inventory")
    board.tab("Alternatives")
    hold(board.page.get_by_role("button", name="Use this").first)
    entity_by_others(board)
    board.page.mouse.up()
    board.page.get_by_text("Chosen manually").wait_for()
    board.page.get_by_role("button", name="Use recommended").focus()
    entity_by_others(board, "More", 8)  # the stock has a collection of its own now
    expect(board.page.get_by_role("button", name="Use recommended")).to_be_focused()


def a_slider_is_held_while_its_flips_arrive(board: Board) -> None:
    asked: list[Route] = []
    board.page.route("**/live/?*part=weighed*", lambda route: asked.append(route), times=1)
    choose(board, "relationships", "images")
    board.tab("Why")
    slider = board.page.get_by_role("slider", name="Maximum per Product")
    box = slider.bounding_box()
    assert box
    thumb = 8 + (box["width"] - 16) * slider.evaluate("one => one.value / one.max")
    board.page.mouse.move(box["x"] + thumb, box["y"] + box["height"] / 2)
    board.page.mouse.down()  # on the thumb: nothing slides yet
    while not asked:
        board.page.wait_for_timeout(20)
    with board.page.expect_response("**/live/?*part=weighed*"):
        asked[0].continue_()
    board.page.evaluate(_DRAWN)
    board.page.mouse.move(box["x"] + box["width"] + 40, box["y"] + box["height"] / 2, steps=4)
    board.page.mouse.up()
    board.page.locator("#inspector .thresholds .mark").first.wait_for()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^100,000: "))


def what_is_offered_is_pressed_through_a_refresh(board: Board) -> None:
    board.press("w")
    board.page.locator('#workload [data-id=""][data-cell=name]').fill("look at a Session")
    offer = board.page.locator("#workload .offers button").nth(1)
    name = offer.inner_text().removeprefix("+ ").split(" with ")[0]
    hold(offer)
    board.page.locator("#live", has_text="look at a Session").wait_for()
    board.page.evaluate(_DRAWN)
    board.page.mouse.up()
    expect(board.page.locator("#live")).to_contain_text(name)
    assert {"look at a Session", name} <= {one["name"] for one in board.saved()["operations"]}


def a_button_of_a_finding_keeps_the_focus_and_is_pressed_through_an_answer(board: Board) -> None:
    board.press("d")
    board.page.locator("#tab-findings").click()
    found = board.page.locator("#drawer-body li.finding").nth(2)
    aside = found.get_by_role("button", name="Ignore")
    aside.focus()
    before = board.page.evaluate(_FOCUSED)
    entity_by_others(board)
    assert board.page.evaluate(_FOCUSED) == before
    hold(board.page.locator("#drawer-body li.finding").nth(2).get_by_role("button", name="Ignore"))
    entity_by_others(board, "More", 7)
    board.page.mouse.up()
    board.page.get_by_label("Reason").wait_for()


def a_choice_by_keys_stands_until_it_rests(board: Board) -> None:
    """What is drawn anew between two keys would take the first of them back."""
    choose(board, "relationships", "images")
    board.page.evaluate(
        "() => { for (const one of document.querySelectorAll('#inspector details')) one.open = true; }"
    )
    place = board.page.locator('#inspector [data-part="from.has.growth"]')
    place.focus()
    assert place.evaluate(_GONE_THROUGH)
    board.saved()


def test_what_is_typed_outlives_a_refusal_of_something_else(board: Board, watched: Watched) -> None:
    watched.expected.add(422)
    asked: list[Route] = []
    board.page.route("**/edits/", lambda route: asked.append(route), times=1)
    choose(board, "entities", "Session")
    count, rate = (
        board.page.locator(f"#inspector [data-part={one}]") for one in ("count", "inserts_per_day")
    )
    count.fill("5000")
    count.press("Tab")
    board.page.keyboard.type("20/h")
    while not asked:
        board.page.wait_for_timeout(20)
    told = {"faults": [{"place": "Session.count", "message": "it is too much", "remedy": "take less"}]}
    asked[0].fulfill(status=422, json=told)
    expect(board.page.locator("#live")).to_contain_text("it is too much")
    board.page.evaluate(_DRAWN)
    expect(rate).to_have_value("20/h")
    board.press("Tab")
    board.page.locator("#inspector .problem", has_text="it is too much").wait_for()
    assert (
        next(one for one in board.saved()["entities"] if one["name"] == "Session")["inserts_per_day"] == 480
    )


def escape_shows_what_somebody_else_wrote_meanwhile(board: Board) -> None:
    name = board.page.locator("#inspector [data-part=name]")
    name.fill("Half a na")
    set_by_others(board, "name", "Their shop")
    expect(board.page.locator(".bar h1")).to_have_text("Their shop")
    board.page.evaluate(_DRAWN)
    expect(name).to_have_value("Half a na")
    board.press("Escape")
    expect(name).to_have_value("Their shop")


def a_question_follows_what_others_do_while_it_is_open(board: Board) -> None:
    """An answer to the question of before would give the own value up, unasked."""
    asked: list[Route] = []
    board.page.route("**/edits/", lambda route: asked.append(route), times=1)
    for path, value in (("name", "My shop"), ("description", "mine")):
        board.page.evaluate(_SET, [path, value])
    while not asked:
        board.page.wait_for_timeout(20)
    set_by_others(board, "description", "theirs")
    asked[0].continue_()
    question = board.page.locator("dialog.conflict li")
    expect(question).to_contain_text('Theirs: "theirs"')
    set_by_others(board, "description", "theirs again")
    expect(question).to_have_count(1)
    expect(question).to_contain_text('Theirs: "theirs again"')
    board.page.get_by_role("button", name="Use mine").click()
    assert board.saved()["description"] == "mine"


def whoever_went_on_is_not_asked_about_a_removal(board: Board) -> None:
    """The question would take the keys that are meant for something else."""
    board.page.route("**/goes-with/**", lambda route: None, times=1)
    board.card("Customer").locator("header").click()
    board.page.evaluate(_KEYS, ["Delete", "e"])
    board.page.keyboard.type("Remark")
    expect(board.page.locator("#live")).to_have_text(
        "Couldn’t delete Customer: another edit started. Try again."
    )
    board.press("Enter", "Escape")
    assert {"Customer", "Remark"} <= {one["name"] for one in board.saved()["entities"]}


def test_a_field_that_is_removed_while_it_is_typed_says_so(board: Board) -> None:
    row = board.card("Customer").locator("li", has_text="account").first
    field = str(row.get_attribute("data-field"))
    row.dblclick()
    board.page.locator(".thing input").fill("anything: date")
    changed_by_others(board, store.edits.Remove(id=field))
    board.page.locator("#live", has_text="Someone changed this design").wait_for()
    board.press("Enter")
    expect(board.page.locator(".thing .trouble")).to_have_text("Someone else deleted it")
    board.press("Escape")
    expect(board.page.locator(f'[data-field="{field}"]')).to_have_count(0)


def a_card_that_is_removed_while_it_is_typed_into_takes_the_input_along(board: Board) -> None:
    card = board.card("Session")
    id_ = str(card.get_attribute("data-key"))
    card.locator("header").click()
    board.press("Enter")
    board.page.keyboard.type("half_a: int")
    changed_by_others(board, store.edits.Remove(id=id_, dependents=True))
    expect(board.page.locator(f'[data-key="{id_}"]')).to_have_count(0)
    board.page.evaluate(_DRAWN)
    assert "Session" not in {one["name"] for one in board.saved()["entities"]}


def test_what_the_server_could_not_say_is_asked_for_again(board: Board, watched: Watched) -> None:
    watched.expected.add(503)
    board.page.route("**/live/?*part=advice*", lambda route: route.fulfill(status=503, body="busy"), times=1)
    entity_by_others(board)


def test_a_design_that_is_too_much_to_compile_is_said_and_not_asked_for_again(
    board: Board, watched: Watched
) -> None:
    watched.expected.add(422)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        told = {"error": "This design asks for too much.", "remedy": "Make it smaller."}
        route.fulfill(status=422, json=told)

    board.page.route("**/live/?*part=advice*", refuse)
    board.saved()
    changed_by_others(board, store.edits.Set(id="design", path=("description",), value="Changed"))
    expect(board.page.locator("#live")).to_have_text("This design asks for too much. Make it smaller.")
    board.page.wait_for_timeout(3_000)  # past the time after which a busy server is asked again
    assert len(asked) == 1
    board.page.unroute("**/live/?*part=advice*")
    entity_by_others(board)


ACTS = (
    a_choice_by_keys_stands_until_it_rests,
    a_slider_is_held_while_its_flips_arrive,
    advice_is_taken_though_new_advice_arrives_meanwhile,
    an_item_of_the_outline_is_pressed_through_a_refresh,
    what_is_offered_is_pressed_through_a_refresh,
    escape_shows_what_somebody_else_wrote_meanwhile,
    a_question_follows_what_others_do_while_it_is_open,
    whoever_went_on_is_not_asked_about_a_removal,
    a_card_that_is_removed_while_it_is_typed_into_takes_the_input_along,
    a_button_of_a_finding_keeps_the_focus_and_is_pressed_through_an_answer,
)


def once_answered(act: Callable[[Board], None]) -> Callable[[Board], None]:
    @wraps(act)
    def begin(board: Board) -> None:
        is_answered(board)
        act(board)

    return begin


def test_what_is_under_the_hand_stays(board: Board, subtests: pytest.Subtests) -> None:
    """On one page: what each did is put back before the next, which begins once that is answered."""
    each_put_back(tuple(map(once_answered, ACTS)), board, subtests)
