"""Three ways to draw the same design: with the mouse alone, by keyboard alone, by touch; each counts.

Whoever draws with the mouse types names and numbers all the same, but no Enter, Tab or shortcut.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, expect

from designs import store

from .drawing import Board, listed

Operation = dict[str, Any]
_PART = "() => document.activeElement?.dataset?.part ?? ''"
_CELL = "() => { const at = document.activeElement?.dataset ?? {}; return at.cell ? (at.id ? '' : 'new.') + at.cell : ''; }"
_MOST_TABS = 90


class Hands(Board):
    """characters: of names, lines and numbers; keys: every other key."""

    characters = 0

    @classmethod
    def on(cls, board: Board) -> Any:
        """The same page in other hands."""
        return cls(board.page, board.slug)

    def write(self, text: str) -> None:
        self.characters += len(text)
        self.page.keyboard.type(text)

    def counted(self) -> dict[str, int]:
        return {
            "clicks": self.clicks,
            "drags": self.drags,
            "characters": self.characters,
            "keys": self.keys,
        }

    def part(self, name: str) -> Locator:
        """A control of the inspector, in whatever group it stands."""
        return self.page.locator(f'#inspector [data-part="{name}"]')


class Mouse(Hands):
    """Clicks and drags; keys are only ever characters."""

    def click(self, place: Locator, times: int = 1) -> None:
        self.clicks += times
        place.click(click_count=times)

    def entity(self, name: str, lines: Iterable[str], at: tuple[float, float]) -> None:
        self.new_at(*at)
        self.write(name)
        for line in lines:
            self.click(self.page.get_by_role("button", name="Add field", exact=True))
            self.write(line)
        self.click(self.page.locator("#inspector h2"))

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.relate(one, other)
        popover = self.page.locator("#popover")
        popover.wait_for()
        self.write(has)
        self.click(popover.locator("[data-counts=to]"), 3)
        self.write(back)
        if called:
            self.click(popover.get_by_label(f"Field name in {other}"))
            self.write(called)
        self.click(popover.get_by_role("button", name="Done"))
        popover.wait_for(state="hidden")

    def choose(self, kind: str, name: str) -> None:
        """Select an entity or a relationship, or nothing: the design itself."""
        if kind == "design":
            box = self.page.locator("#stage").bounding_box()
            assert box
            self.clicks += 1
            self.page.mouse.click(box["x"] + 12, box["y"] + 12)
        else:
            self.click(listed(self.page, kind, name))
        expect(self.page.locator("#inspector h2")).to_have_text(name)

    def fold(self, part: str) -> None:
        place = self.part(part)
        if not place.is_visible():
            inside = self.page.locator(f'[data-part="{part}"]')
            self.click(self.page.locator("#inspector details", has=inside).locator("summary"))

    def text(self, part: str, text: str) -> None:
        self.fold(part)
        self.click(self.part(part), 3)
        self.write(text)
        self.click(self.page.locator("#inspector h2"))

    def option(self, part: str, label: str) -> None:
        """One click opens the list, one chooses; the list itself is the browser's."""
        self.fold(part)
        self.clicks += 2
        self.part(part).select_option(label=label)

    def work(self, operations: Iterable[Operation]) -> None:
        self.click(self.page.locator(".drawer-head [data-do=workload]"))
        for operation in operations:
            self.click(self._cell("", "name"))
            self.write(operation["name"])
            self.click(self.page.locator("#workload .offers p").first)
            row = self.page.locator(f"#workload tbody tr:not(.new) >> nth={operation['at']}")
            row.wait_for()
            for key, value in operation["cells"].items():
                place = row.locator(f"[data-cell={key}]")
                if key in ("kind", "entity"):
                    if place.input_value() != value:
                        self.clicks += 2
                        place.select_option(value)
                else:
                    self.click(place)
                    self.write(value)
        self.click(self.page.locator("#workload .offers p").first)

    def _cell(self, id_: str, key: str) -> Locator:
        return self.page.locator(f'#workload [data-id="{id_}"][data-cell={key}]')


class Quick(Mouse):
    """As most people draw: the mouse for cards and lines, Enter for the next row, Tab for the next number."""

    def entity(self, name: str, lines: Iterable[str], at: tuple[float, float]) -> None:
        self.new_at(*at)
        for line in (name, *lines):
            self.write(line)
            self.press("Enter")
        self.press("Escape")

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.relate(one, other)
        self.page.locator("#popover").wait_for()
        self.write(has)
        self.press("Tab", "Tab")
        self.write(back)
        self.press("Enter")


class Touch(Hands):
    """Taps, and the keyboard on the screen with its Enter. A tap counts as a click."""

    def tap(self, place: Locator) -> None:
        self.clicks += 1
        place.tap()

    def entity(self, name: str, lines: Iterable[str], at: tuple[float, float]) -> None:
        self.tap(self.page.locator("[role=toolbar] [data-do=add_entity]"))
        for line in (name, *lines):
            self.write(line)
            self.press("Enter")
        self.press("Enter")

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.tap(self.page.locator(".bar [data-do=show_outline]"))
        self.tap(self.page.locator("#tree [data-kind=entities] bdi", has_text=one).first)
        self.tap(self.page.locator(".stage [data-do=connect]"))
        popover = self.page.locator("#popover")
        self.clicks += 2
        popover.locator("select").select_option(label=other)
        self.tap(popover.get_by_role("button", name="Done"))
        numbers = popover.locator("[data-counts=from]")
        numbers.wait_for()
        self.write(has)
        self.tap(popover.locator("[data-counts=to]"))
        popover.locator("[data-counts=to]").select_text()
        self.write(back)
        self.tap(popover.get_by_role("button", name="Done"))
        popover.wait_for(state="hidden")

    def work(self, operations: Iterable[Operation]) -> None:
        """A list is opened by a tap and chosen from by another; Enter ends what is typed."""
        self.tap(self.page.locator(".drawer-head [data-do=workload]"))
        for operation in operations:
            self.tap(self.page.locator('#workload [data-id=""][data-cell=name]'))
            self.write(operation["name"])
            self.press("Enter")
            row = self.page.locator(f"#workload tbody tr:not(.new) >> nth={operation['at']}")
            row.wait_for()
            for key, value in operation["cells"].items():
                place = row.locator(f"[data-cell={key}]")
                if key not in ("kind", "entity"):
                    self.tap(place)
                    self.write(value)
                elif place.input_value() != value:
                    self.clicks += 2
                    place.select_option(value)
        self.press("Enter")


class Keyboard(Hands):
    """Keys alone: no pointer is ever moved."""

    def entity(self, name: str, lines: Iterable[str], at: tuple[float, float]) -> None:
        self.press("e")
        for line in (name, *lines):
            self.write(line)
            self.press("Enter")
        self.press("Enter")

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.find(one)
        self.press("l")
        self.write(other)
        self.press("Enter")
        self.write(has)
        self.press("Tab", "Tab")
        self.write(back)
        if called:
            self.press("Tab")
            self.write(called)
        self.press("Enter")

    def find(self, name: str) -> None:
        self.press("Control+k")
        self.write(name)
        self.press("Enter")

    def choose(self, kind: str, name: str) -> None:
        if kind == "design":
            self.press("Escape", "Escape")
        else:
            self.find(name)
        expect(self.page.locator("#inspector h2")).to_have_text(name)
        if kind == "relationships":
            # Its sliders stand where Tab passes; which there are, the server tells of what it has stored.
            self.saved()
            told = f'#inspector .thresholds[data-told="{store.load(self.slug).revision}"]'
            self.page.wait_for_selector(told, state="attached")
        self.into("i", "#inspector")

    def into(self, letter: str, panel: str) -> None:
        """Go on in a panel by the letter that opens it, once the keyboard is there: a letter waits for what follows."""
        self.press(letter)
        self.page.wait_for_selector(f"{panel}:focus, {panel} :focus", state="attached")

    def to(self, wanted: str, where: str = _PART) -> None:
        """Tab until the focus is there; groups on the way are opened where they hold it."""
        for _ in range(_MOST_TABS):
            part, folded = self.page.evaluate(f"(wanted) => [({where})(), ({_FOLDED})(wanted)]", wanted)
            if part == wanted:
                return
            if folded:
                self.press("Enter")
            self.press("Tab")
        raise AssertionError(f"{_MOST_TABS} tabs do not reach {wanted}")

    def text(self, part: str, text: str) -> None:
        self.to(part)
        self.write(text)
        self.press("Enter")

    def option(self, part: str, label: str) -> None:
        self.to(part)
        self.write(label)
        self.press("Tab")

    def work(self, operations: Iterable[Operation]) -> None:
        self.press("Escape")
        self.into("w", "#workload")
        for operation in operations:
            self.to("new.name", _CELL)
            self.write(operation["name"])
            self.press("Tab")
            cells = operation["cells"]
            for key in ("kind", "entity", "filter", "sort", "with", "limit", "per_day"):
                assert self.page.evaluate(_CELL) == key
                if key in cells and self.page.evaluate("() => document.activeElement.value") != cells[key]:
                    self.write(cells[key])
                if key != "per_day":
                    self.press("Tab")
            self.press("Enter")


_FOLDED = """(part) => !!document.activeElement?.matches?.("summary") && !document.activeElement.parentElement.open
  && document.activeElement.parentElement.querySelector(`[data-part="${part}"]`) !== null"""
