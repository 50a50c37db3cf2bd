"""From the first page to a downloaded setup script: with the mouse, by keys alone, without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Download, Page, expect

from designs.delivery.compiled.compiled_design import Refused, compile_text
from modeler.sign_in.address import sign_in_address
from modeler.sign_in.owner import owner
from tests.web.conftest import LIBRARY

from .watched import Watched

MOST_CLICKS = 5
MOST_TABS = 60
_FOCUSED = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  return {
    text: element.innerText.trim(),
    href: element.getAttribute("href") || "",
    shown: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
    inside: element.getBoundingClientRect().width > 0,
  };
}"""


def setup_script() -> str:
    """What the command line writes for the same design."""
    compiled = compile_text((LIBRARY / "university.json").read_bytes(), frozenset({"mongosh"}))
    assert not isinstance(compiled, Refused)
    return next(file.text for file in compiled.files if file.path == "mongosh/setup.js")


def content(download: Download, folder: Path) -> str:
    assert download.suggested_filename == "setup.js"
    download.save_as(folder / "setup.js")
    return (folder / "setup.js").read_text(encoding="utf-8")


class Mouse:
    """Clicks that are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, name: str) -> None:
        self.clicks += 1
        self.page.get_by_role("link", name=name, exact=True).first.click()


def fetch_setup(page: Page, start: str = "/") -> tuple[Download, int]:
    """From the front page, or an address that leads there, to the file, and the clicks that it took."""
    mouse = Mouse(page)
    page.goto(start)
    mouse.click("University")
    mouse.click("Outputs")
    with page.expect_download() as waiting:
        mouse.click("Download")
    return waiting.value, mouse.clicks


def test_a_setup_script_is_few_clicks_away(watched: Watched, tmp_path: Path) -> None:
    download, clicks = fetch_setup(watched.page)
    assert clicks <= MOST_CLICKS
    assert content(download, tmp_path) == setup_script()


def test_from_the_printed_address_it_is_no_farther(
    watched: Watched, live_server: Any, tmp_path: Path
) -> None:
    download, clicks = fetch_setup(watched.page, sign_in_address(live_server.url, owner()))
    assert clicks <= MOST_CLICKS
    assert content(download, tmp_path) == setup_script()
    page = watched.page
    page.locator(".bar .menu > summary").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    for address in ("/", "/designs/university/", "/new/", "/trash/"):
        page.goto(address)
        assert [*watched.inaccessible(), *watched.too_wide()] == [], address


class TestWithoutScripts:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"java_script_enabled": False}

    def test_a_setup_script_is_downloaded(self, page: Page, tmp_path: Path) -> None:
        download, _ = fetch_setup(page)
        assert content(download, tmp_path) == setup_script()


def tab_to(page: Page, text: str) -> None:
    """Press Tab until the link of this text has the focus; wherever the focus goes, it shows."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        focused = page.evaluate(_FOCUSED)
        assert focused["shown"] and focused["inside"], f"the focus does not show on {focused}"
        if focused["text"] == text:
            return
    raise AssertionError(f"{MOST_TABS} tabs do not reach {text!r}")


def test_keys_alone_are_enough(watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    page.goto("/")
    tab_to(page, "Skip to content")
    page.keyboard.press("Enter")
    tab_to(page, "University")
    page.keyboard.press("Enter")
    page.wait_for_url("**/designs/university/")
    tab_to(page, "Outputs")
    page.keyboard.press("Enter")
    page.wait_for_url("**/scripts/")
    with page.expect_download() as waiting:
        tab_to(page, "Download")
        page.keyboard.press("Enter")
    assert content(waiting.value, tmp_path) == setup_script()
