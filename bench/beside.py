"""Pictures of the mock-ups beside those of the pages that follow them, for eyes to compare.

    python -m bench.beside MOCKUPS FOLDER [--only workspace,phone]

MOCKUPS holds a NAME-light.png and a NAME-dark.png for each screen. FOLDER gets a picture of ours under the same name,
and NAME-SCHEME-beside.png with both. A server of its own has the example designs; nobody is signed in.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.first_load import served

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PORT = 9485
WIDE, PHONE = (1440, 900), (390, 844)
REST = 1500
"""Milliseconds for decisions and faces to arrive."""


def _nothing(_page: Page) -> None:
    """As the page opens."""


def _drawer(page: Page) -> None:
    page.locator("#tab-documents").click()


class Screen(NamedTuple):
    """A mock-up's name and what of ours follows it."""

    name: str
    address: str
    act: Callable[[Page], None] = _nothing
    window: tuple[int, int] = WIDE


SCREENS = (
    Screen("workspace", "/designs/web-shop/edit/?show=orders", _drawer),
    Screen("decision", "/designs/web-shop/decisions/"),
    Screen("outputs", "/designs/web-shop/scripts/?file=mongosh/04_queries.js"),
    Screen("home", "/"),
    Screen("phone", "/designs/web-shop/edit/?show=orders", window=PHONE),
)


def picture(browser: Browser, address: str, screen: Screen, scheme: Scheme) -> bytes:
    """The screen as we have it."""
    width, height = screen.window
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address + screen.address)
    page.wait_for_timeout(REST)
    screen.act(page)
    page.wait_for_timeout(REST)
    taken = page.screenshot()
    page.close()
    return taken


def beside(browser: Browser, mock: bytes, ours: bytes, title: str) -> bytes:
    """Both in one picture, the mock-up on the left."""
    page = browser.new_page(viewport={"width": 2000, "height": 1000})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in (mock, ours)
    )
    page.set_content(
        "<style>body { margin: 16px; width: max-content; font: 16px sans-serif; background: #888 }"
        f"p {{ margin: 0 0 8px }} div {{ display: flex; gap: 16px }}</style><p>{title}</p><div>{images}</div>"
    )
    taken = page.locator("body").screenshot()
    page.close()
    return taken


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mockups", type=Path, nargs="?")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--only", default=",".join(screen.name for screen in SCREENS))
    asked = parser.parse_args(arguments)
    if not asked.mockups or not asked.folder:
        sys.stdout.write("name the folder of the mock-ups, and one for the pictures\n")
        return 0
    asked.folder.mkdir(parents=True, exist_ok=True)
    wanted = [screen for screen in SCREENS if screen.name in asked.only.split(",")]
    with (
        tempfile.TemporaryDirectory() as home,
        served(Path(home), PORT) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        for screen in wanted:
            for scheme in SCHEMES:
                ours = picture(browser, address, screen, scheme)
                (asked.folder / f"{screen.name}-{scheme}.png").write_bytes(ours)
                mock = (asked.mockups / f"{screen.name}-{scheme}.png").read_bytes()
                together = beside(browser, mock, ours, f"{screen.name}, {scheme}: the mock-up, and ours")
                (asked.folder / f"{screen.name}-{scheme}-beside.png").write_bytes(together)
        browser.close()
    sys.stdout.write(f"{2 * len(wanted)} pairs in {asked.folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
