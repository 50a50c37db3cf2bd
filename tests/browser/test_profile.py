"""Pages of tests share a process of the browser, which keeps what it compiled."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext


def processes(browser: Browser) -> set[int]:
    """The processes in which the browser shows pages."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"] for process in told if process["type"] == "renderer"}


def test_the_first_page_of_a_test_needs_no_process_of_its_own(
    browser: Browser, context: BrowserContext
) -> None:
    before = processes(browser)
    context.new_page().goto("/handbook/")
    assert processes(browser) == before
    context.new_page().goto("/handbook/")
    assert processes(browser) > before
