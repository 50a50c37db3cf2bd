"""A page whose every complaint is heard: errors, refused requests, what its policy stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import ConsoleMessage, Page, Response

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
"""Of the server's files, so that the browser keeps it compiled: to send it to each page costs as much as to ask it."""
_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} stopped ${event.blockedURI} ${event.sample}`));
"""
_OVERFLOW = """() => {
  const most = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= most) {
    const scrolls = document.documentElement.scrollHeight > innerHeight;
    return !scrolls && document.body.getBoundingClientRect().right < innerWidth ? ["a strip beside the page"] : [];
  }
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > most + 1)
    .slice(0, 3).map((element) => `${element.tagName}.${element.className}`).concat("too wide");
}"""
# Each head stands over its column: the first row that has as many cells as there are heads tells.
_CROOKED = """() => [...document.querySelectorAll("table")].filter((table) => {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const row = [...table.tBodies].flatMap((body) => [...body.rows]).find(({ cells }) => cells.length === heads.length);
  const shown = row?.checkVisibility() && getComputedStyle(row).display === "table-row" && table.tHead.checkVisibility();
  return shown && heads.some((head, at) => Math.abs(head.offsetLeft - row.cells[at].offsetLeft) > 1);
}).map((table) => `${table.className || table.id}: heads beside their columns`)"""
# Half faded is no colour to judge: what fades for a moment is waited for, what goes on for ever is not. A form is paler
# while it waits for its answer, and the answer may be there before it is told so.
_SETTLED = """async () => {
  for (let turn = 0; turn < 100 && document.querySelector(".importing.htmx-request, figure.awaited:not(.failed)"); turn += 1)
    await new Promise((next) => setTimeout(next, 50));
  await Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < 5000).map((one) => one.finished));
}"""
# Nobody reads what passes, nor selectors.
_VIOLATIONS = """async ([within, rules]) => (await axe.run(within, {
  resultTypes: ["violations"], selectors: false, ...(rules && {runOnly: rules}) })).violations.map((rule) =>
  `${rule.id}: ${rule.help}: ${rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`)
"""

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
Scheme = Literal["light", "dark"]


class Watched:
    """complaints: what went wrong on the page so far. expected: statuses that are no complaint."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.expected: set[int] = set()
        page.add_init_script(_POLICY)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("response", self._answered)
        page.on("dialog", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        refused = any(f"status of {status}" in message.text for status in self.expected)
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(f"console {message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.complaints.append(f"{response.status} {response.url}")

    def _asked(self, dialog: Any) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def show(self, size: str, scheme: Scheme) -> None:
        """Give the window one of the sizes, and the page one of the schemes of colours."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)

    def too_wide(self) -> list[str]:
        """Elements that make the page scroll sideways."""
        return [str(name) for name in self.page.evaluate(_OVERFLOW)]

    def crooked(self) -> list[str]:
        """Tables whose heads do not stand over their columns."""
        return [str(name) for name in self.page.evaluate(_CROOKED)]

    def inaccessible(self, within: str = "html") -> list[str]:
        """What axe finds against the rules of accessible pages. within: a selector of a part."""
        self.page.evaluate("(axe) => import(axe)", f"/{AXE.name}")
        return self._violations(within, None)

    def pale(self) -> list[str]:
        """Text that stands out too little in the colours that the page has by now; after `inaccessible`."""
        return self._violations("html", ["color-contrast"])

    def _violations(self, within: str, rules: list[str] | None) -> list[str]:
        self.page.evaluate(_SETTLED)
        return [str(line) for line in self.page.evaluate(_VIOLATIONS, [within, rules])]
