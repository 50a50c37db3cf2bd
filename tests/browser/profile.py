"""A browser profile that many tests use one after the other."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser


class Profile:
    """context: for one test at a time. A page of the site stays open beside the tests' own, and keeps the
    process alive in which the next page opens quickly."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self._origin = options.get("base_url", "")
        self._parked = self.context.new_page()
        self._parked.route("**/parked", lambda route: route.fulfill(body="", content_type="text/html"))
        self._parked.goto("/parked")
        self._devtools = self.context.new_cdp_session(self._parked)

    def forget(self) -> None:
        """Close what a test opened, and clear what it left: cookies, grants, everything that is stored."""
        for page in self.context.pages:
            if page is not self._parked:
                page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()
        stored = {"origin": self._origin, "storageTypes": "all"}
        self._devtools.send("Storage.clearDataForOrigin", stored)
