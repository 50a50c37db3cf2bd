"""A browser profile that many tests use one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from playwright.sync_api import Browser, BrowserContext, Page

_APART = {"Cross-Origin-Opener-Policy": "same-origin"}
"""As every page of the site says; a browser puts pages that say otherwise into another process."""


class Profile:
    """context: for one test at a time. A page of the site stays open beside the tests' own, and keeps the
    process alive in which a test's first page opens quickly."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self._origin = options.get("base_url", "")
        self._parked = self.context.new_page()
        self._parked.route(
            "**/parked", lambda route: route.fulfill(body="", content_type="text/html", headers=_APART)
        )
        self._parked.goto("/parked")
        self._devtools = self.context.new_cdp_session(self._parked)

    @contextmanager
    def lent(self) -> Iterator[BrowserContext]:
        """Lend the context to a test, and forget what it did."""
        with mock.patch.object(self.context, "new_page", self._opening(self.context.new_page)):
            yield self.context
        self.forget()

    def _opening(self, apart: Any) -> Any:
        """Return what opens the test's first page beside the parked one, whose process it shares: a process of its own
        costs a sixth of what the editor takes to open. Further pages have one of their own, as tabs of a visitor."""

        def new_page() -> Page:
            if self.context.pages != [self._parked]:
                page: Page = apart()
                return page
            with self._parked.expect_popup() as opened:
                self._parked.evaluate("() => { window.open('about:blank'); }")
            return opened.value

        return new_page

    def forget(self) -> None:
        """Close what a test opened, and clear what it left: cookies, grants, everything that is stored."""
        for page in self.context.pages:
            if page is not self._parked:
                page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()
        stored = {"origin": self._origin, "storageTypes": "all"}
        self._devtools.send("Storage.clearDataForOrigin", stored)
