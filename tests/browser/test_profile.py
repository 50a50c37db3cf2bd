"""What one test does to the page that all of them use, the next does not find."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

_STATE = """() => ({ planted: 'planted' in window, name: window.name,
  stored: [sessionStorage.left, localStorage.left].join(),
  cookies: document.cookie, size: [innerWidth, innerHeight], past: history.length,
  dark: matchMedia('(prefers-color-scheme: dark)').matches, print: matchMedia('print').matches })"""
_FRESH = {
    "planted": False, "name": "", "stored": ",", "cookies": "", "size": [1280, 720], "past": 2, "dark": False, "print": False,
}  # fmt: skip
_HELD = "() => new Promise((done) => addEventListener('mousemove', (event) => done([event.shiftKey, event.buttons])))"
heard: list[str] = []


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_finds_a_page_as_good_as_new(page: Page, turn: str) -> None:
    """Both turns leave of each kind what a test can leave."""
    del turn
    heard.clear()
    page.goto("/handbook/")
    page.evaluate("console.log('nobody listens')")
    assert page.evaluate(_STATE) == _FRESH
    assert page.evaluate("() => fetch('/handbook/').then(({ status }) => status)") == 200
    moved = page.evaluate_handle(f"() => ({{ of: ({_HELD})() }})")
    page.mouse.move(1, 1)
    assert moved.evaluate("(one) => one.of") == [False, 0]
    assert heard == []
    _leave(page)


def _leave(page: Page) -> None:
    page.add_init_script("window.planted = true")
    page.on("console", lambda message: heard.append(message.text))
    page.route("**/handbook/?asked", lambda route: route.fulfill(status=500))
    page.route("**/handbook/", _continued)
    page.goto("/handbook/?left")
    page.evaluate(
        "() => { window.name = 'left'; sessionStorage.left = localStorage.left = 1; document.cookie = 'left=1'; }"
    )
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    page.mouse.move(20, 20)
    page.mouse.down()
    page.keyboard.down("Shift")


def _continued(route: Route) -> None:
    route.fulfill(status=500)


def test_a_page_that_is_closed_is_followed_by_another(page: Page) -> None:
    page.close()


def test_it_is_there(page: Page) -> None:
    assert page.goto("/handbook/")
