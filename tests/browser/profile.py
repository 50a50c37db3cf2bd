"""A browser profile that many tests use one after the other, and its page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page

_MEDIA = {
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "forced_colors": "none",
    "contrast": "no-preference",
}
_NAMELESS = "() => { try { sessionStorage.clear(); } catch { /* no page of the site */ } window.name = ''; }"
_HELD = ("Shift", "Control", "Alt", "Meta")


class Profile:
    """context: for one test at a time. A page of the site stays open beside the tests' own, and keeps the
    process alive in which the next page opens quickly."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self._options = options
        self._parked = self.context.new_page()
        self._parked.route("**/parked", lambda route: route.fulfill(body="", content_type="text/html"))
        self._parked.goto("/parked")
        self._devtools = self.context.new_cdp_session(self._parked)
        self._kept: _Kept | None = None

    def page(self) -> Page:
        """A page as good as new. It is that of the test before, if it can be: a page that goes to an address again
        has at hand what it loaded there, which takes a third off what opening the editor costs."""
        if self._kept is None:
            self._kept = _Kept(self.context.new_page(), self._options)
        return self._kept.page

    def forget(self) -> None:
        """Close what a test opened, and clear what it left: cookies, grants, everything that is stored."""
        if self._kept is not None and not self._kept.is_emptied():
            self._kept = None
        left = (self._parked, self._kept and self._kept.page)
        for page in self.context.pages:
            if page not in left:
                page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()
        stored = {"origin": self._options.get("base_url", ""), "storageTypes": "all"}
        self._devtools.send("Storage.clearDataForOrigin", stored)


class _Kept:
    """A page whose listeners, scripts and sessions are noted, to be taken away once a test is over."""

    def __init__(self, page: Page, options: dict[str, Any]) -> None:
        self.page, self._options = page, options
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._undo: list[Callable[[], Any]] = []
        hear, add, emulate = page.on, page.add_init_script, page.emulate_media

        def on(event: Any, heard: Any) -> None:
            hear(event, heard)
            self._undo.append(lambda: page.remove_listener(event, heard))

        def add_init_script(*script: Any, **more: Any) -> Any:
            added = add(*script, **more)
            self._undo.append(lambda: added.__exit__(None, None, None))
            return added

        def emulate_media(**media: Any) -> None:
            emulate(**media)
            usual: dict[str, Any] = {name: self._options.get(name, value) for name, value in _MEDIA.items()}
            self._undo.append(lambda: emulate(media="null", **usual))

        for noting in (on, add_init_script, emulate_media):
            setattr(page, noting.__name__, noting)

    def is_emptied(self) -> bool:
        """Leave nothing of what a test did to the page. False: it can't be, and the page is of no more use."""
        try:
            self._empty()
        except Error:
            return False
        return True

    def _empty(self) -> None:
        """The page forgets by going elsewhere; the rest is of the tab."""
        for undo in reversed(self._undo):
            with suppress(KeyError):  # a listener that the test has taken away itself
                undo()
        self._undo.clear()
        self.page.unroute_all()
        self.page.evaluate(_NAMELESS)
        self.page.goto("about:blank")
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        for key in _HELD:
            self.page.keyboard.up(key)
        self.page.set_viewport_size(self._options.get("viewport") or {"width": 1280, "height": 720})
        self._devtools.send("Page.resetNavigationHistory")
