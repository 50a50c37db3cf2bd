"""The university of the library, drawn from an empty design within what a person has patience for: by mouse and
keyboard, by keyboard alone, by touch on a phone. Its collections, names and decisions are the
library's golden ones, its findings those of that design without its workload."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from .hands import Hands, Keyboard, Quick, Touch
from .test_editor_journeys import MODEL, NUMBERS, PLACES, RAW, documented, fresh, golden, plan_of
from .watched import Watched

ROWS = {
    "Brief": "The university in the fewest keys, mouse and Enter",
    "BriefTouch": "… by touch on a phone",
    "BriefKeys": "… by keyboard alone",
}
MOST = {"clicks": 15, "drags": 4, "keys": 300}


class Brief(Quick):
    """Drags lines, and says what a message calls its student."""

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.relate(one, other)
        self.page.locator("#popover").wait_for()
        counts(self, has, back, called)


class BriefKeys(Keyboard):
    """Each relationship goes on from the card of the one before; the beginning of a name chooses from a list."""

    begun = False

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        if not self.begun:
            self.find(one[:3])
        self.begun = True
        self.press("l")
        self.write(other[:2])
        self.press("Enter")
        counts(self, has, back, called)


class BriefTouch(Touch):
    """Fingers drag lines too."""

    _session: CDPSession | None = None

    def relation(self, one: str, other: str, has: str, back: str, called: str = "") -> None:
        self.still()
        box, target = self.card(one).bounding_box(), self.card(other).bounding_box()
        assert box and target
        self._drag_finger((box["x"] + box["width"], box["y"] + 14), (target["x"] + 60, target["y"] + 18))
        popover = self.page.locator("#popover")
        popover.wait_for()
        self.write(has)
        self.tap(popover.locator("[data-counts=to]"))
        self.write(back)
        if called:
            self.tap(popover.get_by_label(f"Field name in {other}"))
            self.write(called)
        self.press("Enter")
        popover.wait_for(state="hidden")

    def _drag_finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.drags += 1
        self._session = self._session or self.page.context.new_cdp_session(self.page)
        for kind, points in (("touchStart", [start]), *(("touchMove", [(start[0] + (end[0] - start[0]) * n / 6, start[1] + (end[1] - start[1]) * n / 6)]) for n in range(1, 7)), ("touchEnd", [])):  # fmt: skip
            self._session.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )


def counts(hands: Hands, has: str, back: str, called: str) -> None:
    hands.write(has)
    hands.press("Tab", "Tab")
    hands.write(back)
    if called:
        hands.press("Tab")
        hands.write(called)
    hands.press("Enter")


def lines_of(entity: Any) -> Iterable[str]:
    """Its fields in the fewest letters: text needs no type."""
    for field in entity.own_fields:
        kind = "" if field.type == "string" else f" {field.type}"
        yield f"{field.name}{kind}!{' unique' if field.unique is True else ''}"


def stored(plan: dict[str, Any]) -> dict[str, Any]:
    """What a person sees of a plan: the decisions with their places, and the fields of each collection."""
    return {
        "decisions": [[one["relationship"], one["strategy"], one["holders"]] for one in plan["decisions"]],
        "collections": {one["name"]: one["fields"] for one in plan["collections"]},
    }


def within(hands: Hands) -> None:
    design = hands.saved()
    print(type(hands).__name__, hands.counted())
    plan, drawing_alone = plan_of(json.dumps(design).encode()), RAW | {"operations": []}
    assert stored(plan) == stored(golden())
    assert plan["findings"] == plan_of(json.dumps(drawing_alone).encode())["findings"]
    assert hands.clicks <= MOST["clicks"] and hands.drags <= MOST["drags"], hands.counted()
    assert hands.characters + hands.keys <= MOST["keys"], hands.counted()
    assert hands.counted() == documented(ROWS[type(hands).__name__])
    assert len(design["entities"]) == len(RAW["entities"])


def draw(hands: Hands) -> None:
    for entity in MODEL.entities:
        hands.entity(entity.name, lines_of(entity), PLACES[entity.name])  # type: ignore[attr-defined]
    for other, has, back, called in NUMBERS:
        hands.relation("Student", other, has, back, called)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [Brief, BriefKeys])
def test_the_university_is_drawn_with_few_clicks_and_keys(
    watched: Watched, live_server: Any, kind: type[Hands]
) -> None:
    hands = fresh(watched, live_server.url, kind)
    draw(hands)
    within(hands)


class TestTouch:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"has_touch": True}

    def test_the_university_is_drawn_with_few_taps(self, watched: Watched, live_server: Any) -> None:
        hands = fresh(watched, live_server.url, BriefTouch, (390, 844))
        assert hands.page.locator("#gestures kbd:visible").count() == 0
        draw(hands)
        within(hands)
        self._all_in_sight(hands)

    def _all_in_sight(self, hands: Any) -> None:
        """Whoever adds a card on a phone sees the others too, and none lies below the buttons."""
        hands.still()
        stage, buttons = (hands.page.locator(one).bounding_box() for one in ("#stage", ".zoom"))
        for name in PLACES:
            box = hands.card(name).bounding_box()
            assert box["x"] >= stage["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"], name
            assert box["y"] >= stage["y"] and box["y"] + box["height"] <= buttons["y"] + 1, name
